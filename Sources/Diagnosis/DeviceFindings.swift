import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import Text
import TouchDecoding

/// The findings about input devices.
struct DeviceFindings {
    /// nil if udev is not available.
    var devices: [InputDevice]?
    /// The service's list of devices; nil if it does not reply.
    var service: DeviceList?
    /// The user that the service runs as; nil if unknown.
    var user: UserAccount?
    /// The connected displays.
    var displays: [ByteString] = []
    var now = Instant(microseconds: 0)
    var initSystem = InitSystem.systemd

    var all: [Finding] {
        guard let devices else {
            return [.problem("udev is not available: no device can be found", "install udev")]
        }
        var findings: [Finding] = []
        for used in service?.devices ?? [] where !devices.contains(where: { $0.path == used.node }) {
            findings.append(
                .note(
                    "the service plays a recording instead of using devices: \(used.node)",
                    "start it without --recording to use real devices"))
        }
        let candidates = devices.filter { $0.mayBeTouch }
        for device in candidates { findings += self.findings(of: device) }
        if !candidates.contains(where: { $0.isTouch }) {
            findings.append(
                .problem(
                    "no touch device found",
                    "check its cable and its driver: 'sudo dmesg | grep -i -e touch -e hid -e i2c'"
                ))
        }
        let others = devices.count - candidates.count
        let text = "\(counted(Int64(others), "other input device")) without touch"
        findings.append(.ok(others == 0 ? "no other input device" : text))
        return findings
    }

    private func findings(of device: InputDevice) -> [Finding] {
        var findings: [Finding]
        if let used = service?.devices.first(where: { $0.node == device.path }) {
            findings = self.findings(of: device, used: used)
        } else {
            findings = [unused(device)]
        }
        if let file = device.inhibitedBy {
            findings.append(
                .problem("\(device.label): the kernel suppresses its events (inhibited)", "echo 0 | sudo tee \(file)"))
        }
        if let matrix = device.calibration, Affine(calibration: matrix) == nil {
            findings.append(
                .problem(
                    "\(device.label): udev's LIBINPUT_CALIBRATION_MATRIX is \"\(matrix)\", which is invalid and ignored",
                    "set it to six numbers in the udev rule, e.g. 1 0 0 0 1 0"))
        }
        if device.seat != InputDevice.defaultSeat {
            findings.append(
                .note(
                    "\(device.label): assigned to \(device.seat), but its touches are reported like those of any seat",
                    "a client for one seat must select its devices, e.g. gesturectl monitor --devices '\(device.description.name)'"
                ))
        }
        if !device.openers.isEmpty {
            findings.append(
                .note(
                    "\(device.label): \(joined(device.openers)) \(device.openers.count == 1 ? "has" : "have") it open, too",
                    "this is normal for a compositor or X server; if a program grabs the device, the service gets no touches"
                ))
        }
        return findings
    }

    // MARK: Devices in use

    private func findings(of device: InputDevice, used: DeviceReport) -> [Finding] {
        let label = "\(used.kind) \(used.name), \(used.node)"
        var text = "\(label): used, \(used.size) mm, \(used.slots) contacts"
        if used.rotation != 0 { text += ", rotated by \(used.rotation)°" }
        if used.mirror != "none" { text += ", mirrored (\(used.mirror))" }
        if used.calibration != nil { text += ", calibrated by udev" }
        if let output = used.output { text += ", on \(output)" }
        if used.isFiltered {
            text += ", filtered (other programs get its touches from a copy)"
        } else if used.isGrabbed {
            text += ", grabbed (no other program gets its touches)"
        }
        if let last = used.lastFrame { text += ", touched \(age(last, at: now))" }
        var findings = [Finding.ok(text)]
        let isOneOfSeveral = service?.devices.contains { $0.name == used.name && $0.id != used.id } ?? false
        let section = section(for: "\(isOneOfSeveral ? used.id : used.name)", id: "\(used.id)")
        if used.sizeSource == "assumed" {
            findings.append(
                .problem(
                    "\(label): reports no size: \(used.size) mm is assumed, and distances are wrong accordingly",
                    (used.kind.known == .touchscreen ? "run 'sudo gesturectl setup', or " : "")
                        + "measure the glass and set width and height in mm in gestured.conf, e.g.", section,
                    "size = 345x194"))
        }
        if let output = used.output, !displays.contains(output) {
            findings.append(missing(output, of: label, section))
        }
        if device.isToBeFiltered, !used.isFiltered, used.suspension == nil {
            findings.append(
                .problem(
                    "\(label): not filtered, although filter = yes is configured: other programs get all its touches",
                    "allow it: sudo \(installedScript("allow-filter"))",
                    "if the problem stays, see \(initSystem.log)"))
        }
        if let suspension = used.suspension {
            findings.append(
                .note(
                    "\(label): suspended, because \(suspension)",
                    "if this is not true, the switch reports a wrong state; to make the service and libinput ignore it,",
                    "add to /etc/udev/rules.d/71-touchpad.rules:",
                    "ENV{ID_INPUT_TOUCHPAD}==\"1\", ENV{ID_INPUT_TOUCHPAD_INTEGRATION}=\"external\"", Self.reload))
        }
        switch used.lastFrame {
        case nil where used.suspension != nil: break
        case nil:
            findings.append(
                .note(
                    "\(label): no events since the service opened it",
                    "touch it and run this command again; if the note stays, another program has grabbed the device",
                    "('sudo gesturectl doctor' shows which programs have it open), or the panel is broken"))
        case let last? where last.microseconds <= 0 || last > now:
            findings.append(
                .problem(
                    "\(label): its last time stamp, \(last.microseconds) µs, is \(last > now ? "in the future" : "before the boot")",
                    "its driver does not use CLOCK_MONOTONIC; report it together with the output of",
                    "'sudo gesturectl record \(used.node)'"))
        default: break
        }
        if used.overruns > 0 {
            findings.append(
                .note(
                    "\(label): the kernel dropped events \(counted(Int64(clamping: used.overruns), "time")) because its queue was full; touches were cancelled",
                    "the machine was too busy to run the service, or it was stopped; give it more CPU time:",
                    initSystem.prefer))
        }
        return findings + faults(of: device, used: used, label, section)
    }

    /// Settings against faults of the panel that the service has seen, unless they are set.
    private func faults(of device: InputDevice, used: DeviceReport, _ label: String, _ section: String) -> [Finding] {
        let time = ContactFaults.moment
        let milliseconds = time.microseconds / 1000
        var findings: [Finding] = []
        // One in a hundred is what a person notices; a few can be chance.
        let fewest = max(used.landings / 100, 5)
        if used.ghosts >= fewest, device.accommodations.holdDuration < time {
            findings.append(
                .note(
                    "\(label): \(used.ghosts) of \(used.landings) contacts were there for at most \(milliseconds) ms, as no finger is, and count as taps",
                    "find the cause: water, a charger or a loose cable; or add to gestured.conf, which reports each press",
                    "\(milliseconds) ms later:", section, "hold-duration = \(milliseconds)"))
        }
        if used.gaps >= fewest, device.accommodations.liftDuration < time {
            findings.append(
                .note(
                    "\(label): \(used.gaps) of \(used.landings) contacts were lost for at most \(milliseconds) ms, and count as two touches",
                    "find the cause: a protective film, gloves or a weak supply; or add to gestured.conf, which reports each lift",
                    "\(milliseconds) ms later:", section, "lift-duration = \(milliseconds)"))
        }
        return findings
    }

    private func missing(_ output: ByteString, of label: String, _ section: String) -> Finding {
        let text = "\(label): assigned to the display \(output), which is not connected"
        guard let first = displays.first else {
            return .problem(text, "connect the display, or remove output from \(section) in gestured.conf")
        }
        return .problem(
            text, "connected displays: \(joined(displays.map { "\($0)" })); set in gestured.conf, e.g.", section,
            "output = \(first)")
    }

    // MARK: Devices not in use

    /// The reason why the service does not use a device.
    private func unused(_ device: InputDevice) -> Finding {
        if device.configured == .ignore { return .ok("\(device.label): ignored by the configuration (kind = ignore)") }
        if device.configured == nil, device.kind == nil {
            if device.description.isAbsoluteMouse {
                return .note(
                    "\(device.label): not used: reports itself as a mouse with absolute positions, as some touch panels do",
                    "if it is a touch panel, add to gestured.conf ('kind = ignore' hides this note):",
                    section(for: device.description.name, id: device.description.stableID), "kind = touchscreen")
            }
            return device.isJudged
                ? .note(
                    "\(device.label): not used: sends touches, but udev does not classify it as a touch device",
                    "if it is a touchscreen, add to /etc/udev/rules.d/70-touch.rules:",
                    "SUBSYSTEM==\"input\", ATTRS{id/vendor}==\"\(vendor(device))\", ATTRS{id/product}==\"\(product(device))\", "
                        + "ENV{ID_INPUT_TOUCHSCREEN}=\"1\"",
                    Self.reload)
                : .problem("\(device.label): not used: udev has not classified it", Self.reload)
        }
        let mayRead = device.permissions.flatMap { file in user.map { file.allow(.read, to: $0) } }
        if mayRead == false {
            if device.isKeyboard {
                return .problem(
                    "\(device.label): not used: permission denied, because the same node reports typed keys",
                    "to let the service read it, and thereby see the keys, add to /etc/udev/rules.d/81-gestured-keys.rules:",
                    permission(device), Self.reload)
            }
            if device.kind == nil, !device.description.isAbsoluteMouse {
                return .problem(
                    "\(device.label): permission denied for the service, because udev does not classify it as a touch device",
                    "to let the service read it, add to /etc/udev/rules.d/81-gestured-device.rules:",
                    permission(device), Self.reload)
            }
            return .problem(
                "\(device.label): permission denied for the service",
                "80-gestured.rules grants it: install the rules ('sudo make install') and setfacl ('apt install acl'),",
                Self.reload)
        }
        if let refused = service?.refused.first(where: { $0.node == device.path }) {
            return .problem(
                "\(device.label): not used: \(refused.reason)",
                "if it should be used, report it with the output of 'sudo gesturectl record \(device.path)'")
        }
        if service != nil {
            return .problem(
                "\(device.label): the service does not use it, for an unknown reason",
                "run \(initSystem.restart), then see \(initSystem.log)")
        }
        let permission = mayRead == true ? "readable for the service" : "unknown whether the service can read it"
        return .ok("\(device.label): \(permission)")
    }

    /// The udev rule that lets the service read a device.
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

    private static let reload = "then run 'sudo udevadm control --reload; sudo udevadm trigger --subsystem-match=input'"
}
