import Text

/// One line `key = value` of a configuration file.
package struct ConfiguredSetting: Equatable, Sendable {
    package var section: ByteString
    package var key: ByteString
    package var value: String
    package var path: String
    package var line: Int

    package init(section: ByteString, key: ByteString, value: String, path: String, line: Int) {
        self.section = section
        self.key = key
        self.value = value
        self.path = path
        self.line = line
    }

    // Not synthesized: that compares strings by canonical equivalence, for which the program needs tables of Unicode.
    package static func == (left: Self, right: Self) -> Bool {
        left.section == right.section && left.key == right.key && left.line == right.line
            && left.value.utf8.elementsEqual(right.value.utf8) && left.path.utf8.elementsEqual(right.path.utf8)
    }
}
