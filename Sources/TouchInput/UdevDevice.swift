internal import CLibsystemd

/// A device as udev and sysfs know it.
@safe
public struct UdevDevice: ~Copyable {
    private let device: OpaquePointer

    /// Shares a device with whoever has it.
    init(sharing device: OpaquePointer) { unsafe self.device = sd_device_ref(device) }

    /// - Parameter sysname: what sysfs calls it, e.g. `event3`.
    init?(subsystem: String, sysname: String) {
        var found: OpaquePointer?
        guard unsafe sd_device_new_from_subsystem_sysname(&found, subsystem, sysname) >= 0,
            let device = unsafe found
        else { return nil }
        unsafe self.device = device
    }

    deinit { unsafe sd_device_unref(device) }

    /// Calls with each device of a subsystem, also with those that udev has not looked at.
    ///
    /// - Parameter pattern: what sysfs calls it, as fnmatch(3) has it.
    /// - Returns: whether devices could be asked for.
    @discardableResult
    @inline(never)  // for size: it is in no hurry
    public static func forEach(
        of subsystem: String, named pattern: String, _ body: (borrowing UdevDevice) -> Void
    ) -> Bool {
        var created: OpaquePointer?
        guard unsafe sd_device_enumerator_new(&created) >= 0, let enumerator = unsafe created else { return false }
        defer { unsafe sd_device_enumerator_unref(enumerator) }
        guard unsafe sd_device_enumerator_allow_uninitialized(enumerator) >= 0,
            unsafe sd_device_enumerator_add_match_subsystem(enumerator, subsystem, 1) >= 0,
            unsafe sd_device_enumerator_add_match_sysname(enumerator, pattern) >= 0
        else { return false }
        // Where one device cannot be read, the first call gives none; the second gives those that can.
        var next =
            unsafe sd_device_enumerator_get_device_first(enumerator)
            ?? sd_device_enumerator_get_device_first(enumerator)
        while let device = unsafe next {
            unsafe body(UdevDevice(sharing: device))
            unsafe next = sd_device_enumerator_get_device_next(enumerator)
        }
        return true
    }

    /// e.g. `event3`.
    public var sysname: String { unsafe string { unsafe sd_device_get_sysname(device, $0) } ?? "" }
    /// In sysfs.
    public var path: String { unsafe string { unsafe sd_device_get_syspath(device, $0) } ?? "" }
    /// e.g. `/dev/input/event3`; nil where it has none.
    public var node: String? { unsafe string { unsafe sd_device_get_devname(device, $0) } }
    var subsystem: String? { unsafe string { unsafe sd_device_get_subsystem(device, $0) } }

    /// What udev says of it.
    public func property(_ name: String) -> String? {
        unsafe string { unsafe sd_device_get_property_value(device, name, $0) }
    }

    /// What the kernel says of it, without the end of the line.
    public func attribute(_ name: String) -> String? {
        unsafe string { unsafe sd_device_get_sysattr_value(device, name, $0) }
    }

    /// Whether udev says so.
    public func has(_ property: String) -> Bool {
        self.property(property)?.utf8.elementsEqual("1".utf8) ?? false
    }

    public var parent: UdevDevice? {
        var parent: OpaquePointer?
        guard unsafe sd_device_get_parent(device, &parent) >= 0, let parent = unsafe parent else { return nil }
        return unsafe UdevDevice(sharing: parent)
    }

    /// The nearest of that kind that it is part of.
    func parent(subsystem: String, devtype: String? = nil) -> UdevDevice? {
        var parent: OpaquePointer?
        guard unsafe sd_device_get_parent_with_subsystem_devtype(device, subsystem, devtype, &parent) >= 0,
            let parent = unsafe parent
        else { return nil }
        return unsafe UdevDevice(sharing: parent)
    }

    /// Whether this was told because it is gone.
    var isRemoved: Bool {
        var action = SD_DEVICE_ADD
        return unsafe sd_device_get_action(device, &action) >= 0 && action == SD_DEVICE_REMOVE
    }

    func forEachProperty(_ body: (_ name: String, _ value: String) -> Void) {
        var value: UnsafePointer<CChar>?
        var next = unsafe sd_device_get_property_first(device, &value)
        while let name = unsafe next {
            unsafe body(String(cString: name), text(value))
            unsafe next = sd_device_get_property_next(device, &value)
        }
    }

    /// What a getter gives; nil where there is no such.
    @inline(never)  // for size: it is in no hurry
    private func string(_ get: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> CInt) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe get(&value) >= 0, let value = unsafe value else { return nil }
        return unsafe String(cString: value)
    }
}

extension DeviceDescription {
    /// What an input device is called, and by what it is known, as sysfs says; nothing of what it can do.
    public init(named input: borrowing UdevDevice) {
        self.init()
        func attribute(_ name: String) -> String { input.attribute(name) ?? "" }
        func number(_ name: String) -> UInt16 { UInt16(attribute(name), radix: 16) ?? 0 }
        name = attribute("name")
        physicalPath = attribute("phys")
        bus = number("id/bustype")
        vendor = number("id/vendor")
        product = number("id/product")
        version = number("id/version")
    }
}
