import GestureCore

/// Touches and their expected events.
///
/// The name states the rule; tests with arguments list the replay under this name.
public struct Replay: Sendable, CustomStringConvertible {
    public var rule: String
    public var script: String
    /// All expected events in order, as ``EventText`` writes them.
    public var expected: [String]
    public var asking: String?
    public var compositions: [Composition]
    public var regions: [TrackedRegion]
    public var surface: Surface
    public var thresholds: Thresholds
    public var holdDuration: Interval?
    public var ignoreRepeat: Interval?
    public var parts: EventText.Parts

    /// - Parameter expected: events separated by semicolons or on lines of their own.
    /// - Parameter asking: the requested gestures; nil for those of the whole table.
    /// - Parameter compositions: the requested compositions; without a selection if `asking` is nil.
    package init(
        _ rule: String, _ script: String, _ expected: String, asking: String? = nil,
        _ compositions: [Composition] = [], regions: [TrackedRegion] = [], on surface: Surface = .screen,
        thresholds: Thresholds = Thresholds(), showing parts: EventText.Parts = []
    ) {
        self.rule = rule
        self.script = script
        self.expected = expected.split { ";\n".contains($0) }.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
            .map { String($0) }
        self.asking = compositions.isEmpty ? asking : asking ?? ""
        self.compositions = compositions
        self.regions = regions
        self.surface = surface
        self.thresholds = thresholds
        self.parts = parts
    }

    public var description: String { rule }

    /// Plays the script, and then every deadline.
    ///
    /// - Returns: the events, and a line for a deadline that remains after that.
    package func run(asking common: String = "all") throws(ScriptError) -> [String] {
        let gestures = GestureSet(
            selection: try GestureSelection(asking: asking ?? common), compositions: compositions)
        var options = GestureOptions(gestures: gestures, thresholds: thresholds, regions: regions)
        options.holdDuration = holdDuration
        options.ignoreRepeat = ignoreRepeat
        var engine = GestureEngine(options: options)
        let names = Dictionary(uniqueKeysWithValues: zip(engine.regionIDs, regions.map(\.name)))
        let format = EventText(
            surface: surface, parts: parts, regions: names, compositions: compositions.map(\.name))
        var lines = engine.play(try TouchScript(script, on: surface)).map { format.text($0) }
        if let deadline = engine.nextDeadline { lines.append("still waits for \(format.text(deadline))") }
        return lines
    }
}
