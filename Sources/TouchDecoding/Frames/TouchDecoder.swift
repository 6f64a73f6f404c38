import GestureCore

/// Decodes the events of a device into frames, for every multitouch protocol.
package struct TouchDecoder {
    private let description: DeviceDescription
    private let geometry: TouchGeometry
    private var assembler: FrameAssembler
    /// nil unless the device uses protocol A.
    private var tracker: ProtocolATracker?
    /// Whether the kernel's queue overflowed: events up to the next report do not reach the tracker.
    private var isOverrun = false
    /// Whether the device reported contacts since the last report, and whether it reported that there are none.
    private var hasContacts = false
    private var hasReleased = false
    package var pens = PenArbitration()

    package init(_ description: DeviceDescription, _ geometry: TouchGeometry) throws(UnusableDevice) {
        self.description = description
        self.geometry = geometry
        assembler = FrameAssembler(geometry: geometry)
        if geometry.multitouch == .anonymous { tracker = try ProtocolATracker(description) }
    }

    package var contactsDown: Int { assembler.contactsDown }
    package var isUntouched: Bool { assembler.isUntouched }

    /// Returns whether a contact has landed or left since the last call.
    package mutating func takeContactsChanged() -> Bool {
        defer { assembler.contactsChanged = false }
        return assembler.contactsChanged
    }

    /// Returns the slot of a contact that is down; nil if there is none, or if the device does not report it.
    package func slot(of contact: ContactID) -> Int? { assembler.slots.firstIndex { $0.contact == contact } }

    /// Processes one event; see ``FrameAssembler/handle(_:contacts:into:)``.
    package mutating func handle(
        _ event: RawEvent, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        assembler.isSuspended = pens.ignoresTouches(at: event.time)
        guard let tracker else { return assembler.handle(event, contacts: &contacts, into: &frame) }
        return handle(event, with: tracker, contacts: &contacts, into: &frame)
    }

    /// Processes one event of a device that uses protocol A.
    @inline(never)  // devices with slots, which are nearly all, would pay for its variables at each event
    private mutating func handle(
        _ event: RawEvent, with tracker: ProtocolATracker, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        if event.isDropped {
            isOverrun = true
            return loseAll(at: event.time, into: &frame)
        }
        if isOverrun {
            isOverrun = !event.isReport
            return false
        }
        if event.isOfKernel, !assembler.isRepeating { return loseAll(at: event.time, into: &frame) }
        if event.saysNoContact { hasReleased = true }
        guard ProtocolATracker.accepts(event), !event.isOfKernel else {
            return assembler.handle(event, contacts: &contacts, into: &frame)
        }
        if event.isReport {
            // A driver that sends BTN_TOUCH or ABS_PRESSURE may omit the empty contact that lifts the last finger
            // (multi-touch-protocol.rst). libmtdev waits for it.
            if hasReleased, !hasContacts { tracker.put(.contactEnd(at: event.time)) }
            hasContacts = false
            hasReleased = false
        } else if event.type == EventType.syn {
            hasContacts = true
        }
        tracker.put(event)
        if event.isReport, tracker.isEmpty { return assembler.handle(event, contacts: &contacts, into: &frame) }
        var isComplete = false
        while let event = tracker.next() {
            if assembler.handle(event, contacts: &contacts, into: &frame) { isComplete = true }
        }
        return isComplete
    }

    /// Applies pen changes up to `time`: a pen that comes near cancels every contact.
    ///
    /// - Returns: whether `frame` was set. Call it again then.
    package mutating func applyPens(upTo time: Instant, into frame: inout TouchFrame) -> Bool {
        // Called before each event; devices with a pen are rare.
        while pens.isPending, let start = pens.advance(to: time) {
            if assembler.cancelAll(at: start, into: &frame) { return true }
        }
        return false
    }

    /// Applies all pen changes without cancelling contacts.
    package mutating func discardPens() { while pens.advance(to: .distantFuture) != nil {} }

    package mutating func followUp(into frame: inout TouchFrame) -> Bool { assembler.followUp(into: &frame) }

    /// Cancels every contact; see ``FrameAssembler/loseAll(at:into:)``.
    package mutating func loseAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        let hadContacts = assembler.loseAll(at: time, into: &frame)
        if tracker != nil {
            // Its assignment of contacts is out of date; contacts that are still down will look new to it.
            tracker = (try? ProtocolATracker(description)) ?? tracker
            hasContacts = false
            hasReleased = false
            for index in 0..<geometry.slots { assembler.seed(slot: index, SlotValues()) }
            assembler.seed(currentSlot: 0)
            if hadContacts { assembler.ignoreUntilEmpty() }
        }
        return hadContacts
    }

    /// Forgets all contacts. A pen that is near stays near.
    package mutating func restart() {
        isOverrun = false
        hasContacts = false
        hasReleased = false
        assembler = FrameAssembler(geometry: geometry)
        if tracker != nil { tracker = (try? ProtocolATracker(description)) ?? tracker }
    }

    /// Sets the state of the device before any event. Contacts that are down are ignored until they are lifted.
    package mutating func seed(from state: DeviceSnapshot) {
        for code in FrameAssembler.countingKeys where state.value(EventType.key, code) != 0 {
            assembler.seed(countingKey: code)
        }
        switch geometry.multitouch {
        case .slots:
            for (index, slot) in state.slots.prefix(geometry.slots).enumerated() { assembler.seed(slot: index, slot) }
            assembler.seed(currentSlot: state.currentSlot)
        case .single:
            assembler.seedSingle(
                x: state.value(EventType.abs, EventCode.absX), y: state.value(EventType.abs, EventCode.absY),
                pressure: state.value(EventType.abs, EventCode.absPressure),
                isTouchKeyDown: geometry.touchKey.map { state.value(EventType.key, $0) != 0 } ?? false)
        case .anonymous:
            if state.value(EventType.key, EventCode.btnTouch) != 0 { assembler.ignoreUntilEmpty() }
        }
    }
}
