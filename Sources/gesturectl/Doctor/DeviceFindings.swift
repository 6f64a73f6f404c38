import GestureConfiguration
import GestureCore
import TouchDecoding

/// What is to be said of input devices.
struct DeviceFindings {
    /// nil where udev cannot be reached.
    var devices: [InputDevice]?
    /// What the service says; nil where it does not answer.
    var service: DeviceList?
    /// As whom the service reads devices; nil where nobody knows.
    var user: Account?
    /// Those that are connected.
    var displays: [String] = []
    /// In µs of CLOCK_MONOTONIC.
    var now: Int64 = 0

    var all: [Finding] {
        guard let devices else {
            return [.problem("udev cannot be reached: no device can be found", "is udev of this system installed?")]
        }
        var findings: [Finding] = []
        for used in service?.devices ?? [] where !devices.contains(where: { same($0.path, used.node) }) {
            findings.append(
                .note(
                    "the service plays a recording in the place of devices: \(used.node)",
                    "start it without --recording to use the devices of this machine"))
        }
        let candidates = devices.filter { $0.mayBeTouch }
        for device in candidates { findings += self.findings(of: device) }
        if !candidates.contains(where: { $0.isTouch }) {
            findings.append(
                .problem(
                    "no input device is for touch",
                    "is it plugged in, and is there a driver for it? see 'sudo dmesg | grep -i -e touch -e hid -e i2c'"
                ))
        }
        let others = devices.count - candidates.count
        let text = "\(counted(Int64(others), "other input device")), not for touch"
        findings.append(.ok(others == 0 ? "no other input device" : text))
        return findings
    }

    private func findings(of device: InputDevice) -> [Finding] {
        var findings: [Finding]
        if let used = service?.devices.first(where: { same($0.node, device.path) }) {
            findings = self.findings(of: device, used: used)
        } else {
            findings = [unused(device)]
        }
        if let file = device.inhibitedBy {
            findings.append(
                .problem("\(device.label): the kernel keeps its events back (inhibited)", "echo 0 | sudo tee \(file)"))
        }
        if let matrix = device.calibration, Affine(calibration: matrix) == nil {
            findings.append(
                .problem(
                    "\(device.label): udev's LIBINPUT_CALIBRATION_MATRIX is \"\(matrix)\", which is not used",
                    "write six numbers into the udev rule that sets it, e.g. 1 0 0 0 1 0"))
        }
        if !same(device.seat, InputDevice.defaultSeat) {
            findings.append(
                .note(
                    "\(device.label): it belongs to \(device.seat), and its touches are published like those of any seat",
                    "clients for one seat choose its devices, as gesturectl monitor --devices '\(device.description.name)'"
                ))
        }
        if !device.openers.isEmpty {
            findings.append(
                .note(
                    "\(device.label): \(joined(device.openers)) \(device.openers.count == 1 ? "has" : "have") it open too",
                    "a compositor or an X server normally does; a program that grabs it keeps its touches from the service"
                ))
        }
        return findings
    }

    // MARK: Devices in use

    private func findings(of device: InputDevice, used: UsedDevice) -> [Finding] {
        let label = "\(used.kind) \(used.name), \(used.node)"
        var text = "\(label): used, \(used.size) mm, \(used.slots) contacts"
        if used.rotation != 0 { text += ", turned by \(used.rotation)°" }
        if !same(used.mirror, "none") { text += ", mirrored (\(used.mirror))" }
        if !used.calibration.isEmpty { text += ", calibrated by udev" }
        if let output = used.output { text += ", on \(output)" }
        if used.isGrabbed { text += ", grabbed: no other program gets its touches" }
        if let last = used.lastFrame { text += ", touched \(age(last, at: now))" }
        var findings = [Finding.ok(text)]
        let isOneOfSeveral = service?.devices.contains { same($0.name, used.name) && !same($0.id, used.id) } ?? false
        let section = section(for: isOneOfSeveral ? used.id : used.name, id: used.id)
        if same(used.sizeSource, "assumed") {
            findings.append(
                .problem(
                    "\(label): it does not say its size: \(used.size) mm is assumed, and distances are as wrong as that",
                    "measure the glass and write width and height in mm into gestured.conf, e.g.", section,
                    "size = 345x194"))
        }
        if let output = used.output, !displays.contains(where: { same($0, output) }) {
            findings.append(missing(output, of: label, section))
        }
        if let suspension = used.suspension {
            findings.append(
                .note(
                    "\(label): suspended, because \(suspension)",
                    "if that is not so, its switch is wrong; to have neither the service nor libinput follow it,",
                    "write into /etc/udev/rules.d/71-touchpad.rules:",
                    "ENV{ID_INPUT_TOUCHPAD}==\"1\", ENV{ID_INPUT_TOUCHPAD_INTEGRATION}=\"external\"", Self.reload))
        }
        switch used.lastFrame {
        case nil where used.suspension != nil: break
        case nil:
            findings.append(
                .note(
                    "\(label): it has sent nothing since the service uses it",
                    "touch it and look again; if there is still nothing, another program has grabbed it",
                    "('sudo gesturectl doctor' tells who has it open), or the panel sends nothing"))
        case let last? where last <= 0 || last > now:
            findings.append(
                .problem(
                    "\(label): its last time stamp, \(last) µs, is \(last > now ? "in the future" : "before the start")",
                    "its driver stamps events by another clock than CLOCK_MONOTONIC: report it with",
                    "'sudo gesturectl record \(used.node)'"))
        default: break
        }
        if used.overruns > 0 {
            findings.append(
                .note(
                    "\(label): the kernel had to drop events (\(counted(used.overruns, "time"))): touches that were down were lost",
                    "the machine was too busy to run the service, or it was stopped; give it more weight:",
                    "'sudo systemctl set-property gestured.service CPUWeight=1000'"))
        }
        return findings
    }

    private func missing(_ output: String, of label: String, _ section: String) -> Finding {
        let text = "\(label): it belongs to the display \(output), which is not connected"
        guard let first = displays.first else {
            return .problem(text, "connect the display, or take output out of \(section) in gestured.conf")
        }
        return .problem(
            text, "connected are: \(joined(displays)); write into gestured.conf, e.g.", section,
            "output = \(first)")
    }

    // MARK: Devices not in use

    /// Why the service does not use it, or whether it could.
    private func unused(_ device: InputDevice) -> Finding {
        if device.configured == .ignore { return .ok("\(device.label): ignored, as it is configured (kind = ignore)") }
        if device.configured == nil, device.kind == nil {
            if device.description.isAbsoluteMouse {
                return .note(
                    "\(device.label): not used: it reports itself as a mouse with absolute positions, as some touch panels do",
                    "if it is a touch panel, write into gestured.conf ('kind = ignore' hides this note):",
                    section(for: device.description.name, id: device.description.stableID), "kind = touchscreen")
            }
            return device.isJudged
                ? .note(
                    "\(device.label): not used: it sends touches, but udev takes it for something else",
                    "if it is a touchscreen, say so in /etc/udev/rules.d/70-touch.rules:",
                    "SUBSYSTEM==\"input\", ATTRS{id/vendor}==\"\(vendor(device))\", ATTRS{id/product}==\"\(product(device))\", "
                        + "ENV{ID_INPUT_TOUCHSCREEN}=\"1\"",
                    Self.reload)
                : .problem("\(device.label): udev has not looked at it: it may not be used", Self.reload)
        }
        let mayRead = device.permissions.flatMap { file in user.map { file.allow(.read, to: $0) } }
        if mayRead == false {
            if device.isKeyboard {
                return .problem(
                    "\(device.label): not used: keys are typed on the same node, so the service may not read it",
                    "if the service may see what is typed there, let it, in /etc/udev/rules.d/81-gestured-keys.rules:",
                    permission(device), Self.reload)
            }
            if device.kind == nil, !device.description.isAbsoluteMouse {
                return .problem(
                    "\(device.label): the service may not read it, because udev takes it for something else",
                    "let it, in /etc/udev/rules.d/81-gestured-device.rules:", permission(device), Self.reload)
            }
            return .problem(
                "\(device.label): the service may not read it",
                "80-gestured.rules gives it that: is it installed ('sudo make install'), and setfacl ('apt install acl')?",
                Self.reload)
        }
        if let refused = service?.refused.first(where: { same($0.node, device.path) }) {
            return .problem(
                "\(device.label): not used: \(refused.reason)",
                "if it should be, send a report with 'sudo gesturectl record \(device.path)'")
        }
        if service != nil {
            return .problem(
                "\(device.label): the service does not use it, and does not say why",
                "'sudo systemctl restart gestured', then look into 'journalctl -u gestured'")
        }
        let permission = mayRead == true ? "the service may read it" : "whether the service may read it is not known"
        return .ok("\(device.label): \(permission)")
    }

    /// The udev rule by which the service may read a device.
    private func permission(_ device: InputDevice) -> String {
        "ACTION!=\"remove\", KERNEL==\"event*\", ATTRS{id/vendor}==\"\(vendor(device))\", "
            + "ATTRS{id/product}==\"\(product(device))\", "
            + "RUN{program}+=\"/usr/bin/setfacl --modify user:gestured:r $devnode\""
    }

    private func vendor(_ device: InputDevice) -> String { id(device, 0..<4) }
    private func product(_ device: InputDevice) -> String { id(device, 5..<9) }

    private func id(_ device: InputDevice, _ range: Range<Int>) -> String {
        String(decoding: Array(device.description.vendorAndProduct.utf8)[range], as: UTF8.self)
    }

    private static let reload = "then 'sudo udevadm control --reload; sudo udevadm trigger --subsystem-match=input'"
}
