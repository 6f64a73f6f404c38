/// Follows how far two or more fingers turn about their centre, once the arc they have gone is beyond slop.
///
/// Turns add up past half a turn, so that two full ones are 720°. So that nothing jumps, what the slop has hidden is given back
/// bit by bit over the next quarter turn.
///
/// | state    | turns                                  | fingers come or go, so many wanted | not so many wanted: lifted, landed | not so many wanted: lost |
/// |----------|----------------------------------------|------------------------------------|------------------------------------|--------------------------|
/// | idle     | turning, `began` beyond slop, if wide  | the turn is counted anew           | –                                  | –                        |
/// | turning  | `changed`                              | goes on without a jump             | idle, `ended`                      | idle, `cancelled`        |
struct RotationRecognizer: Equatable, Sendable {
    private struct Rotation: Equatable, Sendable {
        var hand: ContinuousGesture
        /// Where the turn of the fingers is counted from, and what the slop has hidden of it, in degrees.
        var origin: Double
        var hidden: Double
        var degrees = 0.0

        /// What is to be told of a turn of so many degrees.
        func shown(_ turn: Double) -> Double {
            let beyond = hidden < 0 ? hidden - turn : turn - hidden
            return turn - hidden * (1 - min(max(beyond / 90, 0), 1))
        }
    }

    private var rotation: Rotation?
    private var velocity = VelocityTracker()

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let wanted = rules.selection.rotation
        guard rotation != nil || (step == .moved && !wanted.isEmpty) else { return }
        switch step {
        case .moved:
            guard series.downCount > 1 else { return }
            if rotation == nil {
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
            rotation?.hand.settle(series, after: step, at: now)
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(_ series: TouchSeries, at now: Instant, into output: inout Output) {
        end(.cancelled, series, after: .cancelled, at: now, into: &output)
    }

    private mutating func begin(
        _ series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let turn = series.turnSinceCountChange
        let radius = series.span / 2
        let arc = turn.magnitude / Angle.degreesPerRadian * radius
        guard series.isHand(rules.selection.rotation, at: now), series.intent.spreads, arc.exceeds(rules.slop),
            series.span.reaches(Thresholds.minimumSpan)
        else { return }
        velocity.reset()
        let hidden = rules.slop / radius * Angle.degreesPerRadian
        rotation = Rotation(
            hand: ContinuousGesture(number: output.newGesture(), series), origin: series.turn - turn,
            hidden: turn < 0 ? -hidden : hidden)
    }

    private mutating func emit(
        _ phase: GesturePhase, _ series: TouchSeries, at now: Instant, into output: inout Output
    ) {
        guard var rotation else { return }
        rotation.hand.settle(series, after: .moved, at: now)
        rotation.degrees = rotation.shown(series.turn - rotation.origin)
        self.rotation = rotation
        velocity.add(Vector(x: rotation.degrees, y: 0), at: now)
        let details = GestureEvent.Details.rotation(
            degrees: rotation.degrees, velocity: velocity.velocity(at: now).x)
        rotation.hand.emit(.rotation, phase, at: now, details, into: &output)
    }

    private mutating func end(
        _ phase: GesturePhase, _ series: TouchSeries, after step: TouchSeries.Step, at now: Instant,
        into output: inout Output
    ) {
        guard var rotation else { return }
        self.rotation = nil
        if step == .lifted { rotation.hand.settle(series, after: step, at: now) }
        let speed = step == .lifted ? velocity.velocity(at: now).x : 0
        rotation.hand.emit(
            .rotation, phase, at: now, .rotation(degrees: rotation.degrees, velocity: speed), into: &output)
    }
}
