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

    @Test func `touches that came meanwhile go before the next client that asks`() throws {
        let loop = try EventLoop()
        let listener = try TestClient()
        defer { withExtendedLifetime(listener) {} }
        let clients = [try TestClient(), try TestClient(), try TestClient()]
        /// How many have their answer, whenever touches are read.
        var answered: [Int] = []
        let server = try SocketServer(
            loop, hub: GestureHub(), listener: listener.far, configuration: Configuration(), onChange: {},
            readInput: {
                for client in clients { client.read() }
                answered.append(clients.count { !$0.bytes.isEmpty })
                return EventLoop.now
            })
        let connections = try clients.map { try Connection(fd: dup($0.far), server: server) }
        for client in clients { client.send("{\"method\":\"org.varlink.service.GetInfo\"}\0") }
        while loop.step() {}
        #expect(answered == [1, 2, 3])
        for connection in connections { connection.close() }
    }
}
