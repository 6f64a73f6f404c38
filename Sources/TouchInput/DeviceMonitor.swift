internal import CLibudev
internal import CLinux
import GestureCore

/// One evdev node as udev knows it.
public struct DeviceNode: Equatable, Sendable {
    /// What udev's input_id makes of a node.
    public enum Verdict: Equatable, Sendable {
        case touch(Surface.Kind)
        /// A keyboard, a mouse, a tablet, …
        case other
        /// udev has not looked at it.
        case none
    }

    /// e.g. `/dev/input/event3`.
    public var path: String
    public var verdict: Verdict
}

/// What udev told of a node.
public enum DeviceChange: Equatable, Sendable {
    /// It is there, or what is known of it changed, as its permissions.
    case present(DeviceNode)
    case removed(path: String)
}

/// Finds evdev nodes through udev, and follows them as they come and go.
@safe
public struct DeviceMonitor: ~Copyable {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    /// For poll; read only through ``receive()``.
    public let fd: CInt

    /// - Throws: when udev cannot be reached.
    public init() throws(DeviceMonitorError) {
        guard let udev = unsafe udev_new() else { throw .unavailable }
        guard let monitor = unsafe udev_monitor_new_from_netlink(udev, "udev") else {
            unsafe udev_unref(udev)
            throw .unavailable
        }
        guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) >= 0,
            unsafe udev_monitor_enable_receiving(monitor) >= 0
        else {
            unsafe udev_monitor_unref(monitor)
            unsafe udev_unref(udev)
            throw .unavailable
        }
        unsafe self.udev = udev
        unsafe self.monitor = monitor
        fd = unsafe udev_monitor_get_fd(monitor)
    }

    deinit {
        unsafe udev_monitor_unref(monitor)
        unsafe udev_unref(udev)
    }

    /// The nodes that are there now. Start following before you ask, and none is missed; one may be told twice.
    public func presentNodes() -> [DeviceNode] {
        guard let enumeration = unsafe udev_enumerate_new(udev) else { return [] }
        defer { unsafe udev_enumerate_unref(enumeration) }
        unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
        unsafe udev_enumerate_add_match_sysname(enumeration, "event*")
        unsafe udev_enumerate_scan_devices(enumeration)
        var nodes: [DeviceNode] = []
        var entry = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe entry {
            if let device = unsafe udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
                if let node = unsafe node(device) { nodes.append(node) }
                unsafe udev_device_unref(device)
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
        return nodes
    }

    /// The next change; nil when nothing is waiting.
    public func receive() -> DeviceChange? {
        while let device = unsafe udev_monitor_receive_device(monitor) {
            defer { unsafe udev_device_unref(device) }
            guard let node = unsafe node(device) else { continue }
            let isRemoved = unsafe equal(udev_device_get_action(device), "remove")
            return isRemoved ? .removed(path: node.path) : .present(node)
        }
        return nil
    }

    /// nil where it is no evdev node.
    private func node(_ device: OpaquePointer) -> DeviceNode? {
        guard let sysname = unsafe udev_device_get_sysname(device), unsafe hasPrefix(sysname, "event"),
            let path = unsafe udev_device_get_devnode(device)
        else { return nil }
        let verdict: DeviceNode.Verdict
        if unsafe has(device, "ID_INPUT_TOUCHSCREEN") {
            verdict = .touch(.touchscreen)
        } else if unsafe has(device, "ID_INPUT_TOUCHPAD") {
            verdict = .touch(.touchpad)
        } else {
            verdict = unsafe has(device, "ID_INPUT") ? .other : .none
        }
        return unsafe DeviceNode(path: String(cString: path), verdict: verdict)
    }

    private func has(_ device: OpaquePointer, _ property: String) -> Bool {
        unsafe equal(udev_device_get_property_value(device, property), "1")
    }
}

public enum DeviceMonitorError: Error, Equatable, Sendable {
    case unavailable
}

private func equal(_ pointer: UnsafePointer<CChar>?, _ text: String) -> Bool {
    guard let pointer = unsafe pointer else { return false }
    return unsafe strcmp(pointer, text) == 0
}

private func hasPrefix(_ pointer: UnsafePointer<CChar>, _ prefix: String) -> Bool {
    unsafe strncmp(pointer, prefix, prefix.utf8.count) == 0
}
