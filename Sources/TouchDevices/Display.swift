internal import CLinux
import GestureCore
import System
import TouchDecoding

/// A display that is connected, as sysfs knows it.
package struct Display: Equatable, Sendable {
    /// The connector, e.g. `HDMI-A-1`.
    package let name: String
    /// What it says of its size (EDID), in mm; nil where it says nothing that can be.
    package let size: PhysicalSize?
    private let path: String

    /// - Parameters:
    ///   - sysname: e.g. `card0-HDMI-A-1`
    ///   - path: of its directory in sysfs.
    init(sysname: String, path: String) {
        name = String(decoding: Array(sysname.utf8.drop { $0 != UInt8(ascii: "-") }.dropFirst()), as: UTF8.self)
        self.path = path
        let edid = (try? contents(of: path + "/edid", limit: 1 << 16)) ?? []
        size = PhysicalSize(edid: edid)
    }

    /// Whether it is part of the machine, and lit by its backlight.
    package var isBuiltIn: Bool {
        ["eDP", "LVDS", "DSI", "DPI"].contains { name.utf8.starts(with: $0.utf8) }
    }

    /// Where its power state can be read; see ``DisplayPower``.
    var powerPath: String { path + "/dpms" }
}

/// Tells whether displays are dark, by reading a few small files of sysfs; waits for nothing and allocates nothing.
package struct DisplayPower: Sendable {
    /// Each says On, or else Off, Standby or Suspend. Those that are built in also need a light.
    private let displays: [(path: String, isBuiltIn: Bool)]
    /// Each says 0 where the light is on.
    private let backlights: [String]

    /// - Parameter backlights: paths in sysfs of the lights behind what is built in, if any.
    package init(_ displays: [Display], backlights: [String]) {
        self.displays = displays.map { ($0.powerPath, $0.isBuiltIn) }
        self.backlights = backlights.map { $0 + "/bl_power" }
    }

    /// Whether nothing can be seen on any of them; what cannot be read counts as lit.
    package var isDark: Bool {
        let isUnlit = !backlights.isEmpty && backlights.allSatisfy { first(of: $0, otherThan: "0") }
        if displays.isEmpty { return isUnlit }
        return displays.allSatisfy { isUnlit && $0.isBuiltIn || first(of: $0.path, otherThan: "On") }
    }

    /// Whether a file has text that does not begin with this.
    private func first(of path: String, otherThan text: StaticString) -> Bool {
        // Not as an argument by itself, for which a string is copied.
        let fd = unsafe path.withCString { unsafe linux_open($0, O_RDONLY) }
        guard fd >= 0 else { return false }
        defer { close(fd) }
        var start: UInt64 = 0
        let count = unsafe withUnsafeMutableBytes(of: &start) { unsafe read(fd, $0.baseAddress, $0.count) }
        return unsafe withUnsafeBytes(of: &start) { found in
            guard count > 0 else { return false }
            return unsafe !found.prefix(count).starts(
                with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
    }
}
