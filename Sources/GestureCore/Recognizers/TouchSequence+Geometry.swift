/// The values that recognizers read from a touch sequence.
extension TouchSequence {
    /// The number of fingers that have taken part.
    var landedCount: Int { fingers.count }

    /// Returns whether another sequence has one of the fingers.
    func hasFinger(of other: TouchSequence) -> Bool {
        for finger in fingers where other.fingers.contains(where: { $0.id == finger.id }) { return true }
        return false
    }

    /// The location at the rim from which the fingers came: in the zone along an edge where they landed, or outside a touchscreen
    /// (``Onset``). nil if they came from elsewhere.
    func edgeLocation(within edge: Points, on surface: Surface) -> EdgeLocation? {
        if let location = EdgeLocation(of: origin.point, within: edge, on: surface) { return location }
        guard surface.kind == .touchscreen, edge > 0 else { return nil }
        let entry = origin.point - onset.stepBefore
        guard EdgeLocation(of: entry, within: min(Onset.rim, edge), on: surface) != nil else { return nil }
        return EdgeLocation(of: entry, within: edge, on: surface)
    }

    /// The velocity of fingers that were lifted. If one was lifted long before the last, and the others have stood still since, this is
    /// the velocity at the first lift.
    func swipeVelocity(at now: Instant) -> Velocity {
        guard landedCount > 1 else { return velocity(at: now) }
        var firstLift = now
        for finger in fingers { firstLift = min(firstLift, finger.lifted ?? now) }
        return velocity(at: now - firstLift > Thresholds.together ? firstLift : now)
    }

    /// The number of fingers that the user means. A finger still counts for ``Thresholds/together`` after its lift, because a
    /// hand does not lift all of its fingers in one frame.
    func fingerCount(at now: Instant) -> Int {
        var count = downCount
        guard count < fingers.count else { return count }
        for finger in fingers {
            if let lifted = finger.lifted, now - lifted <= Thresholds.together { count += 1 }
        }
        return count
    }

    /// The angle that the fingers have turned since their number last changed, in degrees.
    var turnSinceCountChange: Double { turn - turnAtCountChange }

    /// Returns whether the number of fingers is wanted, with and without those lifted a moment ago: a hand that lifts does not
    /// count as a hand with fewer fingers.
    func hasFingerCount(in wanted: FingerSet, at now: Instant) -> Bool {
        wanted.contains(downCount) && wanted.contains(fingerCount(at: now))
    }

    /// Returns whether fingers of a touchpad were lifted from a pinch or a rotation a moment ago. The sensor moves the others, or reports
    /// one once more, before the hand has left.
    func isLeavingSpread(at now: Instant) -> Bool {
        fingerMotion.excludesTravel && now - lastLift <= Thresholds.together
    }

    /// Returns whether the number of fingers is still wanted, and at least `least`, at the end of the frame. A gesture that
    /// would begin and end in one frame is noise of a finger that is being lifted.
    func stays(_ wanted: FingerSet, atLeast least: Int = 1) -> Bool {
        let left = downCount - lifts
        return (lifts == 0 || left >= least && wanted.contains(left))
            && (arrivals == 0 || wanted.contains(left + arrivals))
    }

    /// The travel of the centre since the number of fingers last changed, in pt.
    var travelSinceCountChange: Vector {
        mean(of: { $0.position - $0.base }) { $0.isDown }
    }

    /// The span when the number of fingers last changed, in pt.
    var spanAtCountChange: Points { span(of: { $0.base }, around: mean(of: { $0.base }) { $0.isDown }) }

    func span(of position: (Finger) -> Vector, around centre: Vector) -> Points {
        guard downCount > 1 else { return 0 }
        var sum = 0.0
        for index in fingers.indices where fingers[index].isDown {
            sum += position(fingers[index]).distance(to: centre)
        }
        return sum * 2 / Double(downCount)
    }

    /// The velocity of the centre, in pt/s.
    func velocity(at now: Instant) -> Velocity { velocityTracker.velocity(at: now) }

    /// The time since which all fingers have rested, if none has moved. Fingers that land together have rested since the first
    /// landing; a later finger restarts the wait.
    var restBegan: Instant {
        var last = started
        for finger in fingers { last = max(last, finger.landed) }
        return last - started <= Thresholds.together ? started : last
    }

    func isDown(_ id: ContactID) -> Bool { indexOfDown(id) != nil }

    /// The landing point of the finger with this number; nil if it is not down.
    func start(of id: ContactID) -> Vector? { indexOfDown(id).map { fingers[$0].start } }

    /// The number of fingers among the first `landings` to land that are still down.
    func downCount(ofFirst landings: Int) -> Int {
        var count = 0
        for finger in fingers where finger.ordinal < landings && finger.isDown { count += 1 }
        return count
    }

    /// The centre of the fingers among the first `landings` to land that are still down; zero if there are none.
    func centre(ofFirst landings: Int) -> Vector {
        mean(of: { $0.position }) { $0.ordinal < landings && $0.isDown }
    }

    /// The distance in pt from a point to the nearest finger that is down; if none is down, to the nearest of those lifted last,
    /// or to where they landed if they were lost.
    ///
    /// - Parameter counts: whether a finger counts.
    func distance(to point: Vector, where counts: (Finger) -> Bool = { _ in true }) -> Points {
        guard !fingers.isEmpty else { return point.distance(to: origin.point) }
        var nearest = Points.infinity
        for index in fingers.indices where (fingers[index].isDown || downCount == 0) && counts(fingers[index]) {
            nearest = min(nearest, point.distance(to: fingers[index].position))
        }
        return nearest
    }

    /// Returns whether all fingers landed within `interval` of each other, and were lifted within `interval` of each other.
    func isTogether(within interval: Interval) -> Bool {
        for finger in fingers where finger.landed - started > interval || !wasLiftedWithLast(finger, within: interval) {
            return false
        }
        return true
    }

    /// Returns whether a finger was lifted within `interval` before the last lift.
    func wasLiftedWithLast(_ finger: Finger, within interval: Interval) -> Bool {
        guard let lifted = finger.lifted else { return false }
        return lastLift - lifted <= interval
    }

    /// The mean of a value over the fingers for which `isMeant` is true; zero if there are none.
    func mean(of value: (Finger) -> Vector, where isMeant: (Finger) -> Bool = { _ in true }) -> Vector {
        var sum = Vector.zero
        var count = 0.0
        for index in fingers.indices where isMeant(fingers[index]) {
            sum += value(fingers[index])
            count += 1
        }
        return count > 0 ? sum / count : .zero
    }
}
