/// Measures the span of two or more fingers. A pinch begins when the span has changed by more than twice the slop. That slop is
/// subtracted, so the scale starts without a jump.
struct Pinch: SpreadMeasure {
    static let kind = GestureKind.pinch

    /// The scale when the number of fingers last changed, and the span that corresponds to it.
    private var baseScale = 1.0
    private var baseSpan: Points
    private(set) var value = 1.0
    /// Two fingers that move apart change the span from both ends.
    var pointsPerValue: Points { max(baseSpan, Self.narrowest) / (2 * baseScale) }

    init?(_ sequence: TouchSequence, _ rules: Rules) {
        let (before, span) = (sequence.spanAtCountChange, sequence.span)
        let slop = Self.slop(rules.slop)
        // As for a drag: fingers within slop of their landing points can still make a tap.
        guard sequence.hasLeftSlop, (span - before).magnitude.exceeds(slop),
            max(span, before).reaches(Thresholds.minimumSpan)
        else { return nil }
        baseSpan = span > before ? before + slop : before - slop
    }

    /// The change of the span, in pt, up to which fingers with this slop do not pinch.
    static func slop(_ slop: Points) -> Points { 2 * slop }

    mutating func follow(_ sequence: TouchSequence) {
        value = baseScale * max(sequence.span, Self.narrowest) / max(baseSpan, Self.narrowest)
    }

    mutating func rebase(on sequence: TouchSequence) -> Bool {
        baseScale = value
        baseSpan = max(sequence.span, Self.narrowest)
        return true
    }

    func details(velocity: Double) -> EngineEvent.Details { .pinch(scale: value, velocity: velocity) }

    /// The smallest span in pt. Smaller spans count as this one, so no scale is 0 or infinite.
    private static let narrowest: Points = 1
}
