extension GesturePattern {
    /// Returns the condition that an event of the right recognizers does not meet; nil if it meets all. The modifier keys are not
    /// checked.
    func mismatch(_ event: GestureEvent, on surface: Surface, _ thresholds: Thresholds) -> Reason? {
        guard !matches(event, on: surface, thresholds) else { return nil }
        if !fingers.contains(event.fingers) {
            return .fingerCount(event.fingers, of: fingers, atLeast: kind.minimumFingers)
        }
        // Without the condition that is not met, the event would match.
        let duration = event.time - event.origin.time
        switch event.details {
        case .swipe(_, let travel, _), .edgeSwipe(_, _, let travel, _):
            let shortest = minimumDistance ?? thresholds.swipeDistance
            if !travel.length.reaches(shortest) { return Reason(.distance, travel.length, of: shortest) }
            if duration < durations.lowerBound { return Reason(.tooShort, duration, of: durations.lowerBound) }
            if duration > durations.upperBound { return Reason(.tooLong, duration, of: durations.upperBound) }
            if let reason = directionMismatch(travel) { return reason }
        case .drag(_, let translation, _):
            if let reason = axisMismatch(translation) ?? directionMismatch(translation) { return reason }
        case .pinch, .rotation:
            if let wanted = spreadDirection, !wanted.isBegun(with: event.details) { return Reason(.direction) }
        case .stroke(_, let score):
            if let shape, !score.reaches(shape.threshold) { return Reason(.score, score, of: shape.threshold) }
        case .none, .press, .touch, .activity, .tap, .motion: break
        }
        var elsewhere = self
        elsewhere.area = nil
        return Reason(elsewhere.matches(event, on: surface, thresholds) ? .area : .edge)
    }

    private func axisMismatch(_ travel: Vector) -> Reason? {
        let begun = Direction(of: travel, among: .four).axis
        guard let axis, let begun, axis != begun else { return nil }
        return Reason(.direction, "began \(begun.words), expected \(axis.words)")
    }

    private func directionMismatch(_ travel: Vector) -> Reason? {
        guard let direction, direction != Direction(of: travel, among: directions) else { return nil }
        return Reason(.direction)
    }
}

extension Axis {
    fileprivate var words: String {
        switch self {
        case .horizontal: "horizontally"
        case .vertical: "vertically"
        }
    }
}

extension GestureEvent {
    /// The event that recognizers would find for a touch that meets their conditions, as far as patterns depend on it.
    init(
        candidate pattern: GesturePattern, of sequence: TouchSequence, _ rules: Rules, on surface: Surface,
        at now: Instant
    ) {
        let isOver = sequence.downCount == 0
        let travel = isOver ? sequence.mean(of: { $0.travel }) : sequence.travelSinceCountChange
        let details: Details =
            switch pattern.kind {
            case .tap: .tap(count: pattern.count, run: 1, decided: nil)
            case .drag: .drag(nil, translation: travel, velocity: .zero)
            case .swipe: .swipe(Direction(of: travel), translation: travel, velocity: .zero)
            case .edgeSwipe:
                if let location = EdgeLocation(of: sequence.origin.point, within: rules.thresholds.edge, on: surface) {
                    .edgeSwipe(location, Direction(of: travel), translation: travel, velocity: .zero)
                } else {
                    .none
                }
            case .pinch: .pinch(scale: sequence.span > sequence.spanAtCountChange ? 2 : 0.5, velocity: 0)
            case .rotation: .rotation(degrees: sequence.turnSinceCountChange, velocity: 0)
            case .stroke: .stroke(shape: 0, score: 1)
            case .longPress, .press, .touch, .activity: .none
            }
        self.init(
            kind: pattern.kind, phase: pattern.kind.recognitionPhase, gesture: 0, surface: surface.id,
            time: isOver ? sequence.lastLift : now,
            fingers: isOver ? sequence.landedCount : sequence.downCount, point: sequence.centre,
            position: surface.normalized(sequence.centre), details: details, origin: sequence.origin)
    }
}
