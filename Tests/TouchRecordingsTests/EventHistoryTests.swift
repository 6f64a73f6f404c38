import Foundation
import GestureCore
import Testing

@testable import TouchDecoding
@testable import TouchRecordings

@Suite struct EventHistoryTests {
    private static func panel(_ axes: [UInt16]) -> DeviceDescription {
        var device = DeviceDescription()
        device.name = "Panel"
        for code in axes { device.axes[Int(code)] = AxisRange(minimum: 0, maximum: 1000, resolution: 10) }
        for code in axes { device.codes[Int(EventType.abs)].insert(Int(code)) }
        device.properties.insert(InputProperty.direct)
        device.codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
        return device
    }

    private static let slots = panel([
        EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
    ])
    private static let anonymous = panel([EventCode.absMTPositionX, EventCode.absMTPositionY])

    private static var untouched: DeviceSnapshot {
        var state = DeviceSnapshot()
        state.slots = [SlotValues(), SlotValues()]
        return state
    }

    private static func event(_ code: UInt16, _ value: Int32, at milliseconds: Int64) -> RawEvent {
        RawEvent(time: Instant(microseconds: milliseconds * 1000), type: EventType.abs, code: code, value: value)
    }

    private static func report(at milliseconds: Int64) -> RawEvent {
        RawEvent(
            time: Instant(microseconds: milliseconds * 1000), type: EventType.syn, code: EventCode.synReport, value: 0)
    }

    private static func down(_ slot: Int32 = 0, x: Int32, at time: Int64) -> [RawEvent] {
        [
            event(EventCode.absMTSlot, slot, at: time), event(EventCode.absMTTrackingID, Int32(time), at: time),
            event(EventCode.absMTPositionX, x, at: time), event(EventCode.absMTPositionY, 500, at: time),
            report(at: time),
        ]
    }

    private static func move(_ slot: Int32 = 0, x: Int32, at time: Int64) -> [RawEvent] {
        [
            event(EventCode.absMTSlot, slot, at: time), event(EventCode.absMTPositionX, x, at: time), report(at: time),
        ]
    }

    private static func up(_ slot: Int32 = 0, at time: Int64) -> [RawEvent] {
        [event(EventCode.absMTSlot, slot, at: time), event(EventCode.absMTTrackingID, -1, at: time), report(at: time)]
    }

    private static func history(
        _ events: [RawEvent], capacity: Int = 1024, from state: DeviceSnapshot = untouched
    ) -> EventHistory {
        let history = EventHistory(capacity: capacity, state)
        for event in events { history.append(event) }
        return history
    }

    private static func read(
        _ history: EventHistory, keep seconds: Int64 = 300, of device: DeviceDescription = slots, parts: Int = 7
    ) throws -> Recording {
        let reader = HistoryReader(history, keep: .milliseconds(seconds * 1000), device, DeviceContext())
        var text: [UInt8] = []
        while !reader.isFinished {
            try #require(!reader.isOverwritten)
            reader.read(parts, into: &text)
        }
        return try Recording(evemu: text)
    }

    /// Plays a recording and returns the changes of contacts, as `down 10 at 0` in mm and ms.
    private static func played(_ recording: Recording) throws -> [String] {
        var device = try RecordedDevice(recording)
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var found: [String] = []
        while device.next(contacts: &contacts, into: &frame) {
            for change in frame.changes {
                let place = change.position * Points.millimetresPerPoint
                found.append("\(change.action) \(Int(place.x.rounded())) at \(frame.time.microseconds / 1000)")
            }
        }
        return found
    }

    @Test(arguments: [(1, 1024), (16, 16_384), (17, 32_768), (30, 32_768), (66, 65_536), (300, 65_536)])
    func `the memory follows from the time, up to 1 MiB`(seconds: Int64, capacity: Int) {
        #expect(EventHistory.capacity(for: .milliseconds(seconds * 1000)) == capacity)
        #expect(MemoryLayout<RawEvent>.stride == 16)
    }

    @Test func `a recording of the history is the same as one that was made meanwhile`() throws {
        let events = Self.down(x: 100, at: 5) + Self.move(x: 200, at: 15) + Self.up(at: 25)
        let recorder = DeviceRecorder(Self.slots, DeviceContext(), Self.untouched, isAnonymous: false)
        for event in events { recorder.append(event) }
        #expect(try Self.read(Self.history(events)) == Recording(evemu: recorder.take()))
    }

    @Test func `a history without events is a recording without touches`() throws {
        let recording = try Self.read(Self.history([]))
        #expect(recording.description?.name == "Panel")
        #expect(try Self.played(recording) == [])
    }

    @Test(
        arguments: [
            (5, ["down 30 at 0", "up 30 at 1"]),
            (6, ["down 20 at 0", "up 20 at 5000", "down 30 at 10000", "up 30 at 10001"]),
            (10, ["down 20 at 0", "up 20 at 5000", "down 30 at 10000", "up 30 at 10001"]),
            (
                11,
                [
                    "down 10 at 0", "up 10 at 1", "down 20 at 1000", "up 20 at 6000", "down 30 at 11000",
                    "up 30 at 11001",
                ]
            ),
        ] as [(Int64, [String])])
    func `a touch that began before the kept time is kept from its beginning`(seconds: Int64, expected: [String]) throws
    {
        let events =
            Self.down(x: 100, at: 0) + Self.up(at: 1) + Self.down(x: 200, at: 1000) + Self.up(at: 6000)
            + Self.down(x: 300, at: 11_000) + Self.up(at: 11_001)
        #expect(try Self.played(Self.read(Self.history(events), keep: seconds)) == expected)
    }

    @Test func `a touch whose beginning was overwritten is left out`() throws {
        let moves = (0..<16).flatMap { Self.move(x: 200 + $0, at: Int64($0)) }
        let events =
            Self.down(x: 100, at: 0) + moves + Self.up(at: 20) + Self.down(1, x: 400, at: 30) + Self.up(1, at: 31)
        #expect(try Self.played(Self.read(Self.history(events, capacity: 32))) == ["down 40 at 0", "up 40 at 1"])
    }

    @Test func `if a finger never lifts, it is ignored and the others are kept`() throws {
        let taps = (1..<20).flatMap { Self.down(1, x: 400, at: $0 * 100) + Self.up(1, at: $0 * 100 + 50) }
        let recording = try Self.read(Self.history(Self.down(x: 100, at: 0) + taps, capacity: 16))
        #expect(try Self.played(recording).suffix(2) == ["down 40 at 100", "up 40 at 150"])
    }

    @Test func `a finger that was down when the history began is ignored`() throws {
        var state = Self.untouched
        state.slots[0].trackingID = 3
        let events = Self.move(x: 50, at: 0) + Self.up(at: 10) + Self.down(x: 100, at: 20) + Self.up(at: 30)
        #expect(try Self.played(Self.read(Self.history(events, from: state))) == ["down 10 at 0", "up 10 at 10"])
    }

    @Test func `a finger that lands where the previous one lifted has its position after that was overwritten`() throws
    {
        let landing = [Self.event(EventCode.absMTTrackingID, 9, at: 50), Self.report(at: 50)]
        let history = Self.history(Self.down(x: 300, at: 0) + Self.up(at: 10) + landing, capacity: 4)
        #expect(try Self.played(Self.read(history)) == ["down 30 at 0"])
    }

    @Test func `lost events are part of the recording`() throws {
        let history = Self.history(Self.down(x: 100, at: 0))
        history.append(overrunAt: Instant(microseconds: 5000), Self.untouched, of: Self.slots)
        for event in Self.down(1, x: 200, at: 10) { history.append(event) }
        #expect(try Self.played(Self.read(history)) == ["down 10 at 0", "cancel 10 at 5", "down 20 at 10"])
    }

    @Test func `a note that events were lost does not move the kept time`() throws {
        let history = Self.history(Self.down(x: 100, at: 0) + Self.up(at: 10))
        history.append(overrunAt: Instant(microseconds: 60_000_000), Self.untouched, of: Self.slots)
        #expect(history.lastTime == Instant(microseconds: 10_000))
        #expect(EventHistory(capacity: 64, history).lastTime == history.lastTime)
        #expect(try Self.played(Self.read(history, keep: 5)) == ["down 10 at 0", "up 10 at 10"])
    }

    @Test func `an incomplete frame at the end is left out`() throws {
        let history = Self.history(Self.down(x: 100, at: 0) + Self.up(at: 10).dropLast())
        #expect(try Self.read(history).events.last == Self.report(at: 0))
    }

    @Test func `contacts of protocol A are kept from the first landing`() throws {
        func contact(_ x: Int32, at time: Int64) -> [RawEvent] {
            [
                Self.event(EventCode.absMTPositionX, x, at: time), Self.event(EventCode.absMTPositionY, 500, at: time),
                .contactEnd(at: Instant(microseconds: time * 1000)), Self.report(at: time),
            ]
        }
        func none(at time: Int64) -> [RawEvent] {
            [.contactEnd(at: Instant(microseconds: time * 1000)), Self.report(at: time)]
        }
        let touches = contact(100, at: 0) + contact(110, at: 10) + none(at: 20) + contact(300, at: 30) + none(at: 40)
        for (capacity, expected) in [
            (32, ["down 10 at 0", "move 11 at 10", "up 11 at 20", "down 30 at 30", "up 30 at 40"]),
            (8, ["down 30 at 0", "up 30 at 10"]),
        ] {
            let history = Self.history(touches, capacity: capacity, from: DeviceSnapshot())
            #expect(try Self.played(Self.read(history, of: Self.anonymous)) == expected)
        }
    }

    @Test func `a longer history takes over the events of a shorter one, and the other way round`() throws {
        let taps = (0..<8).flatMap { Self.down(x: 100, at: $0 * 100) + Self.up(at: $0 * 100 + 50) }
        let short = Self.history(taps, capacity: 32)
        let longer = EventHistory(capacity: 64, short)
        #expect(try Self.read(longer) == Self.read(short))
        let shorter = EventHistory(capacity: 16, longer)
        let last = ["down 10 at 0", "up 10 at 50", "down 10 at 100", "up 10 at 150"]
        #expect(try Self.played(Self.read(shorter)) == last)
    }

    @Test func `a reader notices that events were overwritten before it read them`() throws {
        let taps = (0..<8).flatMap { Self.down(x: 100, at: $0 * 100) + Self.up(at: $0 * 100 + 50) }
        let history = Self.history(taps, capacity: 64)
        let reader = HistoryReader(history, keep: .milliseconds(300_000), Self.slots, DeviceContext())
        var text: [UInt8] = []
        reader.read(20, into: &text)
        for event in taps { history.append(event) }
        reader.read(1, into: &text)
        #expect(reader.isOverwritten)
    }

    @Test func `a reader of a history that is not kept any more notices it`() {
        let history = Self.history(Self.down(x: 100, at: 0))
        let reader = HistoryReader(history, keep: .milliseconds(300_000), Self.slots, DeviceContext())
        history.clear()
        var text: [UInt8] = []
        reader.read(1, into: &text)
        #expect(reader.isOverwritten && text.isEmpty)
    }

    @Test(arguments: [4, 32, 64, 256, 1024, 4096, 16_384, 65_536])
    func `the touches of a real recording are the same after older ones were overwritten`(capacity: Int) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/touchscreen.evemu").path(percentEncoded: false)
        let original = try Recording(path: path)
        let description = try #require(original.description)
        var state = DeviceSnapshot()
        state.slots = Array(repeating: SlotValues(), count: 10)
        // Without the times, which count from the beginning of a recording.
        func changes(_ recording: Recording) throws -> [Substring] {
            try Self.played(recording).map { $0.prefix { $0 != "t" } }
        }
        let all = try changes(original)
        let history = EventHistory(capacity: capacity, state)
        for event in original.events { history.append(event) }
        let kept = try changes(Self.read(history, of: description, parts: 1000))
        #expect(Array(all.suffix(kept.count)) == kept)
        #expect(capacity < original.events.count || kept == all)
        if let first = kept.first { #expect(first.hasPrefix("down")) }
    }
}
