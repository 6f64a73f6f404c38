internal import CLibudev
internal import CLinux
import GestureCore
import Text
import TouchDecoding

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
