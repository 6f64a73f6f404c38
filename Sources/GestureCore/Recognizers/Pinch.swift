/// How far apart two or more fingers are: begins when that has changed by more than twice the slop, which is taken off, so that
/// nothing jumps.
struct Pinch: SpreadMeasure {
    static let kind = GestureKind.pinch

    /// The scale when the number of fingers last changed, and the span that goes with it.
    private var baseScale = 1.0
    private var baseSpan: Points
    private(set) var value = 1.0
    /// Two fingers that part change their span from both ends.
    var pointsPerValue: Points { max(baseSpan, Self.narrowest) / (2 * baseScale) }

    init?(_ sequence: TouchSequence, _ rules: Rules) {
        let (before, span) = (sequence.spanAtCountChange, sequence.span)
        let slop = 2 * rules.slop
        // As a drag: of fingers that are still near where they landed a tap may be made.
        guard sequence.hasLeftSlop, (span - before).magnitude.exceeds(slop),
            max(span, before).reaches(Thresholds.minimumSpan)
        else { return nil }
        baseSpan = span > before ? before + slop : before - slop
    }

    mutating func follow(_ sequence: TouchSequence) {
        value = baseScale * max(sequence.span, Self.narrowest) / max(baseSpan, Self.narrowest)
    }

    mutating func rebase(on sequence: TouchSequence) -> Bool {
        baseScale = value
        baseSpan = max(sequence.span, Self.narrowest)
        return true
    }

    func details(velocity: Double) -> GestureEvent.Details { .pinch(scale: value, velocity: velocity) }

    /// In pt; nearer fingers count as so far apart, so that no scale is 0 or without end.
    private static let narrowest: Points = 1
}
