import GestureConfiguration
import GestureCore
import GestureProtocol
import TouchDecoding

/// An evdev node as udev and sysfs know it, without having been opened; its strings are fit for a terminal.
struct InputDevice: Equatable {
    /// e.g. `/dev/input/event3`
    var path = ""
    /// What sysfs says it is; the ranges of its axes are not among that.
    var description = DeviceDescription()
    /// What udev's input_id says that is for touch.
    var kind: Surface.Kind?
    /// How it is used, if the configuration says so.
    var configured: DeviceKind?
    /// Whether udev has looked at it (ID_INPUT).
    var isJudged = true
    /// Whether keys are typed on it (ID_INPUT_KEYBOARD).
    var isKeyboard = false
    /// ID_SEAT.
    var seat = InputDevice.defaultSeat
    /// LIBINPUT_CALIBRATION_MATRIX; nil where there is none.
    var calibration: String?
    /// WL_OUTPUT; nil where there is none.
    var output: String?
    /// The file in sysfs that says the kernel is to send nothing of it; nil unless it does.
    var inhibitedBy: String?
    /// nil where the node cannot be looked at.
    var permissions: FilePermissions?
    /// The programs that have it open, the service excepted, as far as we may see.
    var openers: [String] = []

    static let defaultSeat = "seat0"

    /// Whether it is for touch: as it is configured, by udev's word, or by what it can send.
    var isTouch: Bool { configured.map { $0 != .ignore } ?? (kind != nil || description.surfaceKind != nil) }

    /// Whether it may be for touch, if the configuration says so.
    var mayBeTouch: Bool { isTouch || configured != nil || description.isAbsoluteMouse }

    /// e.g. `touchscreen ILITEK ILITEK-TP, /dev/input/event3`
    var label: String {
        let kind = kind ?? description.surfaceKind
        return "\(kind?.name ?? "device") \(description.name), \(path)"
    }
}

/// How a section of gestured.conf names a device.
///
/// - Parameter id: begins with its vendor:product.
func section(for name: String, id: String) -> String {
    // What inih cannot read as the name of a section, or cuts; and what was made fit for the terminal.
    let isReadable =
        1...42 ~= name.utf8.count && name.utf8.first != UInt8(ascii: " ") && name.utf8.last != UInt8(ascii: " ")
        && !name.utf8.contains { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "?") }
    return "[device \(isReadable ? name : String(decoding: Array(id.utf8.prefix(9)), as: UTF8.self))]"
}
