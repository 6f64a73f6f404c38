import Text

/// Returns the largest width that text takes in a usual font, in px. No font is measured, so it is an upper estimate.
func textWidth(_ text: String, size: Double) -> Double {
    var width = 0.0
    forEachScalar(of: text.utf8) { scalar in
        switch scalar.value {
        case 0x20, 0x21, 0x27...0x29, 0x2c...0x2f, 0x3a, 0x3b, 0x49, 0x66, 0x69, 0x6a, 0x6c, 0x72, 0x74: width += 0.42
        case 0x4d, 0x57, 0x6d, 0x77: width += 1
        case 0x21...0x7e: width += 0.68
        case 0xa0..<0x1100: width += 0.75
        default: width += 1
        }
    }
    return width * size
}
