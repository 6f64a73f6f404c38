import GestureCore

extension FrameAssembler {
    /// Reports the changes since the last frame.
    ///
    /// - Returns: whether there are any.
    mutating func report(
        at time: Instant, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        reported = time
        frame.time = time
        frame.changes.clear()
        // Counted fingers move with the first finger that has a position.
        let leader = counted.isEmpty ? nil : slots.firstIndex { $0.isContinued }
        let start = leader.map { slots[$0].position }
        if hasClicked || isSuspended {
            for index in slots.indices { cancel(index, in: &frame) }
        } else {
            for index in changed {
                if geometry.palms.isPalm(slots[index].values) { rejectPalm(index, into: &frame) }
                let keepsPosition = countChanged && geometry.multitouch == .single
                if slots[index].report(geometry, keepsPosition: keepsPosition, into: &frame) { hasFollowUp = true }
            }
        }
        if !counted.isEmpty || counted.total > slots.count {
            let end = leader.flatMap { slots[$0].contact != nil ? slots[$0].position : nil }
            reportCounted(movedBy: end.map { $0 - (start ?? .zero) } ?? .zero, contacts: &contacts, into: &frame)
        }
        changed = 0..<0
        hasClicked = false
        countChanged = false
        if ignoresAll, !slots.contains(where: { $0.isOccupied }) { ignoresAll = false }
        return !frame.changes.isEmpty
    }

    /// Sets `frame` to the second part of a frame in which a contact landed and was lifted: its lift, at the same time.
    package mutating func followUp(into frame: inout TouchFrame) -> Bool {
        hasFollowUp && reportLifts(into: &frame)
    }

    @inline(never)  // rare
    private mutating func reportLifts(into frame: inout TouchFrame) -> Bool {
        hasFollowUp = false
        frame.time = reported
        frame.changes.clear()
        for index in slots.indices { slots[index].reportLift(into: &frame) }
        return true
    }

    /// Cancels every contact, and resets the count of fingers.
    package mutating func loseAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        counted.releaseKeys()
        countChanged = false
        hasClicked = false
        return cancelAll(at: time, into: &frame)
    }

    /// Cancels every contact. The contacts are ignored until they are lifted.
    package mutating func cancelAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        frame.time = time
        frame.changes.clear()
        for index in slots.indices { cancel(index, in: &frame) }
        counted.remove(downTo: 0, .cancel, in: &frame)
        return !frame.changes.isEmpty
    }

    private mutating func cancel(_ index: Int, in frame: inout TouchFrame) {
        guard let contact = slots[index].ignore() else { return }
        frame.changes.append(ContactChange(contact, .cancel, at: slots[index].position))
    }

    private mutating func reportCounted(
        movedBy distance: Vector, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) {
        let expected = expectedCounted
        counted.remove(downTo: expected, hasClicked || isSuspended ? .cancel : .up, in: &frame)
        if distance != .zero { counted.move(by: distance, in: &frame) }
        while counted.reported < expected, let position = slots.first(where: { $0.contact != nil })?.position {
            counted.add(contacts.next(), at: position, in: &frame)
        }
    }

    /// How many fingers the device counts beyond its slots: none while a slot is free, or has an ignored contact, because
    /// it is unknown which of them the device counts.
    private var expectedCounted: Int {
        guard slots.allSatisfy({ $0.contact != nil }) else { return 0 }
        return max(0, counted.total - slots.count)
    }
}
