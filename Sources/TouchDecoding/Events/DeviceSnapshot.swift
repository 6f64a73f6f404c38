import GestureCore

/// What a device is like at one moment, by which a recording starts and goes on after an overrun: the kernel sends only what
/// changes.
package struct DeviceSnapshot: Equatable, Sendable {
    /// The value of an axis that has no slots, or of a key.
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
    /// The slot that the next events are of.
    package var currentSlot = 0
    /// Of those there are of ``singleAxes`` and ``keys``.
    package var values: [Value] = []

    package init() {}

    package static let singleAxes = [EventCode.absX, EventCode.absY, EventCode.absPressure]
    /// The left button touches where there is no BTN_TOUCH: see ``DeviceDescription/touchKey(of:)``.
    package static func touchKeys(of description: DeviceDescription) -> [UInt16] {
        description.touchKey(of: .touchscreen).map { [$0] } ?? []
    }

    /// The value of an axis without slots or of a key; 0 if the device does not have it.
    package func value(_ type: UInt16, _ code: UInt16) -> Int32 {
        values.first { $0.type == type && $0.code == code }?.value ?? 0
    }

    private static func isTouch(_ value: Value) -> Bool {
        value.type == EventType.key && [EventCode.btnTouch, EventCode.btnLeft].contains(value.code)
    }

    /// Whether a finger is down, as far as a key says so.
    package var isTouched: Bool { values.contains { Self.isTouch($0) && $0.value != 0 } }

    /// What comes before the first event of a recording, at its time 0: where fingers were last, so that one that lands in
    /// the same place has a position. That a finger is down already is not in it, and none of what it does is a touch then.
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

    /// That events were lost, and what the device says after it.
    ///
    /// - Parameter description: what the device has; of what it does not have nothing is said.
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
    package let time: Instant
    private(set) var all: [RawEvent] = []

    package init(time: Instant) { self.time = time }

    package mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        all.append(RawEvent(time: time, type: type, code: code, value: value))
    }
}
