/// Tells whether somebody uses a surface: active from the first landing until no finger has been down for a chosen time.
///
/// Nothing waits while fingers are down, nor once the surface is idle.
struct ActivityTracker: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case idle
        case active(gesture: UInt64, since: Instant?)
    }

    private var contacts: [ContactID] = []
    private var state = State.idle
    /// Where it was touched last.
    private var point = Vector.zero

    var isIdle: Bool { state == .idle }

    func deadline(_ idleTime: Interval) -> Instant? {
        if case .active(_, let rest?) = state { rest + idleTime } else { nil }
    }

    mutating func pass(deadline: Instant, into output: inout Output) {
        close(.ended, at: deadline, into: &output)
    }

    mutating func follow(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        var sum = Vector.zero
        for change in changes {
            sum += change.position
            switch change.action {
            case .down: if !contacts.contains(change.contact) { contacts.append(change.contact) }
            case .up, .cancel: contacts.removeAll { $0 == change.contact }
            case .move: break
            }
        }
        if !changes.isEmpty { point = sum / Double(changes.count) }
        switch state {
        case .idle:
            guard changes.contains(where: { $0.action == .down }) else { return }
            let gesture = output.newGesture()
            state = .active(gesture: gesture, since: contacts.isEmpty ? now : nil)
            tell(.began, gesture, at: now, into: &output)
        case .active(let gesture, let rest):
            state = .active(gesture: gesture, since: contacts.isEmpty ? rest ?? now : nil)
        }
    }

    /// The surface is gone.
    mutating func lose(at now: Instant, into output: inout Output) {
        contacts.removeAll(keepingCapacity: true)
        close(.cancelled, at: now, into: &output)
    }

    private mutating func close(_ phase: GesturePhase, at now: Instant, into output: inout Output) {
        guard case .active(let gesture, _) = state else { return }
        state = .idle
        tell(phase, gesture, at: now, into: &output)
    }

    private func tell(_ phase: GesturePhase, _ gesture: UInt64, at now: Instant, into output: inout Output) {
        output.region = nil
        output.emit(
            .activity, phase, gesture, at: now, fingers: contacts.count, point: point,
            .activity(isActive: phase == .began), origin: GestureEvent.Origin(point: point, time: now))
    }
}
