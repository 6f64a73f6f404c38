/// Decides at the last lift whether the fingers swiped, and in which direction. A swipe that starts at the rim of the surface
/// is an edge swipe.
///
/// All fingers have to be lifted together (``Thresholds/liftedTogether(on:)``) and travel alike. Only the distance from landing to
/// lift counts, not speed or time. A finger whose path is more than three times that distance rejects the swipe: it has reversed
/// more than half of its way, or drawn circles.
struct SwipeRecognizer: Equatable, Sendable {
    func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        guard step == .lifted, sequence.downCount == 0, sequence.isClean else { return }
        let selection = rules.selection
        let fingers = sequence.landedCount
        guard selection[.swipe].contains(fingers) || selection[.edgeSwipe].contains(fingers) else { return }
        let travel = sequence.mean(of: { $0.travel })
        let shortest = shortest(fingers: fingers, on: output.surface.kind, rules)
        guard disagreement(of: sequence, from: travel, rules, on: output.surface.kind) == nil,
            travel.length.reaches(shortest)
        else { return }
        let velocity = sequence.swipeVelocity(at: now)
        // The location of all fingers taken together.
        let location = sequence.edgeLocation(within: rules.thresholds.edge, on: output.surface)
        if let location, selection[.edgeSwipe].contains(fingers) {
            output.emit(
                .edgeSwipe, .ended, output.newGesture(), at: now, fingers: fingers, point: sequence.centre,
                .edgeSwipe(
                    location, Direction(of: travel, among: selection.edgeSwipeDirections), translation: travel,
                    velocity: velocity))
        } else if location == nil, selection[.swipe].contains(fingers) {
            output.emit(
                .swipe, .ended, output.newGesture(), at: now, fingers: fingers, point: sequence.centre,
                .swipe(
                    Direction(of: travel, among: selection.swipeDirections), translation: travel, velocity: velocity))
        }
    }

    /// The condition that fingers do not meet to travel alike, and the index of the finger in the touch sequence.
    enum Disagreement: Equatable, Sendable {
        /// The finger has not moved beyond slop.
        case stayed(finger: Int)
        case turnedBack(finger: Int)
        /// The fingers do not travel together.
        case motion
        case liftedApart(finger: Int)
        /// The finger is 45° or more off the mean.
        case diverged(finger: Int)
    }

    /// Returns the first condition that the fingers do not meet to travel alike; nil if they meet all.
    ///
    /// - Parameter mean: the mean displacement of the fingers.
    func disagreement(
        of sequence: TouchSequence, from mean: Vector, _ rules: Rules, on kind: Surface.Kind
    ) -> Disagreement? {
        for index in sequence.fingers.indices {
            let finger = sequence.fingers[index]
            guard finger.travel.length.exceeds(rules.slop) else { return .stayed(finger: index) }
            guard !finger.hasTurnedBack(slop: rules.slop) else { return .turnedBack(finger: index) }
        }
        guard sequence.landedCount > 1 else { return nil }
        guard sequence.fingerMotion.travels else { return .motion }
        for index in sequence.fingers.indices {
            let finger = sequence.fingers[index]
            guard sequence.wasLiftedWithLast(finger, within: Thresholds.liftedTogether(on: kind)) else {
                return .liftedApart(finger: index)
            }
            guard finger.goesAlong(mean) else { return .diverged(finger: index) }
        }
        return nil
    }

    /// The distance from which a touch is a swipe, in pt.
    func shortest(fingers: Int, on kind: Surface.Kind, _ rules: Rules) -> Points {
        min(
            rules.thresholds.swipeDistance(fingers: fingers, on: kind), rules.selection.swipeDistance ?? .infinity)
    }
}

extension TouchSequence.Finger {
    /// Returns whether the path is more than three times the distance.
    func hasTurnedBack(slop: Points) -> Bool { path(slop: slop).exceeds(travel.length * 3) }

    /// Returns whether the finger went less than 45° off a direction.
    func goesAlong(_ mean: Vector) -> Bool {
        travel.dot(mean) / (travel.length * mean.length) > Self.cosineOf45Degrees + 1e-9
    }

    private static let cosineOf45Degrees = 0.5.squareRoot()
}
