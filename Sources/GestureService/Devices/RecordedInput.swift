import GestureCore
import GestureProtocol
import TouchDecoding
import TouchRecordings

/// Plays a recording in place of hardware, at its own pace, from the first subscription on.
final class RecordedInput {
    private let hub: GestureHub
    private let path: String
    private let output: String?
    private let loops: Bool
    private var device: RecordedDevice
    private var contacts = ContactNumbers()
    private var frame: TouchFrame
    private var surface = SurfaceID(0)
    private var timer: TimerSource?
    private var isPlaying = false
    private var hasFrame = false
    /// When the next frame, or the end of the round, is to happen.
    private var due = Instant.distantPast
    /// After the last frame that was processed.
    private var contactsDown = 0
    /// When that was: `frame` is already the next one, in the recording's own time.
    private var lastFrame: Instant?
    /// What has to be added to the recording's time to get ours.
    private var offset = Interval.milliseconds(0)
    /// Called after every wake-up, with what ``readAll()`` gave.
    private let onWake: (_ complete: Instant?) -> Void

    /// The rest after the last frame: all that waits for time alone gets it.
    private static let pause = Interval.milliseconds(1000)
    /// Between the subscription and the first frame.
    private static let lead = Interval.milliseconds(100)

    init(
        _ loop: EventLoop, hub: GestureHub, device: RecordedDevice, path: String, output: String?, loops: Bool,
        onWake: @escaping (_ complete: Instant?) -> Void
    ) {
        self.hub = hub
        self.path = path
        self.output = output
        self.loops = loops
        self.device = device
        self.onWake = onWake
        frame = TouchFrame(surface: surface, time: .distantPast)
        timer = TimerSource(loop) { [self] in wake() }
        attach()
        hub.onFirstSubscriber = { [self] in start() }
        Log.info("playing from the first subscription on", .device(path, name: device.description.name))
    }

    private func attach() {
        surface = hub.newSurfaceID()
        let (description, geometry) = (device.description, device.geometry)
        let path = path
        hub.attach(
            AttachedDevice(
                surface: geometry.surface(surface), id: hub.uniqueID(description.stableID), name: description.name,
                output: output
            ) { [self] labels in
                DeviceReport(
                    labels, name: description.name, node: path, geometry: geometry, contacts: contactsDown, overruns: 0,
                    lastFrame: lastFrame)
            })
    }

    private func start() {
        guard !isPlaying else { return }
        isPlaying = true
        play(from: EventLoop.now + Self.lead)
    }

    private func play(from instant: Instant) {
        offset = instant - (device.firstTime ?? instant)
        due = instant
        prepareNextFrame()
        timer?.arm(at: due)
    }

    /// Sets the next frame, or the end of the round, and when it is due.
    private func prepareNextFrame() {
        contactsDown = device.contactsDown
        hasFrame = device.next(contacts: &contacts, into: &frame)
        due = hasFrame ? frame.time + offset : due + Self.pause
    }

    private func wake() {
        let complete = readAll()
        if let complete, !hasFrame, due <= complete { finishRound() } else { timer?.arm(at: due) }
        onWake(complete)
    }

    /// Processes all that is due: after a late wake-up no deadline may pass before an older frame.
    ///
    /// - Returns: up to when that is; nil if that takes longer than one wake-up may.
    func readAll() -> Instant? {
        let now = EventLoop.now
        while hasFrame, due <= now {
            frame.surface = surface
            frame.time = due
            lastFrame = due
            hub.process(frame)
            prepareNextFrame()
            if EventLoop.now - now > LiveInput.longestWakeUp { return nil }
        }
        return now
    }

    private func finishRound() {
        hub.detach(surface, at: EventLoop.now)
        // Whoever reads in the log that it is over has all events.
        hub.flush()
        attach()
        guard loops else {
            Log.info("the recording is over", .device(path, name: device.description.name))
            return
        }
        device.rewind()
        play(from: EventLoop.now + Self.lead)
    }
}
