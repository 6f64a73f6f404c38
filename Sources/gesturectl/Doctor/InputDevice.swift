import GestureConfiguration
import GestureCore
import GestureProtocol
import Text
import TouchDecoding

/// An evdev node as udev and sysfs describe it, without opening it. The strings are safe for a terminal.
struct InputDevice: Equatable {
    /// e.g. `/dev/input/event3`
    var path: ByteString = ""
    /// The description from sysfs, which lacks the ranges of the axes.
    var description = DeviceDescription()
    /// The kind of touch device by udev's input_id.
    var kind: Surface.Kind?
    /// The configured kind, if any.
    var configured: DeviceKind?
    /// True if the configuration demands a filter.
    var isToBeFiltered = false
    /// True if udev has classified it (ID_INPUT).
    var isJudged = true
    /// True if it is a keyboard (ID_INPUT_KEYBOARD).
    var isKeyboard = false
    /// ID_SEAT.
    var seat = InputDevice.defaultSeat
    /// LIBINPUT_CALIBRATION_MATRIX, if set.
    var calibration: String?
    /// WL_OUTPUT, if set.
    var output: ByteString?
    /// The file in sysfs that inhibits the device; nil if it is not inhibited.
    var inhibitedBy: String?
    /// nil if the status of the node is not available.
    var permissions: FilePermissions?
    /// The programs other than the service that have it open, as far as this user can see.
    var openers: [String] = []

    static let defaultSeat: ByteString = "seat0"

    /// True if it is a touch device by the configuration, udev or its capabilities.
    var isTouch: Bool { configured.map { $0 != .ignore } ?? (kind != nil || description.surfaceKind != nil) }

    /// True if the configuration can make it a touch device.
    var mayBeTouch: Bool { isTouch || configured != nil || (description.isAbsoluteMouse && !isVirtualPointer) }

    /// True if it is the mouse of `gesturectl actions`.
    private var isVirtualPointer: Bool { ByteString(description.name) == ByteString("\(VirtualPointer.name)") }

    /// e.g. `touchscreen ILITEK ILITEK-TP, /dev/input/event3`
    var label: String {
        let kind = kind ?? description.surfaceKind
        return "\(kind?.name ?? "device") \(description.name), \(path)"
    }
}

/// The heading of a device's section in gestured.conf.
///
/// - Parameter id: begins with vendor:product.
func section(for name: String, id: String) -> String {
    // Names that inih cannot read or truncates, and names with characters that were replaced for the terminal.
    let isReadable =
        1...42 ~= name.utf8.count && name.utf8.first != UInt8(ascii: " ") && name.utf8.last != UInt8(ascii: " ")
        && !name.utf8.contains { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "?") }
    return "[device \(isReadable ? name : String(decoding: Array(id.utf8.prefix(9)), as: UTF8.self))]"
}
