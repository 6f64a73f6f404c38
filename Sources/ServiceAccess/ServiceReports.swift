import GestureCore
import GestureProtocol
import Text

extension DeviceReport {
    /// e.g. `345.4 × 194.3`
    package var size: String { "\(tenths(width)) × \(tenths(height))" }

    /// The reason for the suspension; nil if the device is not suspended.
    package var suspension: String? {
        switch suspendedBy {
        case nil: nil
        case "lid"?: "the lid is closed"
        case "tabletMode"?: "the laptop is folded to a tablet"
        case let other?: "\(other)"
        }
    }
}

extension LatencyReport {
    /// nil before the first measurement.
    package var text: String? {
        guard samples > 0 else { return nil }
        return
            "\(p50) µs median, \(p90) µs p90, \(p99) µs p99, \(maximum) µs maximum, from the kernel's time stamp to the socket"
    }
}

// MARK: Text from the service, made safe for a terminal

extension DeviceReport {
    package var printable: DeviceReport {
        var report = self
        report.id = id.printable
        report.name = name.printable
        report.node = node.printable
        if case .other(let kind) = kind { report.kind = .other(kind.printable) }
        report.sizeSource = sizeSource.printable
        report.multitouch = multitouch.printable
        report.mirror = mirror.printable
        report.output = output?.printable
        report.suspendedBy = suspendedBy?.printable
        return report
    }
}

extension DeviceList {
    package var printable: DeviceList {
        DeviceList(
            devices: devices.map { $0.printable },
            refused: refused.map { RefusedDeviceReport(node: $0.node.printable, reason: $0.reason.printable) },
            settings: settings.map { $0.printable })
    }

    /// The settings of the service that decide what is recognized.
    package var configuredSettings: [ConfiguredSetting] {
        settings.map { setting in
            ConfiguredSetting(
                section: setting.section, key: setting.key, value: setting.value.description,
                path: setting.file.description, line: setting.line)
        }
    }
}

extension SettingReport {
    fileprivate var printable: SettingReport {
        var report = self
        report.section = section.printable
        report.key = key.printable
        report.value = value.printable
        report.file = file.printable
        return report
    }
}

extension StatusReport {
    package var printable: StatusReport {
        var report = self
        report.version = version.printable
        return report
    }
}
