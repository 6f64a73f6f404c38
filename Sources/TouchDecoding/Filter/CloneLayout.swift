import GestureCore

/// The parts of a filtered device whose values can differ on its clone: slots, axes, keys.
struct CloneLayout {
    /// Whether the device reports a slot for each contact (protocol B).
    let hasSlots: Bool
    /// The number of slots; 1 for a device without slots.
    let slotCount: Int
    /// The axes of a contact that the device has.
    let axes: [UInt16]
    let hasPointer: Bool
    let hasPressure: Bool
    /// The keys that count fingers, of those that the device has, and the number of fingers that each stands for.
    let toolKeys: [(code: UInt16, count: Int)]
    /// The key that is down while the device is touched; nil if it has none.
    let touchKey: UInt16?

    init(_ description: DeviceDescription, _ geometry: TouchGeometry) {
        let slotAxis = description.axis(EventCode.absReserved) == nil ? description.axis(EventCode.absMTSlot) : nil
        hasSlots = slotAxis.map { $0.maximum >= 0 } ?? false
        slotCount = hasSlots ? min(Int(slotAxis?.maximum ?? 0), TouchGeometry.mostSlots - 1) + 1 : 1
        axes = (EventCode.absMTTouchMajor...EventCode.absMTToolY).filter {
            $0 != EventCode.absMTTrackingID && (description.axis($0) != nil || $0 == EventCode.absMTToolType)
        }
        hasPointer = description.axis(EventCode.absX) != nil && description.axis(EventCode.absY) != nil
        hasPressure = description.axis(EventCode.absPressure) != nil
        let key = hasSlots ? EventCode.btnTouch : geometry.touchKey
        touchKey = key.flatMap { description.has(EventType.key, $0) ? $0 : nil }
        toolKeys = CountedFingers.keys.enumerated().filter { description.has(EventType.key, $1) }
            .map { (code: $1, count: $0 + 1) }
    }

    /// The number of events for which buffers have room: enough for a frame in which all contacts are passed on that were held.
    var room: Int { TouchFilter.mostEvents + slotCount * 3 * (axes.count + 2) }
}
