/// Tells what the fingers of a touchpad do with each other: travel together (a scroll or a swipe) or spread (a pinch or a
/// rotation).
///
/// On a touchpad a hand does one of them at a time, and what the other recognizers would see of it is noise, so one decision
/// comes before all of them. It is libinput's: the two fingers that are farthest apart have to have moved 1.5 mm each, or one
/// of them 4 mm while the other rests (0.5 and 2 mm more for each finger beyond two). On a touchscreen the picture is under
/// the fingers and follows them in every way at once, as with Chromium.
///
/// | state     | move in the same direction | move apart                      | one moves, the other rests          | a finger lands |
/// |-----------|----------------------------|---------------------------------|-------------------------------------|----------------|
/// | undecided | travels                    | spreads                         | two: travels; three or more: spreads | –             |
/// | travels   | –                          | spreads, for 300 ms from the start | –                                | undecided      |
/// | spreads   | –                          | –                               | –                                   | –              |
struct HandIntent: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case undecided, travels, spreads
        /// Whatever the fingers do.
        case everything
    }

    /// Whether the fingers may drag and swipe.
    var travels: Bool { state == .travels || state == .everything }
    /// Whether the fingers may pinch and rotate.
    var spreads: Bool { state == .spreads || state == .everything }
    /// Whether what was taken for a drag is none.
    var excludesTravel: Bool { state == .spreads }

    private var state: State

    init(on kind: Surface.Kind) { state = kind == .touchpad ? .undecided : .everything }

    mutating func reset() {
        if state != .everything { state = .undecided }
    }

    mutating func fingerLanded() {
        if state == .travels { state = .undecided }
    }

    /// The fingers have moved.
    mutating func follow(_ series: TouchSeries, at now: Instant) {
        guard state == .undecided || (state == .travels && now - series.countChanged <= Self.correction),
            let (one, other) = Self.outermost(of: series)
        else { return }
        let more = Double(series.downCount - 2)
        let (rest, move) = (Self.rest + more * Self.restMore, Self.move + more * Self.moveMore)
        let lengths = (one.length, other.length)
        if lengths.0.reaches(rest) && lengths.1.reaches(rest) {
            let isTogether = one.dot(other) >= lengths.0 * lengths.1 * Self.cosineOfAgreement
            if !isTogether { state = .spreads } else if state == .undecided { state = .travels }
        } else if state == .undecided, lengths.0.reaches(move) || lengths.1.reaches(move) {
            state = series.downCount == 2 ? .travels : .spreads
        }
    }

    /// What the two fingers that are farthest apart have travelled since the number of fingers last changed.
    private static func outermost(of series: TouchSeries) -> (Vector, Vector)? {
        var widest = -1.0
        var pair: (Vector, Vector)?
        for (index, one) in series.fingers.enumerated() where one.isDown {
            for other in series.fingers[(index + 1)...] where other.isDown {
                let distance = one.base.distance(to: other.base)
                guard distance > widest else { continue }
                widest = distance
                pair = (one.position - one.base, other.position - other.base)
            }
        }
        return pair
    }

    /// In pt, of two fingers and for each further one: 1.5, 0.5, 4 and 2 mm.
    static let rest: Points = 9.45
    private static let restMore: Points = 3.15
    static let move: Points = 25.2
    private static let moveMore: Points = 12.6
    /// Directions up to 60° apart agree: libinput's sectors and their neighbours, without their corners.
    private static let cosineOfAgreement = 0.5
    /// How long a first impression may be corrected.
    private static let correction = Interval.milliseconds(300)
}
