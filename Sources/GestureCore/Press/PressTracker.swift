/// Tracks a press as a control does: highlighted when the finger lands, cancelled when the finger moves beyond slop, and
/// triggered if the finger lifts before that.
///
/// Runs before any recognizer, on the whole frame at once.
///
/// | state   | one finger lands   | more land, or late | beyond slop        | lifted               | lost                |
/// |---------|--------------------|--------------------|--------------------|----------------------|---------------------|
/// | idle    | pressed, `began`   | spent              | –                  | –                    | –                   |
/// | pressed | spent, `cancelled` | spent, `cancelled` | spent, `cancelled` | idle, `ended` inside | idle, `cancelled`   |
/// | spent   | –                  | –                  | –                  | idle after the last  | idle after the last |
///
/// If the region has ``TrackedRegion/Tracking/reenter``, moving does not cancel the press: it reports `changed` when the finger leaves
/// the region and when it comes back, and `ended` inside or outside.
struct PressTracker: Equatable, Sendable {
    private struct Press: Equatable, Sendable {
        var contact: ContactID
        var gesture: UInt64
        var point: Vector
        var origin: EngineEvent.Origin
        /// The region's rectangle if the finger can leave it and come back; otherwise nil.
        var bounds: Bounds?
        var isInside = true
    }

    private enum State: Equatable, Sendable {
        case idle
        case pressed(Press)
        /// Fingers are down, but the press is over, or the touch made no press.
        case spent
    }

    private var state = State.idle

    var isPressed: Bool { if case .pressed = state { true } else { false } }

    /// Returns whether a frame with these actions can change the press. Frames that only move contacts are skipped while nothing is
    /// pressed.
    func follows(_ actions: ContactChange.Actions) -> Bool { isPressed || !actions.areMovesAlone }

    /// - Parameters:
    ///   - sequence: the fingers before this frame.
    ///   - bounds: the region's rectangle if a finger that lands now can leave it and come back.
    mutating func follow(
        _ changes: [ContactChange], of sequence: TouchSequence, at now: Instant, slop: Points, bounds: Bounds?,
        into output: inout Output
    ) {
        var down = sequence.downCount
        var landed = 0
        var presses = true
        for change in changes {
            switch change.action {
            case .cancel where sequence.isDown(change.contact):
                down -= 1
                if case .pressed(let press) = state, press.contact == change.contact { cancel(at: now, into: &output) }
            case .move:
                follow(move: change, of: sequence, at: now, slop: slop, into: &output)
            case .up where sequence.isDown(change.contact):
                down -= 1
                end(change.contact, at: now, into: &output)
            case .down where !sequence.isDown(change.contact):
                landed += 1
                if change.isLate { presses = false }
            case .cancel, .up, .down:
                break  // a contact that was already down when tracking began, or that the sequence does not follow
            }
        }
        if down == 0, case .spent = state { state = .idle }
        if landed > 0 { land(changes, presses: presses && landed == 1, at: now, bounds: bounds, into: &output) }
    }

    /// Changes the rectangle that the finger can leave and come back to.
    mutating func move(to bounds: Bounds) {
        guard case .pressed(var press) = state, press.bounds != nil else { return }
        press.bounds = bounds
        state = .pressed(press)
    }

    /// Handles the loss of all fingers: cancels the press.
    mutating func lose(at now: Instant, into output: inout Output) {
        cancel(at: now, into: &output)
        state = .idle
    }

    /// Gives up fingers that another level of their chain has claimed. A press that began in the same frame was never there, and one
    /// that ended in it is cancelled.
    ///
    /// - Parameters:
    ///   - sequence: the fingers, with those that are lifted in this frame.
    ///   - frame: the number of events before the frame.
    /// - Returns: whether an event was removed.
    @inline(never)
    mutating func concede(
        _ claimed: [ContactChange], _ sequence: TouchSequence, since frame: Int, at now: Instant,
        into output: inout Output
    ) -> Bool {
        if case .pressed(let press) = state {
            guard claimed.contains(where: { $0.contact == press.contact }) else { return false }
            state = .spent
            if output.removeBegin(of: press.gesture, since: frame) { return true }
            emit(.cancelled, press, at: now, .none, into: &output)
            return false
        }
        for finger in sequence.fingers where claimed.contains(where: { $0.contact == finger.id }) {
            output.cancelPress(from: finger.start, since: frame)
        }
        return false
    }

    private mutating func follow(
        move change: ContactChange, of sequence: TouchSequence, at now: Instant, slop: Points, into output: inout Output
    ) {
        guard case .pressed(var press) = state, press.contact == change.contact,
            let start = sequence.start(of: change.contact)
        else { return }
        press.point = change.position
        if let bounds = press.bounds {
            let wasInside = press.isInside
            press.isInside = bounds.contains(change.position, within: slop)
            state = .pressed(press)
            if press.isInside != wasInside {
                emit(.changed, press, at: now, .press(inside: press.isInside), into: &output)
            }
        } else {
            state = .pressed(press)
            if change.position.distance(to: start).exceeds(slop) { cancel(at: now, into: &output) }
        }
    }

    /// - Parameter presses: whether exactly one finger landed in this frame, and not late.
    private mutating func land(
        _ changes: [ContactChange], presses: Bool, at now: Instant, bounds: Bounds?, into output: inout Output
    ) {
        switch state {
        case .idle where presses:
            for change in changes where change.action == .down {
                let press = Press(
                    contact: change.contact, gesture: output.newGesture(), point: change.position,
                    origin: EngineEvent.Origin(point: change.position, time: now), bounds: bounds)
                state = .pressed(press)
                emit(.began, press, at: now, .none, into: &output)
            }
        case .idle, .spent:
            state = .spent
        case .pressed:
            cancel(at: now, into: &output)
        }
    }

    private mutating func end(_ contact: ContactID, at now: Instant, into output: inout Output) {
        guard case .pressed(let press) = state, press.contact == contact else { return }
        state = .idle
        emit(.ended, press, at: now, .press(inside: press.isInside), into: &output)
    }

    private mutating func cancel(at now: Instant, into output: inout Output) {
        guard case .pressed(let press) = state else { return }
        state = .spent
        emit(.cancelled, press, at: now, .none, into: &output)
    }

    @inline(never)
    private func emit(
        _ phase: GesturePhase, _ press: Press, at now: Instant, _ details: EngineEvent.Details,
        into output: inout Output
    ) {
        output.emit(
            .press, phase, press.gesture, at: now, fingers: 1, point: press.point, details,
            origin: press.origin)
    }
}

/// A rectangle in pt.
struct Bounds: Equatable, Sendable {
    var start: Vector
    var end: Vector

    init(_ rectangle: Rectangle, on surface: Surface) {
        start = Vector(x: rectangle.x * surface.size.x, y: rectangle.y * surface.size.y)
        end = Vector(
            x: (rectangle.x + rectangle.width) * surface.size.x, y: (rectangle.y + rectangle.height) * surface.size.y)
    }

    /// Returns whether `point` is inside, or outside by at most `margin`.
    func contains(_ point: Vector, within margin: Points) -> Bool {
        let over = Vector(
            x: max(start.x - point.x, point.x - end.x, 0), y: max(start.y - point.y, point.y - end.y, 0))
        return !over.length.exceeds(margin)
    }
}
