import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// Clients that subscribe after the first touch learn whether each device is active, and get its activity.
@Suite struct ActiveDeviceTests {
    struct Late: CustomTestStringConvertible {
        var rule: String
        /// The touches before and after the subscription. The idle time is a second.
        var script: String
        /// The time of the subscription in ms.
        var time: Double
        var isActive: Bool
        /// The events of the client, e.g. `activity began @50`.
        var events: [String]

        init(_ rule: String, _ script: String, at time: Double, _ isActive: Bool, _ events: String...) {
            (self.rule, self.script, self.time, self.isActive, self.events) = (rule, script, time, isActive, events)
        }

        var testDescription: String { rule }
    }

    @Test(arguments: [
        Late("an untouched device is not active", "5000 wake", at: 100, false),
        Late(
            "a device is active while a finger rests", "0 down a 100,100; 60000 up a; 62000 wake", at: 30_000, true,
            "activity began @0", "activity ended @61000"),
        Late(
            "a device is active for the idle time", "0 down a 100,100; 50 up a; 2000 wake", at: 500, true,
            "activity began @50", "activity ended @1050"),
        Late(
            "just before the end of the idle time", "0 down a 100,100; 50 up a; 2000 wake", at: 1049.999, true,
            "activity began @50", "activity ended @1050"),
        Late(
            "at the end of the idle time", "0 down a 100,100; 50 up a; 2000 wake", at: 1050, true,
            "activity began @50", "activity ended @1050"),
        Late("just after the idle time", "0 down a 100,100; 50 up a; 2000 wake", at: 1050.001, false),
        Late(
            "a later touch continues the activity",
            "0 down a 100,100; 50 up a; 900 down b 100,100; 950 up b; 3000 wake", at: 500, true,
            "activity began @50", "activity ended @1950"),
        Late(
            "one of several fingers rests", "0 down a 100,100 b 300,100; 50 up a; 5000 up b; 7000 wake", at: 4000, true,
            "activity began @50", "activity ended @6000"),
        Late(
            "the activity is cancelled if the device is gone", "0 down a 100,100; 700 unplug; 3000 wake", at: 500, true,
            "activity began @0", "activity cancelled @700"),
        Late(
            "a device that is plugged in again is not active", "0 down a 9,9; 400 unplug | plug; 3000 wake", at: 500,
            false),
    ])
    func `a late subscription`(_ late: Late) throws {
        let hub = GestureHub()
        let client = try TestClient()
        let time = Instant(microseconds: Int64(late.time * 1000))
        var isActive: [Bool] = []
        for step in try TouchScript(late.script).steps {
            if isActive.isEmpty, let next = step.time, next > time {
                isActive = hub.deviceReports(idleTime: .milliseconds(1000), at: time).map { $0.isActive }
                hub.add(try Self.subscriber(client), at: time)
            }
            hub.play(step)
        }
        #expect(isActive == [late.isActive])
        #expect(try Self.words(client) == late.events)
    }

    @Test func `a late subscription without activity gets no event`() throws {
        let hub = GestureHub()
        let client = try TestClient()
        for step in try TouchScript("0 down a 100,100; 50 up a").steps { hub.play(step) }
        hub.add(try Self.subscriber(client, asking: "all"), at: .milliseconds(100))
        #expect(try client.events().isEmpty)
    }

    @Test func `touches during a pause do not count, nor those before it`() throws {
        let hub = GestureHub()
        for step in try TouchScript("0 down a 100,100").steps { hub.play(step) }
        hub.pause(at: .milliseconds(10))
        for step in try TouchScript("20 down b 100,100", on: .screen).steps { hub.play(step) }
        hub.resume()
        #expect(hub.deviceReports(at: .milliseconds(30)).map { $0.isActive } == [false])
        let client = try TestClient()
        hub.add(try Self.subscriber(client), at: .milliseconds(30))
        #expect(try client.events().isEmpty)
    }

    @Test func `equal subscriptions share an engine again once the device is idle`() throws {
        let hub = GestureHub()
        let (first, second) = (try TestClient(), try TestClient())
        hub.add(try Self.subscriber(first))
        for step in try TouchScript("0 down a 100,100; 50 up a").steps { hub.play(step) }
        hub.add(try Self.subscriber(second), at: .milliseconds(100))
        #expect(hub.engines.count == 2)
        for step in try TouchScript("1500 wake; 2000 down b 100,100").steps where step.time != nil { hub.play(step) }
        #expect(hub.engines.count == 1)
        #expect(try Self.words(first) == ["activity began @0", "activity ended @1050", "activity began @2000"])
        #expect(try Self.words(second) == ["activity began @50", "activity ended @1050", "activity began @2000"])
    }

    private static func subscriber(_ client: TestClient, asking: String = "activity i1000") throws -> Subscriber {
        Subscriber(
            CompiledSubscription(options: GestureOptions(selection: try GestureSelection(asking: asking))), name: [],
            client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention()))
    }

    private static func words(_ client: TestClient) throws -> [String] {
        try client.events().map { event in
            "\(event["kind"]!) \(event["phase"]!) @\(try #require(event["time"] as? Int) / 1000)"
        }
    }
}
