import GestureCore

/// Writes the events that the clone of a filtered device gets, and knows the state that they give it.
///
/// The kernel sends only values that change. The clone's slots therefore get all values of the original when a contact lands that
/// the clone has not seen, or after a contact that was withheld.
///
/// The original is `inout` in all methods because a copy would cost more. Only ``passFrame(of:_:at:)`` changes it.
struct CloneWriter {
    /// A slot of the clone.
    private struct Slot {
        /// The tracking id of the contact; -1 if there is none.
        var id: Int32 = -1
        /// Whether the clone may have other values than the original. They are sent when the next contact lands.
        var isStale = true
    }

    /// The events since ``removeOutput()``.
    private(set) var output: [RawEvent] = []
    private var slots: [Slot]
    /// The slot of the next events; nil if that is unknown.
    private var currentSlot: Int?
    /// The keys that are down.
    private var keys = KeySet()
    /// Whether the clone may differ from the original in more than what the events of this frame change.
    private var needsSynchronization = true

    init(_ layout: CloneLayout) {
        slots = [Slot](repeating: Slot(), count: layout.slotCount)
        output.reserveCapacity(layout.room)
    }

    /// Starts with a clone on which no finger and no key is down.
    mutating func start() {
        for index in slots.indices { slots[index] = Slot() }
        output.clear()
        keys = KeySet()
        currentSlot = nil
        needsSynchronization = true
    }

    mutating func removeOutput() { output.clear() }

    /// Returns whether a contact is in the slot of the clone.
    func hasContact(in index: Int) -> Bool { slots[index].id >= 0 }

    // MARK: Frames that are passed on as they are

    /// Passes the events of the frame on. All contacts are on the clone, or land on it.
    mutating func passFrame(of original: inout OriginalState, _ plan: FramePlan, at time: Instant) {
        var needsAxes = false
        for index in bits(of: original.changed) {
            slots[index].id = original.slots[index].id
            if slots[index].isStale, original.slots[index].isOccupied { needsAxes = true }
        }
        if needsSynchronization || needsAxes || !output.isEmpty {
            completeFrame(of: &original, plan, at: time)
        } else {
            guard !original.frame.isEmpty else { return }
            swap(&original.frame, &output)
            currentSlot = original.currentSlot
        }
        keys = original.keys
        endFrame(at: time)
    }

    /// Passes the events of the frame on, and what the clone lacks besides. The kernel drops what is not new.
    @inline(never)  // rare
    private mutating func completeFrame(of original: inout OriginalState, _ plan: FramePlan, at time: Instant) {
        if original.layout.hasSlots { select(original.frameStartSlot, at: time) }
        for index in original.frame.indices { output.append(original.frame[index]) }
        currentSlot = original.currentSlot
        for index in bits(of: original.changed) where slots[index].isStale && original.slots[index].isOccupied {
            appendAxes(of: index, original.slots[index].values, .max, &original, at: time)
            slots[index].isStale = false
        }
        if original.layout.hasSlots { select(original.currentSlot, at: time) }
        appendPointer(plan, &original, at: time)
        appendKeys(plan, &original, at: time)
        // The position of a pointer means nothing to other programs until something touches.
        needsSynchronization = contactCount == 0
    }

    // MARK: Frames from which something is withheld

    /// Gives the clone the state of the original without the contacts that are withheld.
    ///
    /// - Parameters:
    ///   - changed: the slots of the original that have changed, a bit for each.
    ///   - passesOthers: whether the events of the frame that are not about contacts are passed on.
    mutating func composeFrame(
        of original: inout OriginalState, _ plan: FramePlan, changed: UInt64, passesOthers: Bool, at time: Instant
    ) {
        needsSynchronization = true
        cancel(plan.cancelled, &original, at: time)
        passLandings(plan, &original, at: time)
        passLifts(plan, &original, at: time)
        for index in bits(of: changed | plan.cancelled | plan.released) { update(index, plan, &original, at: time) }
        if passesOthers, !plan.blocksKeys { passOthers(of: &original) }
        appendPointer(plan, &original, at: time)
        appendKeys(plan, &original, at: time)
        endFrame(at: time)
    }

    /// Turns contacts into palms. They are lifted in the next frame.
    private mutating func cancel(_ mask: UInt64, _ original: inout OriginalState, at time: Instant) {
        guard original.layout.hasSlots, mask != 0 else { return }
        for index in bits(of: mask) {
            select(index, at: time)
            append(EventType.abs, EventCode.absMTToolType, PalmRejection.toolType, at: time)
            slots[index].isStale = true
        }
        endFrame(at: time)
    }

    /// Passes on that contacts landed that were held.
    private mutating func passLandings(_ plan: FramePlan, _ original: inout OriginalState, at time: Instant) {
        guard plan.released != 0 else { return }
        for index in bits(of: plan.released) {
            appendLanding(
                in: index, original.slots[index].formerID, original.slots[index].landing, &original, at: time)
            // It may have moved since, and be lifted without showing that.
            slots[index].isStale = true
        }
        appendPointer(plan, &original, at: time)
        appendKeys(plan, &original, at: time)
        endFrame(at: time)
    }

    /// Lifts contacts in whose slots others land.
    private mutating func passLifts(_ plan: FramePlan, _ original: inout OriginalState, at time: Instant) {
        guard plan.lifted != 0 else { return }
        for index in bits(of: plan.lifted) where slots[index].id >= 0 { appendLift(in: index, &original, at: time) }
        appendKeys(plan, &original, at: time)
        endFrame(at: time)
    }

    /// Makes a slot of the clone what it should be.
    private mutating func update(_ index: Int, _ plan: FramePlan, _ original: inout OriginalState, at time: Instant) {
        let bit = UInt64(1) << UInt64(index)
        let wasHeld = plan.released & bit != 0
        let id = plan.passing & bit != 0 ? original.slots[index].id : -1
        let changedAxes = original.slots[index].changedAxes
        if slots[index].id != id {
            if id >= 0 {
                appendLanding(in: index, id, original.slots[index].values, &original, at: time)
            } else {
                appendLift(in: index, &original, at: time)
            }
        } else if id >= 0, changedAxes != 0 || wasHeld {
            appendAxes(of: index, original.slots[index].values, wasHeld ? .max : changedAxes, &original, at: time)
            if wasHeld { slots[index].isStale = false }
        }
        if id < 0, changedAxes != 0 { slots[index].isStale = true }
    }

    /// Passes on the events of the frame that are neither about contacts nor about keys.
    private mutating func passOthers(of original: inout OriginalState) {
        for index in original.frame.indices {
            let event = original.frame[index]
            switch event.type {
            case EventType.key: continue
            case EventType.abs:
                if event.isContact || event.code == EventCode.absMTSlot
                    || DeviceSnapshot.singleAxes.contains(event.code)
                {
                    continue
                }
            default: break
            }
            output.append(event)
        }
    }

    // MARK: Parts of frames

    private var contactCount: Int { slots.count { $0.id >= 0 } }

    private mutating func appendLanding(
        in index: Int, _ id: Int32, _ values: OriginalSlot.Values, _ original: inout OriginalState, at time: Instant
    ) {
        slots[index].id = id
        slots[index].isStale = false
        guard original.layout.hasSlots else { return }
        select(index, at: time)
        append(EventType.abs, EventCode.absMTTrackingID, id, at: time)
        appendAxes(of: index, values, .max, &original, at: time)
    }

    private mutating func appendLift(in index: Int, _ original: inout OriginalState, at time: Instant) {
        slots[index].id = -1
        guard original.layout.hasSlots else { return }
        select(index, at: time)
        append(EventType.abs, EventCode.absMTTrackingID, -1, at: time)
        // libinput ignores a contact that lands in the slot of a palm, even if the same frame says afterwards that it is a finger.
        append(EventType.abs, EventCode.absMTToolType, original.slots[index].value(EventCode.absMTToolType), at: time)
    }

    private mutating func appendKeys(_ plan: FramePlan, _ original: inout OriginalState, at time: Instant) {
        var wanted = plan.blocksKeys ? KeySet() : original.keys
        let count = contactCount
        if !plan.blocksKeys, plan.kept > 0 || count != plan.occupied {
            if let touchKey = original.layout.touchKey { wanted.set(touchKey, isDown: count > 0) }
            for key in original.layout.toolKeys {
                wanted.set(key.code, isDown: key.count == min(count, CountedFingers.keys.count))
            }
        }
        guard wanted != keys else { return }
        let former = keys
        keys = wanted
        former.differences(to: wanted) { append(EventType.key, $0, $1 ? 1 : 0, at: time) }
    }

    /// Appends the position and pressure of the pointer: those of the original, or else of the first contact on the clone.
    private mutating func appendPointer(_ plan: FramePlan, _ original: inout OriginalState, at time: Instant) {
        guard original.layout.hasPointer, let slot = slots.firstIndex(where: { $0.id >= 0 }) else { return }
        let hasPressure = original.layout.hasPressure
        if plan.kept == 0, original.layout.hasSlots {
            for (index, code) in DeviceSnapshot.singleAxes.enumerated()
            where code != EventCode.absPressure || hasPressure {
                append(EventType.abs, code, original.pointer[index], at: time)
            }
        } else {
            append(EventType.abs, EventCode.absX, original.slots[slot].value(EventCode.absMTPositionX), at: time)
            append(EventType.abs, EventCode.absY, original.slots[slot].value(EventCode.absMTPositionY), at: time)
            if hasPressure {
                append(
                    EventType.abs, EventCode.absPressure, original.slots[slot].value(EventCode.absMTPressure), at: time)
            }
        }
    }

    /// - Parameter mask: of the axes, as ``OriginalSlot/changedAxes``.
    private mutating func appendAxes(
        of index: Int, _ values: OriginalSlot.Values, _ mask: UInt16, _ original: inout OriginalState, at time: Instant
    ) {
        guard original.layout.hasSlots else { return }
        select(index, at: time)
        for code in original.layout.axes where mask & 1 << UInt16(code - EventCode.absMTTouchMajor) != 0 {
            append(EventType.abs, code, values[OriginalSlot.index(of: code)], at: time)
        }
    }

    private mutating func select(_ index: Int, at time: Instant) {
        guard currentSlot != index else { return }
        currentSlot = index
        append(EventType.abs, EventCode.absMTSlot, Int32(truncatingIfNeeded: index), at: time)
    }

    private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Instant) {
        output.append(RawEvent(time: time, type: type, code: code, value: value))
    }

    /// Ends the frame, if there is one.
    private mutating func endFrame(at time: Instant) {
        guard let last = output.last, !last.isReport else { return }
        append(EventType.syn, EventCode.synReport, 0, at: time)
    }
}
