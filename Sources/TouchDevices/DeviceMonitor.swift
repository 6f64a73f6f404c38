internal import CLibudev
internal import CLinux
import GestureCore
import Text
import TouchDecoding

/// One evdev node, as udev and sysfs describe it.
package struct DeviceNode: Equatable, Sendable {
    /// The type of a node by udev's input_id.
    package enum Classification: Equatable, Sendable {
        case touch(Surface.Kind)
        /// A keyboard, a mouse, a tablet, …
        case other
        /// udev has not classified it.
        case none
    }

    /// e.g. `/dev/input/event3`.
    package var path: ByteString
    /// The path in sysfs; no other device ever gets the same.
    package var systemPath: ByteString = ""
    package var classification: Classification
    /// Whether it is a keyboard (ID_INPUT_KEYBOARD).
    package var isKeyboard = false
    /// Whether it reports a pen (ID_INPUT_TABLET), and not the buttons of a tablet (ID_INPUT_TABLET_PAD).
    package var isTablet = false
    /// Whether it has a switch of ``LaptopSwitch``, and is not a keyboard.
    package var hasLaptopSwitch = false
    /// Whether a touchpad is built into the machine (ID_INPUT_TOUCHPAD_INTEGRATION); nil if unknown.
    package var isBuiltIn: Bool?
    /// Whether it is a clone that the service makes of a filtered device.
    package var isClone = false
    /// Whether it has force feedback (EV_FF).
    package var hasForceFeedback = false
    /// The names by which the configuration can refer to it; from sysfs, without opening it.
    package var names: [ByteString] = []
    /// The id that stays the same when it is plugged in again.
    package var stableID = ""
    /// The port that it is connected to (ID_PATH); empty if unknown.
    package var port = ""
    /// LIBINPUT_CALIBRATION_MATRIX; empty if not set.
    package var calibration: ByteString = ""
    /// The display that it belongs to (WL_OUTPUT), e.g. `HDMI-A-1`; empty if unknown.
    package var output = ""
    /// The path in sysfs of the USB or HID device that the node belongs to; empty if there is none. Nodes of one physical device have
    /// the same.
    package var parentPath: ByteString = ""
}

/// A change that udev reports.
package enum DeviceChange: Equatable, Sendable {
    /// The node exists, and is new or changed, for example its permissions.
    case present(DeviceNode)
    /// The node is gone. Another device can have the same path by now, but not the same path in sysfs.
    case removed(path: ByteString, systemPath: ByteString)
    /// A display was connected, disconnected, or changed.
    case displays
    /// The kernel dropped changes: enumerate the nodes again.
    case overrun
}

/// Enumerates evdev nodes with udev, and reports changes.
@safe
package final class DeviceMonitor {
    private let monitor: OpaquePointer

    /// - Throws: `unavailable` if udev is not reachable.
    package init() throws(DeviceMonitorError) {
        guard let monitor = unsafe udev_monitor_new_from_netlink(UdevDevice.context, "udev") else { throw .unavailable }
        unsafe self.monitor = monitor
        guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) >= 0,
            unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil) >= 0,
            unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "graphics", nil) >= 0,
            unsafe udev_monitor_enable_receiving(monitor) >= 0
        else { throw .unavailable }
    }

    deinit { _ = unsafe udev_monitor_unref(monitor) }

    /// For poll; read only through ``receive()``.
    package var fd: CInt { unsafe udev_monitor_get_fd(monitor) }

    /// Returns the nodes that exist now. A node that appears meanwhile is also reported by ``receive()``.
    package func presentNodes() -> [DeviceNode] {
        var nodes: [DeviceNode] = []
        UdevDevice.forEach(of: "input", named: "event*") { device in
            if let node = DeviceNode(device) { nodes.append(node) }
        }
        return nodes
    }

    /// Returns the node that exists at a path now; nil if there is none.
    package func presentNode(at path: ByteString) -> DeviceNode? {
        guard let name = path.bytes.split(separator: UInt8(ascii: "/")).last,
            let device = UdevDevice(subsystem: "input", sysname: String(decoding: name, as: UTF8.self))
        else { return nil }
        return DeviceNode(device)
    }

    /// Returns the connected displays.
    package func displays() -> [Display] {
        var displays: [Display] = []
        UdevDevice.forEach(of: "drm", named: "card*-*") { device in
            guard device.attribute("status").map({ ByteString($0) }) == "connected" else { return }
            displays.append(Display(sysname: device.sysname, path: device.path))
        }
        return displays
    }

    /// Returns the backlights of displays, as paths in sysfs.
    package func backlights() -> [String] {
        var paths: [String] = []
        UdevDevice.forEach(of: "backlight", named: "*") { paths.append($0.path) }
        return paths
    }

    /// Returns the next change; nil if none is pending.
    package func receive() -> DeviceChange? {
        while true {
            let received = unsafe udev_monitor_receive_device(monitor)
            let error = linux_errno()
            guard let device = unsafe received else { return error == ENOBUFS ? .overrun : nil }
            // Skips messages about other devices.
            if let change = unsafe DeviceChange(UdevDevice(device)) { return change }
        }
    }
}

package enum DeviceMonitorError: Error, Equatable, Sendable {
    case unavailable
}

extension DeviceChange {
    /// nil if the device is neither an evdev node nor a display, or a node that is gone since: its removal follows, unless the queue
    /// of changes overflowed.
    ///
    /// A new framebuffer counts as a display, because some drivers do not announce the displays of a new card. The kernel has read
    /// them by the time it adds the framebuffer.
    fileprivate init?(_ device: borrowing UdevDevice) {
        if let subsystem = device.subsystem.map({ ByteString($0) }), subsystem == "drm" || subsystem == "graphics" {
            self = .displays
        } else if let node = DeviceNode(device) {
            if device.isRemoved {
                self = .removed(path: node.path, systemPath: node.systemPath)
            } else if device.isInSysfs {
                self = .present(node)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}

extension DeviceNode {
    /// nil if the device is not an evdev node.
    fileprivate init?(_ device: borrowing UdevDevice) {
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
            // The lowest digit in hexadecimal, with bit 0 for SW_LID or bit 1 for SW_TABLET_MODE.
            if !isKeyboard, let digit = input.attribute("capabilities/sw")?.utf8.last {
                hasLaptopSwitch = "1235679abdef".utf8.contains(digit)
            }
            let effects = ByteString(input.attribute("capabilities/ff") ?? "")
            hasForceFeedback = !effects.isEmpty && effects != "0"
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
        if let kind = Surface.Kind(udev: { device.has("\($0)") }) {
            self = .touch(kind)
        } else {
            // A device without absolute axes is not for touch. This way, no keyboard is opened to find out.
            let axes = device.parent?.attribute("capabilities/abs").map { ByteString($0) }
            self = device.has("ID_INPUT") || axes == "0" ? .other : .none
        }
    }
}
