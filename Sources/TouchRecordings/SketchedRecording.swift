import GestureCore
import TouchDecoding

extension Recording {
    /// The number of contacts that the touchscreen of sketched touches reports.
    private static let slots = 10
    /// The units of its axes in a millimetre.
    private static let resolution: Int32 = 100

    /// Makes a recording of touches that nobody made, on a touchscreen with slots.
    ///
    /// - Parameters:
    ///   - frames: in pt, with at most ten contacts at the same time.
    ///   - size: of the touchscreen.
    package init(frames: [TouchFrame], on size: PhysicalSize) {
        var context = DeviceContext()
        context.properties = [.init("ID_INPUT", "1"), .init("ID_INPUT_TOUCHSCREEN", "1")]
        self.init(description: Self.touchscreen(size), context: context, events: [])
        var slots = [ContactID?](repeating: nil, count: Self.slots)
        var current = 0
        for (number, frame) in frames.enumerated() {
            func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
                events.append(RawEvent(time: frame.time, type: type, code: code, value: value))
            }
            let wasTouched = slots.contains { $0 != nil }
            for change in frame.changes {
                let known = slots.firstIndex { $0 == change.contact }
                guard let slot = known ?? slots.firstIndex(where: { $0 == nil }) else { continue }
                if slot != current || number == 0 { add(EventType.abs, EventCode.absMTSlot, Int32(slot)) }
                current = slot
                switch change.action {
                case .down, .move:
                    if known == nil {
                        slots[slot] = change.contact
                        add(
                            EventType.abs, EventCode.absMTTrackingID,
                            Int32(truncatingIfNeeded: change.contact.number % 65_536))
                    }
                    add(EventType.abs, EventCode.absMTPositionX, Self.units(change.position.x, size.width))
                    add(EventType.abs, EventCode.absMTPositionY, Self.units(change.position.y, size.height))
                case .up, .cancel:
                    slots[slot] = nil
                    add(EventType.abs, EventCode.absMTTrackingID, -1)
                }
            }
            let isTouched = slots.contains { $0 != nil }
            if isTouched != wasTouched { add(EventType.key, EventCode.btnTouch, isTouched ? 1 : 0) }
            add(EventType.syn, EventCode.synReport, 0)
        }
    }

    /// - Parameter side: the length of the axis in mm.
    private static func units(_ position: Points, _ side: Double) -> Int32 {
        let units = position * Points.millimetresPerPoint * Double(resolution)
        return Int32(min(max(units + 0.5, 0), side * Double(resolution)))
    }

    private static func touchscreen(_ size: PhysicalSize) -> DeviceDescription {
        var device = DeviceDescription()
        device.name = "Sketched Touchscreen"
        device.bus = 6  // BUS_VIRTUAL
        device.properties.insert(InputProperty.direct)
        let x = AxisRange(minimum: 0, maximum: Int32(size.width * Double(resolution)), resolution: resolution)
        let y = AxisRange(minimum: 0, maximum: Int32(size.height * Double(resolution)), resolution: resolution)
        device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: Int32(slots - 1))
        device.axes[Int(EventCode.absMTTrackingID)] = AxisRange(minimum: 0, maximum: 65_535)
        device.axes[Int(EventCode.absMTPositionX)] = x
        device.axes[Int(EventCode.absMTPositionY)] = y
        for type in [EventType.syn, EventType.key, EventType.abs] { device.codes[0].insert(Int(type)) }
        device.codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
        for code in [
            EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
        ] { device.codes[Int(EventType.abs)].insert(Int(code)) }
        return device
    }

    /// The text of the recording, with times from its first event on.
    package var evemu: [UInt8] {
        var writer = RecordingWriter()
        if let description {
            let geometry = try? TouchGeometry(
                description, kind: context.surfaceKind(of: description) ?? .touchscreen,
                setup: context.completing(DeviceSetup()))
            writer.write(description, context, size: geometry?.size)
        }
        for event in events { writer.write(event) }
        return writer.bytes
    }
}
