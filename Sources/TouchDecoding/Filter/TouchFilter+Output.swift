import GestureCore

/// The events that the clone gets.
extension TouchFilter {
    // MARK: Frames that are passed on as they are

    /// Passes the events of the frame on. All contacts are on the clone, or land on it.
    mutating func passFrame(at time: Instant) {
        var needsAxes = false
        for index in bits(of: changed) {
            slots[index].cloneID = slots[index].id
            if slots[index].isStale, slots[index].isOccupied { needsAxes = true }
        }
        if needsSynchronization || needsAxes || !output.isEmpty {
            completeFrame(at: time)
        } else {
            guard !frame.isEmpty else { return }
            swap(&frame, &output)
            cloneSlot = current
        }
        cloneKeys = keys
        endFrame(at: time)
    }

    /// Passes the events of the frame on, and what the clone lacks besides. The kernel drops what is not new.
    @inline(never)  // rare
    private mutating func completeFrame(at time: Instant) {
        if hasSlots { select(frameStartSlot, at: time) }
        for index in frame.indices { output.append(frame[index]) }
        cloneSlot = current
        for index in bits(of: changed) where slots[index].isStale && slots[index].isOccupied {
            appendAxes(of: index, slots[index].values, .max, at: time)
            slots[index].isStale = false
        }
        if hasSlots { select(current, at: time) }
        appendPointer(at: time)
        appendKeys(at: time)
        // The position of a pointer means nothing to other programs until something touches.
        needsSynchronization = contactsOnClone == 0
    }

    // MARK: Frames from which something is withheld

    /// Gives the clone the state of the original without the contacts that are withheld.
    ///
    /// - Parameters:
    ///   - changed: the slots of the original that have changed, a bit for each.
    ///   - passesOthers: whether the events of the frame that are not about contacts are passed on.
    mutating func composeFrame(_ plan: FramePlan, changed: UInt64, passesOthers: Bool, at time: Instant) {
        needsSynchronization = true
        cancel(plan.cancelled, at: time)
        passLandings(plan.released, at: time)
        passLifts(plan.lifted, at: time)
        for index in bits(of: changed | plan.cancelled | plan.released) {
            follow(index, wasHeld: plan.released & 1 << UInt64(index) != 0, at: time)
        }
        if passesOthers, !blocksKeys { passOthers() }
        appendPointer(at: time)
        appendKeys(at: time)
        endFrame(at: time)
    }

    /// Turns contacts into palms. They are lifted in the next frame.
    private mutating func cancel(_ mask: UInt64, at time: Instant) {
        guard hasSlots, mask != 0 else { return }
        for index in bits(of: mask) {
            select(index, at: time)
            append(EventType.abs, EventCode.absMTToolType, PalmRejection.toolType, at: time)
            slots[index].isStale = true
        }
        endFrame(at: time)
    }

    /// Passes on that contacts landed that were held.
    private mutating func passLandings(_ mask: UInt64, at time: Instant) {
        guard mask != 0 else { return }
        for index in bits(of: mask) {
            land(index, slots[index].formerID, slots[index].landing, at: time)
            // It may have moved since, and be lifted without showing that.
            slots[index].isStale = true
        }
        appendPointer(at: time)
        appendKeys(at: time)
        endFrame(at: time)
    }

    /// Lifts contacts in whose slots others land.
    private mutating func passLifts(_ mask: UInt64, at time: Instant) {
        guard mask != 0 else { return }
        for index in bits(of: mask) where slots[index].cloneID >= 0 { lift(index, at: time) }
        appendKeys(at: time)
        endFrame(at: time)
    }

    /// Makes a slot of the clone what it should be.
    private mutating func follow(_ index: Int, wasHeld: Bool, at time: Instant) {
        let id = slots[index].state == .passing ? slots[index].id : -1
        if slots[index].cloneID != id {
            if id >= 0 { land(index, id, slots[index].values, at: time) } else { lift(index, at: time) }
        } else if id >= 0, slots[index].changedAxes != 0 || wasHeld {
            appendAxes(of: index, slots[index].values, wasHeld ? .max : slots[index].changedAxes, at: time)
            if wasHeld { slots[index].isStale = false }
        }
        if id < 0, slots[index].changedAxes != 0 { slots[index].isStale = true }
    }

    private mutating func land(_ index: Int, _ id: Int32, _ values: FilterSlot.Values, at time: Instant) {
        slots[index].cloneID = id
        slots[index].isStale = false
        guard hasSlots else { return }
        select(index, at: time)
        append(EventType.abs, EventCode.absMTTrackingID, id, at: time)
        appendAxes(of: index, values, .max, at: time)
    }

    private mutating func lift(_ index: Int, at time: Instant) {
        slots[index].cloneID = -1
        guard hasSlots else { return }
        select(index, at: time)
        append(EventType.abs, EventCode.absMTTrackingID, -1, at: time)
        // libinput ignores a contact that lands in the slot of a palm, even if the same frame says afterwards that it is a finger.
        append(EventType.abs, EventCode.absMTToolType, slots[index].value(EventCode.absMTToolType), at: time)
    }

    /// Passes on the events of the frame that are neither about contacts nor about keys.
    private mutating func passOthers() {
        for index in frame.indices {
            let event = frame[index]
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

    private var contactsOnClone: Int { slots.count { $0.cloneID >= 0 } }

    /// Whether the keys of the device are withheld, too: those beside a dark display, or while everything is withheld.
    private var blocksKeys: Bool { isBlocking || withholdsTouch && isWaking }

    private mutating func appendKeys(at time: Instant) {
        var wanted = blocksKeys ? KeySet() : keys
        let count = contactsOnClone
        if !blocksKeys, kept > 0 || count != occupied {
            if let touchKey { wanted.set(touchKey, isDown: count > 0) }
            for key in toolKeys { wanted.set(key.code, isDown: key.count == min(count, CountedFingers.keys.count)) }
        }
        guard wanted != cloneKeys else { return }
        let former = cloneKeys
        cloneKeys = wanted
        former.differences(to: wanted) { append(EventType.key, $0, $1 ? 1 : 0, at: time) }
    }

    /// Appends the position and pressure of the pointer: those of the original, or else of the first contact on the clone.
    private mutating func appendPointer(at time: Instant) {
        guard hasPointer, let slot = slots.firstIndex(where: { $0.cloneID >= 0 }) else { return }
        if kept == 0, hasSlots {
            for (index, code) in DeviceSnapshot.singleAxes.enumerated()
            where code != EventCode.absPressure || hasPressure {
                append(EventType.abs, code, pointer[index], at: time)
            }
        } else {
            append(EventType.abs, EventCode.absX, slots[slot].value(EventCode.absMTPositionX), at: time)
            append(EventType.abs, EventCode.absY, slots[slot].value(EventCode.absMTPositionY), at: time)
            if hasPressure {
                append(EventType.abs, EventCode.absPressure, slots[slot].value(EventCode.absMTPressure), at: time)
            }
        }
    }

    /// - Parameter mask: of the axes, as ``FilterSlot/changedAxes``.
    private mutating func appendAxes(of index: Int, _ values: FilterSlot.Values, _ mask: UInt16, at time: Instant) {
        guard hasSlots else { return }
        select(index, at: time)
        for code in axes where mask & 1 << UInt16(code - EventCode.absMTTouchMajor) != 0 {
            append(EventType.abs, code, values[FilterSlot.index(of: code)], at: time)
        }
    }

    private mutating func select(_ index: Int, at time: Instant) {
        guard cloneSlot != index else { return }
        cloneSlot = index
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
