import Foundation
import Testing

@testable import GestureConnection

@Suite struct GestureStreamTests {
    private static let state = "{\"parameters\":{\"state\":{\"contacts\":0}},\"continues\":true}\0"
    private static let event = "{\"parameters\":{\"event\":{\"kind\":\"tap\"}},\"continues\":true}\0"

    private let service: FakeService

    init() throws { service = try FakeService() }

    private func stream(reconnects: Bool = true) -> GestureStream {
        GestureStream(path: service.path, parameters: Array("{\"phases\":[]}".utf8), reconnects: reconnects)
    }

    /// Returns the next item as one word.
    private func next(_ stream: GestureStream, timeout: Int = 0) -> String {
        do throws(ConnectionError) {
            switch try stream.next(timeout: timeout) {
            case .state: return "state"
            case .event: return "event"
            case .disconnected(let error): return "disconnected: \(error)"
            }
        } catch {
            return "\(error)"
        }
    }

    private var lost: String { "\(ConnectionError.lost(path: service.path))" }

    /// Returns a stream that has read its state.
    private func started(reconnects: Bool = true) -> GestureStream {
        let stream = stream(reconnects: reconnects)
        #expect(next(stream) == "timedOut")
        service.accept()
        service.write(Self.state)
        #expect(next(stream) == "state")
        return stream
    }

    @Test func `the first item subscribes, and the state comes before events`() {
        let stream = stream()
        #expect(next(stream) == "timedOut")
        service.accept()
        #expect(
            service.read()
                == "{\"method\":\"org.gestured.Gestures.Subscribe\",\"parameters\":{\"phases\":[]},\"more\":true}\0")
        service.write(Self.state + Self.event + Self.event)
        #expect((0..<4).map { _ in next(stream) } == ["state", "event", "event", "timedOut"])
        #expect(service.read() == "")
    }

    @Test func `replies of later versions are skipped`() {
        let stream = started()
        service.write("{\"parameters\":{\"later\":1},\"continues\":true}\0{\"continues\":true}\0" + Self.event)
        #expect((0..<2).map { _ in next(stream) } == ["event", "timedOut"])
    }

    @Test func `a lost connection is reported once and then made again`() throws {
        let stream = started()
        service.write(Self.event)
        service.stop()
        #expect(next(stream) == "event")
        #expect(next(stream) == "disconnected: \(lost)")
        #expect(next(stream) == "timedOut")
        try service.restart()
        // The delay before an attempt is 100 ms at first and doubles.
        #expect(next(stream, timeout: 500) == "timedOut")
        service.accept()
        #expect(service.read().hasPrefix("{\"method\":\"org.gestured.Gestures.Subscribe\""))
        service.write(Self.state)
        #expect(next(stream) == "state")
    }

    @Test func `a service that does not run yet is a disconnection`() throws {
        service.stop()
        let stream = stream()
        let refused = ConnectionError.cannotConnect(path: service.path, errno: ECONNREFUSED)
        #expect(next(stream) == "disconnected: \(refused)")
        #expect(next(stream) == "timedOut")
        try service.restart()
        #expect(next(stream, timeout: 500) == "timedOut")
        service.accept()
        service.write(Self.state)
        #expect(next(stream) == "state")
    }

    @Test func `a stream that does not reconnect throws when the connection is lost`() {
        let stream = started(reconnects: false)
        service.disconnect()
        #expect(next(stream) == lost)
    }

    @Test(arguments: [
        ("{\"error\":\"org.gestured.Gestures.LimitExceeded\",\"parameters\":{\"limit\":\"connections\"}}\0", true),
        ("{\"error\":\"org.gestured.Gestures.LimitExceeded\",\"parameters\":{\"limit\":\"queueSize\"}}\0", true),
        ("{\"error\":\"org.gestured.Gestures.LimitExceeded\",\"parameters\":{\"limit\":\"regions\"}}\0", false),
        ("{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"gestures\"}}\0", false),
        ("{\"error\":\"org.varlink.service.PermissionDenied\"}\0", false), ("hello\0", false),
    ])
    func `only errors that can pass lead to a new connection`(reply: String, passes: Bool) {
        let stream = stream()
        #expect(next(stream) == "timedOut")
        service.accept()
        service.write(reply)
        #expect(next(stream).hasPrefix("disconnected: ") == passes)
    }
}
