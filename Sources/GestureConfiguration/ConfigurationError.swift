import Text

/// The errors in the configuration.
package struct ConfigurationError: Error, Equatable, Sendable {
    /// One line each, e.g. `gestured.conf:12: [gestures] tap-gap: "fast": expected milliseconds, 0 … 10000`
    package var messages: [String]

    package init(messages: [String]) { self.messages = messages }
    init(message: String) { messages = [message] }
}

extension ConfigurationError {
    /// The message about one setting.
    static func message(
        _ path: String, line: Int, _ setting: (section: ByteString, key: ByteString, value: String), expected: String
    ) -> String {
        "\(path):\(line): [\(setting.section)] \(setting.key): \"\(setting.value)\": expected \(expected)"
    }

    /// The valid values in the message about an unknown section.
    static func expectedSections(not section: ByteString) -> String {
        let words = Keys.sections.map { $0.name } + ["others", "device", "user", "group"]
        let word = section.bytes.prefix { $0 != UInt8(ascii: " ") }
        return
            "a section [gestures], [haptics], [input], [limits], [others], [recorder], [device NAME], [user NAME] or [group NAME]"
            + suggestion(for: word, among: words)
    }

    /// The valid values in the message about an unknown key: all keys of the section.
    static func expectedKeys<Target>(_ keys: [Key<Target>], not key: ByteString) -> String {
        var list = ""
        for (index, known) in keys.enumerated() {
            list += (index == 0 ? "" : index == keys.count - 1 ? " or " : ", ") + "\(known.name)"
        }
        return "one of the keys \(list)" + suggestion(for: key.bytes, among: keys.map { $0.name })
    }
}
