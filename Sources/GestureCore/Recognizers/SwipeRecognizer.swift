/// Decides at the last lift whether the fingers swiped, and where to.
///
/// All fingers have to be lifted together, travel alike, and start away from the edge. What counts is the way from down to
/// up, and neither speed nor time; but a finger whose path is more than three times as long has come back by more than half
/// of its way, and so taken the swipe back, or has drawn circles.
struct SwipeRecognizer: Equatable, Sendable {
    func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, slop: Points, _ options: GestureOptions,
        into output: inout Output
    ) {
        guard step == .lifted, series.downCount == 0, series.isClean,
            options.selection.swipe.contains(series.landedCount),
            let travel = commonTravel(of: series, slop: slop),
            travel.length.reaches(options.thresholds.swipeDistance),
            isAwayFromEdge(series, options.thresholds.edge, of: output.surface)
        else { return }
        output.emit(
            .swipe, .ended, output.newGesture(), at: now, fingers: series.landedCount, point: series.centre,
            .swipe(Direction(of: travel), translation: travel, velocity: series.velocity(at: now)))
    }

    /// The mean way of the fingers, if they agree: each lifted together with the last, gone beyond slop, and less than 45°
    /// off the mean.
    private func commonTravel(of series: TouchSeries, slop: Points) -> Vector? {
        let mean = series.mean(of: { $0.travel })
        for finger in series.fingers where finger.path.exceeds(finger.travel.length * 3) { return nil }
        guard series.landedCount > 1 else { return mean }
        for finger in series.fingers {
            let travel = finger.travel
            guard series.wasLiftedWithLast(finger, within: Thresholds.together), travel.length.exceeds(slop) else {
                return nil
            }
            let cosine = travel.dot(mean) / (travel.length * mean.length)
            guard cosine > Self.cosineOf45Degrees + 1e-9 else { return nil }
        }
        return mean
    }

    private static let cosineOf45Degrees = 0.5.squareRoot()

    /// Whether the fingers, taken together, started beyond the buffer along every edge of the surface.
    private func isAwayFromEdge(_ series: TouchSeries, _ edge: Points, of surface: Surface) -> Bool {
        let start = series.mean(of: { $0.start })
        return start.x.exceeds(edge) && start.y.exceeds(edge)
            && (surface.size.x - start.x).exceeds(edge) && (surface.size.y - start.y).exceeds(edge)
    }
}
