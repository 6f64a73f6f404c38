import CLinux
import Foundation
import GestureClient
import GestureProtocol
import Testing

/// Sends each client that connects the same bytes again and again, until the client closes the connection.
private final class EndlessService: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "gestured-\(UUID()).sock").path
    private let listener: CInt

    init(repeating part: String) throws {
        let fd = unsafe linux_listen(path, 0o600)
        listener = fd
        guard fd >= 0, linux_set_blocking(fd) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let bytes = Array(String(repeating: part, count: 65_536 / part.utf8.count).utf8)
        Thread.detachNewThread {
            while true {
                let client = unsafe accept(fd, nil, nil)
                guard client >= 0 else { return }
                var sent = 1
                while sent > 0 {
                    sent = unsafe bytes.withUnsafeBytes {
                        unsafe send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                }
                close(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unlink(path)
    }
}

/// Services that never end a message.
@Suite(.timeLimit(.minutes(20)))
struct EndlessMessageTests {
    private let service: EndlessService
    private let tooLarge: GestureClientError

    init() throws {
        service = try EndlessService(repeating: "x")
        tooLarge = .messageTooLarge(path: service.path, limit: MessageBuffer.largestReply)
    }

    @Test func `a request fails with the limit`() async throws {
        await #expect(throws: tooLarge) { try await GestureClient(socket: service.path).status() }
    }

    @Test func `a stream ends with the limit`() async throws {
        var events = GestureClient(socket: service.path).events(of: TapGesture()).makeAsyncIterator()
        await #expect(throws: tooLarge) { while try await events.next() != nil {} }
    }
}
