import GestureCore
import Text
import TouchDecoding

extension DeviceNode {
    /// nil if the device is not an evdev node.
    init?(_ device: borrowing UdevDevice) {
        guard device.sysname.utf8.starts(with: "event".utf8), let path = device.node else { return nil }
        self.init(path: ByteString(path), classification: Classification(device))
        systemPath = ByteString(device.path)
        isKeyboard = device.has("ID_INPUT_KEYBOARD")
        isTablet = device.has("ID_INPUT_TABLET") && !device.has("ID_INPUT_TABLET_PAD")
        isBuiltIn = device.property("ID_INPUT_TOUCHPAD_INTEGRATION").map { ByteString($0) == "internal" }
        port = device.property("ID_PATH") ?? ""
        calibration = ByteString(device.property("LIBINPUT_CALIBRATION_MATRIX") ?? "")
        output = device.property("WL_OUTPUT") ?? ""
        if let input = device.parent(subsystem: "input") {
            hasLaptopSwitch = !isKeyboard && Self.hasLaptopSwitch(in: input.attribute("capabilities/sw") ?? "")
            hasForceFeedback = Self.hasForceFeedback(in: input.attribute("capabilities/ff") ?? "")
            var description = DeviceDescription(named: input)
            isClone = description.isClone
            if description.physicalPath.utf8.isEmpty { description.physicalPath = port }
            names = description.names
            stableID = description.stableID
        }
        if let parent = device.parent(subsystem: "usb", devtype: "usb_device") ?? device.parent(subsystem: "hid") {
            parentPath = ByteString(parent.path)
        }
    }
}

extension DeviceNode.Classification {
    fileprivate init(_ device: borrowing UdevDevice) {
        self.init(
            kind: Surface.Kind(udev: { device.has("\($0)") }), isInput: device.has("ID_INPUT"),
            axes: device.parent?.attribute("capabilities/abs").map { ByteString($0) })
    }
}
