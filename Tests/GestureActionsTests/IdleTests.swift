import Testing

@testable import GestureActions

/// Idle and wake. The events are those of the service, which counts the shortest of the times.
@Suite struct IdleTests {
    private static let file = "idle 10s = dim\nidle 30s = dark\nwake = light\nwake 20s = hello\n"

    @Test func `idle runs when no device was touched since the start`() throws {
        var tester = try ActionsTester(Self.file)
        #expect(tester.deadline == 10_000)
        #expect(tester.advance(to: 9_999) == [])
        #expect(tester.advance(to: 10_000) == ["10000 idle 10s"])
        #expect(tester.deadline == 20_000)
        #expect(tester.advance(to: 29_999) == [])
        #expect(tester.advance(to: 35_000) == ["30000 idle 30s"])
        #expect(tester.deadline == nil)
        #expect(tester.advance(to: 1_000_000) == [])
    }

    @Test func `longer times count from the same touch as the shortest`() throws {
        var tester = try ActionsTester(Self.file)
        _ = try tester.activity("began", at: 1_000)
        #expect(tester.deadline == nil)
        #expect(tester.advance(to: 60_000) == [])
        // The last touch was 10 s before.
        #expect(try tester.activity("ended", at: 70_000) == ["70000 idle 10s"])
        #expect(tester.deadline == 80_000)
        #expect(tester.advance(to: 89_999) == [])
        #expect(tester.advance(to: 90_000) == ["90000 idle 30s"])
    }

    @Test func `the first touch after idle wakes, once`() throws {
        var tester = try ActionsTester(Self.file)
        _ = tester.advance(to: 10_000)
        #expect(try tester.activity("began", at: 15_000) == ["15000 wake"])
        #expect(try tester.activity("began", of: "b", at: 15_100) == [])
        #expect(try tester.activity("ended", at: 25_000) == [])
        #expect(try tester.activity("ended", of: "b", at: 25_100) == ["25100 idle 10s"])
        #expect(try tester.activity("began", at: 26_000) == ["26000 wake"])
    }

    @Test func `wake with a time needs no idle, and only this time`() throws {
        var tester = try ActionsTester(Self.file)
        _ = tester.advance(to: 19_999)
        #expect(try tester.activity("began", at: 19_999) == ["19999 wake"])
        tester = try ActionsTester(Self.file)
        _ = tester.advance(to: 20_000)
        #expect(try tester.activity("began", at: 20_001) == ["20001 wake 20s", "20001 wake"])
        tester = try ActionsTester("wake 20s = hello\n")
        #expect(tester.deadline == 20_000)
        #expect(tester.advance(to: 20_000) == [])
        #expect(tester.deadline == nil)
        #expect(try tester.activity("began", at: 50_000) == ["50000 wake 20s"])
    }

    @Test func `the first touch since the start wakes, and further touches without idle before them do not`() throws {
        var tester = try ActionsTester(Self.file)
        #expect(try tester.activity("began", at: 5_000) == ["5000 wake"])
        #expect(try tester.activity("began", of: "b", at: 5_100) == [])
    }

    @Test func `idle waits for all devices`() throws {
        var tester = try ActionsTester(Self.file)
        _ = try tester.activity("began", of: "a", at: 1_000)
        #expect(try tester.activity("began", of: "b", at: 2_000) == [])
        #expect(try tester.activity("ended", of: "b", at: 13_000) == [])
        #expect(tester.advance(to: 20_000) == [])
        #expect(try tester.activity("ended", of: "a", at: 21_000) == ["21000 idle 10s"])
        #expect(tester.deadline == 31_000)
    }

    @Test func `a device that is unplugged counts as touched until then`() throws {
        var tester = try ActionsTester(Self.file)
        _ = try tester.activity("began", at: 1_000)
        #expect(try tester.activity("cancelled", at: 15_000) == [])
        #expect(tester.deadline == 25_000)
        #expect(tester.advance(to: 25_000) == ["25000 idle 10s"])
    }

    @Test func `phases of activity that say nothing change nothing`() throws {
        var tester = try ActionsTester(Self.file)
        _ = try tester.activity("began", at: 1_000)
        #expect(try tester.activity("changed", at: 2_000) == [])
        #expect(tester.deadline == nil)
    }

    @Test func `after the connection is lost, the time counts from then`() throws {
        var tester = try ActionsTester(Self.file)
        _ = try tester.activity("began", at: 1_000)
        #expect(tester.disconnect(at: 5_000) == [])
        #expect(tester.deadline == 15_000)
        tester = try ActionsTester(Self.file)
        #expect(tester.disconnect(at: 5_000) == [])
        #expect(tester.deadline == 10_000)
    }

    @Test func `idle and wake keep to their application and their cooldown`() throws {
        var tester = try ActionsTester(
            "[actions]\nidle 10s = a\nwake cooldown 60s = b\n[application kiosk]\nidle 10s cooldown 0s = c\n")
        #expect(tester.advance(to: 10_000) == ["10000 idle 10s"])
        #expect(try tester.activity("began", at: 11_000) == ["11000 wake cooldown 60s"])
        tester.actions.application = "kiosk"
        #expect(try tester.activity("ended", at: 30_000) == ["30000 idle 10s cooldown 0s"])
        #expect(try tester.activity("began", at: 70_999) == [])
        #expect(try tester.activity("ended", at: 90_000) == ["90000 idle 10s cooldown 0s"])
        #expect(try tester.activity("began", at: 91_000) == ["91000 wake cooldown 60s"])
    }

    @Test func `touches of the service are counted alike`() throws {
        var tester = try ActionsTester("idle 500ms = x\nwake = y\n")
        #expect(try tester.play("100 down a 100,100; 200 up a") == ["100 wake", "700 idle 500ms"])
        #expect(
            try tester.play("2000 down a 100,100; 2100 up a; 2300 down a 100,100; 2400 up a") == [
                "2000 wake", "2900 idle 500ms",
            ])
    }
}
