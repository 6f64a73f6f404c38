import GestureCore

/// Swallows all touches until a chosen gesture or time: a screen can be wiped without anything happening.
final class TouchLock {
    /// Watches for what opens it; nil where time alone does.
    private var engine: GestureEngine?
    /// When it opens by itself; nil where a gesture alone opens it.
    let end: Instant?
    /// Called once it is open.
    let onOpen: () -> Void

    init(until options: GestureOptions?, end: Instant?, onOpen: @escaping () -> Void) {
        engine = options.map { GestureEngine(options: $0) }
        self.end = end
        self.onOpen = onOpen
    }

    func attach(_ surface: Surface) { engine?.attach(surface) }
    func detach(_ id: SurfaceID, at time: Instant) { engine?.detach(id, at: time) }

    var nextDeadline: Instant? {
        guard let deadline = engine?.nextDeadline else { return end }
        return min(deadline, end ?? deadline)
    }

    /// Takes a frame, once time has advanced to it.
    ///
    /// - Returns: whether that opens it.
    func process(_ frame: TouchFrame) -> Bool {
        engine?.process(frame)
        return isRecognized
    }

    func advance(to time: Instant) -> Bool {
        engine?.advance(to: time)
        return isRecognized || end.map { $0 < time } ?? false
    }

    private var isRecognized: Bool { engine?.events.contains { $0.isRecognition } ?? false }
}

extension GestureEvent {
    /// Whether with this event a gesture, or the last of a sequence, is recognized.
    fileprivate var isRecognition: Bool {
        guard part?.stage == part?.stages else { return false }
        return kind.isComposable && phase == kind.recognitionPhase
    }
}
