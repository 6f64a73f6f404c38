/// The decisions between levels about fingers that both count.
extension SurfaceTracker {
    /// Decides between levels: has all others give up the fingers that an event since `first` claims.
    ///
    /// - Parameters:
    ///   - winner: the tracker that published the events.
    ///   - frame: the number of events before this frame.
    mutating func settle(
        _ winner: Int, from first: Int, since frame: Int, at now: Instant, into output: inout Output
    ) {
        guard !trackers[winner].group.isSimultaneous, var claim = output.indexOfClaim(since: first, at: now) else {
            return
        }
        let event = output.events[claim]
        let isTap = event.kind == .tap
        let darkens = !isTap || trackers[winner].isHigh(event)
        // Taken out, or the call copies the whole tracker.
        var claimed: [ContactChange] = []
        swap(&claimed, &self.claimed)
        defer { swap(&claimed, &self.claimed) }
        claimed.removeAll(keepingCapacity: true)
        trackers[winner].appendClaimed(to: &claimed, by: event.kind, at: now)
        let start = event.kind.recognitionPhase == .ended ? event.origin.time : now
        var end = output.events.count
        for index in active.indices {
            let other = active[index]
            guard other != winner, !trackers[other].group.isSimultaneous, trackers[other].counts(claimed)
            else { continue }
            let removesPress = trackers[other].concede(
                claimed, from: start, darkens: darkens, since: frame, at: now, into: &output)
            if removesPress {
                claim -= 1
                end -= 1
            }
            failContest(of: trackers[other].group, takenFrom: start, at: now, into: &output)
        }
        // Regions without fingers are not active, even if contests hold back their taps.
        for contest in contests.indices where contests[contest].tap.isHolding {
            let group = contests[contest].target
            guard let other = trackers.index(of: group), other != winner, trackers[other].hasLifted(claimed) else {
                continue
            }
            failContest(of: group, takenFrom: start, at: now, into: &output)
        }
        if end < output.events.count { output.bringForward(from: end, to: claim) }
        if !isTap { failContest(of: trackers[winner].group, at: now, into: &output) }
    }

    /// Returns the region inside that has a tap of the fingers that have now been lifted, but waits for another tap, and the time at
    /// which the first of its taps began; nil if no region waits.
    func heldTap(inside tracker: Int) -> (region: Int, start: Instant)? {
        guard !trackers[tracker].hasFingers, !trackers[tracker].group.isSimultaneous else { return nil }
        var first: (region: Int, start: Instant)?
        for index in active.indices where isInside(active[index], tracker) {
            guard let start = trackers[active[index]].holdStart, start < first?.start ?? .distantFuture else {
                continue
            }
            first = (trackers[active[index]].group.region, start)
        }
        for contest in contests.indices where contests[contest].ownerOfHeldTap > trackers[tracker].group.region {
            guard let target = trackers.index(of: contests[contest].target), isInside(target, tracker),
                let start = contests[contest].holdStart, start < first?.start ?? .distantFuture
            else { continue }
            first = (contests[contest].ownerOfHeldTap, start)
        }
        return first
    }

    /// Has the regions inside lose the taps of fingers that have now been lifted and made a high tap, which waits for the next.
    ///
    /// - Parameter first: the number of events before this tap.
    mutating func takeTaps(inside tracker: Int, from first: Int, at now: Instant, into output: inout Output) {
        guard !trackers[tracker].hasFingers, !trackers[tracker].group.isSimultaneous,
            let start = trackers[tracker].highHoldStart
        else { return }
        let end = output.events.count
        for index in active.indices where isInside(active[index], tracker) {
            trackers[active[index]].takeTap(from: start, at: now, into: &output)
        }
        for contest in contests.indices {
            guard let target = trackers.index(of: contests[contest].target), isInside(target, tracker) else { continue }
            failContest(of: contests[contest].target, takenFrom: start, at: now, into: &output)
        }
        if end < output.events.count { output.bringForward(from: end, to: first) }
    }

    /// Returns whether a tracker shares fingers with one of a region around its own, and competes with it.
    private func isInside(_ tracker: Int, _ other: Int) -> Bool {
        // A parent is before its children in the list, and only regions that contain each other share fingers.
        let group = trackers[tracker].group
        return group.region > trackers[other].group.region && !group.isSimultaneous
            && trackers[tracker].sequence.hasFinger(of: trackers[other].sequence)
    }
}
