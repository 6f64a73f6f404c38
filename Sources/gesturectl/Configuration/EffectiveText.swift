import GestureConfiguration
import GestureCore
import GestureProtocol
import Text
import TouchDecoding

/// What holds, written as a file that says the same, with the source of each value as a comment.
struct EffectiveText {
    private let files: ConfigurationFiles

    init(_ files: ConfigurationFiles) { self.files = files }

    /// All that is not of one device.
    var text: String {
        var text = ""
        for (section, settings) in files.effective {
            text += (text.utf8.isEmpty ? "" : "\n") + "[\(section)]\n"
            for setting in settings { text += line(setting, unsaid: "default") }
        }
        // What is said of clients and devices, as it is said: the last holds.
        var section = ""
        for setting in files.settings where !files.effective.contains(where: { same($0.section, setting.section) }) {
            if !same(setting.section, section) { text += "\n[\(setting.section)]\n" }
            section = setting.section
            text += line(setting.key, setting.value, "\(setting.path):\(setting.line)")
        }
        return text
    }

    /// All that is of one device.
    ///
    /// - Parameter used: as the service uses it; nil where it does not, or does not answer.
    func text(of device: InputDevice, used: UsedDevice?) -> String {
        let id = used?.id
        var text = section(for: device.description.name, id: device.description.stableID) + "\n"
        for var setting in files.effective(of: device.description, id: id) {
            var unsaid = "default"
            if setting.value == nil {
                (setting.value, unsaid) = implied(setting.key, device, used)
            }
            text += line(setting, unsaid: unsaid)
            if let used, let inForce = inForce(setting.key, used), setting.value.map({ !same(inForce, $0) }) ?? true {
                text += "; the service goes by \(setting.key) = \(inForce): asked for while it runs, or it has not read"
                text += " the configuration anew ('systemctl reload gestured')\n"
            }
        }
        if let calibration = device.calibration { text += "; udev's LIBINPUT_CALIBRATION_MATRIX: \(calibration)\n" }
        if used == nil {
            text += "; the service does not answer, or does not use the device: 'gesturectl doctor' tells why\n"
        }
        return text
    }

    /// What holds where no file says it, and why.
    private func implied(_ key: String, _ device: InputDevice, _ used: UsedDevice?) -> (String?, String) {
        switch key {
        case "kind":
            if let kind = device.kind { return ("\(kind.name)", "udev says it") }
            guard !device.isJudged, let kind = device.description.surfaceKind else {
                return (nil, "by udev's word it is not for touch")
            }
            return ("\(kind.name)", "the device says it")
        case "rotation": return ("0", "default")
        case "mirror": return ("none", "default")
        case "grab": return ("no", "default")
        case "output": return device.output.map { ($0, "udev's WL_OUTPUT") } ?? (nil, "not known")
        case "palm-size": return (nil, "40 where the device measures contacts in the unit of positions, else none")
        case "size":
            guard let used, !same(used.sizeSource, "configuration") else {
                return (nil, "the device or its display says it")
            }
            switch used.sizeSource {
            case "resolution": return (size(used), "the device says it")
            case "display": return (size(used), "its display says it")
            default: return (size(used), "assumed: neither the device nor its display says it")
            }
        default: return (nil, "default")
        }
    }

    private func inForce(_ key: String, _ used: UsedDevice) -> String? {
        switch key {
        case "kind": used.kind
        case "rotation": "\(used.rotation)"
        case "mirror": used.mirror
        case "grab": used.isGrabbed ? "yes" : "no"
        case "output": used.output
        case "size": same(used.sizeSource, "configuration") ? size(used) : nil
        default: nil
        }
    }

    /// Of the panel as it is built.
    private func size(_ used: UsedDevice) -> String {
        let sides = [thousandths(used.width), thousandths(used.height)]
        return used.rotation % 180 == 0 ? "\(sides[0])x\(sides[1])" : "\(sides[1])x\(sides[0])"
    }

    private func line(_ setting: EffectiveSetting, unsaid: String) -> String {
        line(setting.key, setting.value, setting.source.map { "\($0.path):\($0.line)" } ?? unsaid)
    }

    private func line(_ key: String, _ value: String?, _ source: String) -> String {
        let text = value.map { "\(key) = \($0)" } ?? "; \(key) is not said"
        return text + String(repeating: " ", count: max(1, Self.column - text.utf8.count)) + "; \(source)\n"
    }

    /// Where the comments begin.
    private static let column = 32
}
