import TouchDecoding

/// Removes contacts from a recording that were down before it began.
///
/// Only needed for protocol A, which reports all contacts in every frame: a replay would take them for new. Slots and touch keys
/// report only changes.
struct InitialContactFilter: Sendable {
    private var isActive: Bool
    /// Whether the current frame has contacts.
    private var hasContacts = false

    init(_ description: DeviceDescription, _ state: DeviceSnapshot) {
        isActive = state.isTouched && state.slots.isEmpty && description.isProtocolA
    }

    /// Returns whether an event belongs to such a contact. Call it for each event in order.
    mutating func removes(_ event: RawEvent) -> Bool {
        guard isActive else { return false }
        if event.isReport {
            isActive = hasContacts
            hasContacts = false
            return isActive
        }
        if event.isContact { hasContacts = true }
        return event.isContact || event.type == EventType.syn && event.code == EventCode.synMTReport
    }
}

extension DeviceDescription {
    /// Whether the device reports all contacts in every frame, without slots.
    var isProtocolA: Bool { axis(EventCode.absMTPositionX) != nil && axis(EventCode.absMTSlot) == nil }
}
