import GestureCore
import Text
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

    /// - Parameter handle: called with each touch, in the order in which they landed, and the name of its region, if it has one.
    func run(_ handle: (TouchExplanation, ByteString?) -> Void) {
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
            for explanation in waiting[..<count] {
                let region = explanation.region.flatMap { engine.regionIDs.firstIndex(of: $0) }
                handle(explanation, region.map { options.regions[$0].name })
            }
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
