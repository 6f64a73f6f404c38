/// Waits for fingers to rest within slop.
///
/// | state  | fingers land                | beyond slop    | one of them lifted | one of them lost   | deadline        |
/// |--------|-----------------------------|----------------|--------------------|--------------------|-----------------|
/// | idle   | armed if that many are wanted | –            | –                  | –                  | –               |
/// | armed  | armed anew, or idle         | idle           | idle               | idle               | held, `began`   |
/// | held   | –                           | `changed`      | idle, `ended`      | idle, `cancelled`  | –               |
struct LongPressRecognizer: Equatable, Sendable {
    /// The fingers that rest: so many of the first that landed.
    private struct Hand: Equatable, Sendable {
        var fingers: Int
        var landings: Int

        func isWhole(in series: TouchSeries) -> Bool { series.downCount(ofFirst: landings) == fingers }
    }

    private enum State: Equatable, Sendable {
        case idle
        case armed(Hand, deadline: Instant)
        case held(Hand, gesture: UInt64, point: Vector, travelBefore: Vector)
    }

    private var state = State.idle

    var deadline: Instant? {
        if case .armed(_, let deadline) = state { deadline } else { nil }
    }

    mutating func pass(deadline: Instant, series: TouchSeries, into output: inout Output) {
        guard case .armed(let hand, _) = state else { return }
        let gesture = output.newGesture()
        state = .held(hand, gesture: gesture, point: series.centre, travelBefore: series.travel)
        output.emit(.longPress, .began, gesture, at: deadline, fingers: hand.fingers, point: series.centre)
    }

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ options: GestureOptions,
        into output: inout Output
    ) {
        switch (state, step) {
        case (.idle, .landed), (.armed, .landed):
            arm(series, at: now, options)
        case (.armed, .moved):
            if series.hasLeftSlop { state = .idle }
        case (.armed, .lifted), (.armed, .cancelled):
            state = .idle
        case (.held(let hand, let gesture, _, let before), .moved):
            state = .held(hand, gesture: gesture, point: series.centre, travelBefore: before)
            emit(.changed, at: now, series, into: &output)
        case (.held(let hand, _, _, _), .lifted):
            guard !hand.isWhole(in: series) else { return }
            emit(.ended, at: now, series, into: &output)
            state = .idle
        case (.held(let hand, _, _, _), .cancelled):
            if !hand.isWhole(in: series) { lose(at: now, into: &output) }
        case (.idle, .moved), (.idle, .lifted), (.idle, .cancelled), (.held, .landed):
            return
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(at now: Instant, into output: inout Output) {
        if case .held(let hand, let gesture, let point, _) = state {
            output.emit(.longPress, .cancelled, gesture, at: now, fingers: hand.fingers, point: point)
        }
        state = .idle
    }

    private func emit(_ phase: GesturePhase, at now: Instant, _ series: TouchSeries, into output: inout Output) {
        guard case .held(let hand, let gesture, let point, let before) = state else { return }
        output.emit(
            .longPress, phase, gesture, at: now, fingers: hand.fingers, point: point,
            .motion(translation: series.travel - before, velocity: series.velocity(at: now)))
    }

    private mutating func arm(_ series: TouchSeries, at now: Instant, _ options: GestureOptions) {
        guard series.isClean, !series.hasLeftSlop, options.selection.longPress.contains(series.landedCount) else {
            state = .idle
            return
        }
        // Fingers that land together have rested since the first of them; one that comes later starts the wait anew.
        let since = now - series.started <= Thresholds.together ? series.started : now
        state = .armed(
            Hand(fingers: series.landedCount, landings: series.landings),
            deadline: since + options.thresholds.longPress)
    }
}
