import GestureConfiguration
import GestureCore
import GestureProtocol
import Text
import TouchDecoding

/// The effective configuration in the format of gestured.conf, with the source of each value as a comment.
package struct EffectiveText {
    private let files: ConfigurationFiles

    package init(_ files: ConfigurationFiles) { self.files = files }

    /// All sections, with device and client sections as they are in the files.
    package var text: String {
        var text = ""
        for (section, settings) in files.effective {
            text += (text.utf8.isEmpty ? "" : "\n") + "[\(section)]\n"
            for setting in settings { text += line(setting, unsaid: "default") }
        }
        // Sections of devices and clients, in the order of the files.
        var section: ByteString = ""
        for setting in files.settings where !files.effective.contains(where: { $0.section == setting.section }) {
            if setting.section != section { text += "\n[\(setting.section)]\n" }
            section = setting.section
            text += line(setting.key, setting.value, "\(setting.path):\(setting.line)")
        }
        return text
    }

    /// All settings of one device.
    ///
    /// - Parameter used: the device as the service uses it; nil if it does not, or does not reply.
    package func text(of device: InputDevice, used: DeviceReport?) -> String {
        let id = used?.id
        var text = section(for: device.description.name, id: device.description.stableID) + "\n"
        for var setting in files.effective(of: device.description, id: id?.description) {
            var unsaid = "default"
            if setting.value == nil {
                (setting.value, unsaid) = implied(setting.key, device, used)
            }
            text += line(setting, unsaid: unsaid)
            if let used, let inForce = inForce(setting.key, used),
                setting.value.map({ inForce != ByteString($0) }) ?? true
            {
                text +=
                    "; the service uses \(setting.key) = \(inForce): set by a client, or before the configuration changed"
                text += " ('gesturectl reload' applies it)\n"
            }
        }
        if let calibration = device.calibration { text += "; udev's LIBINPUT_CALIBRATION_MATRIX: \(calibration)\n" }
        if used == nil {
            text += "; the service does not use the device, or does not reply; see 'gesturectl doctor'\n"
        }
        return text
    }

    /// The value of a key that no file sets, and its source.
    private func implied(_ key: ByteString, _ device: InputDevice, _ used: DeviceReport?) -> (String?, String) {
        switch key {
        case "kind":
            if let kind = device.kind { return ("\(kind.name)", "from udev") }
            guard !device.isJudged, let kind = device.description.surfaceKind else {
                return (nil, "udev does not classify it as a touch device")
            }
            return ("\(kind.name)", "from the device")
        case "output": return device.output.map { ("\($0)", "from udev (WL_OUTPUT)") } ?? (nil, "unknown")
        case "palm-size": return (nil, "40 if the device measures contacts in the unit of positions, otherwise none")
        case "reach": return (nil, "unlimited up to a diagonal of 610 mm, otherwise 250")
        case "size":
            guard let used, used.sizeSource != "configuration" else {
                return (nil, "from the device or its display")
            }
            switch used.sizeSource {
            case "resolution": return (size(used), "from the device")
            case "display": return (size(used), "from its display")
            default: return (size(used), "assumed: neither the device nor its display reports it")
            }
        default: return (nil, "default")
        }
    }

    private func inForce(_ key: ByteString, _ used: DeviceReport) -> ByteString? {
        switch key {
        case "kind": used.kind.text
        case "rotation": ByteString("\(used.rotation)")
        case "mirror": used.mirror
        case "grab": used.isGrabbed && !used.isFiltered ? "yes" : "no"
        case "output": used.output
        case "size": used.sizeSource == "configuration" ? ByteString(size(used)) : nil
        default: nil
        }
    }

    /// The size of the panel before rotation.
    private func size(_ used: DeviceReport) -> String {
        let sides = [thousandths(used.width), thousandths(used.height)]
        return used.rotation % 180 == 0 ? "\(sides[0])x\(sides[1])" : "\(sides[1])x\(sides[0])"
    }

    private func line(_ setting: EffectiveSetting, unsaid: String) -> String {
        line(setting.key, setting.value, setting.source.map { "\($0.path):\($0.line)" } ?? unsaid)
    }

    private func line(_ key: ByteString, _ value: String?, _ source: String) -> String {
        let text = value.map { "\(key) = \($0)" } ?? "; \(key) is not set"
        return text + String(repeating: " ", count: max(1, Self.column - text.utf8.count)) + "; \(source)\n"
    }

    /// The column of the comments.
    private static let column = 32
}
