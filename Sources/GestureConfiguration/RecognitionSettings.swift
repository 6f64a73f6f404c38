import GestureCore
import Text
import TouchDecoding

extension ConfiguredSetting {
    /// Whether the setting decides what is recognized. The type, size and mounting of a device are not counted: the device tells them.
    var isOfRecognition: Bool {
        section == "gestures" || section.name(after: "device ") != nil && Self.deviceKeys.contains(key)
    }

    private static let deviceKeys: [ByteString] = [
        "palm-size", "reach", "steady", "hold-duration", "lift-duration", "ignore-repeat",
    ]

    /// Returns whether the setting is for a device that has one of these names, or for all devices.
    package func concerns(deviceNamed names: [ByteString]) -> Bool {
        guard let device = section.name(after: "device ") else { return true }
        return names.contains(ByteString(device))
    }
}

extension ConfigurationFiles {
    /// The settings that decide what is recognized, apart from those that later ones override and from defaults.
    var settingsOfRecognition: [ConfiguredSetting] {
        settings.indices.filter { index in
            let setting = settings[index]
            guard setting.isOfRecognition, !Self.isDefault(setting) else { return false }
            return !settings[(index + 1)...].contains { $0.section == setting.section && $0.key == setting.key }
        }
        .map { settings[$0] }
    }

    /// Returns whether a setting for all devices has the default value.
    private static func isDefault(_ setting: ConfiguredSetting) -> Bool {
        var configuration = Configuration()
        // Only the thresholds: to compare all would compare strings, for which the program needs tables of Unicode.
        return setting.section == "gestures" && take(setting, Keys.gestures, &configuration)
            && configuration.thresholds == Thresholds()
    }

    /// The settings that a recording or the service tells. What this version does not know is left out.
    package init(_ settings: [ConfiguredSetting]) {
        for setting in settings where setting.isOfRecognition {
            if let device = setting.section.name(after: "device ") {
                var section = Configuration.DeviceSection(device: ByteString(device))
                guard Self.take(setting, Keys.device, &section.options) else { continue }
                configuration.devices.append(section)
            } else if !Self.take(setting, Keys.gestures, &configuration) {
                continue
            }
            self.settings.append(setting)
        }
        configuration.recognition = self.settings
    }

    private static func take<Target>(
        _ setting: ConfiguredSetting, _ keys: [Key<Target>], _ target: inout Target
    ) -> Bool {
        keys.first { $0.name == setting.key }?.read(setting.value, &target) ?? false
    }

    /// Finds the settings that decide on a device.
    ///
    /// - Parameter names: those of the device.
    package func settings(on kind: Surface.Kind, named names: [ByteString]) -> ConfiguredSetting.Finder {
        { setting(behind: $0, $1, on: kind, names: names) }
    }

    private func setting(
        behind reason: Reason, _ verdict: Verdict?, on kind: Surface.Kind, names: [ByteString]
    ) -> ConfiguredSetting? {
        guard let limit = reason.limit, let key = key(behind: reason, limit, verdict, on: kind, names) else {
            return nil
        }
        return settings.last { $0.key == key && $0.concerns(deviceNamed: names) }
    }

    private func key(
        behind reason: Reason, _ limit: Double, _ verdict: Verdict?, on kind: Surface.Kind, _ names: [ByteString]
    ) -> ByteString? {
        let thresholds = configuration.thresholds
        let options = configuration.options(named: names)
        func milliseconds(_ time: Interval?) -> Double? { time.map { Double($0.microseconds) / 1000 } }
        let pattern = verdict?.pattern
        switch reason.rule {
        case .movedTooFar, .stayed, .span:
            let slop = reason.rule == .span ? limit / 2 : limit
            if options.isSteady ?? false, slop == Thresholds.steadySlop(on: kind) { return "steady" }
            return slop == thresholds.slop(on: kind) ? kind == .touchpad ? "touchpad-slop" : "slop" : nil
        case .tapGap: return limit == milliseconds(thresholds.tapGap) ? "tap-gap" : nil
        case .tapDistance: return limit == thresholds.tapDistance ? "tap-distance" : nil
        case .tapCount:
            let words = Reason.wordsForMissingTap(within: thresholds.tapGap)
            return reason.words.utf8.elementsEqual(words.utf8) ? "tap-gap" : nil
        case .longPress, .liftedEarly:
            guard reason.rule == .longPress || pattern?.minimumDuration == nil else { return nil }
            return limit == milliseconds(thresholds.longPress) ? "long-press" : nil
        case .distance:
            guard verdict?.kind != .drag, pattern?.minimumDistance == nil else { return nil }
            let distances = [1, 3].map { thresholds.swipeDistance(fingers: $0, on: kind) }
            return distances.contains(limit) ? "swipe-distance" : nil
        case .inEdgeBand, .awayFromEdge: return limit == thresholds.edge ? "edge" : nil
        case .heldBack: return limit == milliseconds(options.holdDuration) ? "hold-duration" : nil
        case .repeated: return limit == milliseconds(options.ignoreRepeat) ? "ignore-repeat" : nil
        default: return nil
        }
    }
}
