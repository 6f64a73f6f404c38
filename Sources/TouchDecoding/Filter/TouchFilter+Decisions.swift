import GestureCore

/// The decisions on contacts.
extension TouchFilter {
    mutating func decide(at time: Instant, _ isDark: () -> Bool, into plan: inout FramePlan) {
        let wasUntouched = occupied == 0
        var hasPassingLanding = false
        for index in bits(of: original.changed) {
            let (id, formerID) = (original.slots[index].id, original.slots[index].formerID)
            if id != formerID {
                if formerID >= 0 { lift(index, into: &plan) }
                if id >= 0 {
                    if wasUntouched, occupied == 0 { begin(at: time, isDark) }
                    land(index, at: time)
                    if contacts[index].state == .passing { hasPassingLanding = true }
                }
            } else if original.slots[index].changedAxes != 0 {
                follow(index, into: &plan)
            }
        }
        if hasPassingLanding { releaseHeld(until: .distantFuture, into: &plan) }
        if let limit = rules.fingers, !withholdsTouch, fingerCount >= limit {
            withholdsTouch = true
            withholdAll(into: &plan)
        }
        if occupied == 0 { withholdsTouch = false }
        if occupied > 0 || !wasUntouched { lastTouch = time }
    }

    /// The number of fingers on the original, also those that it only counts.
    private var fingerCount: Int {
        var count = occupied
        for (index, key) in CountedFingers.keys.enumerated() where original.keys.contains(key) {
            count = max(count, index + 1)
        }
        return count
    }

    /// The first finger of a touch lands.
    private mutating func begin(at time: Instant, _ isDark: () -> Bool) {
        let isIdle = rules.idleTime.map { limit in lastTouch.map { time - $0 >= limit } ?? false } ?? false
        isWaking = isIdle || rules.wake && isDark()
        withholdsTouch = isWaking
    }

    private mutating func land(_ index: Int, at time: Instant) {
        occupied += 1
        contacts[index].hasLandedInFrame = true
        contacts[index].landed = time
        contacts[index].start = point(of: index)
        contacts[index].swipeEdges = EdgeSet()
        if isBlocking || withholdsTouch {
            contacts[index].state = .withheld
            kept += 1
            return
        }
        let edges =
            edges.isEmpty
            ? edges
            : EdgeSet.near(contacts[index].start, band: thresholds.edge, size: geometry.size.points)
                .intersection(edges)
        contacts[index].swipeEdges = edges
        contacts[index].state = edges.isEmpty ? .passing : .held
        if !edges.isEmpty {
            original.keepLanding(of: index)
            kept += 1
        }
    }

    private func point(of index: Int) -> Vector {
        geometry.point(
            SlotValues(
                x: original.slots[index].value(EventCode.absMTPositionX),
                y: original.slots[index].value(EventCode.absMTPositionY)))
    }

    private mutating func lift(_ index: Int, into plan: inout FramePlan) {
        if contacts[index].state == .held { release(index, into: &plan) }
        if contacts[index].state == .withheld { kept -= 1 }
        contacts[index].state = .empty
        occupied -= 1
        // Another contact may be in the slot already: the clone's must be lifted before.
        if original.slots[index].isOccupied { plan.lifted |= 1 << UInt64(index) }
    }

    /// Decides on a contact at an edge that has moved.
    private mutating func follow(_ index: Int, into plan: inout FramePlan) {
        guard !contacts[index].swipeEdges.isEmpty else { return }
        let travel = point(of: index) - contacts[index].start
        guard travel.length.exceeds(thresholds.slop(on: geometry.kind)) else { return }
        if !contacts[index].swipeEdges.leadsInwards(Direction(of: travel)) {
            contacts[index].swipeEdges = EdgeSet()
            if contacts[index].state == .held { release(index, into: &plan) }
        } else if travel.length.reaches(thresholds.swipeDistance(fingers: occupied, on: geometry.kind)) {
            contacts[index].swipeEdges = EdgeSet()
            withhold(index, into: &plan)
        }
    }

    /// Passes on the contacts that have been held long enough at `time`. They can still become edge swipes.
    mutating func releaseHeld(until time: Instant, into plan: inout FramePlan) {
        for index in contacts.indices
        where contacts[index].state == .held && contacts[index].landed + Self.longestHold <= time {
            release(index, into: &plan)
        }
    }

    private mutating func release(_ index: Int, into plan: inout FramePlan) {
        contacts[index].state = .passing
        kept -= 1
        // A contact that landed in this frame is passed on with it.
        if original.slots[index].formerID >= 0, !contacts[index].hasLandedInFrame {
            plan.released |= 1 << UInt64(index)
        }
    }

    mutating func withhold(_ index: Int, into plan: inout FramePlan) {
        switch contacts[index].state {
        case .passing:
            kept += 1
            if clone.hasContact(in: index) { plan.cancelled |= 1 << UInt64(index) }
        case .empty: return
        case .held, .withheld: break
        }
        contacts[index].state = .withheld
        plan.released &= ~(1 << UInt64(index))
    }

    mutating func withholdAll(into plan: inout FramePlan) {
        for index in contacts.indices { withhold(index, into: &plan) }
    }
}
