import GestureCore
import Text

/// The touches of a recording, each with its explanation.
package struct ExplainedRecording {
    private let recorded: RecordedDevice
    private let options: GestureOptions
    private let settings: ConfiguredSetting.Finder?

    /// - Parameter settings: finds the settings that decide on the device.
    package init(_ recorded: RecordedDevice, _ options: GestureOptions, settings: ConfiguredSetting.Finder? = nil) {
        self.recorded = recorded
        self.options = options
        self.settings = settings
    }

    /// - Parameter handle: called with each touch, in the order in which they landed: with one part, or where regions are nested
    ///   with a part for each region of its chain, the innermost first.
    package func run(_ handle: ([ExplainedPart]) -> Void) {
        var frames = RecordedFrames(recorded)
        var engine = ExplainedEngine(options: options)
        engine.attach(frames.surface, settings: settings)
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
            engine.process(frames.frame, loss: frames.loss)
            report()
        }
        frames.finish(&engine)
        report()
        // Decides the rest, even without fingers.
        engine.detach(frames.surface.id, at: frames.end)
        report()
    }
}
