import GestureCore

/// Swallows all touches until a chosen gesture or time, so that a screen can be wiped without effect.
final class TouchLock {
    /// Recognizes the gestures that open it; nil if only time does.
    private var engine: GestureEngine?
    /// When it opens by itself; nil if only a gesture opens it.
    private let end: Instant?

    init(until options: GestureOptions?, end: Instant?) {
        engine = options.map { GestureEngine(options: $0) }
        self.end = end
    }

    func note(_ modifiers: EventModifiers, at time: Instant) { engine?.note(modifiers, at: time) }
    func attach(_ surface: Surface) { engine?.attach(surface) }
    func detach(_ id: SurfaceID, at time: Instant) { engine?.detach(id, at: time) }

    var nextDeadline: Instant? { earlier(engine?.nextDeadline, end) }

    /// Processes a frame, once time has advanced to it.
    ///
    /// - Returns: whether that opens the lock.
    func process(_ frame: TouchFrame) -> Bool {
        engine?.process(frame)
        return isRecognized
    }

    /// - Returns: whether that opens the lock.
    func advance(to time: Instant) -> Bool {
        engine?.advance(to: time)
        return isRecognized || end.map { $0 < time } ?? false
    }

    private var isRecognized: Bool { engine?.events.contains { $0.isRecognition } ?? false }
}

extension GestureEvent {
    /// Whether a gesture, or the last gesture of a sequence, is recognized with this event.
    fileprivate var isRecognition: Bool {
        guard part?.stage == part?.stages else { return false }
        return kind.isComposable && phase == kind.recognitionPhase
    }
}
