/// Decides at the last lift whether the fingers swiped, and where to: away from the rim of the surface a swipe, from the rim an
/// edge swipe.
///
/// All fingers have to be lifted together and travel alike. What counts is the way from down to up, and neither speed nor
/// time; but a finger whose path is more than three times as long has come back by more than half of its way, and so taken the
/// swipe back, or has drawn circles.
struct SwipeRecognizer: Equatable, Sendable {
    func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        guard step == .lifted, series.downCount == 0, series.isClean else { return }
        let selection = rules.selection
        let fingers = series.landedCount
        guard selection[.swipe].contains(fingers) || selection[.edgeSwipe].contains(fingers),
            let travel = commonTravel(of: series, slop: rules.slop),
            travel.length.reaches(rules.thresholds.swipeDistance)
        else { return }
        let velocity = series.velocity(at: now)
        // The fingers taken together.
        let place = EdgePlace(of: series.origin.point, within: rules.thresholds.edge, on: output.surface)
        if let place, selection[.edgeSwipe].contains(fingers) {
            output.emit(
                .edgeSwipe, .ended, output.newGesture(), at: now, fingers: fingers, point: series.centre,
                .edgeSwipe(
                    place, Direction(of: travel, among: selection.edgeSwipeDirections), translation: travel,
                    velocity: velocity))
        } else if place == nil, selection[.swipe].contains(fingers) {
            output.emit(
                .swipe, .ended, output.newGesture(), at: now, fingers: fingers, point: series.centre,
                .swipe(
                    Direction(of: travel, among: selection.swipeDirections), translation: travel, velocity: velocity))
        }
    }

    /// The mean way of the fingers, if they agree: each gone beyond slop, lifted together with the last, and less than 45° off
    /// the mean.
    private func commonTravel(of series: TouchSeries, slop: Points) -> Vector? {
        let mean = series.mean(of: { $0.travel })
        for finger in series.fingers {
            let way = finger.travel.length
            guard way.exceeds(slop), !finger.path.exceeds(way * 3) else { return nil }
        }
        guard series.landedCount > 1 else { return mean }
        guard series.intent.travels else { return nil }
        for finger in series.fingers {
            let travel = finger.travel
            guard series.wasLiftedWithLast(finger, within: Thresholds.together) else { return nil }
            let cosine = travel.dot(mean) / (travel.length * mean.length)
            guard cosine > Self.cosineOf45Degrees + 1e-9 else { return nil }
        }
        return mean
    }

    private static let cosineOf45Degrees = 0.5.squareRoot()
}
