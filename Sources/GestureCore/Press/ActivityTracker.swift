/// Reports whether a surface is in use: active from the first landing until no finger has been down for the idle time.
///
/// It has a deadline only while the surface is active and no finger is down.
struct ActivityTracker: Equatable, Sendable {
    private var use = SurfaceUse()
    /// The number of the gesture; nil while the surface is idle.
    private var gesture: UInt64?

    var isIdle: Bool { gesture == nil }

    func deadline(_ idleTime: Interval) -> Instant? {
        guard gesture != nil, use.contactCount == 0 else { return nil }
        return use.lastTouch.map { $0 + idleTime }
    }

    mutating func pass(deadline: Instant, into output: inout Output) {
        close(.ended, at: deadline, into: &output)
    }

    /// Starts on a surface that is active already, as of its last touch.
    mutating func start(_ use: SurfaceUse, into output: inout Output) {
        self.use = use
        if let time = use.lastTouch { open(at: time, into: &output) }
    }

    mutating func follow(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        use.follow(changes, at: now)
        if gesture == nil, ContactChange.Actions(of: changes).contains(.down) { open(at: now, into: &output) }
    }

    /// Handles the removal of the surface.
    mutating func lose(at now: Instant, into output: inout Output) {
        use.lose()
        close(.cancelled, at: now, into: &output)
    }

    private mutating func open(at time: Instant, into output: inout Output) {
        let gesture = output.newGesture()
        self.gesture = gesture
        emit(.began, gesture, at: time, into: &output)
    }

    private mutating func close(_ phase: GesturePhase, at now: Instant, into output: inout Output) {
        guard let gesture else { return }
        self.gesture = nil
        emit(phase, gesture, at: now, into: &output)
    }

    private func emit(_ phase: GesturePhase, _ gesture: UInt64, at now: Instant, into output: inout Output) {
        output.region = nil
        output.emit(
            .activity, phase, gesture, at: now, fingers: use.contactCount, point: use.point,
            .activity(isActive: phase == .began), origin: EngineEvent.Origin(point: use.point, time: now))
    }
}
