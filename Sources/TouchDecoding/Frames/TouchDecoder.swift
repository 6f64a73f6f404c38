import GestureCore

/// Makes frames from the events of a device, whatever protocol it speaks.
package struct TouchDecoder {
    private let description: DeviceDescription
    private let geometry: TouchGeometry
    private var assembler: FrameAssembler
    /// nil unless the device speaks protocol A.
    private var tracker: AnonymousTracker?
    /// Whether the tracker is to see nothing up to the next report, for the kernel's queue ran over.
    private var isOverrun = false
    /// Whether the tracker was given contacts since the last report, and whether the device has said that there are none.
    private var hasContacts = false
    private var hasReleased = false
    package var silence = PenSilence()

    package init(_ description: DeviceDescription, _ geometry: TouchGeometry) throws(UnusableDevice) {
        self.description = description
        self.geometry = geometry
        assembler = FrameAssembler(geometry: geometry)
        if geometry.multitouch == .anonymous { tracker = try AnonymousTracker(description) }
    }

    package var contactsDown: Int { assembler.contactsDown }
    package var isUntouched: Bool { assembler.isUntouched }

    /// Takes one event; see ``FrameAssembler/handle(_:contacts:into:)``.
    package mutating func handle(
        _ event: RawEvent, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        assembler.isSilent = silence.covers(event.time)
        guard let tracker else { return assembler.handle(event, contacts: &contacts, into: &frame) }
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
        guard AnonymousTracker.takes(event), !event.isOfKernel else {
            return assembler.handle(event, contacts: &contacts, into: &frame)
        }
        if event.isReport {
            // A driver may leave out the empty contact that lifts the last finger, if it sends BTN_TOUCH or ABS_PRESSURE
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

    /// Takes in what pens did up to `time`, before what happens then: one that came near cancels every contact.
    ///
    /// - Returns: whether `frame` was set. Ask again then.
    package mutating func takePens(upTo time: Instant, into frame: inout TouchFrame) -> Bool {
        // Asked before each event, and there is hardly ever a pen.
        while silence.isPending, let start = silence.advance(to: time) {
            if assembler.cancelAll(at: start, into: &frame) { return true }
        }
        return false
    }

    /// Takes in what pens did, where there is no touch that it matters to.
    package mutating func forgetPens() { while silence.advance(to: .distantFuture) != nil {} }

    package mutating func followUp(into frame: inout TouchFrame) -> Bool { assembler.followUp(into: &frame) }

    /// Every contact is lost; see ``FrameAssembler/loseAll(at:into:)``.
    package mutating func loseAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        let hadContacts = assembler.loseAll(at: time, into: &frame)
        if tracker != nil {
            // What it knew of who is who is out of date, and who is still down will look new to it.
            tracker = (try? AnonymousTracker(description)) ?? tracker
            hasContacts = false
            hasReleased = false
            for index in 0..<geometry.slots { assembler.seed(slot: index, SlotState()) }
            assembler.seed(currentSlot: 0)
            if hadContacts { assembler.waitUntilEmpty() }
        }
        return hadContacts
    }

    /// Starts anew, with every finger up. A pen that is near still is.
    package mutating func restart() {
        isOverrun = false
        hasContacts = false
        hasReleased = false
        assembler = FrameAssembler(geometry: geometry)
        if tracker != nil { tracker = (try? AnonymousTracker(description)) ?? tracker }
    }

    /// Takes over the state of the device: fingers that are down are ignored until they are lifted.
    package mutating func seed(from state: DeviceState) {
        switch geometry.multitouch {
        case .slots:
            for (index, slot) in state.slots.prefix(geometry.slots).enumerated() { assembler.seed(slot: index, slot) }
            assembler.seed(currentSlot: state.currentSlot)
        case .single:
            assembler.seed(
                slot: 0,
                SlotState(
                    x: state.value(EventType.abs, EventCode.absX), y: state.value(EventType.abs, EventCode.absY),
                    trackingID: state.value(EventType.key, geometry.touchKey) != 0 ? 0 : -1,
                    pressure: state.value(EventType.abs, EventCode.absPressure)))
        case .anonymous:
            if state.value(EventType.key, EventCode.btnTouch) != 0 { assembler.waitUntilEmpty() }
        }
        for code in FrameAssembler.tools where state.value(EventType.key, code) != 0 { assembler.seed(tool: code) }
    }
}
