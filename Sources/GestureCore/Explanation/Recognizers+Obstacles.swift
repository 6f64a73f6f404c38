/// The reasons of the recognizers, from the conditions that decide.
extension Recognizers {
    /// Returns what keeps the touch from being a gesture; nil if nothing does, or if that is not yet known.
    ///
    /// - Parameters:
    ///   - sequence: the fingers after a frame or a deadline, before which the gesture was not recognized.
    ///   - pattern: the conditions of the gesture, if it has any.
    func obstacle(
        to kind: GestureKind, _ pattern: GesturePattern?, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        on surface: Surface
    ) -> Obstacle? {
        switch kind {
        case .tap: tap.obstacle(of: sequence, at: now, rules)
        case .longPress: longPress.obstacle(of: sequence, at: now, rules)
        case .drag: drag.obstacle(of: sequence, at: now, rules)
        case .swipe, .edgeSwipe: swipe.obstacle(to: kind, pattern, of: sequence, rules, on: surface)
        case .pinch: pinch.obstacle(of: sequence, at: now, rules)
        case .rotation: rotation.obstacle(of: sequence, at: now, rules)
        case .stroke: stroke?.obstacle(to: pattern?.shape, of: sequence, rules)
        case .press, .touch, .activity: nil
        }
    }
}

extension TapRecognizer {
    /// Returns nil once the touch is a tap, even if it is held back.
    func obstacle(of sequence: TouchSequence, at now: Instant, _ rules: Rules) -> Obstacle? {
        if sequence.hasLeftSlop { return .final(.leftSlop(sequence, rules)) }
        if !sequence.isClean { return .final(Reason(.landedAfterLift)) }
        if sequence.landedCount > FingerSet.largest {
            return .final(.fingerCount(sequence.landedCount, of: rules.selection.tapFingers))
        }
        if sequence.downCount > 0 {
            // Only a long press makes a touch that meets these conditions no tap.
            if mayBecomeTap { return nil }
            // The long press can have a time of its own: it was made now.
            let rested = now - sequence.restBegan
            return .final(Reason(.longPress, rested, of: rested))
        }
        for finger in sequence.fingers where finger.landed - sequence.started > Thresholds.tapTogether {
            return .final(Reason(.landedApart, finger.landed - sequence.started, of: Thresholds.tapTogether))
        }
        for finger in sequence.fingers where !sequence.wasLiftedWithLast(finger, within: Thresholds.tapTogether) {
            let lifted = finger.lifted ?? now
            return .final(Reason(.liftedApart, sequence.lastLift - lifted, of: Thresholds.tapTogether))
        }
        let (duration, durations) = (sequence.lastLift - sequence.started, rules.selection.tapDurations)
        if duration < durations.lowerBound { return .final(Reason(.tooShort, duration, of: durations.lowerBound)) }
        if duration > durations.upperBound { return .final(Reason(.tooLong, duration, of: durations.upperBound)) }
        if rules.selection.tapCounts(fingers: sequence.landedCount).isEmpty {
            return .final(.fingerCount(sequence.landedCount, of: rules.selection.tapFingers))
        }
        return nil
    }

    /// Returns why a touch cannot continue the taps before it; nil if it can, or if no tap came before it.
    func obstacleToContinuing(with sequence: TouchSequence, _ thresholds: Thresholds) -> Reason? {
        guard !previous.starts.isEmpty else { return nil }
        switch discontinuity(before: sequence, longestGap: thresholds.tapGap, thresholds) {
        case nil: return nil
        case .gap(let gap): return Reason(.tapGap, gap, of: thresholds.tapGap)
        case .fingers: return Reason(.tapFingers, "\(fingers)")
        case .distance(let index):
            var nearest = Points.infinity
            for start in previous.starts {
                nearest = min(nearest, sequence.fingers[index].start.distance(to: start))
            }
            return Reason(.tapDistance, nearest, of: thresholds.tapDistance)
        }
    }
}

extension GestureSelection {
    /// The finger counts with which any tap is recognized.
    var tapFingers: FingerSet {
        var fingers = FingerSet.none
        for count in 1...FingerSet.largest where !tapCounts(fingers: count).isEmpty { fingers.insert(count) }
        return fingers
    }
}

extension LongPressRecognizer {
    func obstacle(of sequence: TouchSequence, at now: Instant, _ rules: Rules) -> Obstacle? {
        if isHeld { return nil }
        if sequence.hasLeftSlop { return .final(.leftSlop(sequence, rules)) }
        if !sequence.isClean { return .final(Reason(.landedAfterLift)) }
        let isOver = sequence.downCount < sequence.landedCount
        let wanted = rules.selection[.longPress]
        let reason = Reason(.liftedEarly, now - sequence.restBegan, of: rules.thresholds.longPress)
        guard wanted.contains(sequence.landedCount) else {
            return Obstacle(
                .fingerCount(sequence.landedCount, of: wanted), isFinal: isOver, missesMore: reason.isViolation)
        }
        // If a finger is lost that was one too many, the others can have rested for longer.
        return Obstacle(reason.isViolation ? reason : Reason(.fingersCameOrWent), isFinal: isOver, .distanceMissing)
    }
}

extension DragRecognizer {
    func obstacle(of sequence: TouchSequence, at now: Instant, _ rules: Rules) -> Obstacle? {
        let wanted = rules.selection[.drag]
        let length = sequence.travelSinceCountChange.length
        let isFar = isFarEnough(length, sequence, rules)
        if sequence.downCount > 1, sequence.fingerMotion.spreads, !sequence.fingerMotion.travels {
            return Obstacle(Reason(.spread), .distanceReached)
        }
        guard sequence.hasFingerCount(in: wanted, at: now) else {
            return Obstacle(
                .fingerCount(sequence.fingerCount(at: now), of: wanted), isFar ? .distanceReached : .far,
                missesMore: !isFar)
        }
        guard isFar else {
            // The centre can be beyond slop of where it was when the number of fingers changed while all fingers are within slop
            // of their landing points.
            let moved = length.exceeds(rules.slop) ? sequence.farthest : length
            let reason = rules.dragDistance.map { Reason(.distance, length, of: $0) }
            // In a frame in which a finger lands or is lifted, no distance begins a drag.
            return Obstacle(
                reason ?? Reason(.stayed, moved, of: rules.slop), sequence.stays(wanted) ? .distanceMissing : .far)
        }
        if sequence.downCount > 1, !sequence.fingerMotion.travels {
            return Obstacle(Reason(.undecided), .undecided)
        }
        return sequence.stays(wanted) && !sequence.isLeavingSpread(at: now)
            ? nil : Obstacle(Reason(.fingersCameOrWent), .distanceReached)
    }
}

extension SwipeRecognizer {
    /// - Parameter kind: swipe or edge swipe.
    func obstacle(
        to kind: GestureKind, _ pattern: GesturePattern?, of sequence: TouchSequence, _ rules: Rules,
        on surface: Surface
    ) -> Obstacle? {
        if !sequence.isClean { return .final(Reason(.landedAfterLift)) }
        guard sequence.downCount == 0 else { return nil }
        let wanted = rules.selection[kind]
        let movement = obstacleOfMovement(to: kind, pattern, of: sequence, rules, on: surface)
        guard wanted.contains(sequence.landedCount) else {
            return .final(.fingerCount(sequence.landedCount, of: wanted), missesMore: movement != nil)
        }
        return movement
    }

    /// Returns what keeps the movement from being the gesture, whether or not the number of fingers is right.
    private func obstacleOfMovement(
        to kind: GestureKind, _ pattern: GesturePattern?, of sequence: TouchSequence, _ rules: Rules,
        on surface: Surface
    ) -> Obstacle? {
        let mean = sequence.mean(of: { $0.travel })
        if let disagreement = disagreement(of: sequence, from: mean, rules, on: surface.kind) {
            return .final(reason(disagreement, of: sequence, from: mean, slop: rules.slop, on: surface.kind))
        }
        let shortest = max(
            shortest(fingers: sequence.landedCount, on: surface.kind, rules), pattern?.minimumDistance ?? 0)
        let isShort = !mean.length.reaches(shortest)
        let edge = rules.thresholds.edge
        let location = sequence.edgeLocation(within: edge, on: surface)
        let landing = EdgeLocation.distance(
            of: sequence.origin.point, from: kind == .edgeSwipe ? pattern?.edge : nil, on: surface)
        if kind == .edgeSwipe, location == nil {
            return .final(Reason(.awayFromEdge, landing, of: edge), missesMore: isShort)
        }
        if isShort {
            return .final(
                Reason(.distance, mean.length, of: shortest), missesMore: kind == .swipe && location != nil)
        }
        guard kind == .swipe, location != nil else { return nil }
        // Fingers that landed in motion come from outside.
        return .final(Reason(.inEdgeBand, landing.exceeds(edge) ? 0 : landing, of: edge))
    }

    private func reason(
        _ disagreement: Disagreement, of sequence: TouchSequence, from mean: Vector, slop: Points,
        on kind: Surface.Kind
    ) -> Reason {
        switch disagreement {
        case .stayed(let index):
            let words = sequence.farthest.exceeds(slop) ? "one finger " : ""
            return Reason(.stayed, sequence.fingers[index].travel.length, of: slop, words)
        case .turnedBack(let index):
            let finger = sequence.fingers[index]
            return Reason(.turnedBack, finger.path(slop: slop), of: finger.travel.length * 3)
        case .motion: return Reason(sequence.fingerMotion.spreads ? .spread : .undecided)
        case .liftedApart(let index):
            let lifted = sequence.fingers[index].lifted ?? sequence.lastLift
            return Reason(.liftedApart, sequence.lastLift - lifted, of: Thresholds.liftedTogether(on: kind))
        case .diverged(let index):
            let travel = sequence.fingers[index].travel
            let angle = Angle.of(Vector(x: travel.dot(mean), y: travel.cross(mean).magnitude)) * Angle.degreesPerRadian
            // Fingers that go opposite ways have no common direction.
            return angle.reaches(45) ? Reason(.diverged, angle, of: 45) : Reason(.spread)
        }
    }
}

extension EdgeLocation {
    /// The distance of a point from an edge, in pt.
    ///
    /// - Parameter edge: nil for the nearest one.
    static func distance(of point: Vector, from edge: Edge?, on surface: Surface) -> Points {
        let distance =
            switch edge {
            case .left: point.x
            case .right: surface.size.x - point.x
            case .top: point.y
            case .bottom: surface.size.y - point.y
            case nil: min(min(point.x, surface.size.x - point.x), min(point.y, surface.size.y - point.y))
            }
        // Some panels report points beyond an edge.
        return max(distance, 0)
    }
}

/// A measure that says what it lacks.
protocol ExplainedMeasure: SpreadMeasure {
    /// Returns why the measure does not start; nil if it does.
    static func reason(_ sequence: TouchSequence, _ rules: Rules) -> Reason?
}

extension Pinch: ExplainedMeasure {
    static func reason(_ sequence: TouchSequence, _ rules: Rules) -> Reason? {
        guard Pinch(sequence, rules) == nil else { return nil }
        let (before, span) = (sequence.spanAtCountChange, sequence.span)
        if !(span - before).magnitude.exceeds(2 * rules.slop) {
            return Reason(.span, (span - before).magnitude, of: 2 * rules.slop)
        }
        if !sequence.hasLeftSlop { return Reason(.stayed, sequence.farthest, of: rules.slop) }
        return Reason(.smallSpan, max(span, before), of: Thresholds.minimumSpan)
    }
}

extension Rotation: ExplainedMeasure {
    static func reason(_ sequence: TouchSequence, _ rules: Rules) -> Reason? {
        guard Rotation(sequence, rules) == nil else { return nil }
        if !sequence.span.reaches(Thresholds.minimumSpan) {
            return Reason(.smallSpan, sequence.span, of: Thresholds.minimumSpan)
        }
        let limit = rules.slop / (sequence.span / 2) * Angle.degreesPerRadian
        return Reason(.turn, sequence.turnSinceCountChange.magnitude, of: limit)
    }
}

extension SpreadRecognizer where Measure: ExplainedMeasure {
    func obstacle(of sequence: TouchSequence, at now: Instant, _ rules: Rules) -> Obstacle? {
        let wanted = rules.selection[Measure.kind]
        guard sequence.downCount > 1 else {
            return Obstacle(
                .fingerCount(sequence.landedCount, of: wanted, atLeast: Measure.kind.minimumFingers), missesMore: true)
        }
        if sequence.fingerMotion.travels, !sequence.fingerMotion.spreads {
            return Obstacle(Reason(.travelled), .distanceReached)
        }
        let reason = Measure.reason(sequence, rules)
        guard sequence.hasFingerCount(in: wanted, at: now) else {
            return Obstacle(
                .fingerCount(sequence.fingerCount(at: now), of: wanted, atLeast: Measure.kind.minimumFingers),
                reason == nil ? .distanceReached : .far, missesMore: reason != nil)
        }
        if let reason { return Obstacle(reason, .distanceMissing) }
        guard sequence.fingerMotion.spreads else { return Obstacle(Reason(.undecided), .undecided) }
        return sequence.stays(wanted, atLeast: 2) ? nil : Obstacle(Reason(.fingersCameOrWent), .distanceReached)
    }
}

extension StrokeRecognizer {
    /// - Parameter shape: the one that is asked for; nil for any.
    func obstacle(to shape: StrokeShape?, of sequence: TouchSequence, _ rules: Rules) -> Obstacle? {
        let wanted = rules.selection[.stroke]
        if !sequence.isClean { return .final(Reason(.landedAfterLift)) }
        guard sequence.downCount == 0 else { return nil }
        guard sequence.landedCount == 1, sequence.landings == 1, wanted.contains(1) else {
            return .final(.fingerCount(sequence.landings, of: .one), missesMore: true)
        }
        guard sequence.hasLeftSlop else { return .final(Reason(.stayed, sequence.farthest, of: rules.slop)) }
        switch matcher.result(for: path.points) {
        case .match: return nil
        case .tooSmall:
            return .final(Reason(.strokeSize, matcher.size(of: path.points), of: StrokeMatcher.smallest))
        case .tooStraight: return .final(Reason(.straight))
        case .different(let score):
            guard let nearest = matcher.nearestShape(to: path.points) else {
                return .final(Reason(.score, score, of: 0))
            }
            let asked = shape ?? nearest
            let own = matcher.score(of: path.points, as: asked)
            let isNearest = asked.isDrawn(like: nearest)
            if own.reaches(asked.threshold), !isNearest { return .final(Reason(.otherStroke, "\(nearest.name)")) }
            return .final(Reason(.score, own, of: asked.threshold, isNearest ? "" : "\(nearest.name)"))
        }
    }
}

extension StrokeRecognizer {
    /// Returns why a stroke that shows a shape is not this one; nil if it is.
    func mismatch(_ shape: StrokeShape) -> Reason? {
        guard case .match(let index, _) = matcher.result(for: path.points), !matcher.shapes[index].isDrawn(like: shape)
        else { return nil }
        return Reason(.otherStroke, "\(matcher.shapes[index].name)")
    }
}

extension StrokeMatcher {
    /// The similarity of a path to a shape, 0 … 1.
    func score(of path: [Vector], as shape: StrokeShape) -> Double {
        StrokeTemplate(path, straightness: Self.straightness).map { Double(max(shape.similarity(of: $0), 0)) } ?? 0
    }

    /// The shape that is most similar to a path, even if its score is too low; nil without shapes.
    func nearestShape(to path: [Vector]) -> StrokeShape? {
        guard let stroke = StrokeTemplate(path, straightness: Self.straightness) else { return nil }
        var best: (shape: StrokeShape?, similarity: Float) = (nil, -.infinity)
        for shape in shapes {
            let similarity = shape.similarity(of: stroke)
            if similarity > best.similarity { best = (shape, similarity) }
        }
        return best.shape
    }
}
