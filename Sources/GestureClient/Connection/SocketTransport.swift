internal import CLinux
import Dispatch
import GestureProtocol
import Synchronization

/// Connects to the Unix socket of a service.
struct SocketTransport: Transport {
    let path: String

    var lost: GestureClientError { .connectionLost(path: path) }

    func open(_ call: [UInt8], _ receiver: any MessageReceiver) throws(GestureClientError) -> any Connection {
        let fd = unsafe linux_connect_nonblocking(path)
        guard fd >= 0 else { throw .cannotConnect(path: path, errno: -fd) }
        let connection = SocketConnection(Descriptor(fd), path, receiver)
        connection.send(call + [0])
        return connection
    }

    func retry(after delay: Double, _ action: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: action)
    }
}

/// A descriptor that is closed once nobody uses it.
private final class Descriptor: Sendable {
    let fd: CInt

    init(_ fd: CInt) { self.fd = fd }

    deinit { close(fd) }
}

/// A connection that reads as soon as the socket is readable, without a thread that waits for it.
private final class SocketConnection: Connection {
    private struct State {
        let reader: any DispatchSourceRead
        var buffer = MessageBuffer()
        /// The rest of the call, while the socket takes no more.
        var unsent: ArraySlice<UInt8> = []
        var writer: (any DispatchSourceWrite)?
        var isReading = true
        var isCancelled = false
    }

    /// All connections of the process share a queue: what happens on it is short.
    private static let queue = DispatchQueue(label: "org.gestured.client")
    /// In bytes: about ten events.
    private static let chunk = 4096
    private static let chunksAtOnce = 16

    private let descriptor: Descriptor
    private let path: String
    private let receiver: any MessageReceiver
    private let state: Mutex<State>

    init(_ descriptor: Descriptor, _ path: String, _ receiver: any MessageReceiver) {
        self.descriptor = descriptor
        self.path = path
        self.receiver = receiver
        let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor.fd, queue: Self.queue)
        state = Mutex(State(reader: reader))
        state.withLock { state in
            // The sources keep the connection until it is cancelled, and the descriptor open until they no longer use it.
            state.reader.setEventHandler { self.readAvailable() }
            state.reader.setCancelHandler { _ = descriptor }
            state.reader.activate()
        }
    }

    // MARK: Reading

    /// Reads until nothing is left, or the receiver has no room.
    ///
    /// It does not wait for another event before: after the last one, when the service has closed the connection, none follows.
    private func readAvailable() {
        guard state.withLock({ $0.isReading && !$0.isCancelled }) else { return }
        for _ in 0..<Self.chunksAtOnce {
            switch readChunk() {
            case .more: continue
            case .empty: return
            case .full:
                pause()
                return
            case .end(let reason):
                cancel()
                receiver.close(reason)
                return
            }
        }
        // Other connections have their turn.
        Self.queue.async { self.readAvailable() }
    }

    private enum Chunk: Equatable {
        case more, empty, full
        case end(GestureClientError)
    }

    private func readChunk() -> Chunk {
        let lost = Chunk.end(.connectionLost(path: path))
        let result = unsafe withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { chunk -> Chunk in
            let count = unsafe recv(descriptor.fd, chunk.baseAddress, chunk.count, 0)
            let error = linux_errno()
            if count < 0 { return error == EINTR ? .more : error == EAGAIN ? .empty : lost }
            if count == 0 { return lost }
            state.withLock { unsafe $0.buffer.append(chunk[..<count]) }
            return .more
        }
        guard result == .more else { return result }
        var hasRoom = true
        while let message = state.withLock({ $0.isCancelled ? nil : $0.buffer.next() }) {
            if !receiver.receive(message) { hasRoom = false }
        }
        return state.withLock { state in
            if state.isCancelled { return .empty }
            guard state.buffer.count <= MessageBuffer.largestReply else {
                return .end(.messageTooLarge(path: path, limit: MessageBuffer.largestReply))
            }
            return hasRoom ? .more : .full
        }
    }

    private func pause() {
        let isPaused = state.withLock { state in
            guard state.isReading, !state.isCancelled else { return false }
            state.isReading = false
            state.reader.suspend()
            return true
        }
        if isPaused { receiver.resumeOnceEmptier(self) }
    }

    func resume() {
        state.withLock { state in
            guard !state.isReading else { return }
            state.isReading = true
            state.reader.resume()
            Self.queue.async { self.readAvailable() }
        }
    }

    // MARK: Writing

    func send(_ call: [UInt8]) {
        state.withLock { $0.unsent = call[...] }
        write()
    }

    private func write() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            while !state.unsent.isEmpty {
                let count = unsafe state.unsent.withUnsafeBytes { buffer in
                    unsafe CLinux.send(descriptor.fd, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL))
                }
                let error = linux_errno()
                if count < 0, error == EINTR { continue }
                if count < 0, error == EAGAIN {
                    waitToWrite(&state)
                    return
                }
                // The service closed the connection, but can have sent the reason before.
                guard count > 0 else { break }
                state.unsent.removeFirst(count)
            }
            state.unsent = []
            state.writer?.cancel()
            state.writer = nil
        }
    }

    private func waitToWrite(_ state: inout State) {
        guard state.writer == nil else { return }
        let writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor.fd, queue: Self.queue)
        writer.setEventHandler { self.write() }
        writer.setCancelHandler { [descriptor] in _ = descriptor }
        writer.activate()
        state.writer = writer
    }

    // MARK: End

    func cancel() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            // A source that is suspended would never be released.
            if !state.isReading { state.reader.resume() }
            state.isReading = true
            state.reader.cancel()
            state.writer?.cancel()
            state.writer = nil
        }
    }
}
