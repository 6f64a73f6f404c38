/// How far two or more fingers have turned about their centre, in degrees: begins when the arc they have gone is beyond slop.
///
/// Turns add up past half a turn, so that two full ones are 720°. So that nothing jumps, what the slop has hidden is given back
/// bit by bit over the next quarter turn.
struct Rotation: SpreadMeasure {
    static let kind = GestureKind.rotation

    /// Where the turn of the fingers is counted from, and what the slop has hidden of it.
    private let origin: Double
    private let hidden: Double
    private(set) var value = 0.0
    /// How far the fingers are from their centre, in pt.
    private var radius: Points
    var pointsPerValue: Points { radius / Angle.degreesPerRadian }

    init?(_ sequence: TouchSequence, _ rules: Rules) {
        let turn = sequence.turnSinceCountChange
        radius = sequence.span / 2
        let arc = turn.magnitude / Angle.degreesPerRadian * radius
        guard arc.exceeds(rules.slop), sequence.span.reaches(Thresholds.minimumSpan) else { return nil }
        origin = sequence.turn - turn
        hidden = (turn < 0 ? -rules.slop : rules.slop) / radius * Angle.degreesPerRadian
    }

    mutating func follow(_ sequence: TouchSequence) {
        // Nearer fingers do not turn.
        radius = max(sequence.span, Thresholds.minimumSpan) / 2
        let turn = sequence.turn - origin
        let beyond = hidden < 0 ? hidden - turn : turn - hidden
        value = turn - hidden * (1 - min(max(beyond / 90, 0), 1))
    }

    /// The turn adds up whoever is there.
    mutating func rebase(on sequence: TouchSequence) -> Bool { false }

    func details(velocity: Double) -> GestureEvent.Details { .rotation(degrees: value, velocity: velocity) }
}
