import Platform

extension DeviceDescription {
    /// What to call this device so that it has the same name when it is plugged in again: its vendor and product, and where
    /// it is plugged in if the kernel says so, e.g. `04f3:2234@usb-0000:00:14.0-5/input0`.
    public var stableID: String {
        physicalPath.utf8.isEmpty ? vendorAndProduct : vendorAndProduct + "@" + physicalPath
    }

    /// What the configuration may call it.
    public var names: [String] {
        [name, stableID, vendorAndProduct] + (physicalPath.utf8.isEmpty ? [] : [physicalPath])
    }
}

extension PhysicalSize {
    /// e.g. `345.4 × 194.3 mm (assumed)`, with what that means where it is a guess.
    public var text: String {
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
    public var name: StaticString {
        switch self {
        case .configuration: "configuration"
        case .resolution: "resolution"
        case .display: "display"
        case .assumed: "assumed"
        }
    }
}

extension Orientation.Mirror {
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .horizontal: "horizontal"
        case .vertical: "vertical"
        }
    }

    /// The one that is called so; nil when none is.
    public init?(name: some Sequence<UInt8>) {
        for mirror in Self.allCases where mirror.name.withUTF8Buffer({ unsafe name.elementsEqual($0) }) {
            self = mirror
            return
        }
        return nil
    }
}

extension TouchProtocol {
    public var name: StaticString {
        switch self {
        case .slots: "slots"
        case .anonymous: "anonymous"
        case .single: "single"
        }
    }
}

extension UnusableDevice {
    /// In words for a person.
    public var message: String {
        switch self {
        case .noAxes: "it has neither ABS_MT_POSITION_X and ABS_MT_POSITION_Y nor ABS_X and ABS_Y"
        case .noTouchKey: "it has one position and no BTN_TOUCH to say when that is of a finger"
        case .emptyRange: "an axis has an empty range"
        case .noFingers: "what it tells of is no finger (ABS_MT_TOOL_TYPE)"
        case .noTracker: "there is no memory for libmtdev"
        }
    }
}

extension UnusableRecording {
    /// In words for a person.
    public var message: String {
        switch self {
        case .noDescription: "it has events alone and no description (N: I: P: B: A:) of the device"
        case .notTouch: "the device that it describes is neither a touchscreen nor a touchpad"
        case .unusable(let reason): "the device that it describes cannot be used: \(reason.message)"
        }
    }
}
