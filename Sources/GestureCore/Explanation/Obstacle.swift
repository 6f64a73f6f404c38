/// A condition that keeps a touch from being a gesture.
struct Obstacle: Equatable, Sendable {
    var reason: Reason
    /// Whether the touch can no longer become the gesture.
    var isFinal = false
    /// The larger, the nearer the touch was to the gesture.
    var nearness = Nearness.far
    /// Whether the touch misses another condition of the gesture, too, so that meeting this one would not suffice.
    var missesMore = false

    enum Nearness: Int, Comparable, Sendable {
        /// Several conditions are not met.
        case far
        /// Only a distance is missing: the reason has both numbers.
        case distanceMissing
        /// The distance suffices, but the fingers have not decided.
        case undecided
        /// The distance suffices, but another condition is not met.
        case distanceReached

        static func < (left: Nearness, right: Nearness) -> Bool { left.rawValue < right.rawValue }
    }

    init(_ reason: Reason, isFinal: Bool = false, _ nearness: Nearness = .far, missesMore: Bool = false) {
        self.reason = reason
        self.isFinal = isFinal
        self.nearness = nearness
        self.missesMore = missesMore
    }

    static func final(_ reason: Reason, missesMore: Bool = false) -> Obstacle {
        Obstacle(reason, isFinal: true, missesMore: missesMore)
    }

    /// Returns whether the touch was nearer to the gesture than at another moment.
    func isNearer(than other: Obstacle) -> Bool {
        if nearness != other.nearness { return nearness > other.nearness }
        guard nearness == .distanceMissing else { return false }
        return progress > other.progress
    }

    /// The measured part of the limit.
    private var progress: Double {
        guard let measured = reason.measured, let limit = reason.limit, limit > 0 else { return 0 }
        return measured / limit
    }
}

extension Reason {
    /// Why a tap is alone.
    package static func wordsForMissingTap(within gap: Interval) -> String {
        "no other landed within \(gap.microseconds / 1000) ms"
    }

    /// - Parameter wanted: the requested finger counts.
    /// - Parameter least: the smallest number that can make the gesture.
    static func fingerCount(_ count: Int, of wanted: FingerSet, atLeast least: Int = 1) -> Reason {
        var reason = Reason(.fingerCount, wanted.text(from: least))
        reason.measured = Double(count)
        return reason
    }

    /// A gesture of a sequence that waits for another one.
    static func notInTurn(_ node: Int, in tree: CompositionTree) -> Reason {
        let (own, awaited) = (tree.part(of: node, in: 0).stage, tree.awaitedStage(around: node))
        guard let own, let awaited else { return Reason(.notInTurn, "the sequence waits for another gesture") }
        return Reason(.notInTurn, "this is stage \(own), and the sequence waits for stage \(awaited)")
    }

    /// The fingers of a touch have left slop: one has moved too far, or was reported late.
    static func leftSlop(_ sequence: TouchSequence, _ rules: Rules) -> Reason {
        let farthest = sequence.farthest
        return farthest.exceeds(rules.slop)
            ? Reason(.movedTooFar, farthest, of: rules.slop) : Reason(.provedLate)
    }
}

extension TouchSequence {
    /// The largest distance of a finger from its landing point, in pt.
    var farthest: Points {
        var farthest = 0.0
        for finger in fingers { farthest = max(farthest, finger.travel.length) }
        return farthest
    }
}
