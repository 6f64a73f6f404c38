/// Tells what the fingers of a touchpad do with each other: travel together (a scroll or a swipe) or spread (a pinch or a
/// rotation).
///
/// On a touchpad a hand does one of them at a time, and what the other recognizers would see of it is noise, so one decision
/// comes before all of them. The distances are libinput's: each finger has to have moved 1.5 mm, or one of them 4 mm while
/// another rests (0.5 and 2 mm more for each finger beyond two). Whether they move in the same direction is decided over all
/// of them, by the mean of their directions: libinput looks at two, and takes some pinches of four fingers for swipes. On a
/// touchscreen the picture is under the fingers and follows them in every way at once, as with Chromium.
///
/// | state     | move in the same direction | move apart                      | one moves, the other rests          | a finger lands |
/// |-----------|----------------------------|---------------------------------|-------------------------------------|----------------|
/// | undecided | travels                    | spreads                         | two: travels; three or more: spreads | –             |
/// | travels   | –                          | spreads, for 300 ms from the start | –                                | undecided      |
/// | spreads   | –                          | –                               | –                                   | undecided if only one was left |
///
/// What spreads because a thumb slipped ends when ``ThumbFilter`` takes the thumb out.
///
/// Fingers that the device counts but cannot place travel, whatever they do, as with libinput.
struct FingerMotion: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case undecided, travels, spreads
        /// Whatever the fingers do: on a touchscreen.
        case everything
        /// As with `travels`, and no more is known.
        case isCounted
    }

    /// Whether the fingers may drag and swipe.
    var travels: Bool { state == .travels || state == .everything || state == .isCounted }
    /// Whether the fingers may pinch and rotate.
    var spreads: Bool { state == .spreads || state == .everything }
    /// Whether what was taken for a drag is none.
    var excludesTravel: Bool { state == .spreads }

    private let initial: State
    private var state: State

    init(on kind: Surface.Kind) {
        initial = kind == .touchpad ? .undecided : .everything
        state = initial
    }

    mutating func reset() { state = initial }

    /// - Parameters:
    ///   - isPlaced: whether the device knows where it is.
    ///   - others: how many fingers were down before.
    mutating func fingerLanded(isPlaced: Bool, others: Int) {
        if !isPlaced {
            state = .isCounted
        } else if state == .travels || (state == .spreads && others < 2) {
            state = .undecided
        }
    }

    /// Whether what the fingers do may change it.
    func isOpen(at now: Instant, countChanged: Instant) -> Bool {
        state == .undecided || (state == .travels && now - countChanged <= Self.correction)
    }

    /// The fingers have moved, while it is open.
    mutating func follow(_ sequence: TouchSequence) {
        let more = Double(sequence.downCount - 2)
        var (shortest, longest) = (Points.infinity, 0.0)
        var directions = Vector.zero
        for finger in sequence.fingers where finger.isDown {
            let way = finger.position - finger.base
            let length = way.length
            shortest = min(shortest, length)
            longest = max(longest, length)
            if length > 0 { directions += way / length }
        }
        if shortest.reaches(Self.minimumMove + more * Self.minimumMovePerFinger) {
            if directions.length < Double(sequence.downCount) * Self.agreement {
                state = .spreads
            } else if state == .undecided {
                state = .travels
            }
        } else if state == .undecided, longest.reaches(Self.clearMove + more * Self.clearMovePerFinger) {
            state = sequence.downCount == 2 ? .travels : .spreads
        }
    }

    /// In pt, of two fingers and for each further one: 1.5, 0.5, 4 and 2 mm.
    static let minimumMove: Points = 9.45
    private static let minimumMovePerFinger: Points = 3.15
    static let clearMove: Points = 25.2
    private static let clearMovePerFinger: Points = 12.6
    /// How long the mean of their directions is, each of length 1, when they agree: for two fingers, less than 74° apart. Four
    /// that swipe come to 0.95 and more, a thumb against three fingers to 0.5.
    private static let agreement = 0.8
    /// How long a first impression may be corrected.
    private static let correction = Interval.milliseconds(300)
}
