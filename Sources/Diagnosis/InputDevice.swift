import GestureConfiguration
import GestureCore
import GestureProtocol
import Terminal
import Text
import TouchDecoding

/// An evdev node as udev and sysfs describe it, without opening it. The strings are safe for a terminal.
package struct InputDevice: Equatable {
    /// e.g. `/dev/input/event3`
    package var path: ByteString = ""
    /// The description from sysfs, which lacks the ranges of the axes.
    package var description = DeviceDescription()
    /// The kind of touch device by udev's input_id.
    var kind: Surface.Kind?
    /// The configured kind, if any.
    var configured: DeviceKind?
    /// Whether the configuration demands a filter.
    var isToBeFiltered = false
    /// The configured accommodations.
    var accommodations = TouchAccommodations()
    /// Whether udev has classified it (ID_INPUT).
    var isJudged = true
    /// Whether it is a keyboard (ID_INPUT_KEYBOARD).
    var isKeyboard = false
    /// ID_SEAT.
    var seat = InputDevice.defaultSeat
    /// LIBINPUT_CALIBRATION_MATRIX, if set.
    var calibration: String?
    /// WL_OUTPUT, if set.
    package var output: ByteString?
    /// The file in sysfs that inhibits the device; nil if it is not inhibited.
    var inhibitedBy: String?
    /// nil if the status of the node is not available.
    var permissions: FilePermissions?
    /// The programs other than the service that have it open, as far as this user can see.
    var openers: [String] = []

    static let defaultSeat: ByteString = "seat0"

    /// Whether it is a touch device by the configuration, udev or its capabilities.
    var isTouch: Bool { configured.map { $0 != .ignore } ?? (kind != nil || description.surfaceKind != nil) }

    /// Whether the configuration can make it a touch device.
    package var mayBeTouch: Bool {
        isTouch || configured != nil || (description.isAbsoluteMouse && !description.isOwnPointer)
    }

    /// e.g. `touchscreen ILITEK ILITEK-TP, /dev/input/event3`
    package var label: String {
        let kind = kind ?? description.surfaceKind
        return "\(kind?.name ?? "device") \(description.name), \(path)"
    }
}

/// The heading of a device's section in gestured.conf.
///
/// - Parameter id: begins with vendor:product.
func section(for name: String, id: String) -> String {
    "[device \(isReadableInSection(name) ? name : String(decoding: Array(id.utf8.prefix(9)), as: UTF8.self))]"
}

/// False for names that inih cannot read or truncates, and for names with characters that were replaced for the terminal, or that would
/// be: a line feed would begin another line of the file.
package func isReadableInSection(_ name: String) -> Bool {
    guard 1...42 ~= name.utf8.count, name.utf8.first != UInt8(ascii: " "), name.utf8.last != UInt8(ascii: " ") else {
        return false
    }
    var isReadable = true
    forEachScalar(of: name.utf8) { scalar in
        if scalar.isTerminalControl || scalar == "]" || scalar == ";" || scalar == "?" || scalar == "\u{fffd}" {
            isReadable = false
        }
    }
    return isReadable
}

extension InputDevice {
    /// Returns the touch device with a name, id or node, and its use by the service.
    package static func find(
        _ name: String, _ devices: [InputDevice], _ used: [DeviceReport]
    ) throws(Failure) -> (InputDevice, DeviceReport?) {
        let touch = devices.filter { $0.mayBeTouch }
        let found = touch.filter { $0.names(used).contains(ByteString(name)) }
        if found.count == 1 { return (found[0], used.first { $0.node == found[0].path }) }
        let names = (found.isEmpty ? touch : found).map {
            "'\($0.description.name)' (\($0.description.stableID), \($0.path))"
        }
        throw .failed(
            found.isEmpty
                ? "no touch device has the name, id or node '\(name)'"
                    + (names.isEmpty ? "" : "; found: \(joined(names))")
                : "several devices have the name '\(name)'; use an id or a node: \(joined(names))")
    }

    /// The names, ids and the node of the device.
    package func names(_ used: [DeviceReport]) -> [ByteString] {
        let id = used.first { $0.node == path }?.id
        return description.names + [path] + (id.map { [$0] } ?? [])
    }

    /// The type: as configured, else by udev, else by the kernel; nil if the device is not used.
    package var surfaceKind: Surface.Kind? {
        switch configured {
        case .touch(let kind): kind
        case .ignore: nil
        case nil: kind ?? (isJudged ? nil : description.surfaceKind)
        }
    }
}
