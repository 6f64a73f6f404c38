internal import CLibudev
internal import CLinux
import GestureCore
import TouchDecoding

/// One evdev node as udev knows it.
package struct DeviceNode: Equatable, Sendable {
    /// What udev's input_id makes of a node.
    package enum Verdict: Equatable, Sendable {
        case touch(Surface.Kind)
        /// A keyboard, a mouse, a tablet, …
        case other
        /// udev has not looked at it.
        case none
    }

    /// e.g. `/dev/input/event3`.
    package var path: String
    /// The path in sysfs; no other device ever has the same.
    package var systemPath = ""
    package var verdict: Verdict
    /// Whether keys are typed on it (ID_INPUT_KEYBOARD).
    package var isKeyboard = false
    /// Whether a pen is used on it (ID_INPUT_TABLET), and not only the buttons beside it (ID_INPUT_TABLET_PAD).
    package var isTablet = false
    /// Whether it has a switch of ``LaptopSwitch``, and is no keyboard.
    package var hasLaptopSwitch = false
    /// What udev says of a touchpad: whether it is a part of the machine (ID_INPUT_TOUCHPAD_INTEGRATION); nil if it does not say.
    package var isBuiltIn: Bool?
    /// Whether it can make itself felt (EV_FF).
    package var hasForceFeedback = false
    /// The names by which the configuration may refer to it; from sysfs, without opening it.
    package var names: [String] = []
    /// The one of them that stays the same when it is plugged in again.
    package var stableID = ""
    /// Where it is plugged in (ID_PATH); empty where udev does not say.
    package var port = ""
    /// LIBINPUT_CALIBRATION_MATRIX; empty where there is none.
    package var calibration = ""
    /// The display that it belongs to (WL_OUTPUT), e.g. `HDMI-A-1`; empty where udev does not say.
    package var output = ""
    /// The USB or HID device that it is part of, as a path in sysfs; empty where it is of neither.
    package var body = ""
}

/// What udev told of a node.
package enum DeviceChange: Equatable, Sendable {
    /// It is there, or what is known of it changed, as its permissions.
    case present(DeviceNode)
    case removed(path: String)
    /// A display came, went or changed.
    case displays
    /// More happened at once than the kernel keeps for us: look at what is there now.
    case overrun
}

/// Finds evdev nodes through udev, and follows them as they come and go.
@safe
package final class DeviceMonitor {
    private let monitor: OpaquePointer

    /// - Throws: if udev cannot be reached.
    package init() throws(DeviceMonitorError) {
        guard let monitor = unsafe udev_monitor_new_from_netlink(UdevDevice.context, "udev") else { throw .unavailable }
        unsafe self.monitor = monitor
        guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) >= 0,
            unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil) >= 0,
            unsafe udev_monitor_enable_receiving(monitor) >= 0
        else { throw .unavailable }
    }

    deinit { _ = unsafe udev_monitor_unref(monitor) }

    /// For poll; read only through ``receive()``.
    package var fd: CInt { unsafe udev_monitor_get_fd(monitor) }

    /// The nodes that are there now. Start following before you ask, and none is missed; one may be told twice.
    package func presentNodes() -> [DeviceNode] {
        var nodes: [DeviceNode] = []
        UdevDevice.forEach(of: "input", named: "event*") { device in
            if let node = DeviceNode(device) { nodes.append(node) }
        }
        return nodes
    }

    /// The displays that are connected now.
    package func displays() -> [Display] {
        var displays: [Display] = []
        UdevDevice.forEach(of: "drm", named: "card*-*") { device in
            guard let status = device.attribute("status"), status.utf8.elementsEqual("connected".utf8) else { return }
            displays.append(Display(sysname: device.sysname, path: device.path))
        }
        return displays
    }

    /// The lights behind displays, as paths in sysfs.
    package func backlights() -> [String] {
        var paths: [String] = []
        UdevDevice.forEach(of: "backlight", named: "*") { paths.append($0.path) }
        return paths
    }

    /// The next change; nil if nothing is waiting.
    package func receive() -> DeviceChange? {
        while true {
            let received = unsafe udev_monitor_receive_device(monitor)
            let error = linux_errno()
            guard let device = unsafe received else { return error == ENOBUFS ? .overrun : nil }
            // Some messages are about neither a node nor a display.
            if let change = unsafe DeviceChange(UdevDevice(device)) { return change }
        }
    }
}

package enum DeviceMonitorError: Error, Equatable, Sendable {
    case unavailable
}

extension DeviceChange {
    /// nil where it concerns no evdev node and no display.
    fileprivate init?(_ device: borrowing UdevDevice) {
        if let subsystem = device.subsystem, subsystem.utf8.elementsEqual("drm".utf8) {
            self = .displays
        } else if let node = DeviceNode(device) {
            self = device.isRemoved ? .removed(path: node.path) : .present(node)
        } else {
            return nil
        }
    }
}

extension DeviceNode {
    /// nil where it is no evdev node.
    fileprivate init?(_ device: borrowing UdevDevice) {
        guard device.sysname.utf8.starts(with: "event".utf8), let path = device.node else { return nil }
        self.init(path: path, verdict: Verdict(device))
        systemPath = device.path
        isKeyboard = device.has("ID_INPUT_KEYBOARD")
        isTablet = device.has("ID_INPUT_TABLET") && !device.has("ID_INPUT_TABLET_PAD")
        isBuiltIn = device.property("ID_INPUT_TOUCHPAD_INTEGRATION").map { $0.utf8.elementsEqual("internal".utf8) }
        port = device.property("ID_PATH") ?? ""
        calibration = device.property("LIBINPUT_CALIBRATION_MATRIX") ?? ""
        output = device.property("WL_OUTPUT") ?? ""
        if let input = device.parent(subsystem: "input") {
            // The lowest digit in hexadecimal, with bit 0 for SW_LID or bit 1 for SW_TABLET_MODE.
            if !isKeyboard, let digit = input.attribute("capabilities/sw")?.utf8.last {
                hasLaptopSwitch = "1235679abdef".utf8.contains(digit)
            }
            let effects = input.attribute("capabilities/ff") ?? ""
            hasForceFeedback = !["", "0"].contains { effects.utf8.elementsEqual($0.utf8) }
            var description = DeviceDescription(named: input)
            if description.physicalPath.utf8.isEmpty { description.physicalPath = port }
            names = description.names
            stableID = description.stableID
        }
        if let body = device.parent(subsystem: "usb", devtype: "usb_device") ?? device.parent(subsystem: "hid") {
            self.body = body.path
        }
    }
}

extension DeviceNode.Verdict {
    fileprivate init(_ device: borrowing UdevDevice) {
        if let kind = Surface.Kind(udev: { device.has("\($0)") }) {
            self = .touch(kind)
        } else {
            // Without any absolute axis it cannot be for touch: a keyboard is not opened to find that out.
            let axes = device.parent?.attribute("capabilities/abs")
            self = device.has("ID_INPUT") || (axes?.utf8.elementsEqual("0".utf8) ?? false) ? .other : .none
        }
    }
}
