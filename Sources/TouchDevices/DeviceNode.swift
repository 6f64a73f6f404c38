import GestureCore
import Text
import TouchDecoding

/// One evdev node, as udev and sysfs describe it.
package struct DeviceNode: Equatable, Sendable {
    /// The type of a node by udev's input_id.
    package enum Classification: Equatable, Sendable {
        case touch(Surface.Kind)
        /// A keyboard, a mouse, a tablet, …
        case other
        /// udev has not classified it.
        case none
    }

    /// e.g. `/dev/input/event3`.
    package var path: ByteString
    /// The path in sysfs; no other device ever gets the same.
    package var systemPath: ByteString = ""
    package var classification: Classification
    /// Whether it is a keyboard (ID_INPUT_KEYBOARD).
    package var isKeyboard = false
    /// Whether it reports a pen (ID_INPUT_TABLET), and not the buttons of a tablet (ID_INPUT_TABLET_PAD).
    package var isTablet = false
    /// Whether it has a switch of ``LaptopSwitch``, and is not a keyboard.
    package var hasLaptopSwitch = false
    /// Whether a touchpad is built into the machine (ID_INPUT_TOUCHPAD_INTEGRATION); nil if unknown.
    package var isBuiltIn: Bool?
    /// Whether it is a clone that the service makes of a filtered device.
    package var isClone = false
    /// Whether it has force feedback (EV_FF).
    package var hasForceFeedback = false
    /// The names by which the configuration can refer to it; from sysfs, without opening it.
    package var names: [ByteString] = []
    /// The id that stays the same when it is plugged in again.
    package var stableID = ""
    /// The port that it is connected to (ID_PATH); empty if unknown.
    package var port = ""
    /// LIBINPUT_CALIBRATION_MATRIX; empty if not set.
    package var calibration: ByteString = ""
    /// The display that it belongs to (WL_OUTPUT), e.g. `HDMI-A-1`; empty if unknown.
    package var output = ""
    /// The path in sysfs of the USB or HID device that the node belongs to; empty if there is none. Nodes of one physical device have
    /// the same.
    package var parentPath: ByteString = ""
}

// MARK: What sysfs says

extension DeviceNode.Classification {
    /// - Parameters:
    ///   - kind: what touch device udev takes it for; nil if for none.
    ///   - isInput: whether udev has classified it (ID_INPUT).
    ///   - axes: `capabilities/abs` of its input device; nil if unknown. Read only if udev says nothing.
    init(kind: Surface.Kind?, isInput: Bool, axes: @autoclosure () -> ByteString?) {
        if let kind {
            self = .touch(kind)
        } else {
            // A device without absolute axes is not for touch. This way, no keyboard is opened to find out.
            self = isInput || axes() == "0" ? .other : .none
        }
    }
}

extension DeviceNode {
    /// - Parameter capabilities: `capabilities/sw` of an input device: its switches as bits, in hexadecimal.
    static func hasLaptopSwitch(in capabilities: String) -> Bool {
        // The lowest digit has bit 0 for SW_LID or bit 1 for SW_TABLET_MODE.
        guard let digit = capabilities.utf8.last else { return false }
        return "1235679abdef".utf8.contains(digit)
    }

    /// - Parameter capabilities: `capabilities/ff` of an input device: its effects as bits, in hexadecimal.
    static func hasForceFeedback(in capabilities: String) -> Bool {
        let effects = ByteString(capabilities)
        return !effects.isEmpty && effects != "0"
    }
}
