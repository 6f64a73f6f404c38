import Foundation
import GestureCore
import Testing
import Text

@testable import TouchDecoding

/// A mounted panel of 400 × 200 mm: how its sides are rotated for the person, and in which direction its controller counts along
/// them. It is computed from the glass, independently of the mapping under test.
struct MountedPanel: Sendable, CustomStringConvertible {
    var rotation: Orientation.Rotation
    var mirror: Orientation.Mirror

    static let all = Orientation.Rotation.allCases.flatMap { rotation in
        Orientation.Mirror.allCases.map { MountedPanel(rotation: rotation, mirror: $0) }
    }

    var description: String { "turned by \(rotation.degrees)°, mirrored \(mirror)" }

    /// In mm, before rotation.
    static let width = 400.0
    static let height = 200.0
    static let countsPerMillimetre = 10.0

    /// The sides as the person sees them, in mm.
    var seen: (width: Double, height: Double) {
        switch rotation {
        case .none, .half: (Self.width, Self.height)
        case .quarter, .threeQuarters: (Self.height, Self.width)
        }
    }

    /// Returns the controller's position of a finger that is this far from the person's top left corner, in mm.
    func counts(_ x: Double, _ y: Double) -> (Int32, Int32) {
        // The person sees the panel's top left corner at the top left, top right, bottom right, bottom left.
        var (along, down) =
            switch rotation {
            case .none: (x, y)
            case .quarter: (y, seen.width - x)
            case .half: (seen.width - x, seen.height - y)
            case .threeQuarters: (seen.height - y, x)
            }
        if mirror == .horizontal { along = Self.width - along }
        if mirror == .vertical { down = Self.height - down }
        return (Int32((along * Self.countsPerMillimetre).rounded()), Int32((down * Self.countsPerMillimetre).rounded()))
    }

    var axes: DeviceDescription {
        var device = DeviceDescription()
        device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 3)
        device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 4000, resolution: 10)
        device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 2000, resolution: 10)
        return device
    }

    /// Returns the gestures of a finger that moves from one point to another in 80 ms.
    func swipe(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ setup: DeviceSetup
    ) throws -> [EngineEvent] {
        let geometry = try TouchGeometry(axes, kind: .touchscreen, setup: setup)
        var assembler = FrameAssembler(geometry: geometry)
        var engine = GestureEngine()
        engine.attach(geometry.surface(SurfaceID(1)))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var events: [EngineEvent] = []
        func feed(_ values: [(UInt16, Int32)], at time: Instant) {
            for (code, value) in values {
                _ = assembler.handle(
                    RawEvent(time: time, type: EventType.abs, code: code, value: value), contacts: &contacts,
                    into: &frame)
            }
            let report = RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)
            if assembler.handle(report, contacts: &contacts, into: &frame) {
                engine.process(frame)
                events += engine.events
            }
        }
        for step in 0...10 {
            let part = Double(step) / 10
            let (x, y) = counts(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
            let landing = step == 0 ? [(EventCode.absMTTrackingID, Int32(1))] : []
            feed(
                landing + [(EventCode.absMTPositionX, x), (EventCode.absMTPositionY, y)],
                at: Instant(microseconds: Int64(step) * 8000))
        }
        feed([(EventCode.absMTTrackingID, -1)], at: Instant(microseconds: 88_000))
        return events
    }
}

@Suite struct OrientationTests {
    @Test(arguments: MountedPanel.all)
    func `a swipe has the direction that the person sees, however the panel is mounted`(panel: MountedPanel) throws {
        let setup = DeviceSetup(orientation: Orientation(rotation: panel.rotation, mirror: panel.mirror))
        let middle = (x: panel.seen.width / 2, y: panel.seen.height / 2)
        let ways: [(Direction, Double, Double)] = [(.up, 0, -1), (.down, 0, 1), (.left, -1, 0), (.right, 1, 0)]
        for (direction, x, y) in ways {
            let events = try panel.swipe(from: middle, to: (middle.x + 40 * x, middle.y + 40 * y), setup)
            guard case .swipe(direction, let translation, _)? = events.last(where: { $0.kind == .swipe })?.details
            else {
                Issue.record("no swipe \(direction): \(events.map(\.kind))")
                continue
            }
            // 40 mm, along this axis alone.
            #expect((translation.x - 40 / 0.15875 * x).magnitude < 0.001)
            #expect((translation.y - 40 / 0.15875 * y).magnitude < 0.001)
            let landing = try #require(events.first)
            #expect((landing.position.x - 0.5).magnitude < 1e-9 && (landing.position.y - 0.5).magnitude < 1e-9)
        }
    }

    @Test(arguments: MountedPanel.all)
    func `edges and their thirds are those that the person sees`(panel: MountedPanel) throws {
        let setup = DeviceSetup(orientation: Orientation(rotation: panel.rotation, mirror: panel.mirror))
        let (width, height) = panel.seen
        let swipes: [(EdgeLocation, Direction, (Double, Double), (Double, Double))] = [
            (.edge(.left, .first), .right, (1, height / 6), (50, height / 6)),
            (.edge(.right, .last), .left, (width - 1, height * 5 / 6), (width - 50, height * 5 / 6)),
            (.edge(.top, .last), .down, (width * 5 / 6, 1), (width * 5 / 6, 50)),
            (.edge(.bottom, .first), .up, (width / 6, height - 1), (width / 6, height - 50)),
        ]
        for (place, direction, start, end) in swipes {
            let events = try panel.swipe(from: start, to: end, setup)
            guard case .edgeSwipe(place, direction, _, _)? = events.last(where: { $0.kind == .edgeSwipe })?.details
            else {
                Issue.record("no swipe \(direction) from \(place): \(events.map(\.kind))")
                continue
            }
        }
    }

    @Test(arguments: MountedPanel.all)
    func `width and height are those that the person sees`(panel: MountedPanel) throws {
        let orientation = Orientation(rotation: panel.rotation, mirror: panel.mirror)
        let (width, height) = panel.seen
        for setup in [
            DeviceSetup(orientation: orientation),
            DeviceSetup(size: PhysicalSize(width: 400, height: 200, source: .configuration), orientation: orientation),
        ] {
            let size = try TouchGeometry(panel.axes, kind: .touchscreen, setup: setup).size
            #expect((size.width, size.height) == (width, height))
        }
    }

    /// The table in docs/hardware.md that gives the settings for the reported directions of two swipes.
    @Test func `the table in docs/hardware.md gives the correct rotation and mirror`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/hardware.md"), encoding: .utf8)
        let rows = page.matches(of: /\| `(\w+)`, `(\w+)` \| (.*) \|/).map { (String($0.1), String($0.2), $0.3) }
        #expect(Set(rows.map { "\($0.0) \($0.1)" }).count == 8)
        for (right, down, advice) in rows {
            let rotation = advice.firstMatch(of: /rotation = (\d+)/).flatMap { Int($0.1) } ?? 0
            let mirror = advice.firstMatch(of: /mirror = (\w+)/).map { String($0.1) } ?? "none"
            let panel = try #require(
                MountedPanel.all.first { $0.rotation.degrees == rotation && "\($0.mirror)" == mirror })
            let middle = (x: panel.seen.width / 2, y: panel.seen.height / 2)
            for (told, x, y) in [(right, 40.0, 0.0), (down, 0, 40)] {
                let events = try panel.swipe(from: middle, to: (middle.x + x, middle.y + y), DeviceSetup())
                guard case .swipe(let direction, _, _)? = events.last(where: { $0.kind == .swipe })?.details else {
                    Issue.record("no swipe: \(advice)")
                    continue
                }
                #expect("\(direction)" == told, "\(advice)")
            }
        }
    }

    /// The matrices that libinput documents for LIBINPUT_CALIBRATION_MATRIX.
    @Test(arguments: [
        ("1 0 0 0 1 0", Orientation.Rotation.none), ("0 -1 1 1 0 0", .quarter), ("-1 0 1 0 -1 1", .half),
        ("0 1 0 -1 0 1", .threeQuarters),
    ])
    func `a calibration matrix can rotate the panel`(
        text: String, rotation: Orientation.Rotation
    ) throws {
        let calibration = try #require(Affine(calibration: text))
        let panel = MountedPanel(rotation: rotation, mirror: .none)
        let middle = (x: panel.seen.width / 2, y: panel.seen.height / 2)
        let events = try panel.swipe(
            from: middle, to: (middle.x + 40, middle.y), DeviceSetup(calibration: calibration))
        guard case .swipe(.right, let translation, _)? = events.last(where: { $0.kind == .swipe })?.details else {
            Issue.record("no swipe: \(events.map(\.kind))")
            return
        }
        #expect((translation.x - 40 / 0.15875).magnitude < 0.001 && translation.y.magnitude < 0.001)
    }

    @Test func `calibration is applied before rotation`() throws {
        // The panel is the right half of the controller's range, and rotated.
        let calibration = try #require(Affine(calibration: "2 0 -1 0 1 0"))
        let setup = DeviceSetup(calibration: calibration, orientation: Orientation(rotation: .quarter))
        let geometry = try TouchGeometry(MountedPanel.all[0].axes, kind: .touchscreen, setup: setup)
        // 200 of the 400 mm remain.
        #expect((geometry.size.width, geometry.size.height) == (200, 200))
        let corner = geometry.point(SlotValues(x: 2000, y: 0))
        #expect((corner.x - 200 / 0.15875).magnitude < 1e-6 && corner.y.magnitude < 1e-6)
        // A millimetre on the glass stays one.
        let further = geometry.point(SlotValues(x: 2010, y: 0))
        #expect((further.distance(to: corner) - 1 / 0.15875).magnitude < 1e-6)
    }

    @Test func `a touchpad ignores calibration`() throws {
        let setup = DeviceSetup(calibration: Affine(calibration: "0 -1 1 1 0 0"))
        let plain = try TouchGeometry(MountedPanel.all[0].axes, kind: .touchpad)
        #expect(try TouchGeometry(MountedPanel.all[0].axes, kind: .touchpad, setup: setup) == plain)
    }

    @Test(arguments: [
        "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 0 0 one 0", "1,0,0,0,1,0", "nan 0 0 0 1 0", "inf 0 0 0 1 0",
        "0 0 0 0 0 0", "1 1 0 1 1 0", "0.09 0 0 0 0.1 0", "1000 0 0 0 1 0", "1 0 0 0 1 0x",
    ])
    func `rejects invalid and degenerate matrices`(text: String) {
        #expect(Affine(calibration: text) == nil)
    }

    @Test func `parses the numbers of a matrix in C notation`() {
        let expected = Affine(xx: 1.5, xy: -0.25, x0: 0.01, yx: 0, yy: 1, y0: -2)
        #expect(Affine(calibration: " 1.5 -.25 1e-2  0 1 -2.0 ") == expected)
    }
}

@Suite struct DisplaySizeTests {
    /// An EDID with a valid checksum.
    private func edid(width: Int, height: Int, centimetres: (UInt8, UInt8), hasTiming: Bool = true) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 128)
        bytes.replaceSubrange(0..<8, with: [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0])
        (bytes[21], bytes[22]) = centimetres
        if hasTiming { bytes[54] = 0x1d }
        bytes[66] = UInt8(width & 0xff)
        bytes[67] = UInt8(height & 0xff)
        bytes[68] = UInt8((width >> 8) << 4 | height >> 8)
        bytes[127] = 0 &- bytes.reduce(0, &+)
        return bytes
    }

    @Test func `reads the size from EDID in mm, or else in cm`() {
        let display = PhysicalSize(width: 344, height: 194, source: .display)
        #expect(PhysicalSize(edid: edid(width: 344, height: 194, centimetres: (34, 19))) == display)
        let rough = PhysicalSize(width: 340, height: 190, source: .display)
        #expect(PhysicalSize(edid: edid(width: 0, height: 0, centimetres: (34, 19))) == rough)
        #expect(PhysicalSize(edid: edid(width: 344, height: 194, centimetres: (34, 19), hasTiming: false)) == rough)
        #expect(
            PhysicalSize(edid: edid(width: 1209, height: 680, centimetres: (121, 68)))
                == PhysicalSize(width: 1209, height: 680, source: .display))
    }

    @Test func `rejects implausible sizes and invalid EDID`() {
        for sides in [(160, 90), (160, 100), (1600, 900), (1600, 1000), (9, 100), (3001, 2000)] {
            #expect(PhysicalSize(edid: edid(width: sides.0, height: sides.1, centimetres: (0, 0))) == nil, "\(sides)")
        }
        #expect(PhysicalSize(edid: edid(width: 0, height: 0, centimetres: (0, 0))) == nil)
        #expect(PhysicalSize(edid: edid(width: 0, height: 0, centimetres: (16, 9))) == nil)
        var wrong = edid(width: 344, height: 194, centimetres: (34, 19))
        wrong[100] ^= 1
        #expect(PhysicalSize(edid: wrong) == nil)
        #expect(PhysicalSize(edid: Array(edid(width: 344, height: 194, centimetres: (34, 19)).prefix(127))) == nil)
        #expect(PhysicalSize(edid: []) == nil)
    }

    @Test func `the size comes from configuration, else resolution, else the display, else a default`() throws {
        let configured = PhysicalSize(width: 100, height: 50, source: .configuration)
        let display = PhysicalSize(width: 300, height: 150, source: .display)
        var device = MountedPanel.all[0].axes
        func size(_ setup: DeviceSetup) throws -> PhysicalSize {
            try TouchGeometry(device, kind: .touchscreen, setup: setup).size
        }
        #expect(try size(DeviceSetup(size: configured, display: display)) == configured)
        #expect(try size(DeviceSetup(display: display)).source == .resolution)
        device.axes[Int(EventCode.absMTPositionX)]?.resolution = 0
        #expect(try size(DeviceSetup(display: display)) == display)
        let turned = Orientation(rotation: .quarter)
        #expect(
            try size(DeviceSetup(display: display, orientation: turned))
                == PhysicalSize(width: 150, height: 300, source: .display))
        #expect(try size(DeviceSetup()).source == .assumed)
    }
}

@Suite struct PalmSizeTests {
    /// Plays a finger whose longer diameter becomes `major` counts of 0.1 mm, then 5 mm again, and that lifts.
    private func frames(_ major: Int32, resolution: Int32 = 10, palmSize: Double? = nil) throws -> [[ContactChange
        .Action]]
    {
        var device = MountedPanel.all[0].axes
        device.axes[Int(EventCode.absMTTouchMajor)] = AxisRange(minimum: 0, maximum: 2000, resolution: resolution)
        let geometry = try TouchGeometry(device, kind: .touchscreen, setup: DeviceSetup(palmSize: palmSize))
        var assembler = FrameAssembler(geometry: geometry)
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var found: [[ContactChange.Action]] = []
        let script: [[(UInt16, Int32)]] = [
            [(EventCode.absMTTrackingID, 1), (EventCode.absMTTouchMajor, 50)], [(EventCode.absMTTouchMajor, major)],
            [(EventCode.absMTTouchMajor, 50)], [(EventCode.absMTTrackingID, -1)],
        ]
        for (number, values) in script.enumerated() {
            let time = Instant(microseconds: Int64(number) * 10_000)
            for (code, value) in values {
                _ = assembler.handle(
                    RawEvent(time: time, type: EventType.abs, code: code, value: value), contacts: &contacts,
                    into: &frame)
            }
            let report = RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)
            let isFrame = assembler.handle(report, contacts: &contacts, into: &frame)
            found.append(isFrame ? frame.changes.map(\.action) : [])
        }
        return found
    }

    private let finger: [[ContactChange.Action]] = [[.down], [.move], [.move], [.up]]
    private let palm: [[ContactChange.Action]] = [[.down], [.cancel], [], []]

    @Test func `a contact broader than 40 mm is a palm, ignored until it is lifted`() throws {
        #expect(try frames(399) == finger)
        #expect(try frames(400) == finger)
        #expect(try frames(401) == palm)
    }

    @Test func `the configured palm size overrides the default`() throws {
        #expect(try frames(200, palmSize: 20) == finger)
        #expect(try frames(201, palmSize: 20) == palm)
        #expect(try frames(401, palmSize: 50) == finger)
    }

    @Test func `sizes in unknown units make no palm unless a palm size is configured`() throws {
        #expect(try frames(2000, resolution: 0) == finger)
        #expect(try frames(2000, resolution: 9) == finger)
        #expect(try frames(401, resolution: 0, palmSize: 40) == palm)
    }
}
