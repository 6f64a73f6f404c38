import TouchDecoding

extension DeviceSnapshot {
    package init(_ device: borrowing EvdevDevice) {
        self.init()
        for index in 0..<device.slotCount { slots.append(device.slot(index)) }
        currentSlot = device.currentSlot
        for code in Self.singleAxes where device.description.axis(code) != nil {
            values.append(Value(type: EventType.abs, code: code, value: device.axis(code)))
        }
        for code in Self.touchKeys(of: device.description) + FrameAssembler.countingKeys
        where device.description.has(EventType.key, code) {
            values.append(Value(type: EventType.key, code: code, value: device.value(EventType.key, code)))
        }
    }
}
