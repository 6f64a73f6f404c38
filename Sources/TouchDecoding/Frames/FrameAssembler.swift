import GestureCore

/// Assembles frames of contacts from the events of a device that has a slot for each finger, or one position for all.
///
/// Slots are seeded from the device when it is opened, because the kernel only sends values that change. These contacts are
/// ignored until they are lifted: contacts from before the device was opened, contacts after lost events, palms, and contacts on a
/// touchpad while one of its buttons is pressed.
///
/// Fingers that the device counts but reports no position for are reported at the position of another finger.
package struct FrameAssembler: Equatable, Sendable {
    let geometry: TouchGeometry
    var slots: [Slot]
    private var current = 0
    /// The slots that changed since the last frame, from the first to the last.
    var changed = 0..<0
    /// Whether the kernel's queue overflowed: events up to the next report describe the current state, not what happened.
    private var isOverrun = false
    /// Whether all contacts are ignored until none is left.
    var ignoresAll = false
    var hasFollowUp = false
    /// Whether a button of a touchpad was pressed, be it the pad itself or one beside it: fingers rest on the pad for that, and
    /// libinput does not recognize taps then either.
    var hasClicked = false
    /// Whether contacts are ignored for now, until they are lifted.
    package var isSuspended = false
    /// Whether the kernel repeats a key: the report after it does not end a frame.
    private(set) var isRepeating = false
    /// Whether a contact has landed or left since this was last reset.
    var contactsChanged = false
    var counted = CountedFingers()
    /// Whether the device counts another number of fingers than in the last frame.
    var countChanged = false
    /// The last tracking id that was assigned to a contact of a device without tracking ids.
    private var lastTrackingID: Int32 = 0
    /// Whether the touch key of a device without slots is down.
    private var isTouchKeyDown = false
    /// The time of the last frame.
    var reported = Instant.distantPast

    package init(geometry: TouchGeometry) {
        self.geometry = geometry
        slots = [Slot](repeating: Slot(), count: geometry.slots)
    }

    /// How many contacts are reported.
    package var contactsDown: Int { slots.count { $0.contact != nil } + counted.reported }

    /// Whether no contact is on the device, not even an ignored one.
    package var isUntouched: Bool { !ignoresAll && !slots.contains { $0.isOccupied } }

    // MARK: State before the first event

    /// Sets the values of a slot. A contact in it is ignored.
    package mutating func seed(slot index: Int, _ values: SlotValues) {
        guard slots.indices.contains(index) else { return }
        slots[index].seed(values)
    }

    /// Sets a key of ``countingKeys`` as down.
    package mutating func seed(countingKey code: UInt16) { _ = counted.set(code, isDown: true) }

    /// Sets the values of a device without slots, once its counting keys are set. A contact on it is ignored.
    package mutating func seedSingle(x: Int32, y: Int32, pressure: Int32, isTouchKeyDown: Bool) {
        self.isTouchKeyDown = isTouchKeyDown
        let isTouched = isTouched(pressure, wasTouched: false)
        seed(slot: 0, SlotValues(x: x, y: y, trackingID: isTouched ? 0 : -1, pressure: pressure))
    }

    /// Ignores all contacts until none is left, because it is unknown which were there before.
    mutating func ignoreUntilEmpty() { ignoresAll = true }

    /// Sets the slot of the next events.
    package mutating func seed(currentSlot index: Int) { current = index }

    // MARK: Events

    /// The axes of a device with slots that are used.
    package static let slotAxes = [
        EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
        EventCode.absMTPressure, EventCode.absMTTouchMajor, EventCode.absMTToolType, EventCode.absMTDistance,
    ]

    /// The keys by which a device counts fingers.
    package static let countingKeys = CountedFingers.keys

    /// Processes one event.
    ///
    /// - Parameters:
    ///   - contacts: numbers the contacts of all devices.
    ///   - frame: set if the event completes a frame.
    /// - Returns: whether `frame` was set. Call ``followUp(into:)`` then, until it returns false.
    package mutating func handle(
        _ event: RawEvent, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        switch event.type {
        case EventType.abs:
            handleAxis(event, contacts: &contacts)
            return false
        case EventType.key:
            if event.isRepeat { isRepeating = true } else { handleKey(event, contacts: &contacts) }
            return false
        default:
            break
        }
        if event.isDropped {
            isOverrun = true
            return loseAll(at: event.time, into: &frame)
        }
        guard event.isReport else { return false }
        let isRepetition = isRepeating
        isRepeating = false
        if event.isOfKernel {
            guard !isRepetition else { return false }
            isOverrun = false
            // The contacts are gone without having been lifted, and the values in the slots are out of date.
            return loseAll(at: event.time, into: &frame)
        }
        if geometry.touchPressure != nil { updateTouch(contacts: &contacts) }
        if isOverrun {
            isOverrun = false
            return false
        }
        return report(at: event.time, contacts: &contacts, into: &frame)
    }

    private mutating func handleAxis(_ event: RawEvent, contacts: inout ContactNumbers) {
        if geometry.multitouch == .single {
            handleSingleAxis(event)
            return
        }
        if event.code == EventCode.absMTSlot {
            current = Int(event.value)
            return
        }
        guard slots.indices.contains(current) else { return }
        markChanged(current)
        switch event.code {
        case EventCode.absMTTrackingID: setTrackingID(event.value, of: current, contacts: &contacts)
        case EventCode.absMTDistance:
            slots[current].values.distance = event.value
            updatePresence(current, contacts: &contacts)
        default: slots[current].update(event.code, event.value, geometry.horizontal, geometry.vertical)
        }
    }

    private mutating func handleSingleAxis(_ event: RawEvent) {
        let code: UInt16
        switch event.code {
        case EventCode.absX: code = EventCode.absMTPositionX
        case EventCode.absY: code = EventCode.absMTPositionY
        case EventCode.absPressure: code = EventCode.absMTPressure
        default: return
        }
        slots[0].update(code, event.value, geometry.horizontal, geometry.vertical)
        markChanged(0)
    }

    private mutating func markChanged(_ index: Int) {
        changed =
            changed.isEmpty ? index..<index + 1 : min(changed.lowerBound, index)..<max(changed.upperBound, index + 1)
    }

    private mutating func handleKey(_ event: RawEvent, contacts: inout ContactNumbers) {
        let isDown = event.value != 0
        switch event.code {
        case geometry.touchKey where geometry.multitouch == .single:
            isTouchKeyDown = isDown
            // Fingers that the pad counts can touch it as well; the end of the frame tells.
            if geometry.touchPressure == nil { setTouch(isDown, contacts: &contacts) }
        case EventCode.btnLeft...EventCode.btnTask:
            if isDown, geometry.kind == .touchpad { hasClicked = true }
        default:
            if counted.set(event.code, isDown: isDown) { countChanged = true }
        }
    }

    /// Updates whether a device without slots is touched.
    private mutating func setTouch(_ isTouched: Bool, contacts: inout ContactNumbers) {
        guard isTouched != slots[0].isOccupied else { return }
        if isTouched { lastTrackingID = lastTrackingID < .max ? lastTrackingID + 1 : 0 }
        setTrackingID(isTouched ? lastTrackingID : -1, of: 0, contacts: &contacts)
        markChanged(0)
    }

    /// Finds out at the end of a frame whether a pad without slots is touched.
    @inline(never)  // rare devices
    mutating func updateTouch(contacts: inout ContactNumbers) {
        let pressure = slots[0].values.pressure
        setTouch(isTouched(pressure, wasTouched: slots[0].isOccupied), contacts: &contacts)
    }

    /// Returns whether a device without slots is touched at a pressure.
    private func isTouched(_ pressure: Int32, wasTouched: Bool) -> Bool {
        if isTouchKeyDown { return true }
        guard counted.total > 0, let limits = geometry.touchPressure else { return false }
        return limits.isTouch(pressure, wasTouch: wasTouched)
    }

    private mutating func setTrackingID(_ trackingID: Int32, of index: Int, contacts: inout ContactNumbers) {
        guard trackingID != slots[index].values.trackingID else { return }
        slots[index].setTrackingID(trackingID)
        if isOverrun || ignoresAll {
            slots[index].ignoreLanding()
        } else {
            updatePresence(index, contacts: &contacts)
        }
    }

    /// A contact is reported while its slot is occupied and it does not hover.
    private mutating func updatePresence(_ index: Int, contacts: inout ContactNumbers) {
        contactsChanged = true
        if slots[index].isOccupied, slots[index].values.distance <= geometry.touchDistance {
            slots[index].land(&contacts)
        } else {
            slots[index].leave()
        }
    }
}
