import Text

extension PhysicalSize {
    /// The valid texts, for error messages.
    package static let expectedText = "WIDTHxHEIGHT in mm, each 10 … 3000, e.g. 345x194"

    /// Reads a size that somebody has configured, e.g. `345x194`; nil if the text is invalid.
    package init?(text: String) {
        let sides = text.utf8.split(separator: UInt8(ascii: "x"), maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, let width = parseDecimal(sides[0]), let height = parseDecimal(sides[1]) else {
            return nil
        }
        self.init(width: width, height: height, source: .configuration)
        if !isPlausible { return nil }
    }
}
