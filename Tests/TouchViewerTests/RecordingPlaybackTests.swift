import GestureCore
import GestureProtocol
import TestSupport
import Testing
import TouchRecordings

@testable import Terminal
@testable import TouchViewer

private func recording(_ times: (down: Int, up: Int?)...) throws -> RecordedDevice {
    try RecordedDevice(Recording(Array(recordingText(times, start: 5).utf8)))
}

@Suite struct RecordingPlaybackTests {
    /// Each moment: its time in ms, the number of frames so far, and the events.
    private func moments(_ playback: RecordingPlayback) -> [String] {
        var moments: [String] = []
        while let moment = playback.nextMoment {
            var events: [String] = []
            playback.step { event in events.append("\(event.kind) \(event.phase)") }
            #expect(playback.time == moment)
            let time = Double((moment - playback.start).microseconds) / 1000
            moments.append("\(time) \(playback.frames): " + events.joined(separator: ", "))
        }
        return moments
    }

    @Test func `frames and decisions come at their times`() throws {
        #expect(
            moments(RecordingPlayback(try recording((100, 150), (900, 950)), CompiledSubscription())) == [
                "100.0 1: touch began, press began", "150.0 2: touch ended, press ended, tap possible",
                "450.001 2: tap ended", "900.0 3: touch began, press began",
                "950.0 4: touch ended, press ended, tap possible", "1250.001 4: tap ended",
            ])
    }

    @Test func `a decision at the time of a frame comes after the frame`() throws {
        let moments = moments(RecordingPlayback(try recording((0, 100), (400, 450)), CompiledSubscription()))
        #expect(moments[2] == "400.0 3: touch began, press began")
    }

    @Test func `a touch that the recording does not end is cancelled with its last frame`() throws {
        #expect(
            moments(RecordingPlayback(try recording((100, nil)), CompiledSubscription())) == [
                "100.0 1: touch began, press began, touch cancelled, press cancelled"
            ])
    }

    @Test func `phases apply to gestures and not to touches`() throws {
        let playback = RecordingPlayback(try recording((100, 150)), CompiledSubscription(phases: [.ended]))
        #expect(
            moments(playback) == ["100.0 1: touch began", "150.0 2: touch ended, press ended", "450.001 2: tap ended"])
    }

    @Test func `the device has its size`() throws {
        let playback = RecordingPlayback(try recording((100, 150)), CompiledSubscription())
        #expect(abs(playback.watched.size.x - 100 / Points.millimetresPerPoint) < 1)
        #expect(abs(playback.watched.size.y - 50 / Points.millimetresPerPoint) < 1)
    }

    // MARK: Pace

    /// Plays a recording in a source, with a clock in ms.
    private struct Player {
        var source: RecordingSource
        var model: WatchModel
        var status = WatchStatus()

        init(_ device: RecordedDevice) {
            let terminal = Terminal(isPresent: false, size: .init(columns: 80, rows: 24)) { _ in nil }
            source = RecordingSource(device, CompiledSubscription(), at: Instant(microseconds: 0))
            model = WatchModel(
                GestureOptions(), terminal: terminal,
                start: device.firstTime ?? Instant(microseconds: 0))
        }

        mutating func work(at clock: Int64) throws -> Bool {
            try source.work(&model, &status, at: Instant(microseconds: clock * 1000))
        }

        mutating func press(_ key: UInt8, at clock: Int64) {
            source.press(key, &model, &status, at: Instant(microseconds: clock * 1000))
        }

        var deadline: Int64? { source.deadline.map { ($0.microseconds + 999) / 1000 } }
        var frame: Int? { status.replay?.frame }
    }

    @Test func `a recording is played at its own pace`() throws {
        var player = Player(try recording((100, 150)))
        #expect(try player.work(at: 1_000_000))
        #expect(player.frame == 0 && player.deadline == 1_000_100)
        #expect(try !player.work(at: 1_000_099))
        #expect(try player.work(at: 1_000_100))
        #expect(player.frame == 1 && player.deadline == 1_000_150)
        #expect(try player.work(at: 1_000_150))
        #expect(player.status.replay?.state == .playing && player.deadline == 1_000_451)
        #expect(try player.work(at: 1_000_451))
        #expect(player.status.replay?.state == .over && player.deadline == nil)
        #expect(player.model.recent.count == 1)
    }

    @Test func `time stands still while the recording is paused`() throws {
        var player = Player(try recording((100, 150)))
        _ = try player.work(at: 0)
        player.press(UInt8(ascii: " "), at: 90)
        #expect(try player.work(at: 5000))
        #expect(player.status.replay?.state == .paused && player.deadline == nil && player.frame == 0)
        player.press(UInt8(ascii: " "), at: 6000)
        #expect(player.deadline == 6010)
        #expect(try player.work(at: 6010))
        #expect(player.frame == 1)
    }

    @Test func `the next frame is shown at once, and pauses the recording`() throws {
        var player = Player(try recording((60_000, 60_050)))
        _ = try player.work(at: 0)
        player.press(UInt8(ascii: "."), at: 10)
        #expect(try player.work(at: 10))
        #expect(player.frame == 1 && player.status.replay?.state == .paused && player.deadline == nil)
        #expect(player.model.device?.fingersDown == 1)
        player.press(UInt8(ascii: "."), at: 20)
        player.press(UInt8(ascii: "."), at: 30)
        _ = try player.work(at: 30)
        #expect(player.frame == 2 && player.status.replay?.state == .over)
        player.press(UInt8(ascii: "."), at: 40)
        #expect(try !player.work(at: 40))
    }
}
