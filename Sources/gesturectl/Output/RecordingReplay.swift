import GestureCore
import GestureProtocol
import TouchDecoding
import TouchRecordings

/// The events that a subscription would get of a recording.
struct RecordingReplay {
    private let recorded: RecordedDevice
    private let request: SubscriptionRequest

    init(_ recorded: RecordedDevice, _ request: SubscriptionRequest) {
        self.recorded = recorded
        self.request = request
    }

    /// - Parameter handle: called with each event, and the event as JSON.
    func run(_ handle: (GestureEvent, [UInt8]) -> Void) {
        var device = recorded
        let name = Array(device.description.name.utf8)
        let id = Array(device.description.stableID.utf8)
        guard request.wants(deviceID: id, name: name) else { return }
        let surface = SurfaceID(1)
        let deviceLabels = DeviceLabels(id: device.description.stableID)
        var engine = GestureEngine(options: request.options)
        let labels = EventLabels(engine)
        engine.attach(device.geometry.surface(surface))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: surface, time: .distantPast)
        var sequence: UInt64 = 0

        func report() {
            for event in engine.events where request.wants(event.phase) {
                sequence += 1
                var writer = JSONWriter()
                writer.event(event, sequence: sequence, device: deviceLabels, labels: labels)
                handle(event, writer.bytes)
            }
        }
        while device.next(contacts: &contacts, into: &frame) {
            engine.process(frame)
            report()
        }
        if device.contactsDown == 0 {
            // Time passes after the recording: pending taps become final.
            engine.advance(to: .distantFuture)
        } else {
            // The recording does not contain the end of these touches.
            engine.detach(surface, at: device.lastTime ?? .distantPast)
        }
        report()
    }
}
