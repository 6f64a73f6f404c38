import GestureCore

/// One rule of behaviour: touches, and all the events that they give.
///
/// Named by the rule, and listed under that name where it is an argument of a test.
public struct Replay: Sendable, CustomStringConvertible {
    public var rule: String
    public var script: String
    /// What has to come of it, all of it and in this order, in the words of ``EventText``.
    public var expected: [String]
    public var asking: String?
    public var compositions: [Composition]
    public var regions: [Region]
    public var surface: Surface
    public var thresholds: Thresholds
    public var parts: EventText.Parts

    /// - Parameter expected: events separated by semicolons or on lines of their own.
    /// - Parameter asking: what the client asks for, if it is not the same for the whole table.
    /// - Parameter compositions: what it asks for beside that; nothing else if `asking` is nil.
    public init(
        _ rule: String, _ script: String, _ expected: String, asking: String? = nil,
        _ compositions: [Composition] = [], regions: [Region] = [], on surface: Surface = .screen,
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

    /// Plays the script to its end and then lets time pass for ever.
    ///
    /// - Returns: the events; an instant that is still awaited after that is one line more.
    public func run(asking common: String = "all") throws(ScriptError) -> [String] {
        let gestures = GestureSet(
            selection: try GestureSelection(asking: asking ?? common), compositions: compositions)
        var engine = GestureEngine(
            options: GestureOptions(gestures: gestures, thresholds: thresholds, regions: regions))
        let names = Dictionary(uniqueKeysWithValues: zip(engine.regionIDs, regions.map(\.name)))
        let format = EventText(
            surface: surface, parts: parts, regions: names, compositions: compositions.map(\.name))
        var lines = engine.play(try TouchScript(script, on: surface)).map { format.text($0) }
        if let deadline = engine.nextDeadline { lines.append("still waits for \(format.text(deadline))") }
        return lines
    }
}

extension GestureEngine {
    /// Does what a script says, and then lets time pass for ever.
    ///
    /// - Returns: all the events, in the order in which they are to be published.
    public mutating func play(_ script: TouchScript) -> [GestureEvent] {
        var events: [GestureEvent] = []
        for step in script.steps { events += play(step) }
        return events + play(.wake(at: .distantFuture))
    }

    public mutating func play(_ step: TouchScript.Step) -> [GestureEvent] {
        switch step {
        case .plug(let surface):
            attach(surface)
            return []
        case .unplug(let surface, let time): detach(surface, at: time)
        case .frame(let frame): process(frame)
        case .wake(let time): advance(to: time)
        }
        return events
    }
}
