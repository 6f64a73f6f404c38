/// A measure of what two or more fingers do relative to each other: one number, without jumps while fingers come and go.
protocol SpreadMeasure: Equatable, Sendable {
    static var kind: GestureKind { get }

    /// Starts where the slop ends; nil until the fingers have exceeded the slop.
    init?(_ sequence: TouchSequence, _ rules: Rules)

    var value: Double { get }
    /// The distance in pt that each finger travels for the value to change by 1.
    var pointsPerValue: Points { get }
    /// Updates the value after the fingers have moved.
    mutating func follow(_ sequence: TouchSequence)
    /// Keeps the value continuous after the number of fingers has changed.
    ///
    /// - Returns: whether the measurement of the velocity has to restart.
    mutating func rebase(on sequence: TouchSequence) -> Bool
    func details(velocity: Double) -> EngineEvent.Details
}

/// Follows a measure of two or more fingers once it has exceeded slop.
///
/// | state | exceeds slop   | moves     | count changes, still wanted | unwanted: lifted, landed | unwanted: lost    |
/// |-------|----------------|-----------|-----------------------------|--------------------------|-------------------|
/// | idle  | begun, `began` | –         | the measure restarts        | –                        | –                 |
/// | begun | –              | `changed` | no jump                     | idle, `ended`            | idle, `cancelled` |
///
/// A gesture does not begin in a frame in which it would end.
struct SpreadRecognizer<Measure: SpreadMeasure>: Equatable, Sendable {
    private struct Spread: Equatable, Sendable {
        var gesture: ContinuousGesture
        var measure: Measure
    }

    private var spread: Spread?
    var isOpen: Bool { spread != nil }
    private var velocity = VelocityTracker()

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        let wanted = rules.selection[Measure.kind]
        guard spread != nil || (step == .moved && !wanted.isEmpty) else { return }
        switch step {
        case .moved:
            guard sequence.downCount > 1 else { return }
            let isNew = spread == nil
            if isNew { begin(sequence, wanted, at: now, rules, into: &output) }
            emit(isNew ? .began : .changed, sequence, at: now, into: &output)
        case .landed, .lifted, .cancelled:
            guard sequence.downCount > 1, wanted.contains(sequence.downCount) else {
                end(step == .cancelled ? .cancelled : .ended, sequence, after: step, at: now, into: &output)
                return
            }
            spread?.gesture.update(sequence, after: step, at: now)
            if spread?.measure.rebase(on: sequence) ?? false { velocity.reset() }
        }
    }

    /// Handles the loss of the fingers: cancels the gesture.
    mutating func lose(_ sequence: TouchSequence, at now: Instant, into output: inout Output) {
        end(.cancelled, sequence, after: .cancelled, at: now, into: &output)
    }

    private mutating func begin(
        _ sequence: TouchSequence, _ wanted: FingerSet, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        guard sequence.hasFingerCount(in: wanted, at: now), sequence.fingerMotion.spreads,
            let measure = Measure(sequence, rules),
            sequence.stays(wanted, atLeast: 2)
        else { return }
        velocity.reset()
        spread = Spread(gesture: ContinuousGesture(number: output.newGesture(), sequence), measure: measure)
    }

    @inline(__always)  // saves a copy of the gesture in every frame
    private mutating func emit(
        _ phase: GesturePhase, _ sequence: TouchSequence, at now: Instant, into output: inout Output
    ) {
        guard var spread else { return }
        spread.gesture.update(sequence, after: .moved, at: now)
        spread.measure.follow(sequence)
        self.spread = spread
        velocity.add(Vector(x: spread.measure.value, y: 0), at: now)
        let measure = spread.measure
        let speed = velocity.velocity(at: now, points: measure.pointsPerValue)
        spread.gesture.emit(Measure.kind, phase, at: now, measure.details(velocity: speed), into: &output)
    }

    private mutating func end(
        _ phase: GesturePhase, _ sequence: TouchSequence, after step: TouchSequence.Step, at now: Instant,
        into output: inout Output
    ) {
        guard var spread else { return }
        self.spread = nil
        if step == .lifted { spread.gesture.update(sequence, after: step, at: now) }
        let measure = spread.measure
        let speed = step == .lifted ? velocity.velocity(at: now, points: measure.pointsPerValue) : 0
        spread.gesture.emit(Measure.kind, phase, at: now, measure.details(velocity: speed), into: &output)
    }
}
