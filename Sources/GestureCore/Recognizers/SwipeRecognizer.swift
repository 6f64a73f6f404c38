/// Decides at the last lift whether the fingers swiped, and in which direction. A swipe that starts at the rim of the surface
/// is an edge swipe.
///
/// All fingers have to be lifted together and travel alike. Only the distance from landing to lift counts, not speed or time. A
/// finger whose path is more than three times that distance rejects the swipe: it has reversed more than half of its way, or
/// drawn circles.
struct SwipeRecognizer: Equatable, Sendable {
    func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        guard step == .lifted, sequence.downCount == 0, sequence.isClean else { return }
        let selection = rules.selection
        let fingers = sequence.landedCount
        guard selection[.swipe].contains(fingers) || selection[.edgeSwipe].contains(fingers),
            let travel = commonTravel(of: sequence, slop: rules.slop),
            travel.length.reaches(shortest(rules))
        else { return }
        let velocity = sequence.velocity(at: now)
        // The location of all fingers taken together.
        let location = EdgeLocation(of: sequence.origin.point, within: rules.thresholds.edge, on: output.surface)
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

    /// The mean displacement of the fingers, if they agree: each has moved beyond slop, was lifted together with the last, and
    /// is less than 45° off the mean.
    private func commonTravel(of sequence: TouchSequence, slop: Points) -> Vector? {
        let mean = sequence.mean(of: { $0.travel })
        for finger in sequence.fingers {
            guard finger.travel.length.exceeds(slop), !finger.hasTurnedBack else { return nil }
        }
        guard sequence.landedCount > 1 else { return mean }
        guard sequence.fingerMotion.travels else { return nil }
        for finger in sequence.fingers {
            guard sequence.wasLiftedWithLast(finger, within: Thresholds.together), finger.goesAlong(mean) else {
                return nil
            }
        }
        return mean
    }

    /// The distance from which a touch is a swipe, in pt.
    func shortest(_ rules: Rules) -> Points {
        min(rules.thresholds.swipeDistance, rules.selection.swipeDistance ?? .infinity)
    }
}

extension TouchSequence.Finger {
    /// True if the path is more than three times the distance.
    var hasTurnedBack: Bool { path.exceeds(travel.length * 3) }

    /// Returns true if the finger went less than 45° off a direction.
    func goesAlong(_ mean: Vector) -> Bool {
        travel.dot(mean) / (travel.length * mean.length) > Self.cosineOf45Degrees + 1e-9
    }

    private static let cosineOf45Degrees = 0.5.squareRoot()
}
