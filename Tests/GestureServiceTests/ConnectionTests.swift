import Foundation
import GestureConfiguration
import GestureProtocol
import Testing

@testable import GestureService

/// What stays of a client that is gone.
@Suite struct ConnectionTests {
    /// Our end of a connection whose client has gone.
    private func abandonedEnd() throws -> CInt {
        let client = try TestClient()
        return withExtendedLifetime(client) { dup(client.far) }
    }

    @Test func `nothing is kept of a client that goes before its answer`() throws {
        // Nobody connects to it.
        let listener = try TestClient()
        defer { withExtendedLifetime(listener) {} }
        let server = try SocketServer(
            EventLoop(), hub: GestureHub(), listener: listener.far, configuration: Configuration(), onChange: {},
            readInput: { EventLoop.now })
        var connection: Connection? = try Connection(fd: abandonedEnd(), server: server)
        weak let kept = connection
        connection?.wait()
        connection?.endWait { $0.lockReply(locked: false, continues: false) }
        connection = nil
        #expect(kept == nil)
    }
}
