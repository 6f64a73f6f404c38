internal import CLinux
import GestureCore
import System
import Text
import TouchDecoding

/// A connected display, as sysfs describes it.
package struct Display: Equatable, Sendable {
    /// The connector, e.g. `HDMI-A-1`.
    package let name: String
    /// The size that it reports (EDID); nil if it is missing or implausible.
    package let size: PhysicalSize?
    private let path: String

    /// - Parameters:
    ///   - sysname: e.g. `card0-HDMI-A-1`
    ///   - path: its directory in sysfs.
    init(sysname: String, path: String) {
        name = String(decoding: Array(sysname.utf8.drop { $0 != UInt8(ascii: "-") }.dropFirst()), as: UTF8.self)
        self.path = path
        let edid = (try? contents(of: path + "/edid", limit: 1 << 16)) ?? []
        size = PhysicalSize(edid: edid)
    }

    /// Whether it is built into the machine, and lit by its backlight.
    package var isBuiltIn: Bool {
        ["eDP", "LVDS", "DSI", "DPI"].contains { name.utf8.starts(with: $0.utf8) }
    }

    /// The proportions of its preferred picture, width divided by height; nil if it has no mode. Displays without a size have modes,
    /// too.
    package var pictureRatio: Double? {
        let modes = (try? contents(of: path + "/modes", limit: 1 << 16)) ?? []
        // e.g. 1920x1080, or 1920x1080i
        let sides = modes.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: "x"), maxSplits: 1)
        guard sides.count == 2, let width = parseInteger(sides[0], upTo: 1 << 20),
            let height = parseInteger(sides[1].prefix { digitValue($0, radix: 10) != nil }, upTo: 1 << 20), width > 0,
            height > 0
        else { return nil }
        return Double(width) / Double(height)
    }

    /// The file with its power state; see ``DisplayPower``.
    var powerPath: String { path + "/dpms" }
}

/// Determines whether displays are dark from a few small files in sysfs. Neither blocks nor allocates.
package struct DisplayPower: Sendable {
    /// Files that contain On, Off, Standby or Suspend. Built-in displays also need a backlight.
    private let displays: [(path: String, isBuiltIn: Bool)]
    /// Files that contain 0 while the light is on.
    private let backlights: [String]

    /// - Parameter backlights: paths in sysfs of the backlights of built-in displays.
    package init(_ displays: [Display], backlights: [String]) {
        self.displays = displays.map { ($0.powerPath, $0.isBuiltIn) }
        self.backlights = backlights.map { $0 + "/bl_power" }
    }

    /// Whether all displays are dark. A display whose state cannot be read counts as lit.
    package var isDark: Bool {
        let isUnlit = !backlights.isEmpty && backlights.allSatisfy { first(of: $0, otherThan: "0") }
        if displays.isEmpty { return isUnlit }
        return displays.allSatisfy { isUnlit && $0.isBuiltIn || first(of: $0.path, otherThan: "On") }
    }

    /// Returns whether a file is readable and does not start with `text`.
    private func first(of path: String, otherThan text: StaticString) -> Bool {
        // Passing the string itself would copy it.
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
