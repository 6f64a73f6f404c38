import GestureConfiguration
import GestureCore
import Text
import TouchDecoding
import TouchDevices

/// Lists the input devices of this machine from udev and sysfs, without opening them. Copies that filters make are left out.
package enum InputSurvey {
    /// - Parameters:
    ///   - configuration: nil if it is invalid.
    ///   - service: the process of the service; 0 if unknown.
    /// - Returns: nil if udev is not available.
    package static func devices(_ configuration: Configuration?, service: Int32 = 0) -> [InputDevice]? {
        let openers = OpenFiles(except: service)
        var devices: [InputDevice] = []
        let isAnswered = UdevDevice.forEach(of: "input", named: "event*") { device in
            guard var found = self.device(device, openers), !found.description.isClone else { return }
            let options = configuration?.options(of: found.description)
            found.configured = options?.kind
            found.isToBeFiltered = options?.filter ?? false
            if let options { found.accommodations = options.setup().accommodations }
            devices.append(found)
        }
        return isAnswered ? devices : nil
    }

    private static func device(_ device: borrowing UdevDevice, _ openers: OpenFiles) -> InputDevice? {
        guard let path = device.node.map(printable) else { return nil }
        var found = InputDevice(path: ByteString(path))
        found.kind = Surface.Kind(udev: { device.has("\($0)") })
        found.isJudged = device.has("ID_INPUT")
        found.isKeyboard = device.has("ID_INPUT_KEYBOARD")
        found.seat = device.property("ID_SEAT").map { ByteString(printable($0)) } ?? InputDevice.defaultSeat
        found.calibration = device.property("LIBINPUT_CALIBRATION_MATRIX").map(printable)
        found.output = device.property("WL_OUTPUT").map { ByteString(printable($0)) }
        found.permissions = FilePermissions(path: path)
        found.openers = openers.programs(of: found.path)
        if let parent = device.parent {
            found.description = description(of: parent)
            if let inhibited = parent.attribute("inhibited"), ByteString(inhibited) == "1" {
                found.inhibitedBy = printable(parent.path) + "/inhibited"
            }
        }
        if found.description.physicalPath.utf8.isEmpty {
            found.description.physicalPath = device.property("ID_PATH").map(printable) ?? ""
        }
        return found
    }

    /// The description of an input device in sysfs.
    private static func description(of parent: borrowing UdevDevice) -> DeviceDescription {
        func attribute(_ name: String) -> String { parent.attribute(name) ?? "" }
        var description = DeviceDescription(named: parent)
        description.name = printable(description.name)
        description.physicalPath = printable(description.physicalPath)
        description.properties = Bitmap(sysfs: attribute("properties"))
        for (type, name) in [(0, "ev"), (1, "key"), (3, "abs")] {
            description.codes[type] = Bitmap(sysfs: attribute("capabilities/" + name))
        }
        for axis in description.axes.indices where description.codes[3].contains(axis) {
            description.axes[axis] = AxisRange(minimum: 0, maximum: 0)
        }
        return description
    }

    /// Safe for a terminal.
    private static func printable(_ text: String) -> String {
        String(decoding: Text.printable(text), as: UTF8.self)
    }
}

extension Bitmap {
    /// Reads a bitmap of sysfs: words in hexadecimal without leading zeros, the lowest last.
    ///
    /// - Parameter wordWidth: the bits of a word. The kernel writes words as wide as those of the program that reads.
    init(sysfs text: String, wordWidth: Int = Int.bitWidth) {
        self.init()
        for (index, word) in text.utf8.split(separator: UInt8(ascii: " ")).reversed().enumerated() {
            guard let number = parseInteger(word, radix: 16) else { continue }
            for bit in 0..<wordWidth where number >> UInt64(bit) & 1 != 0 { insert(index * wordWidth + bit) }
        }
    }
}
