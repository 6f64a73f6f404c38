import GestureConfiguration
import GestureCore
import GestureProtocol
import Terminal
import TouchRecordings

/// Plays a recording at the pace of its time stamps. It can be paused, and then goes on frame by frame.
struct RecordingSource: WatchSource {
    private let playback: RecordingPlayback
    private var isStarted = false
    private var isPaused = false
    /// The time of the model at a time of the clock. Time passes from there on, unless it is paused.
    private var origin: (clock: Instant, time: Instant)

    /// So that keys count while many frames come at once.
    private static let mostSteps = 256

    init(
        _ device: RecordedDevice, _ request: CompiledSubscription,
        _ configuration: ConfigurationFiles = ConfigurationFiles(), at now: Instant
    ) {
        playback = RecordingPlayback(device, request, configuration)
        origin = (now, playback.start)
    }

    var isReady: Bool { isStarted }

    var settlingTime: Interval { .zero }

    var deadline: Instant? { playback.nextMoment.flatMap { clock(at: $0) } }

    func time(at now: Instant) -> Instant { isPaused ? origin.time : origin.time + (now - origin.clock) }

    func clock(at time: Instant) -> Instant? { isPaused ? nil : origin.clock + (time - origin.time) }

    mutating func work(
        _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant
    ) throws(Failure) -> Bool {
        var hasChanged = false
        if !isStarted {
            (isStarted, hasChanged) = (true, true)
            origin.clock = now
            model.setDevices([playback.watched])
        }
        var steps = 0
        while !isPaused, steps < Self.mostSteps, let moment = playback.nextMoment, moment <= time(at: now) {
            step(&model)
            steps += 1
        }
        let replay = replay
        hasChanged = hasChanged || steps > 0 || status.replay != replay
        status.replay = replay
        return hasChanged
    }

    mutating func press(_ key: UInt8, _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant) {
        switch key {
        case UInt8(ascii: " "):
            origin = (now, time(at: now))
            isPaused.toggle()
        case UInt8(ascii: "."):
            isPaused = true
            step(&model)
            origin = (now, max(playback.time, origin.time))
        default: break
        }
    }

    private mutating func step(_ model: inout WatchModel) {
        var events: [Event] = []
        playback.step { events.append($0) }
        for event in events { model.handle(event, at: playback.time) }
    }

    private var replay: WatchStatus.Replay {
        WatchStatus.Replay(
            frame: playback.frames, time: playback.time - playback.start,
            state: playback.nextMoment == nil ? .over : isPaused ? .paused : .playing)
    }
}
