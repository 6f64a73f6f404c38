import GestureCore

/// What is known of a device beside what it says itself: with it, a recording is taken for what the service takes the device
/// for.
package struct DeviceContext: Equatable, Sendable {
    /// One of udev's properties.
    package struct Property: Equatable, Sendable {
        /// e.g. `ID_INPUT_TOUCHSCREEN`.
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Those that matter for touch; empty where udev was not asked.
    package var properties: [Property] = []
    /// How it is used, if that follows neither from udev nor from the kernel.
    package var kind: Surface.Kind?
    /// The size of the panel as it is built; nil where it follows from the description.
    package var size: PhysicalSize?
    package var orientation = Orientation()

    package init() {}

    /// The value of a property; nil where there is no such.
    package subscript(name: StaticString) -> String? {
        name.withUTF8Buffer { buffer in
            properties.first { unsafe $0.name.utf8.elementsEqual(buffer) }?.value
        }
    }

    /// How it is used: as it was configured, else as udev says, else as the kernel says; nil if it is not for touch.
    package func surfaceKind(of description: DeviceDescription) -> Surface.Kind? {
        kind ?? Surface.Kind(udev: isSet) ?? (isSet("ID_INPUT") ? nil : description.surfaceKind)
    }

    /// What is said otherwise comes first.
    package func completing(_ setup: DeviceSetup) -> DeviceSetup {
        var setup = setup
        setup.kind = setup.kind ?? kind
        setup.size = setup.size ?? size
        setup.calibration = setup.calibration ?? self["LIBINPUT_CALIBRATION_MATRIX"].flatMap { Affine(calibration: $0) }
        if setup.orientation == Orientation() { setup.orientation = orientation }
        return setup
    }

    /// Takes over how the service uses a device: kind and size only if they follow from nothing else.
    ///
    /// - Parameter seen: the size as the person sees it.
    package mutating func add(
        _ kind: Surface.Kind?, _ seen: PhysicalSize, _ orientation: Orientation, of description: DeviceDescription
    ) {
        if kind != surfaceKind(of: description) { self.kind = kind }
        self.orientation = orientation
        switch seen.source {
        case .configuration, .display: size = orientation.swapsSides ? seen.turned : seen
        // The device says it itself, or it is a guess.
        case .resolution, .assumed: size = nil
        }
    }

    private func isSet(_ name: StaticString) -> Bool { self[name]?.utf8.elementsEqual("1".utf8) ?? false }

    /// Whether a property says what a device is, how it is mounted, or where it is plugged in.
    package static func matters(_ name: some Collection<UInt8>) -> Bool {
        name.starts(with: "ID_INPUT".utf8) || name.elementsEqual("LIBINPUT_CALIBRATION_MATRIX".utf8)
            || name.elementsEqual("ID_PATH".utf8)
    }
}

extension Surface.Kind {
    /// What udev takes a device for; nil if for neither. One that it takes for both is a touchpad, as to libinput (evdev_configure_device()
    /// of evdev.c).
    ///
    /// - Parameter isSet: whether a property of the device is 1.
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
