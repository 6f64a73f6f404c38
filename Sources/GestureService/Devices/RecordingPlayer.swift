import GestureCore
import GestureProtocol
import System
import Text
import TouchDecoding
import TouchRecordings

/// Plays a recording in place of hardware, at its own pace, from the first subscription on.
final class RecordingPlayer {
    private enum State {
        /// No client has subscribed yet.
        case waiting
        case playing
        case over
    }

    private let hub: GestureHub
    private let path: String
    private let output: String?
    private let loops: Bool
    private var device: RecordedDevice
    private var contacts = ContactNumbers()
    private var frame: TouchFrame
    private var surface = SurfaceID(0)
    private var state = State.waiting
    private var hasFrame = false
    /// When the next frame, or the end of the round, is due.
    private var due = Instant.distantPast
    /// The number of contacts after the last frame that was processed.
    private var contactsDown = 0
    /// The time of that frame. `frame` is already the next one, in the recording's own time.
    private var lastFrame: Instant?
    /// The difference between the clock and the recording's own time.
    private var offset = Interval.milliseconds(0)

    /// The pause after the last frame, for gestures that wait for a time.
    private static let pause = Interval.milliseconds(1000)
    /// The time between the first subscription, or the end of a round, and the first frame.
    private static let lead = Interval.milliseconds(100)

    init(hub: GestureHub, device: RecordedDevice, path: String, output: String?, loops: Bool) {
        self.hub = hub
        self.path = path
        self.output = output
        self.loops = loops
        self.device = device
        frame = TouchFrame(surface: surface, time: .distantPast)
        attach()
        Log.info(
            "playing the recording once a client subscribes", .device(ByteString(path), name: device.description.name))
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
                    faults: ContactFaults(), lastFrame: lastFrame)
            })
    }

    /// When the next frame is due; nil if none is.
    var nextDeadline: Instant? { state == .playing ? due : nil }

    /// Processes all frames that are due: after a late wake-up no deadline may pass before an older frame.
    ///
    /// - Returns: the instant up to which that is done; nil if it takes longer than one wake-up may.
    func processAll() -> Instant? {
        let now = EventLoop.now
        if state == .waiting, hub.hasSubscribers {
            state = .playing
            play(from: now + Self.lead)
        }
        guard state == .playing else { return now }
        while hasFrame, due <= now {
            frame.surface = surface
            frame.time = due
            lastFrame = due
            hub.process(frame)
            prepareNextFrame()
            if EventLoop.now - now > FrameMerger.longestWakeUp { return nil }
        }
        if !hasFrame, due <= now { finishRound() }
        return now
    }

    private func play(from instant: Instant) {
        offset = instant - (device.firstTime ?? instant)
        due = instant
        prepareNextFrame()
    }

    /// Sets the next frame, or the end of the round, and when it is due.
    private func prepareNextFrame() {
        contactsDown = device.contactsDown
        hasFrame = device.next(contacts: &contacts, into: &frame)
        due = hasFrame ? frame.time + offset : due + Self.pause
    }

    private func finishRound() {
        hub.detach(surface, at: EventLoop.now)
        // A reader of the log expects all events to be sent once the recording is over.
        hub.flush()
        attach()
        guard loops else {
            state = .over
            Log.info("the recording is over", .device(ByteString(path), name: device.description.name))
            return
        }
        device.rewind()
        play(from: EventLoop.now + Self.lead)
    }
}
