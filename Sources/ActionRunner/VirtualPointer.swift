import GestureActions
import GestureCore
import TouchDecoding

/// A mouse that clicks, at a position or where the pointer is.
///
/// Like the pointers of virtual machines it has the axes ABS_X and ABS_Y, mouse buttons and no BTN_TOUCH. udev classifies that as a
/// mouse, and libinput as a pointer with absolute positions. It has a middle button, because libinput otherwise delays the others
/// to emulate that. The compositor maps positions to all displays together, unless it is configured to map this device to one.
struct VirtualPointer: ~Copyable {
    private let device: VirtualDevice

    static let axisMaximum: Int32 = 65_535

    init() throws(VirtualDeviceError) {
        device = try VirtualDevice(
            name: DeviceDescription.pointerName, keys: PointerButton.allCases.map { $0.code },
            axisMaximum: Self.axisMaximum)
    }

    /// Clicks with a button.
    ///
    /// - Parameter position: fractions of the width and height, from the top left; nil for where the pointer is.
    /// - Returns: whether the kernel accepted all.
    func click(_ button: PointerButton, at position: Vector?) -> Bool {
        var isAccepted = true
        if let position {
            let (x, y) = (Self.axisValue(position.x), Self.axisValue(position.y))
            // The kernel drops positions that are equal to the last one, although another mouse may have moved the pointer since.
            for x in [x ^ 1, x] where !device.write(x: x, y: y) { isAccepted = false }
        }
        for isPressed in [true, false] where !device.write(key: button.code, isPressed: isPressed) {
            isAccepted = false
        }
        return isAccepted
    }

    /// Returns the axis value of a fraction; the nearest end for others, and the middle if it is not a number.
    static func axisValue(_ fraction: Double) -> Int32 {
        guard !fraction.isNaN else { return axisMaximum / 2 }
        return Int32(min(max(fraction, 0), 1) * Double(axisMaximum) + 0.5)
    }
}
