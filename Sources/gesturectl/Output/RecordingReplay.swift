import GestureCore
import GestureProtocol
import Text
import TouchDecoding
import TouchRecordings

/// The events that a subscription would get of a recording.
struct RecordingReplay {
    private let recorded: RecordedDevice
    private let request: CompiledSubscription

    init(_ recorded: RecordedDevice, _ request: CompiledSubscription) {
        self.recorded = recorded
        self.request = request
    }

    func run(_ handle: (Event) -> Void) {
        let device = DeviceReport(recorded)
        guard request.wants(deviceID: device.id.bytes, name: device.name.bytes) else { return }
        var engine = GestureEngine(options: request.options)
        var sequence: UInt64 = 0
        recorded.play(to: &engine) { engine in
            for event in engine.events where request.wants(event.phase) {
                sequence += 1
                handle(Event(event, sequence: sequence, device: device.id, of: engine))
            }
        }
    }
}

extension DeviceReport {
    /// The device of a recording.
    init(_ recorded: RecordedDevice) {
        self.init()
        id = ByteString(recorded.description.stableID)
        name = ByteString(recorded.description.name)
        kind = .known(recorded.geometry.kind)
    }
}
