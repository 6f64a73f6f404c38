/// Measures how far two or more fingers have turned about their centre, in degrees. A rotation begins when the arc that the
/// fingers have travelled is longer than the slop.
///
/// Angles accumulate beyond half a turn: two full turns are 720°. The angle hidden by the slop is added back gradually over the
/// next quarter turn, so the angle does not jump.
struct Rotation: SpreadMeasure {
    static let kind = GestureKind.rotation

    /// The turn of the sequence at which the angle is 0, and the part of the angle that the slop has hidden.
    private let origin: Double
    private let hidden: Double
    private(set) var value = 0.0
    /// The distance of the fingers from their centre, in pt.
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
        // The turn does not change while the fingers are closer than this.
        radius = max(sequence.span, Thresholds.minimumSpan) / 2
        let turn = sequence.turn - origin
        let beyond = hidden < 0 ? hidden - turn : turn - hidden
        value = turn - hidden * (1 - min(max(beyond / 90, 0), 1))
    }

    /// The turn accumulates independently of the number of fingers.
    mutating func rebase(on sequence: TouchSequence) -> Bool { false }

    func details(velocity: Double) -> EngineEvent.Details { .rotation(degrees: value, velocity: velocity) }
}
