import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import TouchRecordings

/// A recording that is played to the live view, moment by moment: the events that two subscriptions would get, one to the gestures
/// of the request and one to touches.
///
/// A class, so that nothing copies its engines.
final class RecordingPlayback {
    private var recorded: RecordedFrames
    private let request: CompiledSubscription
    private var gestures: GestureEngine
    private var touches: GestureEngine
    /// Whether a frame follows.
    private var hasFrame = false
    /// The number of frames so far.
    private(set) var frames = 0
    /// The time of the last moment.
    private(set) var time: Instant
    let start: Instant
    /// The device as the live view shows it.
    let watched: WatchedDevice

    init(
        _ device: RecordedDevice, _ request: CompiledSubscription,
        _ configuration: ConfigurationFiles = ConfigurationFiles()
    ) {
        recorded = RecordedFrames(device)
        self.request = request
        gestures = GestureEngine(options: request.options)
        var selection = GestureSelection()
        selection.touch = true
        touches = GestureEngine(options: GestureOptions(selection: selection))
        gestures.attach(recorded.surface)
        touches.attach(recorded.surface)
        start = device.firstTime ?? Instant(microseconds: 0)
        time = start
        let report = DeviceReport(device)
        var surface = recorded.surface
        // The events of touches leave out what touch accommodations hold back.
        surface.accommodations = TouchAccommodations(isSteady: surface.accommodations.isSteady)
        watched = WatchedDevice(
            id: report.id, name: report.name, surface: surface, settings: configuration.settings(of: device))
        hasFrame = recorded.next()
    }

    /// When the next moment is: a frame, or a decision that no frame changes any more. nil after the last.
    var nextMoment: Instant? {
        var next = hasFrame ? max(recorded.frame.time, time) : nil
        for deadline in [gestures.nextDeadline, touches.nextDeadline] {
            // Input at the deadline itself comes before it.
            if let deadline { next = min(next ?? .distantFuture, max(deadline + Interval(microseconds: 1), time)) }
        }
        return next
    }

    /// Goes to the next moment.
    ///
    /// - Parameter handle: called with each event.
    func step(_ handle: (Event) -> Void) {
        guard let moment = nextMoment else { return }
        time = moment
        if hasFrame, recorded.frame.time <= moment {
            frames += 1
            touches.process(recorded.frame)
            gestures.process(recorded.frame)
            report(handle)
            hasFrame = recorded.next()
            if !hasFrame, recorded.areFingersDown { lose(handle) }
        } else {
            touches.advance(to: moment)
            gestures.advance(to: moment)
            report(handle)
        }
    }

    /// Ends the touches whose end the recording does not contain.
    private func lose(_ handle: (Event) -> Void) {
        touches.detach(recorded.surface.id, at: time)
        gestures.detach(recorded.surface.id, at: time)
        report(handle)
    }

    private func report(_ handle: (Event) -> Void) {
        report(touches, handle)
        report(gestures, handle)
    }

    @inline(never)
    private func report(_ engine: GestureEngine, _ handle: (Event) -> Void) {
        for event in engine.events where event.kind == .touch || request.wants(event.phase) {
            handle(Event(event, sequence: 0, device: watched.id, of: engine))
        }
    }
}
