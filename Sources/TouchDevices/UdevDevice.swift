internal import CLibudev
import Text
import TouchDecoding

/// A reference to a device in udev and sysfs.
@safe
public struct UdevDevice: ~Copyable {
    private let device: OpaquePointer

    /// Takes ownership of a reference.
    init(_ device: OpaquePointer) { unsafe self.device = device }

    /// libudev's context. It has no state, but every call requires it.
    static nonisolated(unsafe) let context = unsafe udev_new()

    /// - Parameter sysname: its name in sysfs, e.g. `event3`.
    init?(subsystem: String, sysname: String) {
        guard let device = unsafe udev_device_new_from_subsystem_sysname(Self.context, subsystem, sysname) else {
            return nil
        }
        unsafe self.device = device
    }

    deinit { _ = unsafe udev_device_unref(device) }

    /// Calls `body` with each device of a subsystem, including those that udev has not processed yet.
    ///
    /// - Parameter pattern: matches the name in sysfs, as fnmatch(3) does.
    /// - Returns: false if libudev is out of memory.
    @discardableResult
    @inline(never)  // smaller code; not on the hot path
    package static func forEach(
        of subsystem: String, named pattern: String, _ body: (borrowing UdevDevice) -> Void
    ) -> Bool {
        guard let enumeration = unsafe udev_enumerate_new(context) else { return false }
        defer { _ = unsafe udev_enumerate_unref(enumeration) }
        guard unsafe udev_enumerate_add_match_subsystem(enumeration, subsystem) >= 0,
            unsafe udev_enumerate_add_match_sysname(enumeration, pattern) >= 0
        else { return false }
        // Fails if one device cannot be read. The list contains all others nevertheless.
        _ = unsafe udev_enumerate_scan_devices(enumeration)
        var entry = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe entry {
            if let device = unsafe udev_device_new_from_syspath(context, udev_list_entry_get_name(current)) {
                unsafe body(UdevDevice(device))
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
        return true
    }

    /// e.g. `event3`.
    package var sysname: String { unsafe string(udev_device_get_sysname(device)) ?? "" }
    /// The path in sysfs.
    package var path: String { unsafe string(udev_device_get_syspath(device)) ?? "" }
    /// The node, e.g. `/dev/input/event3`; nil if it has none.
    package var node: String? { unsafe string(udev_device_get_devnode(device)) }
    var subsystem: String? { unsafe string(udev_device_get_subsystem(device)) }

    /// Returns a property that udev's rules set.
    package func property(_ name: String) -> String? { unsafe string(udev_device_get_property_value(device, name)) }

    /// Returns an attribute in sysfs, without the line end.
    package func attribute(_ name: String) -> String? { unsafe string(udev_device_get_sysattr_value(device, name)) }

    /// Returns whether a property is 1.
    package func has(_ property: String) -> Bool {
        self.property(property).map { ByteString($0) } == "1"
    }

    package var parent: UdevDevice? { unsafe Self.sharing(udev_device_get_parent(device)) }

    /// Returns the nearest ancestor of a subsystem and type.
    func parent(subsystem: String, devtype: String? = nil) -> UdevDevice? {
        unsafe Self.sharing(udev_device_get_parent_with_subsystem_devtype(device, subsystem, devtype))
    }

    /// Adds a reference to a parent, which otherwise lives only as long as its child.
    private static func sharing(_ device: OpaquePointer?) -> UdevDevice? {
        guard let device = unsafe udev_device_ref(device) else { return nil }
        return unsafe UdevDevice(device)
    }

    /// Whether the monitor reported its removal.
    var isRemoved: Bool { unsafe string(udev_device_get_action(device)).map { ByteString($0) } == "remove" }

    /// Whether the kernel still has it: every device has this attribute.
    var isInSysfs: Bool { attribute("uevent") != nil }

    func forEachProperty(_ body: (_ name: String, _ value: String) -> Void) {
        var entry = unsafe udev_device_get_properties_list_entry(device)
        while let current = unsafe entry {
            unsafe body(text(udev_list_entry_get_name(current)), text(udev_list_entry_get_value(current)))
            unsafe entry = udev_list_entry_get_next(current)
        }
    }

    @inline(never)  // smaller code; not on the hot path
    private func string(_ value: UnsafePointer<CChar>?) -> String? {
        guard let value = unsafe value else { return nil }
        return unsafe String(cString: value)
    }
}

extension DeviceDescription {
    /// The names and ids of an input device from sysfs, without its capabilities.
    package init(named input: borrowing UdevDevice) {
        self.init()
        func attribute(_ name: String) -> String { input.attribute(name) ?? "" }
        func number(_ name: String) -> UInt16 {
            UInt16(parseInteger(attribute(name).utf8, radix: 16, upTo: 0xffff) ?? 0)
        }
        name = attribute("name")
        physicalPath = attribute("phys")
        bus = number("id/bustype")
        vendor = number("id/vendor")
        product = number("id/product")
        version = number("id/version")
    }
}
