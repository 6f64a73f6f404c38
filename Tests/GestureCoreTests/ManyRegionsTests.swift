import GestureCore
import TestSupport
import Testing

/// Layouts with more regions than are touched at one time: idle regions lose their trackers without a visible effect.
@Suite struct ManyRegionsTests {
    /// Columns of about 54 pt, so that no finger lands on a side; a finger that stops a fling makes no tap.
    private static let count = 37
    private static let columns = (0..<count).map { index in
        TrackedRegion(
            "\(index)", Rectangle(x: Double(index) / Double(count), y: 0, width: 1 / Double(count), height: 1),
            suppressesTapWhileCoasting: true)
    }

    @Test(arguments: randomRuns(20))
    func `each region recognizes what it would recognize alone`(seed: UInt64) {
        let steps = RandomTouches(seed: seed, frames: 2000).steps
        var options = GestureOptions.random(seed: seed)
        options.gestures.selection.idleTime = nil
        // The number of people who are told apart is limited for all regions together.
        options.thresholds.reach = nil
        options.regions = Self.columns
        var all = GestureEngine(options: options)
        let events = steps.flatMap { all.play($0) }
        #expect(Set(events.compactMap(\.region)).count > 16, "too few regions are touched")
        for (index, region) in Self.columns.enumerated() {
            options.regions = [region]
            var alone = GestureEngine(options: options)
            let expected = steps.flatMap { alone.play($0) }
            let found = events.filter { $0.region == all.regionIDs[index] }
            let isSame = found.map(Self.unnumbered) == expected.map(Self.unnumbered)
            #expect(isSame, "region \(index)")
        }
    }

    /// Returns the event without numbers that depend on other regions.
    private static func unnumbered(_ event: EngineEvent) -> EngineEvent {
        var event = event
        event.gesture = 0
        event.region = nil
        return event
    }

    @Test(
        "touching all other regions does not change how long a region coasts",
        arguments: [(2666, 0), (2667, 1)])
    func coasting(_ landing: Int, taps: Int) throws {
        var script = "0 down a 25,400; 10 move a by 0,40; 20 up a;"
        for index in 1..<Self.count {
            script += "\(20 + index * 60) down b \(25 + index * 54),400; \(40 + index * 60) up b;"
        }
        script += "\(landing) down c 25,400; \(landing + 20) up c"
        var engine = GestureEngine(
            options: GestureOptions(
                gestures: GestureSet(selection: try GestureSelection(asking: "press, drag, tap")), regions: Self.columns
            ))
        let events = engine.play(try TouchScript(script)).filter { $0.kind == .tap }
        for (index, id) in engine.regionIDs.enumerated() {
            #expect(events.count { $0.region == id } == (index == 0 ? taps : 1), "region \(index)")
        }
    }
}
