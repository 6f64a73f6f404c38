import GestureCore
import Testing

@testable import TouchDecoding

/// Touches beside a pen, as a device decodes them.
@Suite struct PenArbitrationTests {
    /// A screen of 200 × 100 pt with ten counts to the pt and two slots.
    private func screen() throws -> TouchDecoder {
        var device = DeviceDescription()
        device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 1)
        device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 2000, resolution: 63)
        device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 1000, resolution: 63)
        let size = PhysicalSize(
            width: 200 * Points.millimetresPerPoint, height: 100 * Points.millimetresPerPoint, source: .configuration)
        let geometry = try TouchGeometry(device, kind: .touchscreen, setup: DeviceSetup(size: size))
        return try TouchDecoder(device, geometry)
    }

    /// Plays pen events, `10 near, 20 far` (ms), and then all touches, as after a late wake-up: `5 down 0, 7 move 0, 15 up 0`.
    private func frames(pen: String, touches: String) throws -> [String] {
        var decoder = try screen()
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var told: [String] = []
        var number = 1
        func tell() {
            let changes = frame.changes.map { "\($0.action) \($0.contact.number)" }
            told.append("\(Double(frame.time.microseconds) / 1000) " + changes.joined(separator: ", "))
        }
        for (time, words) in try statements(pen) { decoder.pens.note(isNear: words[0] == "near", at: time) }
        for (time, words) in try statements(touches) {
            while decoder.applyPens(upTo: time, into: &frame) { tell() }
            let slot = try #require(Int32(words[1]))
            var events = [(EventType.abs, EventCode.absMTSlot, slot)]
            switch words[0] {
            case "down": events.append((EventType.abs, EventCode.absMTTrackingID, Int32(number)))
            case "up": events.append((EventType.abs, EventCode.absMTTrackingID, -1))
            default: events.append((EventType.abs, EventCode.absMTPositionX, Int32(number)))
            }
            number += 1
            events.append((EventType.syn, EventCode.synReport, 0))
            for (type, code, value) in events {
                let event = RawEvent(time: time, type: type, code: code, value: value)
                if decoder.handle(event, contacts: &contacts, into: &frame) { tell() }
            }
        }
        while decoder.applyPens(upTo: .distantFuture, into: &frame) { tell() }
        return told
    }

    private func statements(_ script: String) throws -> [(Instant, [Substring])] {
        try script.split(separator: ",").map { statement in
            let words = statement.split(separator: " ")
            let time = try #require(Double(words[0]))
            return (Instant(microseconds: Int64(time * 1000)), Array(words.dropFirst()))
        }
    }

    @Test(
        arguments: [
            (
                "a finger that lands while the pen is near is ignored until it is lifted", "10 near",
                "20 down 0, 30 move 0, 40 up 0", []
            ),
            ("it is still ignored after the pen has left", "10 near, 20 far", "15 down 0, 500 move 0, 510 up 0", []),
            (
                "a finger that is down when the pen comes near is cancelled", "10 near",
                "5 down 0, 700 move 0, 800 up 0",
                ["5.0 down 1", "10.0 cancel 1"]
            ),
            (
                "a finger that lifts at that instant is cancelled", "10 near", "5 down 0, 10 up 0",
                ["5.0 down 1", "10.0 cancel 1"]
            ),
            (
                "a finger that lifts just before is not cancelled", "10 near", "5 down 0, 9.999 up 0",
                ["5.0 down 1", "9.999 up 1"]
            ),
            (
                "a finger at rest is cancelled without another touch event", "10 near", "5 down 0",
                ["5.0 down 1", "10.0 cancel 1"]
            ),
            (
                "all fingers are cancelled", "10 near", "5 down 0, 6 down 1",
                ["5.0 down 1", "6.0 down 2", "10.0 cancel 1, cancel 2"]
            ),
            (
                "a finger that lands just less than 90 ms after the pen left is ignored", "10 near, 20 far",
                "109.999 down 0, 120 up 0", []
            ),
            ("a finger that lands 90 ms after the pen left is ignored", "10 near, 20 far", "110 down 0, 120 up 0", []),
            (
                "a finger that lands just more than 90 ms after the pen left is accepted", "10 near, 20 far",
                "110.001 down 0, 120 up 0", ["110.001 down 1", "120.0 up 1"]
            ),
            (
                "a pen that comes back within 90 ms restarts the wait", "10 near, 20 far, 60 near, 70 far",
                "150 down 0, 155 up 0", []
            ),
            (
                "a pen that comes near and leaves at the same time cancels, too", "10 near, 10 far",
                "5 down 0, 300 up 0",
                ["5.0 down 1", "10.0 cancel 1"]
            ),
            (
                "a finger between two approaches is accepted until the second", "10 near, 20 far, 300 near",
                "5 down 0, 6 up 0, 200 down 0, 210 up 0, 290 down 0, 310 up 0",
                ["5.0 down 1", "6.0 up 1", "200.0 down 2", "210.0 up 2", "290.0 down 3", "300.0 cancel 3"]
            ),
            (
                "the slot of an ignored finger is free after its lift", "10 near, 20 far",
                "15 down 0, 30 up 0, 200 down 0",
                ["200.0 down 2"]
            ),
            (
                "a finger beside an ignored one is accepted", "10 near, 20 far",
                "15 down 0, 200 down 1, 210 up 0, 220 up 1",
                ["200.0 down 2", "220.0 up 2"]
            ),
            ("every finger is accepted without a pen", "", "15 down 0, 20 up 0", ["15.0 down 1", "20.0 up 1"]),
        ] as [(Comment, String, String, [String])])
    func `fingers are ignored while a pen is near, and for 90 ms after`(
        rule: Comment, pen: String, touches: String, told: [String]
    ) throws {
        #expect(try frames(pen: pen, touches: touches) == told, rule)
    }
}
