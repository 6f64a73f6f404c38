import GestureCore
import TouchDecoding
import TouchRecordings

/// The touches of a recording, each with its explanation.
struct ExplainedRecording {
    private let recorded: RecordedDevice
    private let options: GestureOptions

    init(_ recorded: RecordedDevice, _ options: GestureOptions) {
        self.recorded = recorded
        self.options = options
    }

    /// - Parameter handle: called with each touch, in the order in which they landed.
    func run(_ handle: (TouchExplanation) -> Void) {
        var device = recorded
        let surface = SurfaceID(1)
        var engine = ExplainedEngine(options: options)
        engine.attach(device.geometry.surface(surface))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: surface, time: .distantPast)

        // A tap is decided later than a touch that landed after it.
        var waiting: [TouchExplanation] = []

        func report() {
            guard !engine.explanations.isEmpty else { return }
            waiting += engine.explanations
            waiting.sort { $0.number < $1.number }
            let first = engine.firstUndecided ?? .max
            let count = waiting.count { $0.number < first }
            for explanation in waiting[..<count] { handle(explanation) }
            waiting.removeFirst(count)
        }
        while device.next(contacts: &contacts, into: &frame) {
            engine.process(frame)
            report()
        }
        if device.contactsDown == 0 {
            // Time passes after the recording: pending taps become final.
            engine.advance(to: .distantFuture)
            report()
        }
        engine.detach(surface, at: device.lastTime ?? .distantPast)
        report()
    }
}
