import GestureCore
import TestSupport
import Testing
import Text

/// Touches on nested regions, and their expected events.
///
/// Gestures are numbered in the order in which they are first published, because numbers can have gaps.
struct LayoutReplay: Sendable, CustomTestStringConvertible {
    var rule: String
    /// The regions, as `RegionText` reads them.
    var layout: String
    var script: String
    var expected: [String]
    /// The gestures of the subscription.
    var asking: String
    /// New layouts, by time in ms.
    var changes: [(time: Int64, layout: String)]
    var thresholds = Thresholds()
    var holdDuration: Interval?
    var ignoreRepeat: Interval?
    var parts: EventText.Parts

    init(
        _ rule: String, _ layout: String, _ script: String, _ expected: String, asking: String = "",
        changes: [(time: Int64, layout: String)] = [], showing parts: EventText.Parts = []
    ) {
        self.rule = rule
        self.layout = layout
        self.script = script
        self.expected = Replay("", "", expected).expected
        self.asking = asking
        self.changes = changes
        self.parts = parts
    }

    var testDescription: String { rule }

    func with(_ change: (inout LayoutReplay) -> Void) -> LayoutReplay {
        var replay = self
        change(&replay)
        return replay
    }

    /// - Returns: the events; each new region with the name of an earlier one has one more dash after its name.
    func run() throws -> [String] {
        var options = GestureOptions(
            gestures: try GestureSet(asking: asking), thresholds: thresholds, regions: try RegionText.regions(layout))
        options.holdDuration = holdDuration
        options.ignoreRepeat = ignoreRepeat
        var engine = GestureEngine(options: options)
        var known = KnownRegions()
        known.add(engine)
        var events: [EngineEvent] = []
        var rest = changes[...]
        for step in try TouchScript(script).steps {
            while let change = rest.first, let time = step.time, .milliseconds(change.time) <= time {
                events += engine.play(.wake(at: .milliseconds(change.time)))
                engine.setRegions(try RegionText.regions(change.layout), at: .milliseconds(change.time))
                events += engine.events
                known.add(engine)
                rest.removeFirst()
            }
            events += engine.play(step)
        }
        events += engine.play(.wake(at: .distantFuture))
        var lines = events.renumbered.map { known.text($0, parts) }
        if let deadline = engine.nextDeadline { lines.append("still waits for \(EventText().text(deadline))") }
        return lines + rest.map { "the touches are over before \($0.time)" }
    }
}

/// The names of all regions of an engine, those that were removed included.
private struct KnownRegions {
    private var names: [RegionID: ByteString] = [:]
    private var gestures: [RegionID: GestureSet] = [:]
    private var common = GestureSet()

    mutating func add(_ engine: GestureEngine) {
        common = engine.options.gestures
        for (id, region) in zip(engine.regionIDs, engine.options.regions) where names[id] == nil {
            let namesakes = names.values.count { $0.description.hasPrefix(region.name.description) }
            names[id] = "\(region.name)\(String(repeating: "'", count: namesakes))"
            gestures[id] = region.gestures ?? common
        }
    }

    func text(_ event: EngineEvent, _ parts: EventText.Parts) -> String {
        var event = event
        let compositions = (event.region.flatMap { gestures[$0] } ?? common).compositions
        // A gesture with conditions is written like any other.
        if let part = event.part, part.stage == nil, compositions[part.composition].name == nil { event.part = nil }
        // Cancelled, a tap has not been decided.
        if event.phase == .cancelled, case .tap(let count, let run, _) = event.details {
            event.details = .tap(count: count, run: run, decided: event.time)
        }
        return EventText(parts: parts, regions: names, compositions: compositions.map(\.name)).text(event)
    }
}
