import GestureCore
import Testing
import Text

@testable import TouchDecoding

/// Devices without a slot for each finger, and contacts that are not fingers.
@Suite struct TouchProtocolTests {
    /// 200 × 100 pt, ten counts to the pt.
    private enum Device {
        case screen, anonymous, resistive, mouse, semi, glidePoint, countingPad, pad(slots: Int32)

        func description() -> DeviceDescription {
            var device = DeviceDescription()
            let (x, y) = (AxisRange(minimum: 0, maximum: 2000), AxisRange(minimum: 0, maximum: 1000))
            device.axes[Int(EventCode.absMTDistance)] = AxisRange(minimum: 0, maximum: 10)
            func set(_ axes: [(UInt16, AxisRange)]) { for (code, range) in axes { device.axes[Int(code)] = range } }
            let positions = [(EventCode.absMTPositionX, x), (EventCode.absMTPositionY, y)]
            switch self {
            case .screen: set(positions + [(EventCode.absMTSlot, AxisRange(minimum: 0, maximum: 3))])
            case .anonymous: set(positions + [(EventCode.absPressure, AxisRange(minimum: 0, maximum: 255))])
            case .resistive, .mouse: set([(EventCode.absX, x), (EventCode.absY, y)])
            case .semi:
                set(
                    positions + [
                        (EventCode.absMTSlot, AxisRange(minimum: 0, maximum: 1)), (EventCode.absX, x),
                        (EventCode.absY, y),
                    ])
                device.properties.insert(InputProperty.semiMT)
            case .glidePoint:
                // ALPS: 0 … 127.
                set(
                    positions + [
                        (EventCode.absMTSlot, AxisRange(minimum: 0, maximum: 1)), (EventCode.absX, x),
                        (EventCode.absY, y), (EventCode.absPressure, AxisRange(minimum: 0, maximum: 127)),
                    ])
                device.properties.insert(InputProperty.semiMT)
            case .countingPad: set([(EventCode.absX, x), (EventCode.absY, y)])
            case .pad(let slots): set(positions + [(EventCode.absMTSlot, AxisRange(minimum: 0, maximum: slots - 1))])
            }
            var touchKey = EventCode.btnTouch
            switch self {
            case .mouse: touchKey = EventCode.btnLeft
            case .countingPad: touchKey = EventCode.btnToolFinger
            case .glidePoint: device.codes[Int(EventType.key)].insert(Int(EventCode.btnToolFinger))
            default: break
            }
            device.codes[Int(EventType.key)].insert(Int(touchKey))
            return device
        }

        var kind: Surface.Kind {
            switch self {
            case .screen, .anonymous, .resistive, .mouse: .touchscreen
            case .semi, .glidePoint, .countingPad, .pad: .touchpad
            }
        }
    }

    private static let events: [Substring: (UInt16, UInt16)] = [
        "slot": (EventType.abs, EventCode.absMTSlot), "id": (EventType.abs, EventCode.absMTTrackingID),
        "x": (EventType.abs, EventCode.absMTPositionX), "y": (EventType.abs, EventCode.absMTPositionY),
        "X": (EventType.abs, EventCode.absX), "Y": (EventType.abs, EventCode.absY),
        "pressure": (EventType.abs, EventCode.absPressure),
        "tool": (EventType.abs, EventCode.absMTToolType), "distance": (EventType.abs, EventCode.absMTDistance),
        "touch": (EventType.key, EventCode.btnTouch), "click": (EventType.key, EventCode.btnLeft),
        "right": (EventType.key, EventCode.btnLeft + 1), "middle": (EventType.key, EventCode.btnLeft + 2),
        "side": (EventType.key, EventCode.btnLeft + 3), "task": (EventType.key, EventCode.btnTask),
        "below": (EventType.key, EventCode.btnLeft - 1), "above": (EventType.key, EventCode.btnTask + 1),
        "one": (EventType.key, EventCode.btnToolFinger), "two": (EventType.key, EventCode.btnToolDoubleTap),
        "three": (EventType.key, EventCode.btnToolTripleTap), "four": (EventType.key, EventCode.btnToolQuadTap),
        "five": (EventType.key, EventCode.btnToolQuintTap), "mt": (EventType.syn, EventCode.synMTReport),
        "dropped": (EventType.syn, EventCode.synDropped), "kernel": (EventType.syn, EventCode.synReport),
    ]

    /// Returns the frames of events, one frame per line: `touch 1, X 100, Y 200`. A finger that is only counted has a `*`.
    private func frames(_ device: Device, _ script: String) throws -> [String] {
        let description = device.description()
        let size = PhysicalSize(
            width: 200 * Points.millimetresPerPoint, height: 100 * Points.millimetresPerPoint, source: .configuration)
        let geometry = try TouchGeometry(description, kind: device.kind, setup: DeviceSetup(size: size))
        var decoder = try TouchDecoder(description, geometry)
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var found: [String] = []
        func feed(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Instant) {
            let event = RawEvent(time: time, type: type, code: code, value: value)
            guard decoder.handle(event, contacts: &contacts, into: &frame) else { return }
            repeat {
                let changes = frame.changes.map { change in
                    "\(change.action) \(change.contact.number)\(change.hasOwnPosition ? "" : "*") "
                        + "\(Int(change.position.x.rounded())),\(Int(change.position.y.rounded()))"
                }
                found.append("\(frame.time.microseconds / 1000): " + changes.joined(separator: "; "))
            } while decoder.followUp(into: &frame)
        }
        for (number, line) in script.split(separator: "\n").enumerated() {
            let time = Instant(microseconds: Int64(number) * 1000)
            for word in line.split(separator: ",") {
                let parts = word.split(separator: " ")
                let (type, code) = try #require(Self.events[parts[0]], "\(word)")
                feed(type, code, parts.count > 1 ? try #require(Int32(parts[1])) : 0, at: time)
            }
            if line.hasSuffix("kernel 1") { continue }
            feed(EventType.syn, EventCode.synReport, 0, at: time)
        }
        return found
    }

    // MARK: Releases and repeats by the kernel

    @Test func `contacts that the kernel releases when a device is inhibited are cancelled, not lifted`() throws {
        let script = """
            slot 0, id 1, x 100, y 200, slot 3, id 2, x 300, y 400, touch 1
            slot 0, id -1, slot 3, id -1, touch 0, kernel 1
            slot 0, x 150
            slot 0, id 3, touch 1
            id -1, touch 0
            """
        #expect(
            try frames(.screen, script) == [
                "0: down 1 10,20; down 2 30,40", "1: cancel 1 10,20; cancel 2 30,40", "3: down 3 15,20",
                "4: up 3 15,20",
            ])
    }

    @Test func `a finger that is down at suspend is cancelled, and ignored until it is lifted`() throws {
        let script = "slot 0, id 1, x 100, y 200, touch 1\ntouch 0, kernel 1\nx 150\nid -1\nid 2, x 160\nid -1"
        #expect(
            try frames(.screen, script) == [
                "0: down 1 10,20", "1: cancel 1 10,20", "4: down 2 16,20", "5: up 2 16,20",
            ])
    }

    @Test func `single-touch and protocol A panels cancel their fingers at suspend, too`() throws {
        #expect(
            try frames(.resistive, "X 100, Y 200, touch 1\ntouch 0, kernel 1\nX 150\ntouch 1\ntouch 0") == [
                "0: down 1 10,20", "1: cancel 1 10,20", "3: down 2 15,20", "4: up 2 15,20",
            ])
        let script = """
            x 100, y 200, mt, touch 1
            touch 0, kernel 1
            x 150, y 200, mt
            mt
            x 300, y 400, mt, touch 1
            mt, touch 0
            """
        let found = try frames(.anonymous, script)
        #expect(found == ["0: down 1 10,20", "1: cancel 1 10,20", "4: down 2 30,40", "5: up 2 30,40"])
    }

    @Test func `key repeat by the kernel ends no frame and does not click`() throws {
        let script =
            "slot 0, id 1, x 100, y 200, touch 1\nx 150, touch 2, kernel 1\ny 250\nclick 2, kernel 1\nid -1, touch 0"
        #expect(
            try frames(.pad(slots: 4), script) == ["0: down 1 10,20", "2: move 1 15,25", "4: up 1 15,25"])
    }

    @Test func `key repeat by the driver does not affect the next release`() throws {
        let script = "slot 0, id 1, x 100, y 200, touch 1\ntouch 2\nx 150, touch 0, kernel 1"
        #expect(try frames(.pad(slots: 4), script) == ["0: down 1 10,20", "2: cancel 1 10,20"])
    }

    // MARK: Single-touch

    @Test func `a single-touch panel has one contact at a time`() throws {
        let script = "X 100, Y 200, touch 1\nX 150\ntouch 0\nX 300, Y 400\ntouch 1\ntouch 0"
        #expect(
            try frames(.resistive, script) == [
                "0: down 1 10,20", "1: move 1 15,20", "2: up 1 15,20", "4: down 2 30,40", "5: up 2 30,40",
            ])
    }

    @Test func `the left button is the touch of a panel that reports as a mouse`() throws {
        let script = "X 100, Y 200\nclick 1\nX 150\nclick 0\nX 300, Y 400"
        #expect(try frames(.mouse, script) == ["1: down 1 10,20", "2: move 1 15,20", "3: up 1 15,20"])
        let description = Device.mouse.description()
        #expect(description.isAbsoluteMouse && description.surfaceKind == nil)
        #expect(!Device.resistive.description().isAbsoluteMouse)
        #expect(throws: UnusableDevice.noTouchKey) { try TouchGeometry(description, kind: .touchpad) }
    }

    @Test func `a touch within one frame lands and lifts`() throws {
        #expect(try frames(.resistive, "X 100, Y 200, touch 1, touch 0") == ["0: down 1 10,20", "0: up 1 10,20"])
    }

    @Test func `semi-multitouch uses the finger count, not the corners in the slots`() throws {
        let script = """
            touch 1, one 1, X 100, Y 200, slot 0, id 1, x 100, y 200
            one 0, two 1, X 300, slot 1, id 2, x 500, y 600
            X 310, slot 0, x 110
            two 0, one 1, X 100, slot 1, id -1
            touch 0, one 0, slot 0, id -1
            """
        // The position jumps when the count changes, but no finger moves.
        #expect(
            try frames(.semi, script) == [
                "0: down 1 10,20", "1: move 1 10,20; down 2* 10,20", "2: move 1 11,20; move 2* 11,20",
                "3: move 1 11,20; up 2* 11,20", "4: up 1 11,20",
            ])
    }

    @Test func `a finger that a pad counts touches it from 12 % of the pressure, until less than 10 %`() throws {
        // 12 % of 127 are 15.24, 10 % are 12.7.
        let script = """
            one 1, X 100, Y 200, pressure 15
            pressure 16
            X 150, pressure 13
            pressure 12
            pressure 15
            pressure 40
            one 0, pressure 0
            """
        #expect(
            try frames(.glidePoint, script) == [
                "1: down 1 10,20", "2: move 1 15,20", "3: up 1 15,20", "5: down 2 15,20", "6: up 2 15,20",
            ])
    }

    @Test func `a pad that says it is touched is, at any pressure`() throws {
        let script = "one 1, X 100, Y 200, pressure 5\ntouch 1\npressure 70\ntouch 0, pressure 5\none 0, pressure 0"
        #expect(
            try frames(.glidePoint, script) == ["1: down 1 10,20", "2: move 1 10,20", "3: up 1 10,20"])
    }

    @Test func `pressure alone is no touch`() throws {
        #expect(try frames(.glidePoint, "X 100, Y 200, pressure 100\npressure 0") == [])
    }

    @Test func `two fingers that a pad counts are two`() throws {
        let script = """
            one 1, X 100, Y 200, pressure 40
            one 0, two 1, X 300
            X 310
            two 0, pressure 0
            """
        #expect(
            try frames(.glidePoint, script) == [
                "0: down 1 10,20", "1: move 1 10,20; down 2* 10,20", "2: move 1 11,20; move 2* 11,20",
                "3: up 1 11,20; up 2* 11,20",
            ])
    }

    @Test func `a pad without pressure and touch key is touched by the fingers that it counts`() throws {
        let script = "one 1, X 100, Y 200\nX 150\none 0"
        #expect(
            try frames(.countingPad, script) == ["0: down 1 10,20", "1: move 1 15,20", "2: up 1 15,20"])
    }

    @Test func `a finger that is down after lost events is ignored until it is lifted`() throws {
        let script = """
            one 1, X 100, Y 200, pressure 40
            dropped, one 1, pressure 50
            X 150
            one 0, pressure 0
            one 1, pressure 40
            """
        #expect(try frames(.glidePoint, script) == ["0: down 1 10,20", "1: cancel 1 10,20", "4: down 2 15,20"])
    }

    // MARK: More fingers than slots

    @Test func `fingers without a slot are counted at the position of another`() throws {
        let script = """
            slot 0, id 1, x 100, y 200, slot 1, id 2, x 500, y 600, two 1
            two 0, three 1
            slot 0, x 120, slot 1, x 520
            three 0, five 1
            five 0, two 1
            slot 0, id -1, slot 1, id -1, two 0
            """
        #expect(
            try frames(.pad(slots: 2), script) == [
                "0: down 1 10,20; down 2 50,60", "1: down 3* 10,20",
                "2: move 1 12,20; move 2 52,60; move 3* 12,20", "3: down 4* 12,20; down 5* 12,20",
                "4: up 5* 12,20; up 4* 12,20; up 3* 12,20", "5: up 1 12,20; up 2 52,60",
            ])
    }

    @Test func `ignores the finger count if there is a slot for each finger`() throws {
        #expect(try frames(.pad(slots: 5), "slot 0, id 1, x 100, y 200, three 1") == ["0: down 1 10,20"])
    }

    @Test func `a finger without a slot lands when the count rises, and lifts with the others`() throws {
        let script = """
            slot 0, id 1, x 100, y 200, slot 1, id 2, x 500, y 600, two 1
            two 0, three 1
            three 0, slot 0, id -1, slot 1, id -1
            """
        #expect(
            try frames(.pad(slots: 2), script) == [
                "0: down 1 10,20; down 2 50,60", "1: down 3* 10,20", "2: up 1 10,20; up 2 50,60; up 3* 10,20",
            ])
    }

    // MARK: Protocol A

    @Test func `protocol A: fingers land and lift one by one`() throws {
        let script = """
            x 100, y 200, mt
            x 110, y 200, mt, x 500, y 600, mt
            x 510, y 600, mt
            mt
            """
        #expect(
            try frames(.anonymous, script) == [
                "0: down 1 10,20", "1: move 1 11,20; down 2 50,60", "2: up 1 11,20; move 2 51,60", "3: up 2 51,60",
            ])
    }

    @Test(
        arguments: [
            ("by the key and an empty contact", "touch 0, mt"), ("by the key", "touch 0"),
            ("by the pressure", "pressure 0"), ("by the key and the pressure", "touch 0, pressure 0"),
        ])
    func `protocol A: the last finger lifts`(rule: String, lift: String) throws {
        let script = """
            x 100, y 200, mt, x 500, y 600, mt, touch 1, pressure 90
            x 500, y 600, mt
            \(lift)
            x 500, y 600, mt, touch 1, pressure 90
            \(lift)
            """
        #expect(
            try frames(.anonymous, script) == [
                "0: down 1 10,20; down 2 50,60", "1: up 1 10,20", "2: up 2 50,60", "3: down 3 50,60", "4: up 3 50,60",
            ], "\(rule)")
    }

    @Test func `protocol A: a frame without contacts lifts nothing unless the key or the pressure is 0`() throws {
        let script = """
            x 100, y 200, mt, touch 1, pressure 90
            click 1
            pressure 80
            x 110, y 200, mt, touch 0, pressure 0
            touch 0
            """
        #expect(try frames(.anonymous, script) == ["0: down 1 10,20", "3: move 1 11,20", "4: up 1 11,20"])
    }

    @Test func `protocol A: a finger from before an overrun is ignored until the touch key is released`() throws {
        let script = """
            x 100, y 200, mt, touch 1
            dropped
            x 110, y 200, mt
            touch 0
            x 300, y 200, mt, touch 1
            touch 0
            """
        #expect(
            try frames(.anonymous, script) == [
                "0: down 1 10,20", "1: cancel 1 10,20", "4: down 2 30,20", "5: up 2 30,20",
            ])
    }

    @Test func `protocol A: contacts are matched by position, not by order`() throws {
        let script = "x 100, y 200, mt, x 500, y 600, mt\nx 510, y 600, mt, x 110, y 200, mt\nmt"
        #expect(
            try frames(.anonymous, script).dropFirst().first == "1: move 1 11,20; move 2 51,60")
    }

    @Test func `protocol A: after an overrun, contacts are ignored until all are up`() throws {
        let script = """
            x 100, y 200, mt
            dropped
            x 100, y 200, mt
            mt
            x 300, y 200, mt
            """
        let found = try frames(.anonymous, script)
        #expect(
            found == ["0: down 1 10,20", "1: cancel 1 10,20", "4: down 2 30,20"])
    }

    @Test func `protocol A: after an overrun without contacts, the next fingers land normally`() throws {
        let script = """
            x 100, y 200, mt, x 500, y 600, mt, x 900, y 200, mt
            mt
            dropped
            x 100, y 200, mt
            x 110, y 200, mt, x 900, y 200, mt
            mt
            """
        #expect(
            try frames(.anonymous, script).suffix(3) == [
                "3: down 4 10,20", "4: move 4 11,20; down 5 90,20", "5: up 4 11,20; up 5 90,20",
            ])
    }

    @Test func `protocol A: after an overrun with two contacts, the next finger lands normally`() throws {
        let script = "x 100, y 200, mt, x 500, y 600, mt\ndropped\nmt\nx 300, y 200, mt\nmt"
        #expect(try frames(.anonymous, script).suffix(2) == ["3: down 3 30,20", "4: up 3 30,20"])
    }

    @Test func `protocol A: too many contacts, sudden replacement and unknown codes do not trap`() throws {
        let hand = { (from: Int) in (0..<40).map { "x \(from + $0 * 40), y 200, mt" }.joined(separator: ", ") }
        let found = try frames(.anonymous, "\(hand(0))\n\(hand(20))\nmt\nx 300, y 200, mt")
        #expect(found.count == 4 && found[3].contains(": down "))
        #expect(found[0].split(separator: ";").count == 15)

        let description = Device.anonymous.description()
        var decoder = try TouchDecoder(description, try TouchGeometry(description, kind: .touchscreen))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        for type: UInt16 in [0, 1, 2, 3, 4, 0x15, 0x1f, .max] {
            for code in (UInt16(0)..<0x300) + [0x7fff, .max] {
                let event = RawEvent(time: .distantFuture, type: type, code: code, value: .min)
                _ = decoder.handle(event, contacts: &contacts, into: &frame)
            }
        }
        #expect(decoder.contactsDown <= 32)
    }

    @Test func `an overrun resets the finger count`() throws {
        let script = """
            slot 0, id 1, x 100, y 200, slot 1, id 2, x 500, y 600, three 1
            dropped
            slot 0, id -1, slot 1, id -1
            slot 0, id 3, slot 1, id 4, two 1
            """
        #expect(try frames(.pad(slots: 2), script).last == "3: down 4 10,20; down 5 50,60")
    }

    // MARK: Contacts that are not fingers

    @Test func `a finger that turns into a palm is cancelled, and ignored until it is lifted`() throws {
        let script = "slot 0, id 1, x 100, y 200\ntool 2\ntool 0\nid -1\nid 2"
        #expect(
            try frames(.screen, script) == ["0: down 1 10,20", "1: cancel 1 10,20", "4: down 2 10,20"])
    }

    @Test func `a contact that lands as a palm is not reported, the next finger is`() throws {
        let script = "slot 0, id 1, tool 2, x 100, y 200\nid -1\nid 2, tool 0\nid -1"
        #expect(try frames(.screen, script) == ["2: down 2 10,20", "3: up 2 10,20"])
    }

    @Test func `a palm that replaces a lifted finger in its slot is not reported`() throws {
        let script = "slot 0, id 1, x 100, y 200\nid 2, tool 2\nid -1"
        #expect(try frames(.screen, script) == ["0: down 1 10,20", "1: up 1 10,20"])
    }

    @Test func `a palm does not affect another finger`() throws {
        let script = "slot 0, id 1, x 100, y 200, slot 1, id 2, x 500, y 600\nslot 0, tool 2\nslot 1, id -1"
        #expect(
            try frames(.screen, script) == ["0: down 1 10,20; down 2 50,60", "1: cancel 1 10,20", "2: up 2 50,60"])
    }

    @Test func `a hovering finger does not touch`() throws {
        let script =
            "slot 0, id 1, x 100, y 200, distance 5\ndistance 1\ndistance 0\nx 110\ndistance 3\ndistance 0\nid -1"
        let found = try frames(.screen, script)
        #expect(
            found == [
                "2: down 2 10,20", "3: move 2 11,20", "4: up 2 11,20", "5: down 3 11,20", "6: up 3 11,20",
            ])
    }

    @Test func `a click cancels the fingers on a pad, but not one that lands later`() throws {
        let script = """
            slot 0, id 1, x 100, y 200
            click 1
            x 150
            slot 1, id 2, x 500, y 600
            click 0
            slot 0, id -1, slot 1, id -1
            """
        #expect(
            try frames(.pad(slots: 4), script) == [
                "0: down 1 10,20", "1: cancel 1 10,20", "3: down 2 50,60", "5: up 2 50,60",
            ])
    }

    @Test(
        "a click of any mouse button cancels the fingers on a pad",
        arguments: ["click", "right", "middle", "side", "task"])
    func click(_ button: String) throws {
        #expect(
            try frames(.pad(slots: 4), "slot 0, id 1, x 100, y 200\n\(button) 1\n\(button) 0\nid -1") == [
                "0: down 1 10,20", "1: cancel 1 10,20",
            ])
        // The same with one position, and in the frame of the landing.
        #expect(
            try frames(.semi, "touch 1, one 1, X 100, Y 200\n\(button) 1\n\(button) 0, touch 0, one 0") == [
                "0: down 1 10,20", "1: cancel 1 10,20",
            ])
        #expect(try frames(.pad(slots: 4), "slot 0, id 1, x 100, y 200, \(button) 1\n\(button) 0\nid -1").isEmpty)
    }

    @Test(arguments: ["below", "above"])
    func `a key that is not a mouse button cancels nothing`(_ key: String) throws {
        #expect(
            try frames(.pad(slots: 4), "slot 0, id 1, x 100, y 200\n\(key) 1\n\(key) 0\nid -1") == [
                "0: down 1 10,20", "3: up 1 10,20",
            ])
    }

    @Test(arguments: ["click", "right"])
    func `a mouse button of a touchscreen cancels nothing`(_ button: String) throws {
        #expect(
            try frames(.screen, "slot 0, id 1, x 100, y 200\n\(button) 1\n\(button) 0\nid -1") == [
                "0: down 1 10,20", "3: up 1 10,20",
            ])
    }
}
