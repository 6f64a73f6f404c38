internal import CLibudev
internal import CLinux
import GestureCore
import Platform
import TouchInput

/// Looks at the input devices of this machine through udev and sysfs; opens none.
enum InputSurvey {
    /// - Returns: nil where udev cannot be reached.
    static func devices() -> [InputDevice]? {
        guard let udev = unsafe udev_new() else { return nil }
        defer { unsafe udev_unref(udev) }
        guard let enumeration = unsafe udev_enumerate_new(udev) else { return nil }
        defer { unsafe udev_enumerate_unref(enumeration) }
        unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
        unsafe udev_enumerate_add_match_sysname(enumeration, "event*")
        unsafe udev_enumerate_scan_devices(enumeration)
        let openers = OpenFiles()
        var devices: [InputDevice] = []
        var entry = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe entry {
            if let device = unsafe udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
                if let found = unsafe self.device(device, openers) { devices.append(found) }
                unsafe udev_device_unref(device)
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
        return devices
    }

    private static func device(_ device: OpaquePointer, _ openers: OpenFiles) -> InputDevice? {
        func property(_ name: String) -> String? { unsafe text(udev_device_get_property_value(device, name)) }
        func has(_ name: String) -> Bool { property(name).map { same($0, "1") } ?? false }
        guard let path = unsafe text(udev_device_get_devnode(device)) else { return nil }
        var found = InputDevice(path: path)
        if has("ID_INPUT_TOUCHSCREEN") {
            found.kind = .touchscreen
        } else if has("ID_INPUT_TOUCHPAD") {
            found.kind = .touchpad
        }
        found.isJudged = has("ID_INPUT")
        found.isKeyboard = has("ID_INPUT_KEYBOARD")
        found.seat = property("ID_SEAT") ?? InputDevice.defaultSeat
        found.calibration = property("LIBINPUT_CALIBRATION_MATRIX")
        found.output = property("WL_OUTPUT")
        found.permissions = FilePermissions(path: path)
        found.openers = openers.programs(of: path)
        // A parent belongs to its child and is not released.
        if let parent = unsafe udev_device_get_parent(device) {
            unsafe found.description = description(of: parent)
            if let inhibited = unsafe text(udev_device_get_sysattr_value(parent, "inhibited")), same(inhibited, "1"),
                let folder = unsafe text(udev_device_get_syspath(parent))
            {
                found.inhibitedBy = folder + "/inhibited"
            }
        }
        if found.description.physicalPath.utf8.isEmpty { found.description.physicalPath = property("ID_PATH") ?? "" }
        return found
    }

    /// What sysfs says of an input device.
    private static func description(of parent: OpaquePointer) -> DeviceDescription {
        func attribute(_ name: String) -> String { unsafe text(udev_device_get_sysattr_value(parent, name)) ?? "" }
        func number(_ name: String) -> UInt16 { UInt16(attribute(name), radix: 16) ?? 0 }
        var description = DeviceDescription()
        description.name = attribute("name")
        description.physicalPath = attribute("phys")
        description.bus = number("id/bustype")
        description.vendor = number("id/vendor")
        description.product = number("id/product")
        description.version = number("id/version")
        description.properties = Bitmap(sysfs: attribute("properties"))
        for (type, name) in [(0, "ev"), (1, "key"), (3, "abs")] {
            description.codes[type] = Bitmap(sysfs: attribute("capabilities/" + name))
        }
        for axis in description.axes.indices where description.codes[3].contains(axis) {
            description.axes[axis] = AxisRange(minimum: 0, maximum: 0)
        }
        return description
    }

    /// Fit for a terminal.
    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(decoding: Output.printable(String(cString: pointer)), as: UTF8.self)
    }
}

extension Bitmap {
    /// As sysfs writes it: words in hexadecimal, the last of them the lowest, without zeros in front.
    init(sysfs text: String) {
        self.init()
        for (index, word) in text.utf8.split(separator: UInt8(ascii: " ")).reversed().enumerated() {
            guard let number = UInt(String(decoding: Array(word), as: UTF8.self), radix: 16) else { continue }
            for bit in 0..<UInt.bitWidth where number >> UInt(bit) & 1 != 0 { insert(index * UInt.bitWidth + bit) }
        }
    }
}
