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

    /// - Parameter handle: called with each touch, in the order in which they are decided.
    func run(_ handle: (TouchExplanation) -> Void) {
        var device = recorded
        let surface = SurfaceID(1)
        var engine = ExplainedEngine(options: options)
        engine.attach(device.geometry.surface(surface))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: surface, time: .distantPast)

        func report() {
            for explanation in engine.explanations { handle(explanation) }
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
