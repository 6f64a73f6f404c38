import GestureCore

/// Makes frames of contacts from the events of a device that speaks multitouch protocol B.
///
/// A slot's values stay as they are until the kernel sends others, for the next contact in it too; so they are seeded from
/// the device when it is opened, and never forgotten. A contact that was there before we looked, or that we lost sight of,
/// is dead: it is not reported, up to and including its lift.
public struct FrameAssembler: Equatable, Sendable {
    private struct Slot: Equatable, Sendable {
        var state = SlotState()
        /// What we report; nil when the slot is empty or its contact is dead.
        var contact: ContactID?
        /// What was in the slot when the frame began, once it has left.
        var lifted: ContactID?
        /// Where the contact was when the last frame ended, in pt.
        var position = Vector.zero
        var hasLanded = false
        var hasMoved = false
        /// Whether the contact landed and was lifted within this frame.
        var wasBrief = false
    }

    private let geometry: TouchGeometry
    private var slots: [Slot]
    private var current = 0
    /// Whether the kernel's queue ran over: what follows, up to the next report, tells what is there now, not what happened.
    private var isOverrun = false
    private var hasFollowUp = false
    /// When the last frame was.
    private var reported = Instant.distantPast

    public init(geometry: TouchGeometry) {
        self.geometry = geometry
        slots = [Slot](repeating: Slot(), count: geometry.slots)
    }

    public var contactsDown: Int { slots.count { $0.contact != nil } }

    /// Sets what the kernel knows of a slot before any event: a contact in it is dead.
    public mutating func seed(slot index: Int, _ state: SlotState) {
        guard slots.indices.contains(index) else { return }
        slots[index].state = state
        slots[index].contact = nil
    }

    /// Sets which slot the next events are of.
    public mutating func seed(currentSlot index: Int) { current = index }

    /// Takes one event.
    ///
    /// - Parameters:
    ///   - contacts: the next contact's number, shared by all devices.
    ///   - frame: set when the event completes a frame.
    /// - Returns: whether `frame` was set. Ask ``followUp(into:)`` then, until it says no.
    public mutating func handle(
        _ event: RawEvent, contacts: inout ContactNumbers, into frame: inout TouchFrame
    ) -> Bool {
        if event.type == EventType.abs {
            handleAxis(event, contacts: &contacts)
            return false
        }
        if event.isDropped {
            isOverrun = true
            return loseAll(at: event.time, into: &frame)
        }
        guard event.isReport else { return false }
        if isOverrun {
            isOverrun = false
            return false
        }
        return report(at: event.time, into: &frame)
    }

    /// The second part of a frame in which a contact landed and was lifted at once: its lift, at the same time.
    public mutating func followUp(into frame: inout TouchFrame) -> Bool {
        guard hasFollowUp else { return false }
        hasFollowUp = false
        frame.time = reported
        frame.changes.removeAll(keepingCapacity: true)
        for index in slots.indices where slots[index].wasBrief {
            slots[index].wasBrief = false
            if let contact = slots[index].lifted {
                frame.changes.append(ContactChange(contact, .up, at: slots[index].position))
            }
            slots[index].lifted = nil
        }
        return true
    }

    /// Every contact is lost: reports them as cancelled, and leaves them dead until they are lifted.
    public mutating func loseAll(at time: Instant, into frame: inout TouchFrame) -> Bool {
        frame.time = time
        frame.changes.removeAll(keepingCapacity: true)
        for index in slots.indices {
            // What landed in this very frame was never reported.
            let reported = slots[index].lifted ?? (slots[index].hasLanded ? nil : slots[index].contact)
            if let reported { frame.changes.append(ContactChange(reported, .cancel, at: slots[index].position)) }
            slots[index].contact = nil
            slots[index].lifted = nil
            slots[index].hasLanded = false
            slots[index].hasMoved = false
            slots[index].wasBrief = false
        }
        return !frame.changes.isEmpty
    }

    private mutating func handleAxis(_ event: RawEvent, contacts: inout ContactNumbers) {
        if event.code == EventCode.absMTSlot {
            current = Int(event.value)
            return
        }
        guard slots.indices.contains(current) else { return }
        switch event.code {
        case EventCode.absMTPositionX:
            slots[current].state.x = event.value
            slots[current].hasMoved = true
        case EventCode.absMTPositionY:
            slots[current].state.y = event.value
            slots[current].hasMoved = true
        case EventCode.absMTPressure:
            slots[current].state.pressure = event.value
            slots[current].hasMoved = true
        case EventCode.absMTTouchMajor:
            slots[current].state.major = event.value
            slots[current].hasMoved = true
        case EventCode.absMTTrackingID:
            handle(trackingID: event.value, contacts: &contacts)
        default:
            break
        }
    }

    private mutating func handle(trackingID: Int32, contacts: inout ContactNumbers) {
        guard trackingID != slots[current].state.trackingID else { return }
        slots[current].state.trackingID = trackingID
        // What came while we could not see is dead.
        guard !isOverrun else { return }
        if let contact = slots[current].contact {
            if !slots[current].hasLanded {
                slots[current].lifted = contact
            } else if trackingID < 0, slots[current].lifted == nil {
                slots[current].lifted = contact
                slots[current].wasBrief = true
            }
            slots[current].contact = nil
            slots[current].hasLanded = false
        }
        if trackingID >= 0, !slots[current].wasBrief {
            slots[current].contact = contacts.next()
            slots[current].hasLanded = true
        }
    }

    private mutating func report(at time: Instant, into frame: inout TouchFrame) -> Bool {
        reported = time
        frame.time = time
        frame.changes.removeAll(keepingCapacity: true)
        for index in slots.indices {
            if slots[index].wasBrief {
                reportBrief(index, into: &frame)
                continue
            }
            if let lifted = slots[index].lifted {
                frame.changes.append(ContactChange(lifted, .up, at: slots[index].position))
                slots[index].lifted = nil
            }
            if let contact = slots[index].contact, slots[index].hasLanded || slots[index].hasMoved {
                slots[index].position = geometry.point(slots[index].state)
                frame.changes.append(
                    ContactChange(
                        contact, slots[index].hasLanded ? .down : .move, at: slots[index].position,
                        shape: geometry.shape(slots[index].state)))
            }
            slots[index].hasLanded = false
            slots[index].hasMoved = false
        }
        return !frame.changes.isEmpty
    }

    private mutating func reportBrief(_ index: Int, into frame: inout TouchFrame) {
        slots[index].position = geometry.point(slots[index].state)
        slots[index].hasLanded = false
        slots[index].hasMoved = false
        hasFollowUp = true
        if let contact = slots[index].lifted {
            frame.changes.append(
                ContactChange(
                    contact, .down, at: slots[index].position, shape: geometry.shape(slots[index].state)))
        }
    }
}

/// What the kernel knows of one slot, in counts.
public struct SlotState: Equatable, Sendable {
    public var x: Int32
    public var y: Int32
    /// The kernel's number of what is in the slot; -1 when it is empty.
    public var trackingID: Int32
    public var pressure: Int32
    public var major: Int32

    public init(x: Int32 = 0, y: Int32 = 0, trackingID: Int32 = -1, pressure: Int32 = 0, major: Int32 = 0) {
        self.x = x
        self.y = y
        self.trackingID = trackingID
        self.pressure = pressure
        self.major = major
    }
}

/// Gives every contact of every device a number of its own.
public struct ContactNumbers: Equatable, Sendable {
    private var last: UInt64 = 0

    public init() {}

    mutating func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
