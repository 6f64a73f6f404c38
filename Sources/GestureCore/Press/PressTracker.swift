/// Tracks a press as a control does: it lights up when the finger lands, goes out the moment the finger strays beyond slop,
/// and acts if the finger lifts without ever having left.
///
/// Runs before any recognizer, on the whole frame at once.
///
/// | state   | one finger lands | more fingers land | beyond slop     | lifted               | lost            |
/// |---------|------------------|-------------------|-----------------|----------------------|-----------------|
/// | idle    | pressed, `began` | spent             | –               | –                    | –               |
/// | pressed | spent, `cancelled` | spent, `cancelled` | spent, `cancelled` | idle, `ended` inside | idle, `cancelled` |
/// | spent   | –                | –                 | –               | idle when none is left | idle when none is left |
struct PressTracker: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case idle
        case pressed(ContactID, gesture: UInt64, at: Vector)
        /// A press is over or was never one, and fingers are still down.
        case spent
    }

    private var state = State.idle

    /// - Parameter series: the fingers as they were before this frame.
    mutating func follow(
        _ changes: [ContactChange], of series: TouchSeries, at now: Instant, slop: Points, into output: inout Output
    ) {
        var down = series.downCount
        var landed = 0
        for change in changes {
            switch change.action {
            case .cancel where series.isDown(change.contact):
                down -= 1
                if isPressed(by: change.contact) { cancel(at: now, into: &output) }
            case .move:
                follow(move: change, of: series, at: now, slop: slop, into: &output)
            case .up where series.isDown(change.contact):
                down -= 1
                end(change.contact, at: now, into: &output)
            case .down where !series.isDown(change.contact):
                landed += 1
            case .cancel, .up, .down:
                break  // a contact that was already down when tracking began, or that this series does not follow
            }
        }
        if down == 0, case .spent = state { state = .idle }
        if landed > 0 { land(landed, of: changes, at: now, into: &output) }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(at now: Instant, into output: inout Output) {
        if case .pressed = state { cancel(at: now, into: &output) }
        state = .idle
    }

    private func isPressed(by contact: ContactID) -> Bool {
        if case .pressed(contact, _, _) = state { true } else { false }
    }

    private mutating func follow(
        move change: ContactChange, of series: TouchSeries, at now: Instant, slop: Points, into output: inout Output
    ) {
        guard case .pressed(change.contact, let gesture, _) = state, let start = series.start(of: change.contact) else {
            return
        }
        state = .pressed(change.contact, gesture: gesture, at: change.position)
        if change.position.distance(to: start).exceeds(slop) { cancel(at: now, into: &output) }
    }

    private mutating func land(_ count: Int, of changes: [ContactChange], at now: Instant, into output: inout Output) {
        switch state {
        case .idle where count == 1:
            for change in changes where change.action == .down {
                let gesture = output.newGesture()
                state = .pressed(change.contact, gesture: gesture, at: change.position)
                output.emit(.press, .began, gesture, at: now, fingers: 1, point: change.position)
            }
        case .idle, .spent:
            state = .spent
        case .pressed:
            cancel(at: now, into: &output)
        }
    }

    private mutating func end(_ contact: ContactID, at now: Instant, into output: inout Output) {
        guard case .pressed(contact, let gesture, let point) = state else { return }
        state = .idle
        output.emit(.press, .ended, gesture, at: now, fingers: 1, point: point, .press(inside: true))
    }

    private mutating func cancel(at now: Instant, into output: inout Output) {
        guard case .pressed(_, let gesture, let point) = state else { return }
        state = .spent
        output.emit(.press, .cancelled, gesture, at: now, fingers: 1, point: point)
    }
}
