import GestureCore

/// Makes frames of contacts from the events of a device that has a slot for each finger, or one position for all.
///
/// A slot's values stay as they are until the kernel sends others, for the next contact in it too; so they are seeded from
/// the device when it is opened, and never forgotten. A contact that was there before we looked, that we lost sight of, that
/// is a palm or that is on a touchpad while one of its buttons is pressed is dead: it is not reported, up to and including its
/// lift.
///
/// Fingers that the device counts (BTN_TOOL_DOUBLETAP and the like) but cannot place are reported where another is.
package struct FrameAssembler: Equatable, Sendable {
    private struct Slot: Equatable, Sendable {
        var state = SlotState()
        /// What we report; nil when the slot is empty, or its contact is dead or hovers.
        var contact: ContactID?
        var isDead = false
        /// What was in the slot when the frame began, once it has left.
        var lifted: ContactID?
        /// Where the contact was when the last frame ended, in pt.
        var position = Vector.zero
        /// What that is off from where the device says, in pt: one position of several fingers jumps when their number
        /// changes, and no finger does.
        var offset = Vector.zero
        var hasLanded = false
        var hasMoved = false
        /// Whether the contact landed and was lifted within this frame.
        var wasBrief = false

        var isOccupied: Bool { state.trackingID >= 0 }

        /// Takes over what changes about a contact that stays.
        mutating func take(_ event: RawEvent) {
            switch event.code {
            case EventCode.absMTPositionX: state.x = event.value
            case EventCode.absMTPositionY: state.y = event.value
            case EventCode.absMTPressure: state.pressure = event.value
            case EventCode.absMTTouchMajor: state.major = event.value
            case EventCode.absMTToolType:
                state.tool = event.value
                return
            default: return
            }
            hasMoved = true
        }
    }

    /// A finger that is counted and has no position of its own.
    private struct Companion: Equatable, Sendable {
        var contact: ContactID
        var position: Vector
    }

    private let geometry: TouchGeometry
    private var slots: [Slot]
    private var current = 0
    /// From the first to the last slot of which the kernel told something since the last frame.
    private var told = 0..<0
    /// Whether the kernel's queue ran over: what follows, up to the next report, tells what is there now, not what happened.
    private var isOverrun = false
    /// Whether contacts are dead until none is left.
    private var isBlind = false
    private var hasFollowUp = false
    /// Whether a button of a touchpad was pressed, be it the pad itself or one beside it: fingers rest on the pad for that, and
    /// libinput makes no tap of them either.
    private var hasClicked = false
    /// Whether what is on the device does not count for now, up to and including its lift.
    package var isSilent = false
    /// Whether the kernel repeats a key: the report that comes with that does not end our frame.
    private(set) var isRepeating = false
    /// How many fingers the device counts, if it does: a bit for each BTN_TOOL_FINGER, _DOUBLETAP, … that is down.
    private var tools: UInt8 = 0
    private var countChanged = false
    private var companions: [Companion] = []
    /// The tracking ids that a device without any gets.
    private var lastID: Int32 = 0
    /// When the last frame was.
    private var reported = Instant.distantPast

    package init(geometry: TouchGeometry) {
        self.geometry = geometry
        slots = [Slot](repeating: Slot(), count: geometry.slots)
        companions.reserveCapacity(Self.tools.count)
    }

    package var contactsDown: Int { slots.count { $0.contact != nil } + companions.count }

    /// Whether nothing is on the device, not even what is not reported.
    package var isUntouched: Bool { !isBlind && !slots.contains { $0.isOccupied } }

    /// Sets what the kernel knows of a slot before any event: a contact in it is dead.
    package mutating func seed(slot index: Int, _ state: SlotState) {
        guard slots.indices.contains(index) else { return }
        slots[index].state = state
        slots[index].contact = nil
        slots[index].isDead = slots[index].isOccupied
    }

    /// Sets that a key of ``tools`` is down before any event.
    package mutating func seed(tool code: UInt16) {
        if let index = Self.tools.firstIndex(of: code) { tools |= 1 << UInt8(index + 1) }
    }

    /// Takes contacts for dead until none is left, where nobody can say which were there before.
    package mutating func waitUntilEmpty() { isBlind = true }

    /// Sets which slot the next events are of.
    package mutating func seed(currentSlot index: Int) { current = index }

    /// Takes one event.
    ///
    /// - Parameters:
    ///   - contacts: the next contact's number, shared by all devices.
    ///   - frame: set when the event completes a frame.
    /// - Returns: whether `frame` was set. Ask ``followUp(into:)`` then, until it says no.
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
            // What was down is gone, and was not lifted; what a slot still has is out of date.
            return loseAll(at: event.time, into: &frame)
        }
        if isOverrun {
            isOverrun = false
            return false
        }
        return report(at: event.time, contacts: &contacts, into: &frame)
    }

    /// The second part of a frame in which a contact landed and was lifted at once: its lift, at the same time.
    package mutating func followUp(into frame: inout TouchFrame) -> Bool {
        hasFollowUp && reportLifts(into: &frame)
    }

    @inline(never)  // rare
    private mutating func reportLifts(into frame: inout TouchFrame) -> Bool {
        hasFollowUp = false
        frame.time = reported
        frame.changes.clear()
        for index in slots.indices where slots[index].wasBrief {
            slots[index].wasBrief = false
            if let contact = slots[index].lifted {
                frame.changes.append(ContactChange(contact, .up, at: slots[index].position))
            }
            slots[index].lifted = nil
        }
        return true
    }

    /// Every contact is lost, and with them the count of fingers; see ``cancelAll(at:into:)``.
    package mutating func loseAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        tools = 0
        countChanged = false
        hasClicked = false
        return cancelAll(at: time, into: &frame)
    }

    /// Reports every contact as cancelled, and leaves them dead until they are lifted.
    package mutating func cancelAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        frame.time = time
        frame.changes.clear()
        for index in slots.indices {
            lose(index, in: &frame)
            slots[index].hasMoved = false
            slots[index].wasBrief = false
        }
        drop(companionsFrom: 0, .cancel, in: &frame)
        return !frame.changes.isEmpty
    }

    // MARK: Events

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
        noteTold(current)
        switch event.code {
        case EventCode.absMTTrackingID: handle(trackingID: event.value, of: current, contacts: &contacts)
        case EventCode.absMTDistance:
            slots[current].state.distance = event.value
            updatePresence(current, contacts: &contacts)
        default: slots[current].take(event)
        }
    }

    private mutating func handleSingleAxis(_ event: RawEvent) {
        switch event.code {
        case EventCode.absX: slots[0].state.x = event.value
        case EventCode.absY: slots[0].state.y = event.value
        case EventCode.absPressure: slots[0].state.pressure = event.value
        default: return
        }
        slots[0].hasMoved = true
        noteTold(0)
    }

    private mutating func noteTold(_ index: Int) {
        told = told.isEmpty ? index..<index + 1 : min(told.lowerBound, index)..<max(told.upperBound, index + 1)
    }

    private mutating func handleKey(_ event: RawEvent, contacts: inout ContactNumbers) {
        let isDown = event.value != 0
        switch event.code {
        case geometry.touchKey where geometry.multitouch == .single:
            guard isDown != slots[0].isOccupied else { return }
            if isDown { lastID = lastID < .max ? lastID + 1 : 0 }
            handle(trackingID: isDown ? lastID : -1, of: 0, contacts: &contacts)
            noteTold(0)
        case EventCode.btnLeft...EventCode.btnTask:
            if isDown, geometry.kind == .touchpad { hasClicked = true }
        default:
            guard let index = Self.tools.firstIndex(of: event.code) else { return }
            let bit: UInt8 = 1 << UInt8(index + 1)
            tools = isDown ? tools | bit : tools & ~bit
            countChanged = true
        }
    }

    /// The axes that are read of a device with slots.
    package static let slotAxes = [
        EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
        EventCode.absMTPressure, EventCode.absMTTouchMajor, EventCode.absMTToolType, EventCode.absMTDistance,
    ]

    /// What is down while one finger is, two, three, four, and five or more.
    package static let tools = [
        EventCode.btnToolFinger, EventCode.btnToolDoubleTap, EventCode.btnToolTripleTap, EventCode.btnToolQuadTap,
        EventCode.btnToolQuintTap,
    ]

    private mutating func handle(trackingID: Int32, of index: Int, contacts: inout ContactNumbers) {
        guard trackingID != slots[index].state.trackingID else { return }
        slots[index].state.trackingID = trackingID
        leave(index)
        // What came while we could not see is dead.
        slots[index].isDead = isOverrun || isBlind
        updatePresence(index, contacts: &contacts)
    }

    /// A contact is there while its slot is occupied and it does not hover.
    private mutating func updatePresence(_ index: Int, contacts: inout ContactNumbers) {
        if isTouching(index), !slots[index].isDead {
            guard slots[index].contact == nil, !slots[index].wasBrief else { return }
            slots[index].contact = contacts.next()
            slots[index].hasLanded = true
        } else {
            leave(index)
        }
    }

    private func isTouching(_ index: Int) -> Bool {
        slots[index].isOccupied && slots[index].state.distance <= geometry.touchDistance
    }

    /// By the device's word or by its size.
    private func isPalm(_ index: Int) -> Bool {
        slots[index].isOccupied && (slots[index].state.tool == SlotState.palm || geometry.isPalm(slots[index].state))
    }

    private mutating func leave(_ index: Int) {
        guard let contact = slots[index].contact else { return }
        if !slots[index].hasLanded {
            slots[index].lifted = contact
        } else if !slots[index].isOccupied, slots[index].lifted == nil {
            slots[index].lifted = contact
            slots[index].wasBrief = true
        }
        slots[index].contact = nil
        slots[index].hasLanded = false
    }

    // MARK: Frames

    private mutating func report(
        at time: Instant, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        reported = time
        frame.time = time
        frame.changes.clear()
        let reference = companions.isEmpty ? nil : slots.firstIndex { $0.contact != nil && !$0.hasLanded }
        let before = reference.map { slots[$0].position }
        let areLost = hasClicked || isSilent
        for index in areLost ? slots.indices : told {
            // A click is none of what its fingers might have become, and a palm is no finger.
            if areLost || isPalm(index) {
                if !areLost, let lifted = slots[index].lifted, !slots[index].wasBrief {
                    // A finger was there before the palm.
                    frame.changes.append(ContactChange(lifted, .up, at: slots[index].position))
                    slots[index].lifted = nil
                }
                lose(index, in: &frame)
                slots[index].wasBrief = false
                slots[index].hasMoved = false
            }
            reportSlot(index, into: &frame)
        }
        if !companions.isEmpty || fingersCounted > slots.count {
            let way = reference.flatMap { slots[$0].contact != nil ? slots[$0].position - (before ?? .zero) : nil }
            reportCompanions(moved: way ?? .zero, contacts: &contacts, into: &frame)
        }
        told = 0..<0
        hasClicked = false
        countChanged = false
        if isBlind, !slots.contains(where: { $0.isOccupied }) { isBlind = false }
        return !frame.changes.isEmpty
    }

    private mutating func reportSlot(_ index: Int, into frame: inout TouchFrame) {
        if slots[index].wasBrief {
            reportBrief(index, into: &frame)
            return
        }
        if let lifted = slots[index].lifted {
            frame.changes.append(ContactChange(lifted, .up, at: slots[index].position))
            slots[index].lifted = nil
        }
        if let contact = slots[index].contact, slots[index].hasLanded || slots[index].hasMoved {
            place(index)
            frame.changes.append(
                ContactChange(
                    contact, slots[index].hasLanded ? .down : .move, at: slots[index].position,
                    shape: geometry.shape(slots[index].state)))
        }
        slots[index].hasLanded = false
        slots[index].hasMoved = false
    }

    private mutating func reportBrief(_ index: Int, into frame: inout TouchFrame) {
        place(index)
        slots[index].hasLanded = false
        slots[index].hasMoved = false
        hasFollowUp = true
        if let contact = slots[index].lifted {
            frame.changes.append(
                ContactChange(contact, .down, at: slots[index].position, shape: geometry.shape(slots[index].state)))
        }
    }

    /// Takes over where the device says that a contact is.
    private mutating func place(_ index: Int) {
        let point = geometry.point(slots[index].state)
        if slots[index].hasLanded || slots[index].wasBrief {
            slots[index].offset = .zero
        } else if countChanged, geometry.multitouch == .single {
            slots[index].offset = slots[index].position - point
        }
        slots[index].position = point + slots[index].offset
    }

    /// Reports what is in a slot as cancelled, and leaves it dead.
    private mutating func lose(_ index: Int, in frame: inout TouchFrame) {
        // What landed in this very frame was never reported.
        let reported = slots[index].wasBrief ? nil : slots[index].lifted
        if let lost = reported ?? (slots[index].hasLanded ? nil : slots[index].contact) {
            frame.changes.append(ContactChange(lost, .cancel, at: slots[index].position))
        }
        slots[index].contact = nil
        slots[index].lifted = nil
        slots[index].isDead = slots[index].isOccupied
        slots[index].hasLanded = false
    }

    // MARK: Fingers that are counted alone

    /// - Parameter way: how far the contact went that they go with.
    private mutating func reportCompanions(
        moved way: Vector, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) {
        let wanted = wantedCompanions
        if companions.count > wanted {
            drop(companionsFrom: wanted, hasClicked || isSilent ? .cancel : .up, in: &frame)
        }
        if way != .zero {
            for index in companions.indices {
                companions[index].position += way
                tell(companions[index], .move, in: &frame)
            }
        }
        while companions.count < wanted, let place = slots.first(where: { $0.contact != nil })?.position {
            companions.append(Companion(contact: contacts.next(), position: place))
            tell(companions[companions.count - 1], .down, in: &frame)
        }
    }

    /// How many fingers are counted beyond those that have a slot: none as long as there are slots for more, or a contact is
    /// dead, for nobody knows then who is counted.
    private var wantedCompanions: Int {
        guard slots.allSatisfy({ $0.contact != nil }) else { return 0 }
        return max(0, fingersCounted - slots.count)
    }

    /// How many fingers the keys of ``tools`` count; 0 for a device without any.
    private var fingersCounted: Int { UInt8.bitWidth - 1 - (tools | 1).leadingZeroBitCount }

    private mutating func drop(
        companionsFrom first: Int, _ action: ContactChange.Action, in frame: inout TouchFrame
    ) {
        while companions.count > first { tell(companions.removeLast(), action, in: &frame) }
    }

    private func tell(_ companion: Companion, _ action: ContactChange.Action, in frame: inout TouchFrame) {
        frame.changes.append(
            ContactChange(companion.contact, action, at: companion.position, hasOwnPosition: false))
    }
}

/// What the kernel knows of one slot, in counts.
package struct SlotState: Equatable, Sendable {
    package var x: Int32
    package var y: Int32
    /// The kernel's number of what is in the slot; -1 when it is empty.
    package var trackingID: Int32
    package var pressure: Int32
    package var major: Int32
    /// What touches: MT_TOOL_FINGER, MT_TOOL_PALM, …
    package var tool: Int32
    /// How far above the surface it hovers; 0 where it touches.
    package var distance: Int32

    /// MT_TOOL_PALM of linux/input.h, the highest of what may be a hand.
    package static let palm: Int32 = 2

    package init(
        x: Int32 = 0, y: Int32 = 0, trackingID: Int32 = -1, pressure: Int32 = 0, major: Int32 = 0, tool: Int32 = 0,
        distance: Int32 = 0
    ) {
        self.x = x
        self.y = y
        self.trackingID = trackingID
        self.pressure = pressure
        self.major = major
        self.tool = tool
        self.distance = distance
    }
}

/// Gives every contact of every device a number of its own.
package struct ContactNumbers: Equatable, Sendable {
    private var last: UInt64 = 0

    package init() {}

    package mutating func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
