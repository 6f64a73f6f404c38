import GestureCore

/// How a device is used, beyond what it reports about itself.
package struct DeviceSetup: Equatable, Sendable {
    /// The type; nil to follow udev and the kernel.
    package var kind: Surface.Kind?
    /// The size of the panel as it was built, before ``orientation``.
    package var size: PhysicalSize?
    /// The size of the display that the device belongs to.
    package var display: PhysicalSize?
    /// Maps positions on the axes to positions on the panel, both 0…1: udev's LIBINPUT_CALIBRATION_MATRIX. Ignored for
    /// touchpads.
    package var calibration: Affine?
    package var orientation: Orientation
    /// The diameter above which a contact is a palm, in mm; nil for the default, see ``PalmRejection``.
    package var palmSize: Double?
    package var accommodations: TouchAccommodations
    /// The reach of one person in mm; nil for the default, see ``TouchGeometry/reach``.
    package var reach: Double?

    package init(
        kind: Surface.Kind? = nil, size: PhysicalSize? = nil, display: PhysicalSize? = nil, calibration: Affine? = nil,
        orientation: Orientation = Orientation(), palmSize: Double? = nil,
        accommodations: TouchAccommodations = TouchAccommodations(), reach: Double? = nil
    ) {
        self.kind = kind
        self.size = size
        self.display = display
        self.calibration = calibration
        self.orientation = orientation
        self.palmSize = palmSize
        self.accommodations = accommodations
        self.reach = reach
    }
}
