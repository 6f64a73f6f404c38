import Foundation
import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// The events of a client without the right to positions.
@Suite struct PositionRightsTests {
    /// Touches of every kind, moved to the right and down.
    private func script(_ right: Int, _ down: Int) -> String {
        func at(_ x: Int, _ y: Int) -> String { "\(x + right),\(y + down)" }
        return """
            0 down a \(at(300, 300)); 50 up a; 200 down b \(at(340, 300)); 250 up b
            1000 down c \(at(500, 400)); 1700 wake; 1750 move c by 40,0; 1800 up c
            3000 down d \(at(300, 500)); glide d by 300,20 for 100; 3110 up d
            4000 down e \(at(300, 300)) f \(at(600, 300)); glide e by -100,0 for 100
            4110 glide f by 0,200 for 100; 4300 up e f
            5500 down g \(at(700, 700)); 5550 up g; 7000 wake
            """
    }

    private func heard(_ script: String, includesPositions: Bool) throws -> TestClient {
        let hub = GestureHub()
        let client = try TestClient()
        hub.add(
            Subscriber(
                CompiledSubscription(), name: [],
                client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention()),
                includesPositions: includesPositions))
        for step in try TouchScript(script).steps { hub.play(step) }
        client.read()
        return client
    }

    @Test(arguments: [(0, 1), (1, 0), (400, 300), (900, 100), (17, 251)])
    func `the same touches at another position give the same bytes`(right: Int, down: Int) throws {
        let here = try heard(script(0, 0), includesPositions: false)
        #expect(here.bytes == (try heard(script(right, down), includesPositions: false).bytes))
        let kinds = Set(try here.events().map { "\($0["kind"]!)" })
        #expect(kinds == ["press", "tap", "longPress", "drag", "swipe", "pinch", "rotation"])
        // Clients with the right read different bytes.
        #expect(
            try heard(script(0, 0), includesPositions: true).bytes
                != (try heard(script(right, down), includesPositions: true).bytes))
    }

    private func json(_ event: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: event, options: .sortedKeys)
    }

    @Test func `all other fields are the same as for other clients`() throws {
        let all = try heard(script(0, 0), includesPositions: true).events()
        let without = try heard(script(0, 0), includesPositions: false).events()
        #expect(all.count == without.count)
        for (event, other) in zip(all, without) {
            let places = ["x", "y", "points"]
            #expect(places.allSatisfy { event[$0] != nil })
            #expect(try json(event.filter { !places.contains($0.key) }) == json(other))
        }
    }
}
