import GestureCore
import GestureProtocol
import Testing
import Text
import TouchDecoding

@testable import Diagnosis

/// A touchscreen of root and group 104 that is known to udev and readable for user 990.
private var panel: InputDevice {
    var device = InputDevice(path: "/dev/input/event3")
    device.description.name = "ILITEK"
    device.description.vendor = 0x222a
    device.description.product = 0x0001
    device.kind = .touchscreen
    device.permissions = FilePermissions(
        owner: 0, group: 104, mode: 0o660,
        accessList: [
            .init(tag: .user, permissions: 4, id: 990), .init(tag: .group, permissions: 6, id: .max),
            .init(tag: .mask, permissions: 6, id: .max),
        ])
    return device
}

/// The same device as the service reports it, touched a second ago.
private var usedPanel: DeviceReport {
    var report = DeviceReport()
    (report.id, report.name, report.node) = ("222a:0001@usb-1", "ILITEK", "/dev/input/event3")
    (report.width, report.height, report.sizeSource) = (345, 194, "resolution")
    (report.multitouch, report.slots, report.lastFrame) = ("slots", 10, Instant(microseconds: 9_000_000))
    return report
}

private let label = "touchscreen ILITEK, /dev/input/event3"
private let isUsed = "\(label): used, 345.0 × 194.0 mm, 10 contacts"
private let noOthers = Finding.ok("no other input device")
private let gestured = UserAccount(uid: 990, groups: [990])

private func findings(
    _ device: InputDevice = panel, used: DeviceReport? = usedPanel, refused: String? = nil,
    user: UserAccount? = gestured,
    displays: [ByteString] = []
) -> [Finding] {
    var list = DeviceList(devices: used.map { [$0] } ?? [], refused: [])
    list.refused = refused.map { [.init(node: "/dev/input/event3", reason: ByteString($0))] } ?? []
    return DeviceFindings(
        devices: [device], service: list, user: user, displays: displays, now: Instant(microseconds: 10_000_000)
    ).all
}

/// Returns the findings except that the device is used and that there is no other.
private func more(
    _ device: InputDevice = panel, displays: [ByteString] = [], _ change: (inout DeviceReport) -> Void = { _ in }
) -> [Finding] {
    var used = usedPanel
    change(&used)
    let all = findings(device, used: used, displays: displays)
    #expect(all.first?.level == .ok && all.last == noOthers)
    return Array(all.dropFirst().dropLast())
}

private func withPanel(_ change: (inout InputDevice) -> Void) -> InputDevice {
    var device = panel
    change(&device)
    return device
}

@Suite struct DeviceFindingsTests {
    @Test func `a correct device in use is ok`() {
        #expect(findings() == [.ok("\(isUsed), touched 1.0 s ago"), noOthers])
    }

    @Test func `a mouse with absolute positions gets advice for touch panels`() throws {
        let mouse = withPanel { device in
            device.kind = nil
            device.description.axes[0] = AxisRange(minimum: 0, maximum: 0)
            device.description.axes[1] = AxisRange(minimum: 0, maximum: 0)
            device.description.codes[1].insert(0x110)
        }
        let found = findings(mouse, used: nil)
        let note = try #require(found.first)
        #expect(note.level == .note && note.advice.suffix(2) == ["[device ILITEK]", "kind = touchscreen"])
        #expect(found.dropFirst().first?.text == "no touch device found")
        var pointerOfActions = mouse
        pointerOfActions.description.name = "gestured actions pointer"
        #expect(findings(pointerOfActions, used: nil).first?.text == "no touch device found")
        var configured = mouse
        configured.configured = .ignore
        #expect(findings(configured, used: nil).first?.level == .ok)
        configured.configured = .touch(.touchscreen)
        #expect(findings(configured, used: usedPanel).first?.level == .ok)
        #expect(findings(configured, used: nil).map(\.level) == [.problem, .ok])
        configured.permissions?.accessList = []
        #expect(findings(configured, used: nil).first?.text.hasSuffix("permission denied for the service") ?? false)
    }

    @Test func `a device that only the configuration enables gets the udev rule for access`() throws {
        let tablet = withPanel { device in
            device.kind = nil
            device.configured = .touch(.touchpad)
            device.permissions?.accessList = []
        }
        let problem = try #require(findings(tablet, used: nil).first)
        #expect(
            problem.level == .problem && problem.advice.contains { $0.contains("setfacl --modify user:gestured:r") })
    }

    @Test func `reports rotation, mirror, calibration, display and grab`() {
        var used = usedPanel
        (used.rotation, used.mirror, used.calibration) = (90, "vertical", [1, 0, 0, 0, 1, 0])
        (used.output, used.isGrabbed) = ("HDMI-A-1", true)
        #expect(
            findings(used: used, displays: ["HDMI-A-1"]).first
                == .ok(
                    "\(isUsed), rotated by 90°, mirrored (vertical), calibrated by udev, on HDMI-A-1, "
                        + "grabbed (no other program gets its touches), touched 1.0 s ago"))
    }

    @Test func `a filtered device is not reported as grabbed`() {
        var used = usedPanel
        (used.isGrabbed, used.isFiltered) = (true, true)
        #expect(
            findings(used: used).first
                == .ok("\(isUsed), filtered (other programs get its touches from a copy), touched 1.0 s ago"))
    }

    @Test func `a configured filter that does not work is a problem`() {
        let filtered = withPanel { $0.isToBeFiltered = true }
        let found = more(filtered)
        #expect(found.map(\.level) == [.problem])
        #expect(
            found.first?.text
                == "\(label): not filtered, although filter = yes is configured: other programs get all its touches")
        #expect(found.first?.advice.first == "allow it: sudo /usr/share/gestured/allow-filter")
        #expect(more(filtered) { $0.isFiltered = true } == [])
        // A suspended device is not filtered.
        #expect(more(filtered) { $0.suspendedBy = "lid" }.map(\.level) == [.note])
    }

    @Test func `an assumed size is a problem with the lines for gestured.conf`() {
        let found = more { $0.sizeSource = "assumed" }
        #expect(found.map(\.level) == [.problem])
        #expect(found.first?.advice.suffix(2) == ["[device ILITEK]", "size = 345x194"])
    }

    @Test(arguments: [
        ("ILITEK", "[device ILITEK]"),
        (String(repeating: "x", count: 42), "[device \(String(repeating: "x", count: 42))]"),
        (String(repeating: "x", count: 43), "[device 222a:0001]"), ("a]b", "[device 222a:0001]"),
        ("a;b", "[device 222a:0001]"), ("a?b", "[device 222a:0001]"), ("", "[device 222a:0001]"),
        (" a", "[device 222a:0001]"), ("a ", "[device 222a:0001]"),
    ])
    func `advice uses the id if the name cannot be a section`(name: String, line: String) {
        #expect(section(for: name, id: "222a:0001@usb-1") == line)
    }

    @Test func `a disconnected display is a problem with the connected ones as advice`() {
        let found = more(displays: ["DP-1", "eDP-1"]) { $0.output = "HDMI-A-1" }
        #expect(found.map(\.text) == ["\(label): assigned to the display HDMI-A-1, which is not connected"])
        #expect(found.first?.level == .problem)
        #expect(
            found.first?.advice == [
                "connected displays: DP-1, eDP-1; set in gestured.conf, e.g.", "[device ILITEK]", "output = DP-1",
            ])
        #expect(more { $0.output = "HDMI-A-1" }.first?.advice.first?.hasPrefix("connect the display") == true)
    }

    @Test func `a silent device gets a note`() {
        #expect(more { $0.lastFrame = nil }.map(\.level) == [.note])
    }

    @Test(arguments: [(Int64(1), 0), (10_000_000, 0), (0, 1), (10_000_001, 1), (.min, 1), (.max, 1)])
    func `a time stamp before the boot or in the future is a problem`(stamp: Int64, problems: Int) {
        #expect(more { $0.lastFrame = Instant(microseconds: stamp) }.filter { $0.level == .problem }.count == problems)
    }

    @Test(arguments: [(UInt64(0), 0), (1, 1)])
    func `overruns get a note`(overruns: UInt64, notes: Int) {
        #expect(more { $0.overruns = overruns }.filter { $0.level == .note }.count == notes)
    }

    @Test(arguments: [
        (UInt64(9), UInt64(4), UInt64(4), []), (9, 5, 0, ["hold-duration = 25"]), (9, 0, 5, ["lift-duration = 25"]),
        (1000, 9, 9, []), (1000, 10, 0, ["hold-duration = 25"]), (1000, 0, 10, ["lift-duration = 25"]),
    ])
    func `frequent faults of the panel get a note with the setting against them`(
        landings: UInt64, ghosts: UInt64, gaps: UInt64, keys: [String]
    ) {
        let notes = more { report in
            report.landings = landings
            report.ghosts = ghosts
            report.gaps = gaps
        }
        #expect(notes.compactMap { $0.advice.last } == keys)
        let isSet = withPanel {
            $0.accommodations.holdDuration = .milliseconds(25)
            $0.accommodations.liftDuration = .milliseconds(25)
        }
        let notesAfter = more(isSet) { report in
            report.landings = landings
            report.ghosts = ghosts
            report.gaps = gaps
        }
        #expect(notesAfter.isEmpty)
    }

    @Test func `an inhibited device is a problem with the command that enables it`() {
        let found = more(withPanel { $0.inhibitedBy = "/sys/devices/x/input3/inhibited" })
        #expect(found.map(\.level) == [.problem])
        #expect(found.first?.advice == ["echo 0 | sudo tee /sys/devices/x/input3/inhibited"])
    }

    @Test(arguments: [("1 0 0 0 1 0", 0), ("1 0 0", 1), ("left", 1)])
    func `an invalid calibration is a problem`(matrix: String, problems: Int) {
        let found = more(withPanel { $0.calibration = matrix })
        #expect(found.filter { $0.level == .problem }.count == problems)
    }

    @Test func `another seat gets a note`() {
        let found = more(withPanel { $0.seat = "seat1" })
        #expect(found.map(\.level) == [.note])
        #expect(found.first?.text.contains("seat1") == true)
        #expect(found.first?.advice.first?.contains("gesturectl monitor --devices 'ILITEK'") == true)
    }

    @Test(arguments: [(["sway (pid 7)"], "has"), (["a (pid 1)", "b (pid 2)"], "have")])
    func `programs that have a device open get a note`(programs: [String], verb: String) {
        let found = more(withPanel { $0.openers = programs })
        #expect(found.map(\.text) == ["\(label): \(programs.joined(separator: ", ")) \(verb) it open, too"])
    }

    @Test func `advice for devices with equal names uses their ids`() {
        var used = usedPanel
        used.sizeSource = "assumed"
        var twin = used
        twin.id = "222a:0001@usb-2"
        twin.node = "/dev/input/event4"
        var second = panel
        second.path = twin.node
        let found = DeviceFindings(
            devices: [panel, second], service: DeviceList(devices: [used, twin], refused: []), user: gestured,
            now: Instant(microseconds: 10_000_000)
        ).all.filter { $0.level == .problem }
        #expect(found.map { $0.advice[1] } == ["[device 222a:0001@usb-1]", "[device 222a:0001@usb-2]"])
    }

    // MARK: Unused devices

    /// Returns the first finding for a device that the service does not use.
    private func unused(_ device: InputDevice, refused: String? = nil, user: UserAccount? = gestured) -> Finding? {
        findings(device, used: nil, refused: refused, user: user).first
    }

    @Test func `a refused device is a problem with the reason`() {
        let found = unused(panel, refused: "an axis has an empty range")
        #expect(found?.level == .problem)
        #expect(found?.text == "\(label): not used: an axis has an empty range")
    }

    @Test func `a device without read permission gets advice about the udev rule`() {
        let found = unused(withPanel { $0.permissions?.accessList = [] }, refused: "Permission denied")
        #expect(found?.text == "\(label): permission denied for the service")
        #expect(found?.advice.first?.hasPrefix("80-gestured.rules") == true)
    }

    @Test func `a device with keys in its node says that keys can be read`() {
        let found = unused(
            withPanel {
                $0.permissions?.accessList = []
                $0.isKeyboard = true
            })
        #expect(found?.text.contains("the same node reports typed keys") == true)
        #expect(
            found?.advice.contains { $0.contains("ATTRS{id/vendor}==\"222a\", ATTRS{id/product}==\"0001\"") } == true)
    }

    @Test func `a device that is neither used nor refused is a problem`() {
        #expect(unused(panel)?.text == "\(label): the service does not use it, for an unknown reason")
    }

    @Test func `reports the read permission if the service does not run`() {
        func found(_ user: UserAccount?) -> [Finding] { DeviceFindings(devices: [panel], user: user).all }
        #expect(found(gestured) == [.ok("\(label): readable for the service"), noOthers])
        #expect(found(nil) == [.ok("\(label): unknown whether the service can read it"), noOthers])
        #expect(found(UserAccount(uid: 991)).first?.level == .problem)
    }

    @Test(arguments: [(false, Finding.Level.problem), (true, .note)])
    func `reports touch devices that udev does not classify`(isJudged: Bool, level: Finding.Level) {
        let found = unused(
            withPanel {
                $0.kind = nil
                $0.isJudged = isJudged
                $0.description.properties.insert(1)
                for axis in [0x35, 0x36] { $0.description.axes[axis] = AxisRange(minimum: 0, maximum: 0) }
            })
        #expect(found?.level == level)
        #expect(found?.advice.isEmpty == false)
    }

    @Test func `counts devices without touch`() {
        let keyboard = InputDevice(path: "/dev/input/event0")
        let found = DeviceFindings(devices: [keyboard, panel, keyboard], user: gestured).all
        #expect(found.last == .ok("2 other input devices without touch"))
        #expect(found.count == 2)
    }

    @Test func `no touch device is a problem, and so is no udev`() {
        #expect(DeviceFindings(devices: []).all.map(\.level) == [.problem, .ok])
        #expect(DeviceFindings(devices: nil).all.map(\.level) == [.problem])
    }

    @Test func `a recording instead of devices gets a note`() {
        var recorded = usedPanel
        recorded.node = "/tmp/touches.evemu"
        let found = DeviceFindings(devices: [], service: DeviceList(devices: [recorded], refused: [])).all
        #expect(found.first?.level == .note)
        #expect(found.first?.text.contains("/tmp/touches.evemu") == true)
    }

    @Test(arguments: [
        (64, "", []), (64, "0", []), (64, "1", [0]), (64, "2", [1]), (64, "8000000000000000", [63]), (64, "1 0", [64]),
        (64, "260800000000003", [0, 1, 47, 53, 54, 57]), (64, "1 zz", [64]),
        // The same as programs with words of 32 bits read it.
        (32, "80000000 0", [63]), (32, "1 0 0", [64]), (32, "2608000 3", [0, 1, 47, 53, 54, 57]),
    ])
    func `reads bitmaps in the format of sysfs`(wordWidth: Int, text: String, bits: [Int]) {
        let bitmap = Bitmap(sysfs: text, wordWidth: wordWidth)
        #expect((0..<128).filter { bitmap.contains($0) } == bits)
    }
}
