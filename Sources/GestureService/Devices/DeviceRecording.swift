import TouchDevices
import TouchRecordings

/// The recording that one client makes of one device.
final class DeviceRecording {
    private let device: LiveDevice
    private let recorder: DeviceRecorder

    init(_ device: LiveDevice, _ recorder: DeviceRecorder) {
        self.device = device
        self.recorder = recorder
    }

    /// Whether the device is gone: nothing follows.
    var isOver: Bool { device.touch == nil }

    /// Returns the whole lines that were recorded since the last call.
    func take() -> [UInt8] { recorder.take() }

    func stop() { device.touch?.stop(recorder) }
}
