import Foundation
import GestureClient
import Testing

@testable import GestureClient

/// A service that starts late, ends, stops or is not accepting connections.
@Suite(.timeLimit(.minutes(20)))
struct LostServiceTests {
    /// A finger that moves for a long time.
    private static let drag = Recording(
        "a long drag",
        Touch(
            at: 0, through: (0..<200).map { (x: $0.isMultiple(of: 2) ? 500 : 700, y: 500) }, duration: 250))

    @Test("a stream waits for a service that is not started yet")
    func late() async throws {
        let service = try await RunningService(playing: Self.drag, isRunning: false)
        var phases: [String] = []
        for try await event in GestureClient(socket: service.socket).events(of: DragGesture()) {
            phases.append(event.phase)
            if case .disconnected(let error) = event {
                #expect(error == .cannotConnect(path: service.socket, errno: ENOENT))
                try service.start()
            }
            if case .began = event { break }
        }
        #expect(phases == ["disconnected", "connected", "began"])
    }

    @Test("a gesture is cancelled when the service is killed, and the stream goes on after a restart")
    func killed() async throws {
        let service = try await RunningService(playing: Self.drag)
        var phases: [String] = []
        var value: DragGesture.Value?
        for try await event in GestureClient(socket: service.socket).events(of: DragGesture()) {
            if phases.last != event.phase { phases.append(event.phase) }
            switch event {
            case .changed(let drag) where phases.count { $0 == "connected" } == 1:
                value = drag
                service.kill()
            case .cancelled(let drag): #expect(drag.context.gesture == value?.context.gesture)
            case .disconnected(let error):
                #expect(error == .connectionLost(path: service.socket))
                try service.start()
            default: break
            }
            if phases.count == 8 { break }
        }
        #expect(
            phases == [
                "connected", "began", "changed", "cancelled", "disconnected", "connected", "began", "changed",
            ])
    }

    @Test("the state of an attached gesture is reset when the service is killed, and set again after a restart")
    func attached() async throws {
        let service = try await RunningService(playing: Self.drag)
        let client = GestureClient(socket: service.socket)
        let offset = GestureState(wrappedValue: Vector.zero)
        let attachment = try client.attach(
            DragGesture().updating(offset) { drag, offset, _ in offset = drag.translation })
        var isKilled = false
        var isRestarted = false
        for await change in offset.updates {
            if !isKilled, change.value != .zero {
                service.kill()
                isKilled = true
            } else if isKilled, !isRestarted, change.value == .zero {
                try service.start()
                isRestarted = true
            } else if isRestarted, change.value != .zero {
                break
            }
        }
        attachment.cancel()
        try await attachment.detached()
        for await change in offset.updates where change.value == .zero { break }
    }

    @Test("a task that waits for a stopped service can be cancelled")
    func stopped() async throws {
        let service = try await RunningService(playing: Self.drag)
        try service.suspend()
        let client = GestureClient(socket: service.socket)
        let stream = Task {
            var events = 0
            for try await _ in client.events(of: DragGesture()) { events += 1 }
            return events
        }
        let request = Task { try await client.status() }
        let attachment = try client.attach(DragGesture())
        let attached = Task { try await attachment.detached() }
        stream.cancel()
        request.cancel()
        attached.cancel()
        #expect(try await stream.value == 0)
        await #expect(throws: GestureClientError.cancelled) { _ = try await request.value }
        try await attached.value
    }

    @Test("a gesture is detached while the service is stopped in the middle of it")
    func detachedFromStopped() async throws {
        let service = try await RunningService(playing: Self.drag)
        let client = GestureClient(socket: service.socket)
        let offset = GestureState(wrappedValue: Vector.zero)
        let attachment = try client.attach(
            DragGesture().updating(offset) { drag, offset, _ in offset = drag.translation })
        let other = try client.attach(TapGesture())
        for await change in offset.updates where change.value != .zero { break }
        try service.suspend()
        attachment.cancel()
        for await change in offset.updates where change.value == .zero { break }
        // The service gets the change once it goes on, and accepts others.
        service.resume()
        await client.whenAttached()
        // The subscription that it replaces ends a moment later.
        while try await client.status().subscriptions != 1 {}
        other.cancel()
    }

    @Test("a service that accepts no connection for a while gets the subscription later")
    func fullBacklog() async throws {
        let service = try await RunningService(playing: Self.drag)
        let client = GestureClient(socket: service.socket)
        let region = Region("a", Rectangle(x: 0, y: 0, width: 0.5, height: 0.5))
        let first = try client.attach(DragGesture(), to: region)
        await client.whenAttached()
        try service.suspend()
        // The kernel queues connections that the service has not accepted.
        var waiting: [Int32] = []
        while case let fd = connection(to: service.socket), fd >= 0 { waiting.append(fd) }
        let second = try client.attach(TapGesture(), to: region)
        var iterator = client.events(of: DragGesture()).makeAsyncIterator()
        guard case .disconnected(let error) = try await iterator.next() else {
            Issue.record("connected to a service that is full")
            return
        }
        #expect(error == .cannotConnect(path: service.socket, errno: EAGAIN))
        await #expect(throws: error) { _ = try await client.status() }
        for fd in waiting { close(fd) }
        service.resume()
        while let event = try await iterator.next() {
            if case .connected = event { break }
        }
        await client.whenAttached()
        first.cancel()
        second.cancel()
    }

    /// - Returns: -1 if the service accepts no connection.
    private func connection(to path: String) -> Int32 {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(fd)
            return -1
        }
        return fd
    }
}
