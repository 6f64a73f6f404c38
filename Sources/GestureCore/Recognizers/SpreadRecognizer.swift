/// What two or more fingers do with each other, as one number that goes on without a jump while fingers come and go.
protocol SpreadMeasure: Equatable, Sendable {
    static var kind: GestureKind { get }

    /// Starts where the slop ends; nil as long as the fingers have not gone beyond.
    init?(_ series: TouchSeries, _ rules: Rules)

    var value: Double { get }
    /// How far each finger goes, in pt, for the value to change by 1.
    var pointsPerValue: Points { get }
    /// The fingers have moved.
    mutating func follow(_ series: TouchSeries)
    /// Their number has changed.
    ///
    /// - Returns: whether its velocity is counted anew.
    mutating func rebase(on series: TouchSeries) -> Bool
    func details(velocity: Double) -> GestureEvent.Details
}

/// Follows a measure of two or more fingers once it has gone beyond slop.
///
/// | state | goes beyond slop | moves     | fingers come or go, so many wanted | not so many wanted: lifted, landed | not so many wanted: lost |
/// |-------|------------------|-----------|------------------------------------|------------------------------------|--------------------------|
/// | idle  | begun, `began`   | –         | it is taken anew                   | –                                  | –                        |
/// | begun | –                | `changed` | goes on without a jump             | idle, `ended`                      | idle, `cancelled`        |
///
/// It does not begin in a frame in which it would end.
struct SpreadRecognizer<Measure: SpreadMeasure>: Equatable, Sendable {
    private struct Gesture: Equatable, Sendable {
        var hand: ContinuousGesture
        var measure: Measure
    }

    private var gesture: Gesture?
    private var velocity = VelocityTracker()

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let wanted = rules.selection[Measure.kind]
        guard gesture != nil || (step == .moved && !wanted.isEmpty) else { return }
        switch step {
        case .moved:
            guard series.downCount > 1 else { return }
            let isNew = gesture == nil
            if isNew { begin(series, wanted, at: now, rules, into: &output) }
            emit(isNew ? .began : .changed, series, at: now, into: &output)
        case .landed, .lifted, .cancelled:
            guard series.downCount > 1, wanted.contains(series.downCount) else {
                end(step == .cancelled ? .cancelled : .ended, series, after: step, at: now, into: &output)
                return
            }
            gesture?.hand.settle(series, after: step, at: now)
            if gesture?.measure.rebase(on: series) ?? false { velocity.reset() }
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(_ series: TouchSeries, at now: Instant, into output: inout Output) {
        end(.cancelled, series, after: .cancelled, at: now, into: &output)
    }

    private mutating func begin(
        _ series: TouchSeries, _ wanted: FingerSet, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        guard series.isHand(wanted, at: now), series.intent.spreads, let measure = Measure(series, rules),
            series.stays(wanted, atLeast: 2)
        else { return }
        velocity.reset()
        gesture = Gesture(hand: ContinuousGesture(number: output.newGesture(), series), measure: measure)
    }

    @inline(__always)  // or the gesture is copied once more in every frame
    private mutating func emit(
        _ phase: GesturePhase, _ series: TouchSeries, at now: Instant, into output: inout Output
    ) {
        guard var gesture else { return }
        gesture.hand.settle(series, after: .moved, at: now)
        gesture.measure.follow(series)
        self.gesture = gesture
        velocity.add(Vector(x: gesture.measure.value, y: 0), at: now)
        let measure = gesture.measure
        let speed = velocity.velocity(at: now, points: measure.pointsPerValue)
        gesture.hand.emit(Measure.kind, phase, at: now, measure.details(velocity: speed), into: &output)
    }

    private mutating func end(
        _ phase: GesturePhase, _ series: TouchSeries, after step: TouchSeries.Step, at now: Instant,
        into output: inout Output
    ) {
        guard var gesture else { return }
        self.gesture = nil
        if step == .lifted { gesture.hand.settle(series, after: step, at: now) }
        let measure = gesture.measure
        let speed = step == .lifted ? velocity.velocity(at: now, points: measure.pointsPerValue) : 0
        gesture.hand.emit(Measure.kind, phase, at: now, measure.details(velocity: speed), into: &output)
    }
}
