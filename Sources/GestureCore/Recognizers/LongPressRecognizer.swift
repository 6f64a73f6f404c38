/// Waits for fingers to rest within slop.
///
/// | state  | fingers land                | beyond slop    | one of them lifted | one of them lost   | deadline        |
/// |--------|-----------------------------|----------------|--------------------|--------------------|-----------------|
/// | idle   | armed if that many are wanted | –            | –                  | –                  | –               |
/// | armed  | armed anew, or idle         | idle           | idle               | armed for the rest, or idle | held, `began` |
/// | held   | –                           | `changed`      | idle, `ended`      | idle, `cancelled`  | –               |
struct LongPressRecognizer: Equatable, Sendable {
    /// The fingers that rest: so many of the first that landed.
    private struct Hand: Equatable, Sendable {
        var fingers: Int
        var landings: Int

        func isWhole(in series: TouchSeries) -> Bool { series.downCount(ofFirst: landings) == fingers }
        func centre(in series: TouchSeries) -> Vector { series.centre(ofFirst: landings) }
    }

    private enum State: Equatable, Sendable {
        case idle
        case armed(Hand, deadline: Instant)
        case held(Hand, gesture: UInt64, began: Vector, point: Vector)
    }

    private var state = State.idle

    var deadline: Instant? {
        if case .armed(_, let deadline) = state { deadline } else { nil }
    }

    mutating func pass(deadline: Instant, series: TouchSeries, into output: inout Output) {
        guard case .armed(let hand, _) = state else { return }
        let gesture = output.newGesture()
        let centre = hand.centre(in: series)
        state = .held(hand, gesture: gesture, began: centre, point: centre)
        output.emit(.longPress, .began, gesture, at: deadline, fingers: hand.fingers, point: centre)
    }

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        switch (state, step) {
        case (.idle, .landed), (.armed, .landed):
            arm(series, at: now, rules)
        case (.armed, .moved):
            if series.hasLeftSlop { state = .idle }
        case (.armed, .lifted):
            state = .idle
        case (.idle, .cancelled), (.armed, .cancelled):
            // As if it had never been.
            arm(series, at: now, rules)
        case (.held(let hand, let gesture, let began, let point), .moved):
            // A finger that came later says nothing of this gesture.
            let centre = hand.centre(in: series)
            guard centre != point else { return }
            state = .held(hand, gesture: gesture, began: began, point: centre)
            emit(.changed, velocity: series.velocity(at: now), at: now, into: &output)
        case (.held(let hand, _, _, _), .lifted):
            guard !hand.isWhole(in: series) else { return }
            emit(.ended, velocity: series.velocity(at: now), at: now, into: &output)
            state = .idle
        case (.held(let hand, _, _, _), .cancelled):
            if !hand.isWhole(in: series) { lose(at: now, into: &output) }
        case (.idle, .moved), (.idle, .lifted), (.held, .landed):
            return
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(at now: Instant, into output: inout Output) {
        emit(.cancelled, velocity: .zero, at: now, into: &output)
        state = .idle
    }

    private func emit(_ phase: GesturePhase, velocity: Vector, at now: Instant, into output: inout Output) {
        guard case .held(let hand, let gesture, let began, let point) = state else { return }
        output.emit(
            .longPress, phase, gesture, at: now, fingers: hand.fingers, point: point,
            .motion(translation: point - began, velocity: velocity))
    }

    private mutating func arm(_ series: TouchSeries, at now: Instant, _ rules: Rules) {
        guard series.isClean, !series.hasLeftSlop, series.downCount == series.landedCount,
            rules.selection[.longPress].contains(series.landedCount)
        else {
            state = .idle
            return
        }
        // Fingers that land together have rested since the first of them; one that comes later starts the wait anew.
        let last = series.lastLanding
        let since = last - series.started <= Thresholds.together ? series.started : last
        state = .armed(
            Hand(fingers: series.landedCount, landings: series.landings),
            deadline: max(now, since + rules.thresholds.longPress))
    }
}
