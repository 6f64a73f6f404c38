import GestureCore
import Text
import TouchDecoding

/// The effective value of one key, and its source.
package struct EffectiveSetting: Equatable, Sendable {
    package var key: ByteString
    /// In the format of a file; nil if no file sets it.
    package var value: String?
    /// nil for the default.
    package var source: ConfigurationFiles.Setting?
}

extension ConfigurationFiles {
    /// The effective settings of the sections without a name, in the order of the shipped file.
    package var effective: [(section: ByteString, settings: [EffectiveSetting])] {
        Keys.sections.map { section in
            (section.name, effective(section.keys, configuration) { $0 == section.name })
        }
    }

    /// The effective settings of a device.
    ///
    /// - Parameter id: the id that clients use, if it differs from the names of the device.
    package func effective(of device: DeviceDescription, id: String?) -> [EffectiveSetting] {
        let names = (device.names + (id.map { [ByteString($0)] } ?? [])).map { ByteString("device \($0)") }
        return effective(Keys.device, configuration.options(of: device, id: id)) { names.contains($0) }
    }

    private func effective<Target>(
        _ keys: [Key<Target>], _ target: Target, in isMeant: (_ section: ByteString) -> Bool
    ) -> [EffectiveSetting] {
        keys.map { key in
            let source = settings.last { isMeant($0.section) && $0.key == key.name }
            return EffectiveSetting(key: key.name, value: key.text(target), source: source)
        }
    }
}
