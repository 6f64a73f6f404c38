import GestureCore
import GestureProtocol
import TouchDecoding
import TouchRecordings

/// A recording that is played to the live view, moment by moment: the events that two subscriptions would get, one to the gestures
/// of the request and one to touches.
struct RecordingPlayback {
    private var device: RecordedDevice
    private let request: SubscriptionRequest
    private var gestures: GestureEngine
    private var touches: GestureEngine
    private let labels: DeviceLabels
    private let gestureLabels: EventLabels
    private let touchLabels: EventLabels
    private var contacts = ContactNumbers()
    /// The next frame, if ``hasFrame``.
    private var frame: TouchFrame
    private var hasFrame = false
    /// The number of frames so far.
    private(set) var frames = 0
    /// The time of the last moment.
    private(set) var time: Instant
    let start: Instant
    /// The device as the live view shows it.
    let watched: WatchedDevice

    private static let surface = SurfaceID(1)

    init(_ recorded: RecordedDevice, _ request: SubscriptionRequest) {
        device = recorded
        self.request = request
        gestures = GestureEngine(options: request.options)
        var selection = GestureSelection()
        selection.touch = true
        touches = GestureEngine(options: GestureOptions(selection: selection))
        labels = DeviceLabels(id: recorded.description.stableID)
        gestureLabels = EventLabels(gestures)
        touchLabels = EventLabels(touches)
        let surface = recorded.geometry.surface(Self.surface)
        gestures.attach(surface)
        touches.attach(surface)
        frame = TouchFrame(surface: Self.surface, time: .distantPast)
        start = recorded.firstTime ?? Instant(microseconds: 0)
        time = start
        watched = WatchedDevice(
            id: Array(recorded.description.stableID.utf8), name: Array(recorded.description.name.utf8),
            surface: surface)
        prepareNextFrame()
    }

    /// When the next moment is: a frame, or a decision that no frame changes any more. nil after the last.
    var nextMoment: Instant? {
        var next = hasFrame ? max(frame.time, time) : nil
        for deadline in [gestures.nextDeadline, touches.nextDeadline] {
            // Input at the deadline itself comes before it.
            if let deadline { next = min(next ?? .distantFuture, max(deadline + Interval(microseconds: 1), time)) }
        }
        return next
    }

    /// Goes to the next moment.
    ///
    /// - Parameter handle: called with each event.
    mutating func step(_ handle: (WatchEvent) -> Void) {
        guard let moment = nextMoment else { return }
        time = moment
        if hasFrame, frame.time <= moment {
            frames += 1
            touches.process(frame)
            gestures.process(frame)
            report(handle)
            prepareNextFrame()
            if !hasFrame, device.contactsDown > 0 { lose(handle) }
        } else {
            touches.advance(to: moment)
            gestures.advance(to: moment)
            report(handle)
        }
    }

    /// Ends the touches whose end the recording does not contain.
    private mutating func lose(_ handle: (WatchEvent) -> Void) {
        touches.detach(Self.surface, at: time)
        gestures.detach(Self.surface, at: time)
        report(handle)
    }

    private mutating func prepareNextFrame() { hasFrame = device.next(contacts: &contacts, into: &frame) }

    private func report(_ handle: (WatchEvent) -> Void) {
        report(touches, touchLabels, handle)
        report(gestures, gestureLabels, handle)
    }

    private func report(_ engine: GestureEngine, _ names: EventLabels, _ handle: (WatchEvent) -> Void) {
        for event in engine.events where event.kind == .touch || request.wants(event.phase) {
            var writer = JSONWriter()
            writer.event(event, sequence: 0, device: labels, labels: names)
            if let event = JSONDocument(writer.bytes).flatMap({ WatchEvent($0.root) }) { handle(event) }
        }
    }
}
