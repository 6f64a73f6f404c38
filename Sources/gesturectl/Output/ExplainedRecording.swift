import GestureCore
import Text
import TouchRecordings

/// The touches of a recording, each with its explanation.
struct ExplainedRecording {
    private let recorded: RecordedDevice
    private let options: GestureOptions

    init(_ recorded: RecordedDevice, _ options: GestureOptions) {
        self.recorded = recorded
        self.options = options
    }

    /// - Parameter handle: called with each touch, in the order in which they landed: with one part, or where regions are nested
    ///   with a part for each region of its chain, the innermost first.
    func run(_ handle: ([ExplainedPart]) -> Void) {
        var frames = RecordedFrames(recorded)
        var engine = ExplainedEngine(options: options)
        engine.attach(frames.surface)
        // A tap is decided later than a touch that landed after it.
        var waiting: [TouchExplanation] = []
        func report() {
            guard !engine.explanations.isEmpty else { return }
            waiting += engine.explanations
            waiting.sort { ($0.number, $0.began) < ($1.number, $1.began) }
            let first = engine.firstUndecided ?? .max
            let count = waiting.count { $0.number < first }
            var parts: [ExplainedPart] = []
            for explanation in waiting[..<count] {
                if let part = parts.first, part.touch.number != explanation.number {
                    handle(parts)
                    parts.removeAll()
                }
                parts.add(ExplainedPart(explanation, by: engine))
            }
            if !parts.isEmpty { handle(parts) }
            waiting.removeFirst(count)
        }
        while frames.next() {
            engine.process(frames.frame)
            report()
        }
        frames.finish(&engine)
        report()
        // Decides the rest, even without fingers.
        engine.detach(frames.surface.id, at: frames.end)
        report()
    }
}

/// What a touch was on one region.
struct ExplainedPart {
    var touch: TouchExplanation
    /// The name of the region; nil if it has none.
    var region: ByteString?
    /// The index of the region in the list.
    private(set) var index = 0

    init(_ touch: TouchExplanation, by engine: ExplainedEngine) {
        self.touch = touch
        if let index = touch.region.flatMap({ engine.regionIDs.firstIndex(of: $0) }) {
            self.index = index
            region = engine.options.regions[index].name
        }
    }
}

extension [ExplainedPart] {
    /// Adds a part of the same touch: the innermost region is first, and its touches are in their order.
    mutating func add(_ part: ExplainedPart) {
        // A parent comes before its children in the list of regions.
        let place = firstIndex {
            $0.index < part.index || $0.index == part.index && $0.touch.began > part.touch.began
        }
        insert(part, at: place ?? count)
    }

    /// The parts that have something to explain: regions that ask for nothing have not. Empty if none has.
    var withReasons: [ExplainedPart] { filter { !$0.touch.verdicts.isEmpty || $0.touch.ignored != nil } }
}
