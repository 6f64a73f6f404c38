import GestureCore

/// The state of a filtered device, and what has changed since its last frame.
struct OriginalState {
    let layout: CloneLayout
    /// The events since the last frame. ``CloneWriter`` swaps the array with its output.
    var frame: [RawEvent] = []
    /// Whether ``frame`` lacks events.
    private(set) var isOverfull = false
    private(set) var slots: [OriginalSlot]
    /// The slots in which something changed since the last frame, a bit for each.
    private(set) var changed: UInt64 = 0
    /// The slot of the next events.
    private(set) var currentSlot = 0
    /// The slot at the start of the frame.
    private(set) var frameStartSlot = 0
    /// The keys that are down.
    private(set) var keys = KeySet()
    /// The position and pressure of the pointer.
    private(set) var pointer = InlineArray<3, Int32>(repeating: 0)
    private var isRepeating = false
    /// The tracking id that was given last to a contact of a device without slots.
    private var lastID: Int32 = 0

    init(_ layout: CloneLayout) {
        self.layout = layout
        slots = [OriginalSlot](repeating: OriginalSlot(), count: layout.slotCount)
        frame.reserveCapacity(layout.room)
    }

    // MARK: Events

    /// Returns whether a slot has changed in this frame, and the event changes it a second time.
    func changesAgain(with event: RawEvent) -> Bool {
        event.type == EventType.abs && event.code == EventCode.absMTTrackingID && layout.hasSlots
            && slots.indices.contains(currentSlot) && slots[currentSlot].id != slots[currentSlot].formerID
    }

    /// Takes over an event that does not end a frame.
    mutating func take(_ event: RawEvent) {
        switch event.type {
        case EventType.abs: takeAxis(event)
        case EventType.key: takeKey(event)
        default: break
        }
        // More contacts than the filter knows could never be withheld, and might stay down on the clone.
        guard !event.isRepeat, !layout.hasSlots || !event.isContact || slots.indices.contains(currentSlot) else {
            return
        }
        if frame.count < TouchFilter.mostEvents { frame.append(event) } else { isOverfull = true }
    }

    private mutating func takeAxis(_ event: RawEvent) {
        switch event.code {
        case EventCode.absX: takePointer(0, event.value)
        case EventCode.absY: takePointer(1, event.value)
        case EventCode.absPressure: takePointer(2, event.value)
        case EventCode.absMTSlot where layout.hasSlots: currentSlot = Int(event.value)
        case EventCode.absMTTrackingID where layout.hasSlots:
            guard slots.indices.contains(currentSlot) else { return }
            slots[currentSlot].id = max(event.value, -1)
            changed |= 1 << UInt64(currentSlot)
        default:
            guard layout.hasSlots, event.isContact, slots.indices.contains(currentSlot) else { return }
            slots[currentSlot].set(event.code, event.value)
            changed |= 1 << UInt64(currentSlot)
        }
    }

    /// - Parameter index: of the axis in ``DeviceSnapshot/singleAxes``.
    private mutating func takePointer(_ index: Int, _ value: Int32) {
        pointer[index] = value
        guard !layout.hasSlots else { return }
        slots[0].set(Self.singleContactAxes[index], value)
        changed |= 1
    }

    /// The axes of the slot that stands for the one contact of a device without slots.
    private static let singleContactAxes = [
        EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absMTPressure,
    ]

    private mutating func takeKey(_ event: RawEvent) {
        if event.isRepeat {
            isRepeating = true
            return
        }
        keys.set(event.code, isDown: event.value != 0)
        if !layout.hasSlots, event.code == layout.touchKey { setContact(isDown: event.value != 0) }
    }

    /// Takes over whether a device without slots is touched.
    private mutating func setContact(isDown: Bool) {
        changed |= 1
        guard isDown != slots[0].isOccupied else { return }
        if isDown { lastID = lastID < .max ? lastID + 1 : 0 }
        slots[0].id = isDown ? lastID : -1
    }

    /// Keeps the values of a contact that lands, to pass it on later.
    mutating func keepLanding(of index: Int) { slots[index].keepLanding() }

    // MARK: Ends of frames

    /// Returns whether the report that follows belongs to a key that the kernel repeats: it does not end a frame.
    mutating func takeRepetition() -> Bool {
        defer { isRepeating = false }
        return isRepeating
    }

    /// Empties all slots after the kernel has lost events.
    mutating func loseContacts() {
        for index in slots.indices where slots[index].isOccupied {
            slots[index].id = -1
            changed |= 1 << UInt64(index)
        }
        isOverfull = true
    }

    /// Ends the frame: nothing has changed since.
    mutating func finishFrame() {
        for index in bits(of: changed) { slots[index].finishFrame() }
        changed = 0
        frame.clear()
        frameStartSlot = currentSlot
        isOverfull = false
    }

    // MARK: The state of the device

    /// Starts with the state of the device.
    mutating func start(from device: borrowing some DeviceState & ~Copyable) {
        for index in slots.indices { slots[index] = OriginalSlot() }
        take(device)
        for index in slots.indices { slots[index].finishFrame() }
        changed = 0
        frame.clear()
        frameStartSlot = currentSlot
    }

    /// Takes over the state of the device in place of the events since the last frame.
    mutating func synchronize(with device: borrowing some DeviceState & ~Copyable) {
        frame.clear()
        take(device)
        isOverfull = true
    }

    private mutating func take(_ device: borrowing some DeviceState & ~Copyable) {
        keys = KeySet()
        for code in device.pressedKeys { keys.set(code, isDown: true) }
        for (index, code) in DeviceSnapshot.singleAxes.enumerated() { pointer[index] = device.axis(code) }
        if layout.hasSlots {
            currentSlot = device.currentSlot
            for index in slots.indices {
                for code in layout.axes { slots[index].set(code, device.slot(index, code)) }
                slots[index].id = max(device.slot(index, EventCode.absMTTrackingID), -1)
            }
            changed = UInt64.max >> UInt64(UInt64.bitWidth - slots.count)
        } else {
            for (index, code) in Self.singleContactAxes.enumerated() { slots[0].set(code, pointer[index]) }
            setContact(isDown: layout.touchKey.map { keys.contains($0) } ?? false)
        }
    }
}
