import Foundation
import GestureProtocol
import Testing

@testable import GestureConnection

@Suite struct ServiceConnectionTests {
    private let service: FakeService
    private let connection: ServiceConnection

    init() throws {
        service = try FakeService()
        connection = try ServiceConnection(path: service.path)
        service.accept()
    }

    private func error(_ body: () throws(ConnectionError) -> Void) -> ConnectionError? {
        do throws(ConnectionError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private func nextError() -> ConnectionError? {
        error { () throws(ConnectionError) in _ = try connection.next(timeout: 0) }
    }

    @Test func `a call is one message that ends with a NUL`() {
        connection.send("a.b.C")
        connection.send("a.b.D", parameters: Array("{\"x\":1}".utf8), more: true)
        #expect(
            service.read() == "{\"method\":\"a.b.C\"}\0{\"method\":\"a.b.D\",\"parameters\":{\"x\":1},\"more\":true}\0")
    }

    @Test func `a reply that arrives byte by byte is complete with its NUL`() throws {
        for character in "{\"parameters\":{\"x\":1}}" {
            service.write(String(character))
            #expect(nextError() == .timedOut)
        }
        service.write("\0")
        let reply = try connection.next(timeout: 0)
        #expect(reply.parameters?["x"]?.integer == 1)
        #expect(!reply.continues)
    }

    @Test func `replies that arrive together are returned one by one`() throws {
        service.write("{\"parameters\":{\"x\":1},\"continues\":true}\0{\"parameters\":{\"x\":2}}\0{\"param")
        var reply = try connection.next(timeout: 0)
        #expect(reply.parameters?["x"]?.integer == 1)
        #expect(reply.continues)
        reply = try connection.next(timeout: 0)
        #expect(reply.parameters?["x"]?.integer == 2)
        #expect(nextError() == .timedOut)
        service.write("eters\":{\"x\":3}}\0")
        #expect(try connection.next(timeout: 0).parameters?["x"]?.integer == 3)
    }

    @Test func `a reply longer than one read is whole`() throws {
        let text = String(repeating: "x", count: 100_000)
        service.write("{\"parameters\":{\"text\":\"\(text)\"}}\0")
        #expect(try connection.next(timeout: 0).parameters?["text"]?.string?.count == text.utf8.count)
    }

    @Test func `the largest reply is whole, and a larger one is an error`() throws {
        func send(_ size: Int) throws -> ConnectionError? {
            var left = size
            while left > 0 {
                let part = min(left, 65_536)
                service.write(String(repeating: "x", count: part))
                left -= part
                if let error = nextError(), error != .timedOut { return error }
            }
            return nil
        }
        let beginning = "{\"parameters\":{\"text\":\""
        let text = MessageBuffer.largestReply - beginning.utf8.count - 3
        service.write(beginning)
        #expect(try send(text) == nil)
        service.write("\"}}\0")
        #expect(try connection.next(timeout: 0).parameters?["text"]?.string?.count == text)

        service.write(beginning)
        #expect(try send(text + 3) == nil)
        #expect(try send(1) == .tooLarge(path: service.path, limit: MessageBuffer.largestReply))
    }

    @Test func `a reply can lack parameters`() throws {
        service.write("{}\0")
        let reply = try connection.next(timeout: 0)
        #expect(reply.parameters == nil)
        #expect(!reply.continues)
    }

    @Test func `an error reply is thrown with its parameters, and the connection stays usable`() throws {
        service.write(
            "{\"error\":\"a.b.Wrong\",\"parameters\":{\"x\":1}}\0{\"error\":\"a.b.Bare\"}\0{\"parameters\":{}}\0")
        #expect(nextError() == .refused(error: "a.b.Wrong", parameters: "{\"x\":1}"))
        #expect(nextError() == .refused(error: "a.b.Bare", parameters: ""))
        #expect(try connection.next(timeout: 0).parameters != nil)
    }

    @Test(arguments: ["", "hello", "[]", "{\"parameters\":", "{\"parameters\":{}} x"])
    func `a message that is not an object is not Varlink`(text: String) {
        service.write("\(text)\0")
        #expect(nextError() == .notVarlink)
    }

    @Test func `replies sent before the service closes are still read`() throws {
        service.write("{\"parameters\":{\"x\":1}}\0{\"par")
        service.disconnect()
        #expect(try connection.next().parameters?["x"]?.integer == 1)
        #expect(error { () throws(ConnectionError) in _ = try connection.next() } == .lost(path: service.path))
    }

    @Test func `a call to a service that has closed returns the reason that it sent`() throws {
        service.write("{\"error\":\"a.b.Full\"}\0")
        service.disconnect()
        connection.send("a.b.C")
        #expect(nextError() == .refused(error: "a.b.Full", parameters: ""))
        #expect(nextError() == .lost(path: service.path))
    }

    @Test func `the listener is the process that created the socket`() {
        #expect(connection.listener == getpid())
    }

    @Test func `connecting fails with the error of the system`() throws {
        func failure(_ path: String) -> ConnectionError? {
            error { () throws(ConnectionError) in _ = try ServiceConnection(path: path) }
        }
        let missing = service.path + "x"
        #expect(failure(missing) == .cannotConnect(path: missing, errno: ENOENT))
        let long = String(repeating: "x", count: 200)
        #expect(failure(long) == .cannotConnect(path: long, errno: ENAMETOOLONG))
        service.stop()
        #expect(failure(service.path) == .cannotConnect(path: service.path, errno: ECONNREFUSED))
    }
}
