import GestureCore
import GestureProtocol
import Text
import TouchDecoding
import TouchRecordings

/// The events that a subscription would get of a recording, one by one.
package struct RecordingReplay {
    private let request: CompiledSubscription
    private let device: ByteString
    private var frames: RecordedFrames
    private var engine: GestureEngine
    private var isOver: Bool
    private var sequence: UInt64 = 0
    /// The events of the last frame, the next one last.
    private var pending: [Event] = []

    package init(_ recorded: RecordedDevice, _ request: CompiledSubscription) {
        self.request = request
        let report = DeviceReport(recorded)
        device = report.id
        isOver = !request.wants(deviceID: report.id.bytes, name: report.name.bytes)
        frames = RecordedFrames(recorded)
        engine = GestureEngine(options: request.options)
        engine.attach(frames.surface)
    }

    /// Returns the next event; nil after the last.
    package mutating func next() -> Event? {
        while pending.isEmpty {
            if isOver { return nil }
            if frames.next() {
                engine.process(frames.frame)
            } else {
                isOver = true
                frames.finish(&engine)
            }
            for event in engine.events where request.wants(event.phase) {
                sequence += 1
                pending.append(Event(event, sequence: sequence, device: device, of: engine))
            }
            pending.reverse()
        }
        return pending.popLast()
    }
}

extension DeviceReport {
    /// The device of a recording.
    package init(_ recorded: RecordedDevice) {
        self.init()
        id = ByteString(recorded.description.stableID)
        name = ByteString(recorded.description.name)
        kind = .known(recorded.geometry.kind)
    }
}
