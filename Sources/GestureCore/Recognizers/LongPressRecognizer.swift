/// Waits until fingers have rested within slop for the time of a long press.
///
/// | state | fingers land                 | beyond slop | one is lifted | one is lost                   | deadline      |
/// |-------|------------------------------|-------------|---------------|-------------------------------|---------------|
/// | idle  | armed if the count is wanted | –           | –             | –                             | –             |
/// | armed | armed again, or idle         | idle        | idle          | armed for the others, or idle | held, `began` |
/// | held  | –                            | `changed`   | idle, `ended` | idle, `cancelled`             | –             |
struct LongPressRecognizer: Equatable, Sendable {
    /// The resting fingers: `fingers` of the first `landings` that landed.
    private struct FingerGroup: Equatable, Sendable {
        var fingers: Int
        var landings: Int

        func isComplete(in sequence: TouchSequence) -> Bool { sequence.downCount(ofFirst: landings) == fingers }
        func centre(in sequence: TouchSequence) -> Vector { sequence.centre(ofFirst: landings) }
    }

    private enum State: Equatable, Sendable {
        case idle
        case armed(FingerGroup, deadline: Instant)
        case held(FingerGroup, gesture: UInt64, began: Vector, point: Vector)
    }

    private var state = State.idle

    var deadline: Instant? {
        if case .armed(_, let deadline) = state { deadline } else { nil }
    }

    /// In pt, far below the resolution of any device.
    private static let leastMovement = 1e-6

    /// True from the begin of the long press until it ends.
    var isHeld: Bool { if case .held = state { true } else { false } }

    mutating func pass(deadline: Instant, sequence: TouchSequence, into output: inout Output) {
        guard case .armed(let group, _) = state else { return }
        let gesture = output.newGesture()
        let centre = group.centre(in: sequence)
        state = .held(group, gesture: gesture, began: centre, point: centre)
        output.emit(.longPress, .began, gesture, at: deadline, fingers: group.fingers, point: centre)
    }

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        switch (state, step) {
        case (.idle, .landed), (.armed, .landed):
            arm(sequence, at: now, rules)
        case (.armed, .moved):
            if sequence.hasLeftSlop { state = .idle }
        case (.armed, .lifted):
            state = .idle
        case (.idle, .cancelled), (.armed, .cancelled):
            // The lost finger counts as if it had never landed.
            arm(sequence, at: now, rules)
        case (.held(let group, let gesture, let began, let point), .moved):
            // Fingers that landed later do not affect this gesture.
            let centre = group.centre(in: sequence)
            // Not ==: fingers that move against each other move their centre by a rounding error, which depends on the place.
            guard (centre - point).length > Self.leastMovement else { return }
            state = .held(group, gesture: gesture, began: began, point: centre)
            emit(.changed, velocity: sequence.velocity(at: now), at: now, into: &output)
        case (.held(let group, _, _, _), .lifted):
            guard !group.isComplete(in: sequence) else { return }
            emit(.ended, velocity: sequence.velocity(at: now), at: now, into: &output)
            state = .idle
        case (.held(let group, _, _, _), .cancelled):
            if !group.isComplete(in: sequence) { lose(at: now, into: &output) }
        case (.idle, .moved), (.idle, .lifted), (.held, .landed):
            return
        }
    }

    /// Handles a touch that cannot be a long press, unless it is one already.
    mutating func fail() { if case .armed = state { state = .idle } }

    /// Handles the loss of the fingers: cancels the long press.
    mutating func lose(at now: Instant, into output: inout Output) {
        emit(.cancelled, velocity: .zero, at: now, into: &output)
        state = .idle
    }

    private func emit(_ phase: GesturePhase, velocity: Velocity, at now: Instant, into output: inout Output) {
        guard case .held(let group, let gesture, let began, let point) = state else { return }
        output.emit(
            .longPress, phase, gesture, at: now, fingers: group.fingers, point: point,
            .motion(translation: point - began, velocity: velocity))
    }

    private mutating func arm(_ sequence: TouchSequence, at now: Instant, _ rules: Rules) {
        guard sequence.isClean, !sequence.hasLeftSlop, sequence.downCount == sequence.landedCount,
            rules.selection[.longPress].contains(sequence.landedCount)
        else {
            state = .idle
            return
        }
        state = .armed(
            FingerGroup(fingers: sequence.landedCount, landings: sequence.landings),
            deadline: max(now, sequence.restBegan + rules.thresholds.longPress))
    }
}
