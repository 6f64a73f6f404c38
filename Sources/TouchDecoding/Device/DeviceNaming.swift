import Text

extension DeviceDescription {
    /// An id that stays the same when the device is plugged in again: vendor, product and, if known, the port, e.g.
    /// `04f3:2234@usb-0000:00:14.0-5/input0`.
    package var stableID: String {
        physicalPath.utf8.isEmpty ? vendorAndProduct : vendorAndProduct + "@" + physicalPath
    }

    /// The names by which the configuration can refer to the device.
    package var names: [ByteString] {
        ([name, stableID, vendorAndProduct] + (physicalPath.utf8.isEmpty ? [] : [physicalPath])).map { ByteString($0) }
    }
}

extension PhysicalSize {
    /// Size and source for people, e.g. `345.4 × 194.3 mm (display)`.
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

extension Orientation.Mirror: Named {
    package var name: StaticString {
        switch self {
        case .none: "none"
        case .horizontal: "horizontal"
        case .vertical: "vertical"
        }
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
    /// The reason for people.
    package var message: String {
        switch self {
        case .noAxes: "it has neither ABS_MT_POSITION_X and ABS_MT_POSITION_Y nor ABS_X and ABS_Y"
        case .noTouchKey:
            "it reports one position, but has neither BTN_TOUCH nor BTN_TOOL_FINGER to say when it is touched"
        case .emptyRange: "an axis has an empty range"
        case .noFingers: "its contacts are not fingers (ABS_MT_TOOL_TYPE)"
        case .noTracker: "libmtdev is out of memory"
        }
    }
}
