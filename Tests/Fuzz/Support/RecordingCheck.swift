import GestureCore
import TestSupport
import TouchInput

/// Reads a recording, and plays what was read: an error has to be in the file, and what is played has to be sound.
public func check(
    _ input: UnsafeBufferPointer<UInt8>, by read: ([UInt8]) throws(RecordingError) -> Recording
) {
    let bytes = Array(input)
    let recording: Recording
    do throws(RecordingError) {
        recording = try read(bytes)
    } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        demand(
            (1...lines.count).contains(error.line)
                && (1...lines[error.line - 1].count + 1).contains(error.column), "\(error) is outside of the file")
        return
    }
    checkPlaying(recording)
}

private func checkPlaying(_ recording: Recording) {
    guard var device = try? RecordedDevice(recording) else { return }
    let surface = SurfaceID(1)
    var subscription = CheckedSubscription(GestureOptions())
    subscription.attach(device.geometry.surface(surface))
    var frames = FrameChecker()
    var contacts = ContactNumbers()
    var frame = TouchFrame(surface: surface, time: .distantPast)
    while device.next(contacts: &contacts, into: &frame) {
        frames.check(frame)
        demand(frames.complaint == nil, frames.complaint ?? "")
        subscription.process(frame)
    }
    subscription.detach(surface, at: device.lastTime ?? .distantPast)
    subscription.finish()
}
