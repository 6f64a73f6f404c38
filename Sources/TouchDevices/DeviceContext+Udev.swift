internal import CLinux
import TouchDecoding

extension DeviceContext {
    /// Asks udev about a node such as `/dev/input/event3`, or a link to it. Empty if udev does not know it.
    package init(ofNode path: String) {
        self.init()
        guard
            let device = UdevDevice(subsystem: "input", sysname: lastPart(of: path))
                ?? UdevDevice(subsystem: "input", sysname: lastPart(of: target(of: path)))
        else { return }
        // Sorted by name: udev lists them in the order in which rules set them.
        device.forEachProperty { name, value in
            guard Self.matters(name.utf8) else { return }
            let index = properties.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) }
            properties.insert(Property(name, value), at: index ?? properties.endIndex)
        }
    }
}

/// Returns the name of a node in sysfs.
func lastPart(of path: String) -> String {
    String(decoding: Array(path.utf8).split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
}

/// Returns the target of a link such as `/dev/input/by-id/…`.
func target(of path: String) -> String {
    let size = 4096
    var target = [CChar](repeating: 0, count: size)
    let count = unsafe readlink(path, &target, size)
    return String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
