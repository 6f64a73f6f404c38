import GestureCore
import GestureProtocol
import Text

extension ActionsFile {
    /// Warnings about what the file says, apart from what this machine has to offer.
    ///
    /// - Parameters:
    ///   - devices: those that are connected; nil if the service cannot be asked.
    ///   - thresholds: those of the service.
    package func warnings(devices: [DeviceReport]?, _ thresholds: Thresholds) -> [Message] {
        let impossible = impossibleGestures(on: devices ?? [], thresholds)
        return notes + impossible + overlaps(thresholds, without: impossible.map { $0.line }) + missingDevices(devices)
    }

    /// Warnings about sections for devices that are not connected. If it is not known which ones are, a name counts as missing if it
    /// is nearly that of a kind.
    private func missingDevices(_ devices: [DeviceReport]?) -> [Message] {
        let kinds = Surface.Kind.allCases.map { ByteString("\($0.name)") }
        let known = kinds + (devices ?? []).flatMap { [$0.name, $0.id] }
        return sections.compactMap { section in
            guard let name = section.scope.device, !known.contains(where: { $0 == name }) else { return nil }
            let hint = suggestion(for: name.bytes, among: known)
            let text: String
            if devices == nil {
                guard !hint.isEmpty else { return nil }
                text = "'\(name)' is no kind of device\(hint)"
            } else {
                text =
                    "no device '\(name)' is connected now"
                    + (hint.isEmpty ? "; 'gesturectl devices' lists those that are" : hint)
            }
            return Message(line: section.line, text: text)
        }
    }
}
