import GestureCore
import TestSupport
import TouchDecoding
import TouchRecordings

/// Reads a recording, and plays what was read: an error has to be in the file, and what is played has to be sound.
package func check(
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
    checkWriting(recording)
}

/// What is written of a recording is read again, also when it was made anonymous, and nothing of that is off the surface
/// that was on it.
private func checkWriting(_ recording: Recording) {
    guard let description = recording.description, let device = try? RecordedDevice(recording) else { return }
    let size = device.geometry.surface(SurfaceID(1)).size
    var random = SplitMix64(seed: UInt64(recording.events.count))
    var anonymizer = TouchAnonymizer(description, size: size)
    for event in recording.events { anonymizer.take(event, using: &random) }
    anonymizer.finish(using: &random)
    for events in [recording.events, anonymizer.takeEvents()] {
        var writer = RecordingWriter()
        writer.write(description, recording.context, size: device.geometry.size)
        for event in events { writer.write(event) }
        guard let again = try? Recording(evemu: writer.bytes) else { fatalError("what is written cannot be read") }
        demand(again.events.map(\.value) == events.map(\.value), "other events are read than were written")
        demand(
            again.context.properties.count == recording.context.properties.count,
            "other properties are read than were written")
        checkPlaying(again)
    }
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
