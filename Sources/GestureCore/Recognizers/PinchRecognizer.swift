/// Follows how far apart two or more fingers are, once that has changed by more than twice the slop; the slop is taken off, so
/// that nothing jumps.
///
/// | state    | span changes                           | fingers come or go, so many wanted | not so many wanted: lifted, landed | not so many wanted: lost |
/// |----------|----------------------------------------|------------------------------------|------------------------------------|--------------------------|
/// | idle     | pinching, `began` beyond slop, if wide | the span is taken anew             | –                                  | –                        |
/// | pinching | `changed`                              | goes on without a jump             | idle, `ended`                      | idle, `cancelled`        |
struct PinchRecognizer: Equatable, Sendable {
    private struct Pinch: Equatable, Sendable {
        var hand: ContinuousGesture
        /// The scale when the number of fingers last changed, and the span that goes with it.
        var baseScale: Double
        var baseSpan: Points
        var scale: Double
    }

    private var pinch: Pinch?
    private var velocity = VelocityTracker()

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let wanted = rules.selection.pinch
        guard pinch != nil || (step == .moved && !wanted.isEmpty) else { return }
        switch step {
        case .moved:
            guard series.downCount > 1 else { return }
            if pinch == nil {
                begin(series, at: now, rules, into: &output)
                emit(.began, series, at: now, into: &output)
            } else {
                emit(.changed, series, at: now, into: &output)
            }
        case .landed, .lifted, .cancelled:
            guard series.downCount > 1, wanted.contains(series.downCount) else {
                end(step == .cancelled ? .cancelled : .ended, series, after: step, at: now, into: &output)
                return
            }
            pinch?.hand.settle(series, after: step, at: now)
            rebase(on: series)
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(_ series: TouchSeries, at now: Instant, into output: inout Output) {
        end(.cancelled, series, after: .cancelled, at: now, into: &output)
    }

    private mutating func begin(
        _ series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let (before, span) = (series.spanAtCountChange, series.span)
        let slop = 2 * rules.slop
        // As a drag: of fingers that are still near where they landed a tap may be made.
        guard series.hasLeftSlop, series.isHand(rules.selection.pinch, at: now), series.intent.spreads,
            (span - before).magnitude.exceeds(slop), max(span, before).reaches(Thresholds.minimumSpan)
        else { return }
        velocity.reset()
        pinch = Pinch(
            hand: ContinuousGesture(number: output.newGesture(), series), baseScale: 1,
            baseSpan: span > before ? before + slop : before - slop, scale: 1)
    }

    private mutating func rebase(on series: TouchSeries) {
        guard let scale = pinch?.scale else { return }
        pinch?.baseScale = scale
        pinch?.baseSpan = max(series.span, Self.narrowest)
        velocity.reset()
    }

    private mutating func emit(
        _ phase: GesturePhase, _ series: TouchSeries, at now: Instant, into output: inout Output
    ) {
        guard var pinch else { return }
        pinch.hand.settle(series, after: .moved, at: now)
        pinch.scale = pinch.baseScale * max(series.span, Self.narrowest) / max(pinch.baseSpan, Self.narrowest)
        self.pinch = pinch
        velocity.add(Vector(x: pinch.scale, y: 0), at: now)
        let details = GestureEvent.Details.pinch(scale: pinch.scale, velocity: velocity.velocity(at: now).x)
        pinch.hand.emit(.pinch, phase, at: now, details, into: &output)
    }

    private mutating func end(
        _ phase: GesturePhase, _ series: TouchSeries, after step: TouchSeries.Step, at now: Instant,
        into output: inout Output
    ) {
        guard var pinch else { return }
        self.pinch = nil
        if step == .lifted { pinch.hand.settle(series, after: step, at: now) }
        let speed = step == .lifted ? velocity.velocity(at: now).x : 0
        pinch.hand.emit(.pinch, phase, at: now, .pinch(scale: pinch.scale, velocity: speed), into: &output)
    }

    /// In pt; nearer fingers count as so far apart, so that no scale is 0 or without end.
    private static let narrowest: Points = 1
}
