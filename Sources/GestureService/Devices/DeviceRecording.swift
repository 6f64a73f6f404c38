import TouchRecordings

/// What one client records of one device.
final class DeviceRecording {
    let device: OpenDevice
    let recorder: DeviceRecorder
    private let onText: ([UInt8]) -> Void
    /// Called when the device is gone.
    let onEnd: () -> Void

    init(
        _ device: OpenDevice, _ recorder: DeviceRecorder, onText: @escaping ([UInt8]) -> Void,
        onEnd: @escaping () -> Void
    ) {
        self.device = device
        self.recorder = recorder
        self.onText = onText
        self.onEnd = onEnd
    }

    /// Hands on what was recorded since the last time.
    func send() {
        let text = recorder.take()
        if !text.isEmpty { onText(text) }
    }
}
