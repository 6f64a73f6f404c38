extension GesturePattern {
    /// Returns why an event of the right recognizers does not meet the pattern; nil if it does. The modifier keys are not checked.
    func mismatch(_ event: EngineEvent, on surface: Surface, _ thresholds: Thresholds) -> Reason? {
        guard var violation = violation(by: event, on: surface, thresholds) else { return nil }
        if violation == .area {
            // The area is checked early, but any other condition says more.
            var elsewhere = self
            elsewhere.area = nil
            violation = elsewhere.violation(by: event, on: surface, thresholds) ?? .area
        }
        switch violation {
        case .fingers: return .fingerCount(event.fingers, of: fingers, atLeast: kind.minimumFingers)
        case .score(let score): return Reason(.score, score, of: shape?.threshold ?? 0)
        case .distance(let length):
            return Reason(.distance, length, of: shortest(of: event, on: surface, thresholds))
        case .duration(let duration):
            return duration < durations.lowerBound
                ? Reason(.tooShort, duration, of: durations.lowerBound)
                : Reason(.tooLong, duration, of: durations.upperBound)
        case .axis(let begun):
            guard let begun = begun.axis, let axis else { return Reason(.direction) }
            return Reason(.direction, "began \(begun.words), expected \(axis.words)")
        case .direction: return Reason(.direction)
        case .area: return Reason(.area)
        // The recognizers decide on the kind and the count.
        case .edge, .kind, .count: return Reason(.edge)
        }
    }
}

extension CompositionTree {
    /// Returns why an event comes too late for the sequences around a node; nil if it does not.
    func lateness(of event: EngineEvent, around node: Int) -> Reason? {
        guard let sequence = expiredSequence(around: node, event),
            case .sequence(let limit?) = nodes[sequence].kind
        else { return nil }
        return Reason(.tooLate, event.time - (nodes[sequence].started ?? event.origin.time), of: limit)
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

extension EngineEvent {
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
                if let location = sequence.edgeLocation(within: rules.thresholds.edge, on: surface) {
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
