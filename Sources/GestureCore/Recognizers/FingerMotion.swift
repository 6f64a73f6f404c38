/// Decides whether the fingers on a touchpad travel together (a scroll or a swipe) or spread (a pinch or a rotation).
///
/// On a touchpad a hand does one of these at a time, and the recognizers of the other would see noise, so this decision comes
/// before all recognizers. The distances are libinput's: each finger has to move 1.5 mm, or one of them 4 mm while another
/// rests (0.5 and 2 mm more for each finger beyond two). The mean direction of all fingers decides whether they move in the
/// same direction. libinput compares only two fingers, and takes some four-finger pinches for swipes. On a touchscreen the
/// picture follows the fingers in every way at once, as in Chromium.
///
/// | state     | move the same way                | move apart                       | one moves, others rest | a finger lands            |
/// |-----------|----------------------------------|----------------------------------|------------------------|---------------------------|
/// | undecided | travels                          | spreads; settled, from 3 mm each | see below              | joined if others move     |
/// | joined    | travels                          | settled, from 3 mm each          | see below              | –                         |
/// | travels   | –                                | as undecided, for 300 ms         | –                      | joined                    |
/// | spreads   | travels, for 300 ms from then on | settled, from 3 mm each          | –                      | undecided if one was left |
/// | settled   | –                                | –                                | –                      | undecided if one was left |
///
/// If one finger moves and others rest, three and more fingers travel if the slow ones follow the others, and spread otherwise.
/// Of two fingers, the other can lag behind: they travel. If it is about as far below as a thumb, it is the pivot of a pinch or a
/// rotation, unless ``ThumbFilter`` has removed it before.
///
/// A finger can jump when it lands, until the sensor has separated it from the others. A finger that joins moving ones therefore
/// has to go far to make a spread, and a spread that is not settled is taken back. A finger that joins a movement that is over
/// spreads from 3 mm against it. A spread that a slipping thumb caused ends when ``ThumbFilter`` removes the thumb.
///
/// If the device counts fingers that it cannot locate, the fingers travel in any case, as in libinput.
struct FingerMotion: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case undecided
        /// Undecided since a finger landed beside moving ones.
        case joined
        case travels
        case spreads
        /// Spreads until a finger lands.
        case settled
        /// Travels and spreads at the same time: on a touchscreen.
        case everything
        /// Travels for the rest of the sequence, because the device cannot locate all fingers.
        case isCounted
    }

    /// Whether the fingers can drag and swipe.
    var travels: Bool { state == .travels || state == .everything || state == .isCounted }
    /// Whether the fingers can pinch and rotate.
    var spreads: Bool { excludesTravel || state == .everything }
    /// Whether a drag that has begun is no drag after all.
    var excludesTravel: Bool { state == .spreads || state == .settled }
    /// Whether a pinch or a rotation that has begun has to be cancelled.
    var excludesSpread: Bool { state == .travels }

    private let initial: State
    private var state: State
    /// The time of the decision for ``State/spreads``.
    private var spread = Instant.distantPast

    init(on kind: Surface.Kind) {
        initial = kind == .touchpad ? .undecided : .everything
        state = initial
    }

    mutating func reset() {
        state = initial
        spread = .distantPast
    }

    /// - Parameters:
    ///   - isPlaced: whether the device reports a position for the finger.
    ///   - others: the number of fingers that were down before.
    ///   - moves: whether any of them had moved beyond slop.
    mutating func fingerLanded(isPlaced: Bool, others: Int, moves: Bool) {
        if !isPlaced {
            state = .isCounted
        } else if state == .travels || state == .undecided && moves {
            state = .joined
        } else if excludesTravel && others < 2 {
            state = .undecided
        }
    }

    /// Returns whether movement of the fingers can change the decision.
    func isOpen(at now: Instant, countChanged: Instant) -> Bool {
        switch state {
        case .undecided, .joined: true
        case .travels: now - countChanged <= Self.correction
        case .spreads: now - spread <= Self.correction
        case .settled, .everything, .isCounted: false
        }
    }

    /// Updates the decision after the fingers have moved, while ``isOpen(at:countChanged:)`` is true.
    mutating func follow(_ sequence: TouchSequence, at now: Instant) {
        let more = Double(sequence.downCount - 2)
        let motion = Motion(of: sequence, fromLanding: false)
        if state == .joined, hasSpread(motion, sequence) {
            state = .settled
        } else if motion.shortest.reaches(Self.minimumMove + more * Self.minimumMovePerFinger) {
            decide(motion, at: now)
        } else if state == .undecided || state == .joined,
            motion.longest.reaches(Self.clearMove + more * Self.clearMovePerFinger)
        {
            let travels =
                sequence.downCount == 2
                ? !sequence.hasPivot
                : motion.shortest.reaches(motion.longest * Self.following) && motion.agrees(Self.agreement)
            if travels { state = .travels } else { beginSpread(at: now) }
        }
    }

    /// Returns whether a finger has left the movement that it joined, or goes against it when it is over.
    private func hasSpread(_ motion: Motion, _ sequence: TouchSequence) -> Bool {
        // What moves less than the noise has no direction.
        if motion.shortest.reaches(Self.noise), motion.agrees(Self.agreement) { return false }
        if motion.shortest.reaches(Self.certainMove) { return true }
        let whole = Motion(of: sequence, fromLanding: true)
        return whole.shortest.reaches(Self.certainMove) && !whole.agrees(Self.opposition)
    }

    /// Decides about fingers that have all moved.
    private mutating func decide(_ motion: Motion, at now: Instant) {
        if motion.agrees(state == .spreads ? Self.clearAgreement : Self.agreement) {
            state = .travels
        } else if state != .joined, !motion.agrees(Self.agreement) {
            if state != .spreads { beginSpread(at: now) }
            if motion.shortest.reaches(Self.certainMove) { state = .settled }
        }
    }

    private mutating func beginSpread(at now: Instant) {
        state = .spreads
        spread = now
    }

    /// How far the fingers have moved, and whether in the same direction.
    private struct Motion {
        var shortest = Points.infinity
        var longest: Points = 0
        private var directions = Vector.zero
        private var count = 0.0

        /// - Parameter fromLanding: whether the movement counts since each finger landed, and not since their number last changed.
        @inline(never)  // called twice
        init(of sequence: TouchSequence, fromLanding: Bool) {
            for index in sequence.fingers.indices where sequence.fingers[index].isDown {
                let start = fromLanding ? sequence.fingers[index].start : sequence.fingers[index].base
                let displacement = sequence.fingers[index].position - start
                let length = displacement.length
                shortest = min(shortest, length)
                longest = max(longest, length)
                if length > 0 { directions += displacement / length }
                count += 1
            }
        }

        /// - Parameter part: the smallest length of the mean of the fingers' directions, each of length 1.
        func agrees(_ part: Double) -> Bool { directions.length >= count * part }
    }

    /// The distances in pt, for two fingers and for each further one: 1.5, 0.5, 4 and 2 mm.
    static let minimumMove: Points = 9.45
    private static let minimumMovePerFinger: Points = 3.15
    static let clearMove: Points = 25.2
    private static let clearMovePerFinger: Points = 12.6
    /// The distance of each finger from which a pinch is certain, in pt: 3 mm, as for the thumb that slips (``ThumbFilter``).
    private static let certainMove: Points = 18.9
    /// The movement beyond noise, in pt: 0.5 mm, as much as Windows allows touchpads.
    static let noise: Points = 3.15
    /// The smallest part of the longest movement with which a slow finger follows the others (source: ChromeOS, for swipes).
    private static let following = 0.2
    /// The mean direction from which fingers agree: for two, less than 74° apart. Four fingers that swipe reach 0.95 and more, a
    /// thumb against three fingers 0.5.
    private static let agreement = 0.8
    /// The same, to take back a spread: for two, less than 52° apart. Fingers near the limit would change their minds again and again.
    private static let clearAgreement = 0.9
    /// The mean direction below which fingers go against each other: for two, more than 120° apart.
    private static let opposition = 0.5
    /// The time in which the decision can be corrected.
    private static let correction = Interval.milliseconds(300)
}

extension TouchSequence {
    /// Whether the lower of two fingers is the pivot of a pinch or a rotation: it has moved less, and is as far below the other as a
    /// thumb, or nearly as far if the other moves towards it or away from it.
    fileprivate var hasPivot: Bool {
        var (lower, upper) = (-1, -1)
        for index in fingers.indices where fingers[index].isDown {
            if lower >= 0, fingers[index].base.y < fingers[lower].base.y {
                upper = index
            } else {
                (lower, upper) = (index, lower)
            }
        }
        guard lower >= 0, upper >= 0 else { return false }
        let line = fingers[lower].base - fingers[upper].base
        let move = fingers[upper].position - fingers[upper].base
        guard fingers[lower].position.distance(to: fingers[lower].base) < move.length else { return false }
        return line.y.reaches(ThumbFilter.reach)
            || line.y.reaches(Self.nearReach)
                && line.cross(move).magnitude <= line.length * move.length * Self.sineOf30Degrees
    }

    /// 8 mm in pt. Recorded fingers that lag behind in a scroll were at most 2 mm below the other.
    private static let nearReach: Points = 50.4
    private static let sineOf30Degrees = 0.5
}
