import Text

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
        if violation == .direction {
            // The edge is checked late, but no direction is right at another one.
            var anywhere = self
            anywhere.direction = nil
            violation = anywhere.violation(by: event, on: surface, thresholds) ?? .direction
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
        case .direction: return Reason(.direction, words(forDirectionOf: event))
        case .area: return Reason(.area, words(forLandingOf: event, on: surface))
        // The recognizers decide on the kind and the count.
        case .edge, .kind, .count: return Reason(.edge)
        }
    }

    /// e.g. `went up, expected left`
    private func words(forDirectionOf event: EngineEvent) -> String {
        guard let direction, let travel = event.details.travel else { return "" }
        return "went \(Direction(of: travel, among: directions).words), expected \(direction.words)"
    }

    /// e.g. `landed at 95 % 5 %, outside the area of 0 to 10 % across and 0 to 10 % down`
    private func words(forLandingOf event: EngineEvent, on surface: Surface) -> String {
        guard let area else { return "" }
        func percent(_ share: Double) -> String { "\(rounded(share * 100))" }
        let point = surface.normalized(event.origin.point)
        return "landed at \(percent(point.x)) % \(percent(point.y)) %, outside the area of "
            + "\(percent(area.x)) to \(percent(area.x + area.width)) % across and "
            + "\(percent(area.y)) to \(percent(area.y + area.height)) % down"
    }

    /// Returns why a touch that lacks something else lands or goes elsewhere than the pattern asks for; nil if it does not, or if it hardly
    /// moves.
    func misplacement(of sequence: TouchSequence, at now: Instant, _ rules: Rules, on surface: Surface) -> Reason? {
        var place = GesturePattern(kind)
        (place.count, place.area, place.edge, place.minimumDistance) = (count, area, edge, 0)
        let event = EngineEvent(candidate: place, of: sequence, rules, on: surface, at: now)
        if event.details.travel?.length.exceeds(rules.slop) ?? false {
            (place.directions, place.direction, place.axis) = (directions, direction, axis)
        }
        return place.mismatch(event, on: surface, rules.thresholds)
    }
}

extension EngineEvent.Details {
    /// That of a movement.
    fileprivate var travel: Vector? {
        switch self {
        case .drag(_, let travel, _), .swipe(_, let travel, _), .edgeSwipe(_, _, let travel, _): travel
        default: nil
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
