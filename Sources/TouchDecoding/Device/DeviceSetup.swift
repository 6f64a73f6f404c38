import GestureCore

/// What is known of a device beyond what it says itself.
package struct DeviceSetup: Equatable, Sendable {
    /// How it is used; nil to follow udev and the kernel.
    package var kind: Surface.Kind?
    /// Of the panel as it is built: turning it turns the size too.
    package var size: PhysicalSize?
    /// Of the display that it belongs to.
    package var display: PhysicalSize?
    /// From parts of the range of its axes to parts of the panel, both 0…1: udev's LIBINPUT_CALIBRATION_MATRIX. Touchpads
    /// have none.
    package var calibration: Affine?
    package var orientation: Orientation
    /// The longer diameter beyond which a contact is a palm, in mm; if nil, 40 where the device measures contacts in the same mm
    /// as positions, and none where it counts them in units of its own, which are often wrong.
    package var palmSize: Double?

    package init(
        kind: Surface.Kind? = nil, size: PhysicalSize? = nil, display: PhysicalSize? = nil, calibration: Affine? = nil,
        orientation: Orientation = Orientation(), palmSize: Double? = nil
    ) {
        self.kind = kind
        self.size = size
        self.display = display
        self.calibration = calibration
        self.orientation = orientation
        self.palmSize = palmSize
    }
}
