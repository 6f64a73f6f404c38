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
    /// Whether keys are typed on it (ID_INPUT_KEYBOARD).
    public var isKeyboard = false
    /// Whether a pen is used on it (ID_INPUT_TABLET), and not only the buttons beside it (ID_INPUT_TABLET_PAD).
    public var isTablet = false
    /// Whether it can make itself felt (EV_FF).
    public var hasForceFeedback = false
    /// What it may be called by where it is not open: its name, its id, vendor:product.
    public var names: [String] = []
    /// Where it is plugged in (ID_PATH); empty where udev does not say.
    public var port = ""
    /// LIBINPUT_CALIBRATION_MATRIX; empty where there is none.
    public var calibration = ""
    /// The display that it belongs to (WL_OUTPUT), e.g. `HDMI-A-1`; empty where udev does not say.
    public var output = ""
    /// The USB or HID device that it is part of, as a path in sysfs; empty where it is of neither.
    public var body = ""
}

/// What udev told of a node.
public enum DeviceChange: Equatable, Sendable {
    /// It is there, or what is known of it changed, as its permissions.
    case present(DeviceNode)
    case removed(path: String)
    /// A display came, went or changed.
    case displays
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
            unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil) >= 0,
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
        var nodes: [DeviceNode] = []
        unsafe forEachDevice(of: "input", named: "event*") { device in
            if let node = unsafe node(device) { nodes.append(node) }
        }
        return nodes
    }

    /// The displays that are connected now.
    public func displays() -> [Display] {
        var displays: [Display] = []
        unsafe forEachDevice(of: "drm", named: "card*-*") { device in
            guard unsafe equal(udev_device_get_sysattr_value(device, "status"), "connected"),
                let path = unsafe udev_device_get_syspath(device), let name = unsafe udev_device_get_sysname(device)
            else { return }
            unsafe displays.append(Display(sysname: String(cString: name), path: String(cString: path)))
        }
        return displays
    }

    /// The lights behind displays, as paths in sysfs.
    public func backlights() -> [String] {
        var paths: [String] = []
        unsafe forEachDevice(of: "backlight", named: "*") { device in
            if let path = unsafe udev_device_get_syspath(device) { unsafe paths.append(String(cString: path)) }
        }
        return paths
    }

    private func forEachDevice(of subsystem: String, named pattern: String, _ body: (OpaquePointer) -> Void) {
        guard let enumeration = unsafe udev_enumerate_new(udev) else { return }
        defer { unsafe udev_enumerate_unref(enumeration) }
        unsafe udev_enumerate_add_match_subsystem(enumeration, subsystem)
        unsafe udev_enumerate_add_match_sysname(enumeration, pattern)
        unsafe udev_enumerate_scan_devices(enumeration)
        var entry = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe entry {
            if let device = unsafe udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
                unsafe body(device)
                unsafe udev_device_unref(device)
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
    }

    /// The next change; nil when nothing is waiting.
    public func receive() -> DeviceChange? {
        while let device = unsafe udev_monitor_receive_device(monitor) {
            defer { unsafe udev_device_unref(device) }
            if unsafe equal(udev_device_get_subsystem(device), "drm") { return .displays }
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
            // Without any absolute axis it cannot be for touch: a keyboard is not opened to find that out.
            let axes = unsafe udev_device_get_sysattr_value(udev_device_get_parent(device), "capabilities/abs")
            verdict = unsafe has(device, "ID_INPUT") || equal(axes, "0") ? .other : .none
        }
        var node = unsafe DeviceNode(path: String(cString: path), verdict: verdict)
        node.isKeyboard = unsafe has(device, "ID_INPUT_KEYBOARD")
        node.isTablet = unsafe has(device, "ID_INPUT_TABLET") && !has(device, "ID_INPUT_TABLET_PAD")
        node.port = unsafe text(udev_device_get_property_value(device, "ID_PATH"))
        node.calibration = unsafe text(udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX"))
        node.output = unsafe text(udev_device_get_property_value(device, "WL_OUTPUT"))
        // A parent belongs to its child and is not released.
        if let input = unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil) {
            let effects = unsafe text(udev_device_get_sysattr_value(input, "capabilities/ff"))
            node.hasForceFeedback = !["", "0"].contains { effects.utf8.elementsEqual($0.utf8) }
            if node.hasForceFeedback { node.names = unsafe names(input, port: node.port) }
        }
        let body =
            unsafe udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
            ?? udev_device_get_parent_with_subsystem_devtype(device, "hid", nil)
        if let body = unsafe body { node.body = unsafe text(udev_device_get_syspath(body)) }
        return node
    }

    private func names(_ input: OpaquePointer, port: String) -> [String] {
        func number(_ attribute: String) -> UInt16 {
            unsafe UInt16(text(udev_device_get_sysattr_value(input, attribute)), radix: 16) ?? 0
        }
        var description = DeviceDescription()
        description.name = unsafe text(udev_device_get_sysattr_value(input, "name"))
        description.vendor = number("id/vendor")
        description.product = number("id/product")
        description.physicalPath = unsafe text(udev_device_get_sysattr_value(input, "phys"))
        if description.physicalPath.utf8.isEmpty { description.physicalPath = port }
        return description.names
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
