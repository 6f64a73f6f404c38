import GestureCore
import Testing

@testable import TouchDecoding
@testable import TouchRecordings

/// A recording of a touchscreen that begins with `lines`.
private func recording(_ lines: String) throws -> Recording {
    let device = "N: Panel\nP: 02\nA: 2f 0 9 0 0\nA: 35 0 1000 0 0\nA: 36 0 500 0 0\n"
    return try Recording(Array((lines + device).utf8))
}

private func device(_ lines: String) throws -> RecordedDevice { try RecordedDevice(try recording(lines)) }

@Suite struct DeviceContextTests {
    @Test func `the context beside the description is read back unchanged`() throws {
        let description = try #require(
            try recording("# gestured: physical path usb-0000:00:14.0-5/input0\n").description)
        #expect(description.stableID == "0000:0000@usb-0000:00:14.0-5/input0")
        var context = DeviceContext()
        context.properties = [
            DeviceContext.Property("ID_INPUT_TOUCHSCREEN", "1"),
            DeviceContext.Property("LIBINPUT_CALIBRATION_MATRIX", "0 1 0 -1 0 1"),
            DeviceContext.Property("ID_PATH", ""),
        ]
        context.size = PhysicalSize(width: 345.4, height: 194.05, source: .configuration)
        var writer = RecordingWriter()
        writer.write(description, context, size: context.size)
        let again = try Recording(writer.bytes)
        #expect(again.context == context)
        #expect(again.description?.physicalPath == description.physicalPath)
        #expect(context["LIBINPUT_CALIBRATION_MATRIX"] == "0 1 0 -1 0 1")
        #expect(context["ID_INPUT"] == nil)
    }

    @Test func `the context is written as evemu comments, one per line`() {
        var device = DeviceDescription()
        device.physicalPath = "a\nE: 0.0 0 0 0"
        var context = DeviceContext()
        context.properties = [DeviceContext.Property("ID_PATH", "a\nb")]
        var writer = RecordingWriter()
        writer.write(device, context, size: PhysicalSize(width: 345.4, height: 9.9996, source: .assumed))
        let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").prefix(5)
        #expect(
            lines == [
                "# EVEMU 1.3", "# gestured: physical path a E: 0.0 0 0 0", "# gestured: udev ID_PATH=a b",
                "# gestured: size 345.400 x 10.000 mm assumed", "N: ",
            ])
    }

    @Test(
        arguments: [
            ("the kernel decides without properties of udev", "", .touchscreen),
            ("udev overrides the kernel", "# gestured: udev ID_INPUT_TOUCHPAD=1\n", .touchpad),
            (
                "a device that is both to udev is a touchpad, as in libinput",
                "# gestured: udev ID_INPUT_TOUCHSCREEN=1\n# gestured: udev ID_INPUT_TOUCHPAD=1\n", .touchpad
            ),
            (
                "a device that is not a touch device to udev is rejected",
                "# gestured: udev ID_INPUT=1\n# gestured: udev ID_INPUT_TABLET=1\n", nil
            ),
            (
                "the recorded kind overrides udev",
                "# gestured: udev ID_INPUT=1\n# gestured: udev ID_INPUT_MOUSE=1\n# gestured: kind touchscreen\n",
                .touchscreen
            ),
            (
                "a property of 0 is not set", "# gestured: udev ID_INPUT=0\n# gestured: udev ID_INPUT_TOUCHPAD=0\n",
                .touchscreen
            ),
        ] as [(String, String, Surface.Kind?)])
    func `the kind of a recorded device comes from its context, else from the kernel`(
        rule: String, lines: String, kind: Surface.Kind?
    ) throws {
        if let kind {
            #expect(try device(lines).geometry.kind == kind, "\(rule)")
        } else {
            #expect(throws: UnusableRecording.notTouch, "\(rule)") { try device(lines) }
        }
    }

    @Test func `a configured size is recorded, any other is derived from the description`() throws {
        let configured = PhysicalSize(width: 200.125, height: 100, source: .configuration)
        #expect(try device("# gestured: size 200.125 x 100.000 mm configuration\n").geometry.size == configured)
        #expect(try device("# gestured: size 200.125 x 100.000 mm resolution\n").geometry.size.source == .assumed)
        let other = PhysicalSize(width: 300, height: 150, source: .configuration)
        let recording = try recording("# gestured: size 200.125 x 100.000 mm configuration\n")
        #expect(try RecordedDevice(recording, setup: DeviceSetup(size: other)).geometry.size == other)
    }

    @Test func `rotation, mirror and calibration are those of the recording unless overridden`() throws {
        let lines =
            "# gestured: size 200.000 x 100.000 mm display\n# gestured: rotation 90\n# gestured: mirror vertical\n"
        let mounted = try device(lines).geometry
        #expect(mounted.setup.orientation == Orientation(rotation: .quarter, mirror: .vertical))
        #expect(mounted.size == PhysicalSize(width: 100, height: 200, source: .display))
        let other = DeviceSetup(orientation: Orientation(rotation: .half))
        let geometry = try RecordedDevice(try recording(lines), setup: other).geometry
        #expect(geometry.setup.orientation == other.orientation)
        let calibrated = try device("# gestured: udev LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1\n").geometry
        #expect(calibrated.setup.calibration == Affine(xx: -1, x0: 1, yy: -1, y0: 1))
    }

    @Test func `the kind is written only if nothing else implies it, and is read back`() throws {
        let description = try #require(try recording("").description)
        let size = PhysicalSize(width: 200, height: 100, source: .assumed)
        var context = DeviceContext()
        context.add(.touchscreen, size, Orientation(), of: description)
        #expect(context.kind == nil)
        context.add(.touchpad, size, Orientation(), of: description)
        var writer = RecordingWriter()
        writer.write(description, context)
        let again = try Recording(evemu: writer.bytes)
        #expect(again.context.kind == .touchpad)
        #expect(try RecordedDevice(again).geometry.kind == .touchpad)
        #expect(try RecordedDevice(again, setup: DeviceSetup(kind: .touchscreen)).geometry.kind == .touchscreen)
    }

    @Test(
        arguments: [
            nil, [],
            [
                ConfiguredSetting(
                    section: "gestures", key: "swipe-distance", value: "600", path: "/etc/gestured/gestured.conf",
                    line: 3),
                ConfiguredSetting(
                    section: "device My Panel", key: "hold-duration", value: "40", path: "a b.conf", line: 70),
            ],
        ] as [[ConfiguredSetting]?])
    func `the settings are read back unchanged`(_ settings: [ConfiguredSetting]?) throws {
        let description = try #require(try recording("").description)
        var context = DeviceContext()
        context.settings = settings
        var writer = RecordingWriter()
        writer.write(description, context)
        let again = try Recording(evemu: writer.bytes)
        #expect(again.context.settings == settings)
        #expect(try RecordedDevice(again).settings == settings)
    }

    @Test func `a setting with missing columns is reported with its line`() throws {
        #expect(throws: RecordingError.self) { try recording("# gestured: setting\tgestures\tslop\n") }
    }

    @Test func `rotation and mirror are read back unchanged`() throws {
        var context = DeviceContext()
        context.orientation = Orientation(rotation: .threeQuarters, mirror: .horizontal)
        var writer = RecordingWriter()
        writer.write(DeviceDescription(), context)
        #expect(try Recording(evemu: writer.bytes).context == context)
    }

    @Test(arguments: [
        ("# gestured: rotation 45\n", 22, "0, 90, 180 or 270"),
        ("# gestured: rotation left\n", 22, "0, 90, 180 or 270"),
        ("# gestured: kind mouse\n", 18, "touchscreen or touchpad"),
        ("# gestured: mirror diagonal\n", 20, "none, horizontal or vertical"),
        ("# gestured: udev ID_INPUT\n", 18, "a property and its value (NAME=value)"),
        ("# gestured: size wide\n", 18, "a length in mm with three decimals"),
        ("# gestured: size 345.4 x 194.300 mm assumed\n", 22, "a length in mm with three decimals"),
        ("# gestured: size 345.400 194.300 mm assumed\n", 25, "x and the height"),
        ("# gestured: size 345.400 x 194.300\n", 35, "mm"),
    ])
    func `errors name the line, the column and what was expected`(line: String, column: Int, expected: String) {
        #expect(throws: RecordingError(line: 2, column: column, expected: expected)) {
            try Recording(evemu: Array(("# EVEMU 1.3\n" + line).utf8))
        }
    }

    @Test func `ignores keys of later versions and other comments`() throws {
        #expect(
            try recording("# gestured: colour blue\n# size small\n#gestured: udev x\n").context
                == DeviceContext())
    }

    @Test func `reads udev properties from libinput record`() throws {
        let recording = try Recording(Array(libinputText.utf8))
        #expect(
            recording.context.properties == [
                DeviceContext.Property("ID_INPUT", "1"),
                DeviceContext.Property("ID_INPUT_TOUCHSCREEN", "1"),
            ])
        #expect(throws: RecordingError(line: 4, column: 9, expected: "a property and its value (NAME=value)")) {
            try Recording(Array("version: 1\n  evdev:\n  udev:\n      - ID_INPUT\n".utf8))
        }
    }
}
