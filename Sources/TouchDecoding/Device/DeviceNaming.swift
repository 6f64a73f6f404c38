import Text

extension DeviceDescription {
    /// What to call this device so that it has the same name when it is plugged in again: its vendor and product, and where
    /// it is plugged in if the kernel says so, e.g. `04f3:2234@usb-0000:00:14.0-5/input0`.
    package var stableID: String {
        physicalPath.utf8.isEmpty ? vendorAndProduct : vendorAndProduct + "@" + physicalPath
    }

    /// What the configuration may call it.
    package var names: [String] {
        [name, stableID, vendorAndProduct] + (physicalPath.utf8.isEmpty ? [] : [physicalPath])
    }
}

extension PhysicalSize {
    /// e.g. `345.4 × 194.3 mm (assumed)`, with what that means where it is a guess.
    package var text: String {
        let size = "\(tenths(width)) × \(tenths(height)) mm"
        return switch source {
        case .configuration: "\(size) (configuration)"
        case .resolution: "\(size) (resolution)"
        case .display: "\(size) (display)"
        case .assumed: "\(size) (assumed: the device does not say its size, see [device] in gestured.conf)"
        }
    }
}

extension PhysicalSize.Source {
    package var name: StaticString {
        switch self {
        case .configuration: "configuration"
        case .resolution: "resolution"
        case .display: "display"
        case .assumed: "assumed"
        }
    }
}

extension Orientation.Mirror {
    package var name: StaticString {
        switch self {
        case .none: "none"
        case .horizontal: "horizontal"
        case .vertical: "vertical"
        }
    }

    /// The one that is called so; nil when none is.
    package init?(name: some Sequence<UInt8>) {
        for mirror in Self.allCases where mirror.name.withUTF8Buffer({ unsafe name.elementsEqual($0) }) {
            self = mirror
            return
        }
        return nil
    }
}

extension TouchProtocol {
    package var name: StaticString {
        switch self {
        case .slots: "slots"
        case .anonymous: "anonymous"
        case .single: "single"
        }
    }
}

extension UnusableDevice {
    /// In words for a person.
    package var message: String {
        switch self {
        case .noAxes: "it has neither ABS_MT_POSITION_X and ABS_MT_POSITION_Y nor ABS_X and ABS_Y"
        case .noTouchKey: "it has one position and no BTN_TOUCH to say when that is of a finger"
        case .emptyRange: "an axis has an empty range"
        case .noFingers: "what it tells of is no finger (ABS_MT_TOOL_TYPE)"
        case .noTracker: "there is no memory for libmtdev"
        }
    }
}
