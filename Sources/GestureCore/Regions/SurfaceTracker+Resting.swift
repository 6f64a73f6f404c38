/// Fingers that rest on a touchscreen, and others that have landed beside them.
///
/// A hand that leans on the surface must not turn every tap into one of two fingers. A finger that has not moved for
/// ``Thresholds/rest`` therefore counts no more for fingers that land later: they get a group of their own, as if they were out of
/// reach. The press, long press or drag of the resting finger goes on. If the finger then moves beyond slop for the first time while
/// the others are down, it joins them. It is reported to them as a late landing. A drag whose finger paused goes on by itself.
///
/// Gestures of fingers beside others that rest (``GesturePattern/restingFingers``) need all of them in one group. A request with such a
/// gesture counts resting fingers like any others (``GestureOptions/countsResting``).
extension SurfaceTracker {
    /// Has fingers that rested until this frame join those that have landed beside them since.
    @inline(never)
    mutating func joinSettingOut(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        var touched = 0
        for position in active.indices where trackers[active[position]].hasFingers { touched += 1 }
        guard touched > 1 else {
            hasResting = false
            return
        }
        // All at once: the order of the changes must not matter.
        var parting: [ContactChange] = []
        for change in changes where change.action == .move {
            guard let tracker = active.first(where: { trackers[$0].setsOut(change) }),
                canJoinOthers(tracker, change, among: changes, at: now),
                let finger = trackers[tracker].sequence.indexOfDown(change.contact)
            else { continue }
            let position = trackers[tracker].sequence.fingers[finger].position
            parting.append(ContactChange(change.contact, .cancel, at: position, shape: change.shape))
            joining.append(deepestRegion(of: change.contact, inside: trackers[tracker].root))
        }
        guard !parting.isEmpty else { return }
        processPart(parting, at: now, into: &output)
        for index in parting.indices {
            parting[index].action = .down
            parting[index].isLate = true
        }
        processPart(parting, at: now, into: &output)
        joining.removeAll(keepingCapacity: true)
    }

    /// Returns the deepest region that follows a finger, which keeps the region where it landed.
    private func deepestRegion(of contact: ContactID, inside root: Int) -> Int {
        // A parent is before its children in the list.
        var deepest = root
        for index in active where trackers[index].root == root && trackers[index].sequence.isDown(contact) {
            deepest = max(deepest, trackers[index].group.region)
        }
        return deepest
    }

    /// Returns whether other fingers of the same region that move are within reach of one that sets out.
    private func canJoinOthers(
        _ tracker: Int, _ change: ContactChange, among changes: [ContactChange], at now: Instant
    ) -> Bool {
        for other in active where trackers[other].root == trackers[tracker].root {
            guard trackers[other].group.number != trackers[tracker].group.number, trackers[other].hasFingers,
                trackers[other].sequence.started - trackers[tracker].sequence.started > Thresholds.rest,
                !trackers[other].rests(at: now) || changes.contains(where: { trackers[other].setsOut($0) })
            else { continue }
            guard let reach else { return true }
            if !trackers[other].sequence.distance(to: change.position).exceeds(reach) { return true }
        }
        return false
    }
}
