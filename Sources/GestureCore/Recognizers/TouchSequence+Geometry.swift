/// What recognizers read of a touch sequence.
extension TouchSequence {
    /// How many fingers have taken part.
    var landedCount: Int { fingers.count }

    /// How many fingers the person means: one that was lifted a moment ago still counts, since a hand does not lift all
    /// of its fingers in one frame.
    func fingerCount(at now: Instant) -> Int {
        var count = downCount
        guard count < fingers.count else { return count }
        for finger in fingers {
            if let lifted = finger.lifted, now - lifted <= Thresholds.together { count += 1 }
        }
        return count
    }

    /// By how much they have turned since the number of fingers last changed, in degrees.
    var turnSinceCountChange: Double { turn - turnAtCountChange }

    /// Whether so many fingers are wanted, those that were lifted a moment ago included: a hand that lifts is no smaller hand.
    func hasFingerCount(in wanted: FingerSet, at now: Instant) -> Bool {
        wanted.contains(downCount) && wanted.contains(fingerCount(at: now))
    }

    /// Whether the fingers that stay down to the end of the frame are as many as wanted, and at least `least`. A gesture that
    /// would begin and end in one frame is noise of a finger that is lifted.
    func stays(_ wanted: FingerSet, atLeast least: Int = 1) -> Bool {
        let left = downCount - lifts
        return (lifts == 0 || left >= least && wanted.contains(left))
            && (arrivals == 0 || wanted.contains(left + arrivals))
    }

    /// What the centre has travelled since the number of fingers last changed, in pt.
    var travelSinceCountChange: Vector {
        mean(of: { $0.position - $0.base }) { $0.isDown }
    }

    /// How far apart they were when their number last changed.
    var spanAtCountChange: Points { span(of: { $0.base }, around: mean(of: { $0.base }) { $0.isDown }) }

    func span(of position: (Finger) -> Vector, around centre: Vector) -> Points {
        guard downCount > 1 else { return 0 }
        var sum = 0.0
        for index in fingers.indices where fingers[index].isDown {
            sum += position(fingers[index]).distance(to: centre)
        }
        return sum * 2 / Double(downCount)
    }

    /// How fast the centre moves, in pt/s.
    func velocity(at now: Instant) -> Velocity { velocityTracker.velocity(at: now) }

    /// When the last of the fingers that are down landed.
    var lastLanding: Instant {
        var last = started
        for finger in fingers where finger.isDown { last = max(last, finger.landed) }
        return last
    }

    func isDown(_ id: ContactID) -> Bool { indexOfDown(id) != nil }

    /// Where the finger with this number landed, while it is down.
    func start(of id: ContactID) -> Vector? { indexOfDown(id).map { fingers[$0].start } }

    /// How many of the fingers are down that were among the first `landings` to land.
    func downCount(ofFirst landings: Int) -> Int {
        var count = 0
        for finger in fingers where finger.ordinal < landings && finger.isDown { count += 1 }
        return count
    }

    /// The centre of those; zero when there is none.
    func centre(ofFirst landings: Int) -> Vector {
        mean(of: { $0.position }) { $0.ordinal < landings && $0.isDown }
    }

    /// Whether all fingers landed, and all were lifted, within `interval` of each other.
    func isTogether(within interval: Interval) -> Bool {
        for finger in fingers where finger.landed - started > interval || !wasLiftedWithLast(finger, within: interval) {
            return false
        }
        return true
    }

    /// Whether a finger was lifted within `interval` before the last lift.
    func wasLiftedWithLast(_ finger: Finger, within interval: Interval) -> Bool {
        guard let lifted = finger.lifted else { return false }
        return lastLift - lifted <= interval
    }

    /// The mean of something of those fingers that are meant; zero when none is.
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
