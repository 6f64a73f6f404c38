/// Reports whether a surface is in use: active from the first landing until no finger has been down for the idle time.
///
/// It has a deadline only while the surface is active and no finger is down.
struct ActivityTracker: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case idle
        case active(gesture: UInt64, since: Instant?)
    }

    private var contacts: [ContactID] = []
    private var state = State.idle
    /// The last touched point.
    private var point = Vector.zero

    var isIdle: Bool { state == .idle }

    func deadline(_ idleTime: Interval) -> Instant? {
        if case .active(_, let since?) = state { since + idleTime } else { nil }
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
            emit(.began, gesture, at: now, into: &output)
        case .active(let gesture, let since):
            state = .active(gesture: gesture, since: contacts.isEmpty ? since ?? now : nil)
        }
    }

    /// Handles the removal of the surface.
    mutating func lose(at now: Instant, into output: inout Output) {
        contacts.removeAll(keepingCapacity: true)
        close(.cancelled, at: now, into: &output)
    }

    private mutating func close(_ phase: GesturePhase, at now: Instant, into output: inout Output) {
        guard case .active(let gesture, _) = state else { return }
        state = .idle
        emit(phase, gesture, at: now, into: &output)
    }

    private func emit(_ phase: GesturePhase, _ gesture: UInt64, at now: Instant, into output: inout Output) {
        output.region = nil
        output.emit(
            .activity, phase, gesture, at: now, fingers: contacts.count, point: point,
            .activity(isActive: phase == .began), origin: GestureEvent.Origin(point: point, time: now))
    }
}
