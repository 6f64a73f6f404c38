/// Waits for fingers to rest within slop.
///
/// | state  | fingers land                | beyond slop    | one of them lifted | one of them lost   | deadline        |
/// |--------|-----------------------------|----------------|--------------------|--------------------|-----------------|
/// | idle   | armed if that many are wanted | –            | –                  | –                  | –               |
/// | armed  | armed anew, or idle         | idle           | idle               | armed for the rest, or idle | held, `began` |
/// | held   | –                           | `changed`      | idle, `ended`      | idle, `cancelled`  | –               |
struct LongPressRecognizer: Equatable, Sendable {
    /// The fingers that rest: so many of the first that landed.
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
            // As if it had never been.
            arm(sequence, at: now, rules)
        case (.held(let group, let gesture, let began, let point), .moved):
            // A finger that came later says nothing of this gesture.
            let centre = group.centre(in: sequence)
            guard centre != point else { return }
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

    /// The fingers are gone: closes what is open.
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
        // Fingers that land together have rested since the first of them; one that comes later starts the wait anew.
        let last = sequence.lastLanding
        let since = last - sequence.started <= Thresholds.together ? sequence.started : last
        state = .armed(
            FingerGroup(fingers: sequence.landedCount, landings: sequence.landings),
            deadline: max(now, since + rules.thresholds.longPress))
    }
}
