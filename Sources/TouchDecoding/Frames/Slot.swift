import GestureCore

/// One slot of a device: the kernel's values, and which contact is reported for it.
///
/// The values stay valid until the kernel sends others, also for the next contact in the slot.
struct Slot: Equatable, Sendable {
    /// Which contacts the next frame reports for the slot.
    ///
    /// | state   | land    | leave                             | ignore          | frame reported |
    /// |---------|---------|-----------------------------------|-----------------|----------------|
    /// | none    | begin   | –                                 | none or ignored | –              |
    /// | ignored | –       | –                                 | none or ignored | –              |
    /// | begin   | –       | none if it hovers, else brief     | none or ignored | update         |
    /// | update  | –       | end                               | none or ignored | –              |
    /// | end     | replace | –                                 | none or ignored | none           |
    /// | replace | –       | end                               | none or ignored | update         |
    /// | brief   | –       | –                                 | none or ignored | – (see below)  |
    ///
    /// Another tracking id turns ``ignored`` into ``none``. Otherwise it acts like leave.
    ///
    /// The states are those of libinput (`enum touch_state` in evdev-mt-touchpad.h). libinput has no ``replace`` and no ``brief``,
    /// because it ignores a slot that changes twice within a frame.
    enum State: Equatable, Sendable {
        /// Nothing is reported: the slot is empty, or its contact hovers.
        case none
        /// A contact is in the slot, but is not reported until it is lifted.
        case ignored
        /// The contact landed in this frame.
        case begin(ContactID)
        /// The contact was reported before.
        case update(ContactID)
        /// The contact left in this frame.
        case end(ContactID)
        /// One contact left in this frame, and another landed.
        case replace(ContactID, by: ContactID)
        /// The contact landed and left in this frame. The frame reports that it landed; the follow-up reports that it left, and the
        /// state becomes ``none``.
        case brief(ContactID)
    }

    var values = SlotValues()
    private(set) var state = State.none
    /// The contact's position in the last frame, in pt.
    private(set) var position = Vector.zero
    /// Added to the reported position, in pt: the one position of several fingers jumps when their number changes, but no finger
    /// does.
    private var offset = Vector.zero
    /// Whether position, pressure or size changed since the last frame.
    var hasChanged = false

    var isOccupied: Bool { values.trackingID >= 0 }

    /// The contact on the surface that is reported; nil if there is none.
    var contact: ContactID? {
        switch state {
        case .begin(let contact), .update(let contact), .replace(_, let contact): contact
        case .none, .ignored, .end, .brief: nil
        }
    }

    /// Whether the contact was reported in an earlier frame and is still there.
    var isContinued: Bool { if case .update = state { true } else { false } }

    // MARK: Events

    /// Takes over a value that does not change which contacts are there.
    mutating func update(_ code: UInt16, _ value: Int32, _ horizontal: PositionRange, _ vertical: PositionRange) {
        switch code {
        case EventCode.absMTPositionX: values.x = horizontal.position(value, after: isContinued ? values.x : nil)
        case EventCode.absMTPositionY: values.y = vertical.position(value, after: isContinued ? values.y : nil)
        case EventCode.absMTPressure: values.pressure = value
        case EventCode.absMTTouchMajor: values.major = value
        case EventCode.absMTToolType:
            values.tool = value
            return
        default: return
        }
        hasChanged = true
    }

    /// A contact touches the surface.
    mutating func land(_ contacts: inout ContactNumbers) {
        switch state {
        case .none: state = .begin(contacts.next())
        case .end(let former): state = .replace(former, by: contacts.next())
        case .ignored, .begin, .update, .replace, .brief: break
        }
    }

    /// The contact is lifted, replaced, or hovers.
    mutating func leave() {
        switch state {
        case .begin(let contact): state = isOccupied ? .none : .brief(contact)
        case .update(let contact), .replace(let contact, _): state = .end(contact)
        case .none, .ignored, .end, .brief: break
        }
    }

    /// Stops reporting the contact in the slot, if there is one, until it is lifted.
    ///
    /// - Returns: the contact that was reported in an earlier frame and now has to be cancelled; nil if there is none.
    mutating func ignore() -> ContactID? {
        defer {
            state = isOccupied ? .ignored : .none
            hasChanged = false
        }
        switch state {
        case .update(let contact), .end(let contact), .replace(let contact, _): return contact
        case .none, .ignored, .begin, .brief: return nil
        }
    }

    /// Takes over another tracking id: the contact that was in the slot is gone, whether it was reported or ignored. A new one has
    /// not been handled yet: call ``land(_:)`` or ``ignoreLanding()``.
    mutating func setTrackingID(_ id: Int32) {
        values.trackingID = id
        if state == .ignored { state = .none }
        leave()
    }

    /// Ignores the new contact in the slot until it is lifted, because nobody knows when it landed. The slot has reported no contact
    /// since the earlier ones were cancelled, so there is none to cancel.
    mutating func ignoreLanding() { _ = ignore() }

    /// Sets the values before any event. A contact that is there is ignored.
    mutating func seed(_ values: SlotValues) {
        self.values = values
        state = isOccupied ? .ignored : .none
    }

    // MARK: Frames

    /// Appends the changes since the last frame.
    ///
    /// - Parameter keepsPosition: whether the position stays where it was, although the device reports another.
    /// - Returns: whether a follow-up has to report that the contact left.
    mutating func report(_ geometry: TouchGeometry, keepsPosition: Bool, into frame: inout TouchFrame) -> Bool {
        switch state {
        case .none, .ignored:
            break
        case .update(let contact):
            guard hasChanged else { break }
            let point = geometry.point(values)
            if keepsPosition { offset = position - point }
            position = point + offset
            frame.changes.append(ContactChange(contact, .move, at: position, shape: geometry.shape(values)))
        case .begin(let contact):
            state = .update(contact)
            land(contact, geometry, into: &frame)
        case .end(let contact):
            state = .none
            frame.changes.append(ContactChange(contact, .up, at: position))
        case .replace(let former, let contact):
            state = .update(contact)
            frame.changes.append(ContactChange(former, .up, at: position))
            land(contact, geometry, into: &frame)
        case .brief(let contact):
            land(contact, geometry, into: &frame)
            hasChanged = false
            return true
        }
        hasChanged = false
        return false
    }

    private mutating func land(_ contact: ContactID, _ geometry: TouchGeometry, into frame: inout TouchFrame) {
        offset = .zero
        position = geometry.point(values)
        frame.changes.append(ContactChange(contact, .down, at: position, shape: geometry.shape(values)))
    }

    /// Appends that a contact left that landed in the same frame.
    mutating func reportLift(into frame: inout TouchFrame) {
        guard case .brief(let contact) = state else { return }
        state = .none
        frame.changes.append(ContactChange(contact, .up, at: position))
    }
}
