import GestureCore
import TestSupport
import Testing
import TouchDecoding

@testable import TouchRecordings

/// One way to play a recording: each frame once, and then its end.
@Suite struct RecordedFramesTests {
    /// What an engine was told.
    private struct Log: TouchEngine {
        var lines: [String] = []

        mutating func process(_ frame: TouchFrame) {
            for change in frame.changes {
                lines.append("\(frame.time.microseconds / 1000) \(change.action) \(change.contact.number)")
            }
        }
        mutating func advance(to time: Instant) { lines.append(time == .distantFuture ? "time passes" : "\(time)") }
        mutating func detach(_ surface: SurfaceID, at time: Instant) {
            lines.append("detach \(surface.number) at \(time.microseconds / 1000)")
        }
    }

    private func device(_ times: (down: Int, up: Int?)...) throws -> RecordedDevice {
        try RecordedDevice(Recording(Array(recordingText(times).utf8)))
    }

    private func log(_ device: RecordedDevice) -> [String] {
        var log = Log()
        var frames = RecordedFrames(device)
        while frames.next() { log.process(frames.frame) }
        frames.finish(&log)
        return log.lines
    }

    @Test func `time passes after a recording that ends at rest`() throws {
        #expect(
            log(try device((100, 150), (900, 950))) == [
                "100 down 1", "150 up 1", "900 down 2", "950 up 2", "time passes",
            ])
    }

    @Test func `fingers that are down at the end are lost with the device`() throws {
        #expect(log(try device((100, 150), (900, nil))).suffix(2) == ["900 down 2", "detach 1 at 900"])
    }

    @Test func `a recording is played again from its start`() throws {
        let device = try device((100, 150))
        #expect(log(device) == log(device))
    }

    @Test func `a recording without frames has an end`() throws {
        #expect(log(try device()) == ["time passes"])
    }

    @Test func `frames are there one by one`() throws {
        var frames = RecordedFrames(try device((100, 150)))
        #expect(!frames.areFingersDown)
        #expect(frames.next() && frames.areFingersDown && frames.frame.changes.count == 1)
        #expect(frames.next() && !frames.areFingersDown)
        #expect(!frames.next() && frames.end == .milliseconds(150))
    }
}
