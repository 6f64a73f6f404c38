internal import CLibudev
internal import CLinux

extension DeviceSurroundings {
    /// What udev knows of a node, as `/dev/input/event3` or a link to it; nothing where it cannot be reached.
    public init(ofNode path: String) {
        self.init()
        guard let udev = unsafe udev_new() else { return }
        defer { unsafe udev_unref(udev) }
        guard
            let device = unsafe udev_device_new_from_subsystem_sysname(udev, "input", lastPart(of: path))
                ?? udev_device_new_from_subsystem_sysname(udev, "input", lastPart(of: target(of: path)))
        else { return }
        defer { unsafe udev_device_unref(device) }
        var entry = unsafe udev_device_get_properties_list_entry(device)
        while let current = unsafe entry {
            if let name = unsafe udev_list_entry_get_name(current),
                let value = unsafe udev_list_entry_get_value(current)
            {
                let property = unsafe Property(String(cString: name), String(cString: value))
                if Self.matters(property.name.utf8) { properties.append(property) }
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
    }
}

/// What sysfs calls a node.
private func lastPart(of path: String) -> String {
    String(decoding: Array(path.utf8).split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
}

/// Where a link leads, as `/dev/input/by-id/…` is one.
private func target(of path: String) -> String {
    let size = 4096
    var target = [CChar](repeating: 0, count: size)
    let count = unsafe readlink(path, &target, size)
    return String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
