import Text

/// One line `key = value` of a configuration file: what decides on gestures, and where it is written.
package struct ConfiguredSetting: Equatable, Sendable {
    /// Returns the setting that set the limit of a reason, which the verdict has if it is about a gesture; nil if it is a default, or of
    /// the request.
    package typealias Finder = (Reason, Verdict?) -> ConfiguredSetting?

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

    /// e.g. `tap-gap = 300, /etc/gestured/gestured.conf:3`
    var text: String { "\(key) = \(value), \(path):\(line)" }

    /// The same for the limit of a length, e.g. `swipe-distance = 600 pt, /etc/gestured/gestured.conf:3`. A value that is not the limit
    /// itself is in mm, too: people compare it with the limit, which they read in mm.
    func text(behind limit: Points?) -> String {
        // Some settings that decide on lengths are no lengths.
        guard let length = parseDecimal(value.utf8) else { return text }
        return "\(key) = \(value) pt\(length == limit ? "" : " = " + millimetres(length)), \(path):\(line)"
    }

    // Not synthesized: that compares strings by canonical equivalence, for which the program needs tables of Unicode.
    package static func == (left: Self, right: Self) -> Bool {
        left.section == right.section && left.key == right.key && left.line == right.line
            && left.value.utf8.elementsEqual(right.value.utf8) && left.path.utf8.elementsEqual(right.path.utf8)
    }
}
