/// Leaves out fingers that were down before a recording began, where the device tells of all fingers anew in every frame
/// (multitouch protocol A): to whoever replays it they would land with the first frame. What has slots, or a key that says
/// when the finger lands, needs no such thing.
package struct LeftoverFilter: Sendable {
    private var isBlind: Bool
    private var hasContacts = false

    package init(_ description: DeviceDescription, _ state: DeviceState) {
        isBlind =
            state.isTouched && state.slots.isEmpty && description.axis(EventCode.absMTPositionX) != nil
            && description.axis(EventCode.absMTSlot) == nil
    }

    /// Whether an event tells of such a finger; takes one after the other.
    package mutating func hides(_ event: RawEvent) -> Bool {
        guard isBlind else { return false }
        if event.isReport {
            isBlind = hasContacts
            hasContacts = false
            return isBlind
        }
        if event.isContact { hasContacts = true }
        return event.isContact || event.type == EventType.syn && event.code == EventCode.synMTReport
    }
}
