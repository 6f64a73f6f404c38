import GestureCore

/// The state of a device at one moment. Recordings need it at the start and after an overrun, because the kernel sends only
/// changes.
package struct DeviceSnapshot: Equatable, Sendable {
    /// The value of an axis without slots, or of a key.
    package struct Value: Equatable, Sendable {
        var type: UInt16
        var code: UInt16
        var value: Int32

        package init(type: UInt16, code: UInt16, value: Int32) {
            self.type = type
            self.code = code
            self.value = value
        }
    }

    package var slots: [SlotValues] = []
    /// The slot of the next events.
    package var currentSlot = 0
    /// The values of the axes and keys that matter, of those that the device has.
    package var values: [Value] = []

    package init() {}

    package static let singleAxes = [EventCode.absX, EventCode.absY, EventCode.absPressure]
    /// The key that is down while the device is touched, see ``DeviceDescription/touchKey(of:)``.
    package static func touchKeys(of description: DeviceDescription) -> [UInt16] {
        description.touchKey(of: .touchscreen).map { [$0] } ?? []
    }

    /// Returns the value of an axis without slots or of a key; 0 if the device does not have it.
    package func value(_ type: UInt16, _ code: UInt16) -> Int32 {
        values.first { $0.type == type && $0.code == code }?.value ?? 0
    }

    private static func isTouch(_ value: Value) -> Bool {
        value.type == EventType.key && [EventCode.btnTouch, EventCode.btnLeft].contains(value.code)
    }

    /// Follows an event of the device. Changes of axes and keys that the snapshot does not have are ignored.
    package mutating func apply(_ event: RawEvent) {
        guard event.type != EventType.syn else { return }
        guard event.type == EventType.abs, event.isContact || event.code == EventCode.absMTSlot else {
            if let index = values.firstIndex(where: { $0.type == event.type && $0.code == event.code }) {
                values[index].value = event.value
            }
            return
        }
        if event.code == EventCode.absMTSlot {
            currentSlot = Int(event.value)
        } else if slots.indices.contains(currentSlot) {
            switch event.code {
            case EventCode.absMTTrackingID: slots[currentSlot].trackingID = event.value
            case EventCode.absMTPositionX: slots[currentSlot].x = event.value
            case EventCode.absMTPositionY: slots[currentSlot].y = event.value
            case EventCode.absMTPressure: slots[currentSlot].pressure = event.value
            case EventCode.absMTTouchMajor: slots[currentSlot].major = event.value
            case EventCode.absMTToolType: slots[currentSlot].tool = event.value
            case EventCode.absMTDistance: slots[currentSlot].distance = event.value
            default: break
            }
        }
    }

    /// Whether a finger is down. On devices of protocol A only if they have a touch key: other contacts are no part of a snapshot.
    package var hasContacts: Bool { slots.isEmpty ? isTouched : slots.contains { $0.trackingID >= 0 } }

    /// Whether a touch key is down.
    package var isTouched: Bool { values.contains { Self.isTouch($0) && $0.value != 0 } }

    /// The events before the first event of a recording, at time 0: the last positions, so that a finger that lands in the same
    /// place has a position. Fingers that are down already are not part of it, so they are ignored in a replay.
    package var startEvents: [RawEvent] {
        var events = EventList(time: Instant(microseconds: 0))
        for (index, slot) in slots.enumerated() {
            let axes = Self.axes(of: slot).filter { $0.value != 0 }
            guard !axes.isEmpty else { continue }
            events.append(EventType.abs, EventCode.absMTSlot, Int32(index))
            for axis in axes { events.append(axis.type, axis.code, axis.value) }
        }
        if !slots.isEmpty { events.append(EventType.abs, EventCode.absMTSlot, Int32(currentSlot)) }
        for value in values where !Self.isTouch(value) && value.value != 0 {
            events.append(value.type, value.code, value.value)
        }
        if !events.all.isEmpty { events.append(EventType.syn, EventCode.synReport, 0) }
        return events.all
    }

    /// Returns events that report an overrun, and the state of the device after it.
    ///
    /// - Parameter description: only axes and keys that the device has are reported.
    package func overrunEvents(at time: Instant, of description: DeviceDescription) -> [RawEvent] {
        var events = EventList(time: time)
        events.append(EventType.syn, EventCode.synDropped, 0)
        for (index, slot) in slots.enumerated() {
            events.append(EventType.abs, EventCode.absMTSlot, Int32(index))
            events.append(EventType.abs, EventCode.absMTTrackingID, slot.trackingID)
            for axis in Self.axes(of: slot) where description.axis(axis.code) != nil {
                events.append(axis.type, axis.code, axis.value)
            }
        }
        if !slots.isEmpty { events.append(EventType.abs, EventCode.absMTSlot, Int32(currentSlot)) }
        for value in values { events.append(value.type, value.code, value.value) }
        events.append(EventType.syn, EventCode.synReport, 0)
        return events.all
    }

    private static func axes(of slot: SlotValues) -> [Value] {
        [
            (EventCode.absMTPositionX, slot.x), (EventCode.absMTPositionY, slot.y),
            (EventCode.absMTPressure, slot.pressure), (EventCode.absMTTouchMajor, slot.major),
            (EventCode.absMTToolType, slot.tool), (EventCode.absMTDistance, slot.distance),
        ].map { Value(type: EventType.abs, code: $0, value: $1) }
    }
}

private struct EventList {
    let time: Instant
    private(set) var all: [RawEvent] = []

    init(time: Instant) { self.time = time }

    mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        all.append(RawEvent(time: time, type: type, code: code, value: value))
    }
}
