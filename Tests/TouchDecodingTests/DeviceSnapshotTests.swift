import GestureCore
import Testing
import Text

@testable import TouchDecoding
@testable import TouchRecordings

@Suite struct DeviceSnapshotTests {
    private typealias Value = DeviceSnapshot.Value

    private static func touch(_ value: Int32) -> Value {
        Value(type: EventType.key, code: EventCode.btnTouch, value: value)
    }

    private static func description(_ axes: [UInt16]) -> DeviceDescription {
        var device = DeviceDescription()
        for code in axes { device.axes[Int(code)] = AxisRange(minimum: 0, maximum: 1000, resolution: 10) }
        device.properties.insert(InputProperty.direct)
        device.codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
        return device
    }

    private static let slots = description([EventCode.absMTSlot, EventCode.absMTPositionX, EventCode.absMTPositionY])
    private static let anonymous = description([EventCode.absMTPositionX, EventCode.absMTPositionY])
    private static let single = description([EventCode.absX, EventCode.absY])

    private func event(_ type: UInt16, _ code: UInt16, _ value: Int32, at milliseconds: Int64 = 0) -> RawEvent {
        RawEvent(time: Instant(microseconds: milliseconds * 1000), type: type, code: code, value: value)
    }

    private func report(at milliseconds: Int64) -> RawEvent {
        event(EventType.syn, EventCode.synReport, 0, at: milliseconds)
    }

    /// Plays events and returns the changes of contacts, as `down 10,20` in mm.
    private func played(
        _ description: DeviceDescription, _ events: [RawEvent], kind: Surface.Kind? = nil
    ) throws -> [String] {
        var setup = DeviceSetup()
        setup.kind = kind
        var device = try RecordedDevice(Recording(description: description, events: events), setup: setup)
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var found: [String] = []
        while device.next(contacts: &contacts, into: &frame) {
            for change in frame.changes {
                let place = change.position * Points.millimetresPerPoint
                found.append("\(change.action) \(Int(place.x.rounded())),\(Int(place.y.rounded()))")
            }
        }
        return found
    }

    @Test func `a finger that lands where the previous one lifted has its position`() throws {
        var state = DeviceSnapshot()
        state.slots = [SlotValues(), SlotValues(x: 100, y: 200, tool: 1)]
        state.currentSlot = 1
        let landing = [event(EventType.abs, EventCode.absMTTrackingID, 7), report(at: 0)]
        #expect(try played(Self.slots, state.startEvents + landing) == ["down 10,20"])
    }

    @Test func `a finger on a single-touch panel has the position from the snapshot`() throws {
        var state = DeviceSnapshot()
        state.values = [
            Value(type: EventType.abs, code: EventCode.absX, value: 100),
            Value(type: EventType.abs, code: EventCode.absY, value: 200), Self.touch(0),
        ]
        let landing = [event(EventType.key, EventCode.btnTouch, 1), report(at: 0)]
        #expect(try played(Self.single, state.startEvents + landing) == ["down 10,20"])
    }

    @Test func `a recording of another program begins with the first positions that it has`() throws {
        let touches = [
            event(EventType.abs, EventCode.absMTTrackingID, 1, at: 1000),
            event(EventType.abs, EventCode.absMTPositionY, 200, at: 1000), report(at: 1000),
            event(EventType.abs, EventCode.absMTPositionX, 100, at: 1010), report(at: 1010),
            event(EventType.abs, EventCode.absMTSlot, 1, at: 1020),
            event(EventType.abs, EventCode.absMTTrackingID, 2, at: 1020), report(at: 1020),
            event(EventType.abs, EventCode.absMTPositionX, 300, at: 1030),
            event(EventType.abs, EventCode.absMTPositionY, 400, at: 1030), report(at: 1030),
            event(EventType.abs, EventCode.absMTPositionX, 350, at: 1040), report(at: 1040),
        ]
        #expect(
            try played(Self.slots, touches) == ["down 10,20", "move 10,20", "down 30,40", "move 30,40", "move 35,40"])
        let touch = [
            event(EventType.key, EventCode.btnTouch, 1, at: 1000), report(at: 1000),
            event(EventType.abs, EventCode.absX, 100, at: 1010),
            event(EventType.abs, EventCode.absY, 200, at: 1010), report(at: 1010),
        ]
        #expect(try played(Self.single, touch) == ["down 10,20", "move 10,20"])
    }

    @Test func `it can begin at time 0, with a finger`() throws {
        let touches = [
            event(EventType.abs, EventCode.absMTTrackingID, 1), event(EventType.abs, EventCode.absMTPositionY, 200),
            report(at: 0), event(EventType.abs, EventCode.absMTPositionX, 100, at: 10), report(at: 10),
        ]
        #expect(try played(Self.slots, touches) == ["down 10,20", "move 10,20"])
    }

    @Test func `ignores a finger that is down at the start of a pad that counts fingers`() throws {
        var pad = Self.single
        pad.properties = Bitmap()
        pad.codes[Int(EventType.key)] = Bitmap([EventCode.btnToolFinger])
        var state = DeviceSnapshot()
        state.values = [
            Value(type: EventType.abs, code: EventCode.absX, value: 100),
            Value(type: EventType.key, code: EventCode.btnToolFinger, value: 1),
        ]
        let touches = [
            event(EventType.abs, EventCode.absX, 300), report(at: 0),
            event(EventType.key, EventCode.btnToolFinger, 0, at: 9), report(at: 9),
            event(EventType.key, EventCode.btnToolFinger, 1, at: 20), report(at: 20),
        ]
        #expect(try played(pad, state.startEvents + touches, kind: .touchpad) == ["down 30,0"])
    }

    @Test func `an empty snapshot has no start events`() { #expect(DeviceSnapshot().startEvents == []) }

    @Test func `ignores a finger that is down at the start, with slots and with single-touch`() throws {
        var state = DeviceSnapshot()
        state.slots = [SlotValues(x: 100, y: 200, trackingID: 7)]
        let lift = [
            event(EventType.abs, EventCode.absMTPositionX, 300), report(at: 0),
            event(EventType.abs, EventCode.absMTTrackingID, -1), report(at: 9),
        ]
        #expect(try played(Self.slots, state.startEvents + lift) == [])

        state = DeviceSnapshot()
        state.values = [Self.touch(1)]
        let end = [
            event(EventType.abs, EventCode.absX, 300), report(at: 0), event(EventType.key, EventCode.btnTouch, 0),
            report(at: 9),
        ]
        #expect(try played(Self.single, state.startEvents + end) == [])
    }

    /// Filters frames of protocol A, and plays the result.
    private func filtered(_ state: DeviceSnapshot, _ frames: [[Int32]]) throws -> [String] {
        var filter = InitialContactFilter(Self.anonymous, state)
        var events: [RawEvent] = []
        for (index, fingers) in frames.enumerated() {
            for x in fingers {
                events.append(event(EventType.abs, EventCode.absMTPositionX, x, at: Int64(index)))
                events.append(event(EventType.abs, EventCode.absMTPositionY, 200, at: Int64(index)))
                events.append(event(EventType.syn, EventCode.synMTReport, 0, at: Int64(index)))
            }
            if fingers.isEmpty { events.append(event(EventType.syn, EventCode.synMTReport, 0, at: Int64(index))) }
            events.append(report(at: Int64(index)))
        }
        return try played(Self.anonymous, events.filter { !filter.removes($0) })
    }

    @Test func `a touch button that is held at the start gives no start events`() throws {
        var mouse = Self.description([EventCode.absX, EventCode.absY])
        mouse.codes[Int(EventType.key)] = Bitmap([EventCode.btnLeft])
        var state = DeviceSnapshot()
        state.values = [Value(type: EventType.key, code: EventCode.btnLeft, value: 1)]
        #expect(state.isTouched && state.startEvents.isEmpty)
    }

    @Test func `ignores a finger that is down at the start, with protocol A`() throws {
        var state = DeviceSnapshot()
        state.values = [Self.touch(1)]
        #expect(try filtered(state, [[100], [110, 500], [510], [], [300], []]) == ["down 30,20", "up 30,20"])
        state.values = [Self.touch(0)]
        #expect(try filtered(state, [[100], []]) == ["down 10,20", "up 10,20"])
    }

    @Test func `an overrun cancels contacts, and the next finger has its position`() throws {
        var state = DeviceSnapshot()
        state.slots = [SlotValues(x: 300, y: 400, trackingID: 7), SlotValues(x: 500, y: 600)]
        state.currentSlot = 1
        let landing = [
            event(EventType.abs, EventCode.absMTSlot, 0), event(EventType.abs, EventCode.absMTTrackingID, 7),
            event(EventType.abs, EventCode.absMTPositionX, 100), event(EventType.abs, EventCode.absMTPositionY, 200),
            report(at: 0),
        ]
        let overrun = state.overrunEvents(at: Instant(microseconds: 5000), of: Self.slots)
        let after = [event(EventType.abs, EventCode.absMTTrackingID, 9, at: 6), report(at: 6)]
        #expect(
            try played(Self.slots, landing + overrun + after) == ["down 10,20", "cancel 10,20", "down 50,60"])
        #expect(!overrun.contains { $0.code == EventCode.absMTPressure }, "the device has no such axis")
    }

    @Test func `an overrun cancels the finger on a single-touch panel, and the next has its position`() throws {
        var state = DeviceSnapshot()
        state.values = [
            Value(type: EventType.abs, code: EventCode.absX, value: 300),
            Value(type: EventType.abs, code: EventCode.absY, value: 400), Self.touch(1),
        ]
        let landing = [
            event(EventType.abs, EventCode.absX, 100), event(EventType.abs, EventCode.absY, 200),
            event(EventType.key, EventCode.btnTouch, 1), report(at: 0),
        ]
        let overrun = state.overrunEvents(at: Instant(microseconds: 5000), of: Self.single)
        let after = [
            event(EventType.key, EventCode.btnTouch, 0, at: 6), report(at: 6),
            event(EventType.key, EventCode.btnTouch, 1, at: 7), report(at: 7),
        ]
        #expect(
            try played(Self.single, landing + overrun + after) == ["down 10,20", "cancel 10,20", "down 30,40"])
    }
}
