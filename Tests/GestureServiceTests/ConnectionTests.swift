import Foundation
import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import TestSupport
import Testing

@testable import GestureService

/// Connections and their calls.
@Suite struct ConnectionTests {
    /// A service with connected clients and without devices.
    private struct Fixture {
        let clients: [TestClient]
        let connections: [ClientConnection]
        let input = ManualInput()
        let service: Service
        /// Not used: the clients are added directly.
        private let listener: TestClient

        /// - Parameter users: the user of each client; by default that of this process.
        init(clients count: Int, users: [uid_t]? = nil, prepare: (Accounts) -> Void = { _ in }) throws {
            let loop = try EventLoop()
            let hub = GestureHub()
            listener = try TestClient()
            let server = try SocketServer(loop, hub: hub, listener: listener.far, configuration: Configuration())
            clients = try (0..<count).map { _ in try TestClient() }
            prepare(server.accounts)
            connections = try zip(clients, users ?? Array(repeating: geteuid(), count: count)).map { client, user in
                let fd = dup(client.far)
                return try server.add(fd, Peer(fd), server.accounts.open(user, at: EventLoop.now))
            }
            service = Service(loop, hub: hub, input: .manual(input), server: server) { Configuration() }
        }

        func runReady() { while service.step() {} }
    }

    /// Returns the service's end of a connection whose client has disconnected.
    private func abandonedEnd() throws -> CInt {
        let client = try TestClient()
        return withExtendedLifetime(client) { dup(client.far) }
    }

    @Test func `a client that disconnects before its reply is released`() throws {
        // Not used: the connection is created directly.
        let listener = try TestClient()
        defer { withExtendedLifetime(listener) {} }
        let server = try SocketServer(
            EventLoop(), hub: GestureHub(), listener: listener.far, configuration: Configuration())
        let fd = try abandonedEnd()
        var connection: ClientConnection? = try ClientConnection(
            fd: fd, Peer(fd), server.accounts.open(geteuid(), at: EventLoop.now), server: server)
        weak let kept = connection
        connection?.await(.unlock)
        connection?.finishCall { $0.reply(LockReply(locked: false)) }
        connection = nil
        #expect(kept == nil)
    }

    @Test func `a client whose user has taken too much time waits, and others do not`() throws {
        let fixture = try Fixture(clients: 3, users: [1, 1, 2]) { accounts in
            accounts.open(1, at: EventLoop.now).charge(.milliseconds(250_050), at: EventLoop.now)
        }
        #expect(fixture.connections.map { $0.nextDeadline != nil } == [true, true, false])
        for client in fixture.clients { client.send("{\"method\":\"org.varlink.service.GetInfo\"}\0") }
        fixture.runReady()
        fixture.clients[2].read()
        #expect(!fixture.clients[2].bytes.isEmpty)
    }

    @Test func `a client is served in the end, whatever its user's other clients take`() throws {
        let fixture = try Fixture(clients: 1, users: [1]) { accounts in
            accounts.open(1, at: EventLoop.now).charge(.milliseconds(250_050), at: EventLoop.now)
        }
        let (client, account) = (fixture.clients[0], fixture.connections[0].account)
        client.send("{\"method\":\"org.varlink.service.GetInfo\"}\0")
        let end = EventLoop.now + .milliseconds(60_000)
        while client.bytes.isEmpty, EventLoop.now < end {
            account.charge(.milliseconds(1000), at: EventLoop.now)
            _ = fixture.service.step()
            client.read()
        }
        #expect(!client.bytes.isEmpty)
    }

    @Test func `touches that arrived meanwhile are processed before the next client's call`() throws {
        let fixture = try Fixture(clients: 3)
        for client in fixture.clients { client.send("{\"method\":\"org.varlink.service.GetInfo\"}\0") }
        // The number of replies after each step of the service.
        var answered: [Int] = []
        while fixture.service.step() {
            for client in fixture.clients { client.read() }
            answered.append(fixture.clients.count { !$0.bytes.isEmpty })
            #expect(fixture.input.passes == answered.count)
        }
        #expect(answered == [1, 2, 3])
    }

    @Test func `calls sent at once are answered one per wake-up, each client in turn`() throws {
        let fixture = try Fixture(clients: 2)
        let call = "{\"method\":\"org.varlink.service.GetInfo\"}\0"
        for client in fixture.clients { client.send(call + call + call) }
        var most = 0
        while fixture.service.step() {
            for client in fixture.clients { client.read() }
            let replies = fixture.clients.map { $0.messages.count - 1 }
            most = max(most, abs(replies[0] - replies[1]))
        }
        #expect(fixture.clients.map { $0.messages.count - 1 } == [3, 3])
        #expect(most <= 1)
    }

    @Test func `a disconnected client is closed after the frame whose events fail to be sent`() throws {
        let fixture = try Fixture(clients: 2)
        for client in fixture.clients {
            client.send("{\"method\":\"org.gestured.Gestures.Subscribe\",\"more\":true}\0")
        }
        fixture.runReady()
        let hub = fixture.service.hub
        #expect(hub.subscriptionCount == 2)
        shutdown(fixture.connections[0].fd, CInt(SHUT_RDWR))
        for step in try TouchScript("0 down a 100,100; 50 up a").steps { hub.play(step) }
        // Nothing changes while the events of a frame are sent.
        #expect(fixture.connections[0].queue.failure == .disconnected)
        #expect(hub.subscriptionCount == 2)
        fixture.service.processTouches()
        #expect(hub.subscriptionCount == 1)
        #expect(!(try fixture.clients[1].events().isEmpty))
    }

    @Test func `a client with a full queue gets the limit as its last message`() throws {
        let fixture = try Fixture(clients: 1)
        let (client, connection) = (fixture.clients[0], fixture.connections[0])
        client.send("{\"method\":\"org.gestured.Gestures.Subscribe\",\"more\":true}\0")
        fixture.runReady()
        connection.queue.limit = 100
        let hub = fixture.service.hub
        for round in 0..<10_000 where hub.subscriptionCount == 1 {
            let start = round * 2000
            for step in try TouchScript("\(start) down a 100,100; \(start + 50) up a").steps { hub.play(step) }
            fixture.service.processTouches()
        }
        #expect(hub.subscriptionCount == 0)
        repeat {
            client.read()
        } while fixture.service.step()
        client.read()
        #expect(client.messages.dropLast().last?.contains("queueSize") == true)
    }

    @Test func `a call that waits for the end of the lock is answered after the frame that ends it`() throws {
        let fixture = try Fixture(clients: 1)
        let (client, hub) = (fixture.clients[0], fixture.service.hub)
        let parameters = "{\"gestures\":[{\"kind\":\"tap\"}]}"
        client.send("{\"method\":\"org.gestured.Control.Lock\",\"more\":true,\"parameters\":\(parameters)}\0")
        fixture.runReady()
        client.read()
        #expect(hub.isLocked && client.messages.count == 2)
        for step in try TouchScript("0 down a 100,100; 50 up a").steps { hub.play(step) }
        client.read()
        #expect(!hub.isLocked && client.messages.count == 2)
        fixture.service.processTouches()
        client.read()
        #expect(client.messages.count == 3 && client.messages[1].contains("false"))
    }
}
