import GestureCore
import Text

/// What udev and the configuration say about a device. A recording contains it, so that it is decoded as the service decodes the
/// device.
package struct DeviceContext: Equatable, Sendable {
    /// A property that udev's rules set.
    package struct Property: Equatable, Sendable {
        /// e.g. `ID_INPUT_TOUCHSCREEN`.
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The properties that matter for touch; empty if unknown.
    package var properties: [Property] = []
    /// The type, if it differs from that of udev and the kernel.
    package var kind: Surface.Kind?
    /// The size of the panel as it was built; nil if it follows from the description.
    package var size: PhysicalSize?
    package var orientation = Orientation()
    /// The settings of the configuration that decide what is recognized; nil if they are unknown.
    package var settings: [ConfiguredSetting]?

    package init() {}

    /// The value of a property; nil if it is not set.
    package subscript(name: StaticString) -> String? {
        name.withUTF8Buffer { buffer in
            properties.first { unsafe $0.name.utf8.elementsEqual(buffer) }?.value
        }
    }

    /// Returns the type: as configured, else by udev, else by the kernel; nil if the device is not for touch.
    package func surfaceKind(of description: DeviceDescription) -> Surface.Kind? {
        kind ?? Surface.Kind(udev: isSet) ?? (isSet("ID_INPUT") ? nil : description.surfaceKind)
    }

    /// Returns `setup` with missing values filled in.
    package func completing(_ setup: DeviceSetup) -> DeviceSetup {
        var setup = setup
        setup.kind = setup.kind ?? kind
        setup.size = setup.size ?? size
        setup.calibration = setup.calibration ?? self["LIBINPUT_CALIBRATION_MATRIX"].flatMap { Affine(calibration: $0) }
        if setup.orientation == Orientation() { setup.orientation = orientation }
        return setup
    }

    /// Records how the service uses a device: type and size only if they do not follow from the rest.
    ///
    /// - Parameter seen: the size after the orientation was applied.
    package mutating func add(
        _ kind: Surface.Kind?, _ seen: PhysicalSize, _ orientation: Orientation, of description: DeviceDescription
    ) {
        if kind != surfaceKind(of: description) { self.kind = kind }
        self.orientation = orientation
        switch seen.source {
        case .configuration, .display: size = orientation.swapsSides ? seen.turned : seen
        // Follows from the description, or is assumed.
        case .resolution, .assumed: size = nil
        }
    }

    private func isSet(_ name: StaticString) -> Bool { self[name].map { ByteString($0) } == "1" }

    /// Returns whether a property is about the type of a device, its mounting, or its port.
    package static func matters(_ name: some Collection<UInt8>) -> Bool {
        name.starts(with: "ID_INPUT".utf8) || name == ByteString("LIBINPUT_CALIBRATION_MATRIX")
            || name == ByteString("ID_PATH")
    }
}

extension Surface.Kind {
    /// The type of a device by udev; nil if it is neither. A device of both types is a touchpad, as in libinput
    /// (evdev_configure_device() in evdev.c).
    ///
    /// - Parameter isSet: returns whether a property of the device is 1.
    package init?(udev isSet: (_ property: StaticString) -> Bool) {
        if isSet("ID_INPUT_TOUCHPAD") {
            self = .touchpad
        } else if isSet("ID_INPUT_TOUCHSCREEN") {
            self = .touchscreen
        } else {
            return nil
        }
    }
}
