/// Decides whether the fingers on a touchpad travel together (a scroll or a swipe) or spread (a pinch or a rotation).
///
/// On a touchpad a hand does one of these at a time, and the recognizers of the other would see noise, so this decision comes
/// before all recognizers. The distances are libinput's: each finger has to move 1.5 mm, or one of them 4 mm while another
/// rests (0.5 and 2 mm more for each finger beyond two). The mean direction of all fingers decides whether they move in the
/// same direction. libinput compares only two fingers, and takes some four-finger pinches for swipes. On a touchscreen the
/// picture follows the fingers in every way at once, as in Chromium.
///
/// | state     | move the same way | move apart                         | one moves, others rest      | a finger lands            |
/// |-----------|-------------------|------------------------------------|-----------------------------|---------------------------|
/// | undecided | travels           | spreads                            | two: travels; more: spreads | –                         |
/// | travels   | –                 | spreads, for 300 ms from the start | –                           | undecided                 |
/// | spreads   | –                 | –                                  | –                           | undecided if one was left |
///
/// A spread that a slipping thumb caused ends when ``ThumbFilter`` removes the thumb.
///
/// If the device counts fingers that it cannot locate, the fingers travel in any case, as in libinput.
struct FingerMotion: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case undecided, travels, spreads
        /// Travels and spreads at the same time: on a touchscreen.
        case everything
        /// Travels for the rest of the sequence, because the device cannot locate all fingers.
        case isCounted
    }

    /// Whether the fingers can drag and swipe.
    var travels: Bool { state == .travels || state == .everything || state == .isCounted }
    /// Whether the fingers can pinch and rotate.
    var spreads: Bool { state == .spreads || state == .everything }
    /// Whether a drag that has begun is no drag after all.
    var excludesTravel: Bool { state == .spreads }

    private let initial: State
    private var state: State

    init(on kind: Surface.Kind) {
        initial = kind == .touchpad ? .undecided : .everything
        state = initial
    }

    mutating func reset() { state = initial }

    /// - Parameters:
    ///   - isPlaced: whether the device reports a position for the finger.
    ///   - others: the number of fingers that were down before.
    mutating func fingerLanded(isPlaced: Bool, others: Int) {
        if !isPlaced {
            state = .isCounted
        } else if state == .travels || (state == .spreads && others < 2) {
            state = .undecided
        }
    }

    /// Returns whether movement of the fingers can change the decision.
    func isOpen(at now: Instant, countChanged: Instant) -> Bool {
        state == .undecided || (state == .travels && now - countChanged <= Self.correction)
    }

    /// Updates the decision after the fingers have moved, while ``isOpen(at:countChanged:)`` is true.
    mutating func follow(_ sequence: TouchSequence) {
        let more = Double(sequence.downCount - 2)
        var (shortest, longest) = (Points.infinity, 0.0)
        var directions = Vector.zero
        for finger in sequence.fingers where finger.isDown {
            let displacement = finger.position - finger.base
            let length = displacement.length
            shortest = min(shortest, length)
            longest = max(longest, length)
            if length > 0 { directions += displacement / length }
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

    /// The distances in pt, for two fingers and for each further one: 1.5, 0.5, 4 and 2 mm.
    static let minimumMove: Points = 9.45
    private static let minimumMovePerFinger: Points = 3.15
    static let clearMove: Points = 25.2
    private static let clearMovePerFinger: Points = 12.6
    /// The smallest length of the mean of the fingers' directions, each of length 1, at which they agree: for two fingers, less
    /// than 74° apart. Four fingers that swipe reach 0.95 and more, a thumb against three fingers 0.5.
    private static let agreement = 0.8
    /// The time after a change of the finger count in which the decision can be corrected.
    private static let correction = Interval.milliseconds(300)
}
