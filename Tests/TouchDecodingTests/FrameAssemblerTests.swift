import GestureCore
import TestSupport
import Testing
import Text

@testable import TouchDecoding

/// A screen of 200 × 100 pt with ten counts to the pt and four slots.
private func screen() throws -> TouchGeometry {
    var device = DeviceDescription()
    device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 3)
    device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 2000, resolution: 63)
    device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 1000, resolution: 63)
    let size = PhysicalSize(
        width: 200 * Points.millimetresPerPoint, height: 100 * Points.millimetresPerPoint, source: .configuration)
    return try TouchGeometry(device, kind: .touchscreen, setup: DeviceSetup(size: size))
}

/// Returns the frames of events, one frame per line: `slot 0, id 7, x 100, y 200`.
private func frames(
    _ script: String, seeds: (inout FrameAssembler) -> Void = { _ in }
) throws -> [String] {
    var assembler = FrameAssembler(geometry: try screen())
    seeds(&assembler)
    var contacts = ContactNumbers()
    var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
    var frames: [String] = []
    func feed(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Instant) {
        let event = RawEvent(time: time, type: type, code: code, value: value)
        guard assembler.handle(event, contacts: &contacts, into: &frame) else { return }
        repeat { frames.append(text(frame)) } while assembler.followUp(into: &frame)
    }
    for (number, line) in script.split(separator: "\n").enumerated() {
        let time = Instant(microseconds: Int64(number) * 1000)
        for word in line.split(separator: ",") {
            let parts = word.split(separator: " ")
            let value = parts.count > 1 ? try #require(Int32(parts[1])) : 0
            switch parts[0] {
            case "slot": feed(EventType.abs, EventCode.absMTSlot, value, at: time)
            case "id": feed(EventType.abs, EventCode.absMTTrackingID, value, at: time)
            case "x": feed(EventType.abs, EventCode.absMTPositionX, value, at: time)
            case "y": feed(EventType.abs, EventCode.absMTPositionY, value, at: time)
            case "finger": feed(EventType.key, EventCode.btnToolFinger, value, at: time)
            case "dropped": feed(EventType.syn, EventCode.synDropped, 0, at: time)
            default: Issue.record("unknown word \(word)")
            }
        }
        feed(EventType.syn, EventCode.synReport, 0, at: time)
    }
    return frames
}

private func text(_ frame: TouchFrame) -> String {
    let changes = frame.changes.map { change in
        "\(change.action) \(change.contact.number) at \(change.position.x.rounded()),\(change.position.y.rounded())"
    }
    return "\(frame.time.microseconds / 1000): " + changes.joined(separator: "; ")
}

@Suite struct FrameAssemblerTests {
    /// The kernel delivers only these axes: one that is read but not requested would never arrive.
    @Test(arguments: EventCode.absMTSlot...EventCode.absMTToolY)
    func `requests exactly the slot axes that it reads`(axis: UInt16) throws {
        let geometry = try screen()
        func assembler(after events: [(type: UInt16, code: UInt16, value: Int32)]) -> FrameAssembler {
            var assembler = FrameAssembler(geometry: geometry)
            var contacts = ContactNumbers()
            var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
            let report = (type: EventType.syn, code: EventCode.synReport, value: Int32(0))
            for event in [(EventType.abs, EventCode.absMTTrackingID, 5), report] + events + [report] {
                let event = RawEvent(time: .milliseconds(0), type: event.type, code: event.code, value: event.value)
                _ = assembler.handle(event, contacts: &contacts, into: &frame)
            }
            return assembler
        }
        let isRead = assembler(after: [(EventType.abs, axis, 1)]) != assembler(after: [])
        #expect(isRead == FrameAssembler.slotAxes.contains(axis))
    }

    @Test func `a finger lands, moves and is lifted`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\nx 150\nid -1") == [
                "0: down 1 at 10.0,20.0", "1: move 1 at 15.0,20.0", "2: up 1 at 15.0,20.0",
            ])
    }

    @Test func `two fingers in one frame are two changes`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200, slot 1, id 8, x 500, y 600") == [
                "0: down 1 at 10.0,20.0; down 2 at 50.0,60.0"
            ])
    }

    @Test func `a slot keeps the values that the kernel does not repeat`() throws {
        let script = "slot 0, id 7, x 400, y 600\nid -1\nid 8, y 700"
        #expect(
            try frames(script) == ["0: down 1 at 40.0,60.0", "1: up 1 at 40.0,60.0", "2: down 2 at 40.0,70.0"])
    }

    @Test func `an axis that is not sent after opening comes from the seeded slot`() throws {
        let found = try frames("id 8, y 700") { $0.seed(slot: 0, SlotValues(x: 400, y: 600, trackingID: -1)) }
        #expect(found == ["0: down 1 at 40.0,70.0"])
    }

    @Test func `an unused slot keeps its seeded values`() throws {
        let found = try frames("slot 3, id 8") { $0.seed(slot: 3, SlotValues(x: 400, y: 600, trackingID: -1)) }
        #expect(found == ["0: down 1 at 40.0,60.0"])
    }

    @Test func `a finger that is down at open is ignored until it is lifted`() throws {
        let found = try frames("slot 0, x 500\nid -1\nid 9, x 600") {
            $0.seed(slot: 0, SlotValues(x: 400, y: 600, trackingID: 7))
        }
        #expect(found == ["2: down 1 at 60.0,60.0"])
    }

    @Test func `a lift and a landing in one slot and frame end one contact and begin another`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\nid -1, id 8, x 500") == [
                "0: down 1 at 10.0,20.0", "1: up 1 at 10.0,20.0; down 2 at 50.0,20.0",
            ])
    }

    @Test func `a new id on an occupied slot ends one contact and begins another`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\nid 8, x 500") == [
                "0: down 1 at 10.0,20.0", "1: up 1 at 10.0,20.0; down 2 at 50.0,20.0",
            ])
    }

    @Test func `a finger that lands and lifts in one frame gives two frames of the same time`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200, id -1") == ["0: down 1 at 10.0,20.0", "0: up 1 at 10.0,20.0"])
    }

    @Test func `a brief finger in one slot leaves the finger in another alone`() throws {
        #expect(
            try frames("slot 1, id 3, x 900, y 900\nslot 0, id 7, x 100, y 200, id -1, slot 1, x 910\nid -1") == [
                "0: down 1 at 90.0,90.0", "1: down 2 at 10.0,20.0; move 1 at 91.0,90.0", "1: up 2 at 10.0,20.0",
                "2: up 1 at 91.0,90.0",
            ])
    }

    @Test func `ignores a lift without a landing`() throws {
        #expect(try frames("slot 0, id -1\nslot 1, id -1") == [])
    }

    @Test func `a slot out of range is ignored until a valid one follows`() throws {
        #expect(
            try frames("slot 4, id 7, x 100, y 200\nslot -1, id 8\nslot 2, id 9, x 100, y 200") == [
                "2: down 1 at 10.0,20.0"
            ])
    }

    @Test func `a report without contact changes gives no frame`() throws {
        #expect(try frames("slot 0, x 500\nslot 1") == [])
    }

    @Test func `an overrun cancels contacts, which are then ignored until lifted`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\ndropped, x 300\nx 400\nid -1\nid 8, x 500") == [
                "0: down 1 at 10.0,20.0", "1: cancel 1 at 10.0,20.0", "4: down 2 at 50.0,20.0",
            ])
    }

    @Test func `a contact that is down after an overrun is ignored, even with a new id`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\ndropped, id 8, x 300\nx 400\nid -1") == [
                "0: down 1 at 10.0,20.0", "1: cancel 1 at 10.0,20.0",
            ])
    }

    @Test func `after an overrun without contacts, the next finger lands normally`() throws {
        #expect(try frames("dropped\nslot 0, id 7, x 100, y 200") == ["1: down 1 at 10.0,20.0"])
    }

    @Test func `after a second overrun, the same contacts are still ignored`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\ndropped, x 300\ndropped, x 400\nx 500\nid -1\nid 8") == [
                "0: down 1 at 10.0,20.0", "1: cancel 1 at 10.0,20.0", "5: down 2 at 50.0,20.0",
            ])
    }

    @Test func `ignores a finger that lands and lifts within an overrun`() throws {
        #expect(try frames("dropped, slot 0, id 7, x 100, y 200, id -1\nslot 0, id -1") == [])
    }

    @Test func `positions beyond an axis by at most half of its length are used as they are`() throws {
        #expect(
            try frames("slot 0, id 7, x 3000, y -500\nx -1000, y 1500") == [
                "0: down 1 at 300.0,-50.0", "1: move 1 at -100.0,150.0",
            ])
    }

    @Test func `positions farther beyond it are where the contact was`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\nx 3001\ny -501\nx 200, y 32000\nx 300") == [
                "0: down 1 at 10.0,20.0", "1: move 1 at 10.0,20.0", "2: move 1 at 10.0,20.0",
                "3: move 1 at 20.0,20.0", "4: move 1 at 30.0,20.0",
            ])
    }

    @Test(arguments: [
        ("x 3001", "200.0,20.0"), ("x -1001", "0.0,20.0"), ("y 1501", "10.0,100.0"), ("y -501", "10.0,0.0"),
    ])
    func `a contact that lands there lands at the end of the axis`(value: String, place: String) throws {
        // The slot still has the position of an earlier contact.
        let earlier = "slot 0, id 6, x 900, y 900\nid -1\n"
        let landing = try frames(earlier + "id 7, x 100, y 200, \(value)")
        #expect(landing.last == "2: down 2 at \(place)")
    }

    @Test(arguments: [4083, 65_523, Int32.max - 12])
    func `numbers that count on below 0 are at the beginning of the axis`(value: Int32) throws {
        #expect(
            try frames("slot 0, id 7, x 100, y \(value)\ny 200\ny \(value)") == [
                "0: down 1 at 10.0,0.0", "1: move 1 at 10.0,20.0", "2: move 1 at 10.0,0.0",
            ])
    }

    @Test func `tool keys do not affect contacts`() throws {
        #expect(
            try frames("finger 1\nslot 0, id 7, x 100, y 200, finger 1\nx 150, finger 0\nid -1, finger 1") == [
                "1: down 1 at 10.0,20.0", "2: move 1 at 15.0,20.0", "3: up 1 at 15.0,20.0",
            ])
    }

    @Test func `an id that turns up in another slot is another contact`() throws {
        let script = "slot 0, id 7, x 100, y 200, slot 1, id 8, x 500, y 600\nslot 0, id 8, slot 1, id 7"
        #expect(
            try frames(script) == [
                "0: down 1 at 10.0,20.0; down 2 at 50.0,60.0",
                "1: up 1 at 10.0,20.0; down 3 at 10.0,20.0; up 2 at 50.0,60.0; down 4 at 50.0,60.0",
            ])
    }

    @Test func `an overrun before the report of a landing leaves no contact down`() throws {
        #expect(try frames("slot 0, id 7, x 100, y 200, dropped\nx 300\nid -1") == [])
    }

    @Test func `an overrun in the frame of a lift cancels the finger`() throws {
        #expect(
            try frames("slot 0, id 7, x 100, y 200\nid -1, id 8, dropped\nid -1") == [
                "0: down 1 at 10.0,20.0", "1: cancel 1 at 10.0,20.0",
            ])
    }
}

@Suite struct TouchGeometryTests {
    private func device(x: AxisRange?, y: AxisRange?, slots: Int32? = 9) -> DeviceDescription {
        var device = DeviceDescription()
        device.axes[Int(EventCode.absMTPositionX)] = x
        device.axes[Int(EventCode.absMTPositionY)] = y
        device.axes[Int(EventCode.absMTSlot)] = slots.map { AxisRange(minimum: 0, maximum: $0) }
        return device
    }

    @Test(arguments: [
        ("a resolution gives the size", Int32(10), PhysicalSize(width: 300, height: 200, source: .resolution)),
        ("just plausible: 3 m", 1, PhysicalSize(width: 3000, height: 2000, source: .resolution)),
        ("just plausible: 10 mm", 200, PhysicalSize(width: 15, height: 10, source: .resolution)),
        ("implausible: just less than 10 mm", 201, PhysicalSize(width: 345.4, height: 194.3, source: .assumed)),
        ("no resolution", 0, PhysicalSize(width: 345.4, height: 194.3, source: .assumed)),
        ("a negative resolution", -5, PhysicalSize(width: 345.4, height: 194.3, source: .assumed)),
    ])
    func size(_ rule: String, resolution: Int32, expected: PhysicalSize) throws {
        let device = device(
            x: AxisRange(minimum: 0, maximum: 3000, resolution: resolution),
            y: AxisRange(minimum: 0, maximum: 2000, resolution: resolution))
        #expect(try TouchGeometry(device, kind: .touchscreen).size == expected, "\(rule)")
    }

    @Test(arguments: [0, 10] as [Int32])
    func `assumes the size of a small touchpad unless both resolutions are reported`(_ resolution: Int32) throws {
        let device = device(
            x: AxisRange(minimum: 0, maximum: 3000, resolution: resolution), y: AxisRange(minimum: 0, maximum: 2000))
        #expect(
            try TouchGeometry(device, kind: .touchpad).size == PhysicalSize(width: 69, height: 50, source: .assumed))
    }

    @Test func `a plausible configured size overrides the resolution`() throws {
        let axis = AxisRange(minimum: 0, maximum: 3000, resolution: 10)
        let device = device(x: axis, y: axis)
        let size = PhysicalSize(width: 400, height: 300, source: .configuration)
        #expect(try TouchGeometry(device, kind: .touchscreen, setup: DeviceSetup(size: size)).size == size)
        let wrong = PhysicalSize(width: 4, height: 3, source: .configuration)
        #expect(
            try TouchGeometry(device, kind: .touchscreen, setup: DeviceSetup(size: wrong)).size.source == .resolution)
    }

    @Test func `each axis has its own scale and origin`() throws {
        let device = device(
            x: AxisRange(minimum: -1000, maximum: 1000, resolution: 10),
            y: AxisRange(minimum: 100, maximum: 4100, resolution: 40))
        let geometry = try TouchGeometry(device, kind: .touchscreen)
        let point = geometry.point(SlotValues(x: 0, y: 2100))
        #expect(abs(point.x - 100 / 0.15875) < 1e-9 && abs(point.y - 50 / 0.15875) < 1e-9)
    }

    @Test func `rejects unusable devices with the reason`() {
        let axis = AxisRange(minimum: 0, maximum: 3000)
        let empty = AxisRange(minimum: 5, maximum: 5)
        let backwards = AxisRange(minimum: .max, maximum: .min)
        #expect(throws: UnusableDevice.noAxes) {
            try TouchGeometry(device(x: axis, y: nil), kind: .touchscreen)
        }
        var single = DeviceDescription()
        single.axes[Int(EventCode.absX)] = axis
        single.axes[Int(EventCode.absY)] = axis
        #expect(throws: UnusableDevice.noTouchKey) { try TouchGeometry(single, kind: .touchscreen) }
        var array = device(x: axis, y: axis)
        array.axes[Int(EventCode.absReserved)] = axis
        #expect(throws: UnusableDevice.noAxes) { try TouchGeometry(array, kind: .touchscreen) }
        var dial = device(x: axis, y: axis)
        dial.axes[Int(EventCode.absMTToolType)] = AxisRange(minimum: 2, maximum: 10)
        #expect(throws: Never.self) { try TouchGeometry(dial, kind: .touchscreen) }
        dial.axes[Int(EventCode.absMTToolType)] = AxisRange(minimum: 3, maximum: 10)
        #expect(throws: UnusableDevice.noFingers) { try TouchGeometry(dial, kind: .touchscreen) }
        #expect(throws: UnusableDevice.emptyRange) {
            try TouchGeometry(device(x: axis, y: empty), kind: .touchscreen)
        }
        #expect(throws: UnusableDevice.emptyRange) {
            try TouchGeometry(device(x: backwards, y: axis), kind: .touchscreen)
        }
    }

    @Test func `the widest possible axis range does not trap`() throws {
        let widest = AxisRange(minimum: .min, maximum: .max)
        let geometry = try TouchGeometry(device(x: widest, y: widest, slots: .max), kind: .touchscreen)
        let corner = geometry.point(SlotValues(x: .max, y: .min))
        #expect(abs(corner.x - geometry.size.points.x) < 1e-3 && corner.y == 0)
        #expect(geometry.slots == 64)
    }
}
