import GestureCore
import GestureProtocol
import Text

// Numbers with units, as the notation writes them. Each function returns nil for text that is something else.

extension Interval {
    /// Reads e.g. `2s`, `600ms`, `1.5s` or `2min`, up to a day.
    package init?(notation word: ByteString) {
        for (unit, milliseconds) in [("ms", 1.0), ("min", 60_000), ("s", 1000)] {
            guard let number = word.number(before: unit) else { continue }
            let time = number * milliseconds
            guard time <= 86_400_000 else { return nil }
            self = .milliseconds(Int64(time + 0.5))
            return
        }
        return nil
    }

    /// e.g. `2 s`, `600 ms` or `2 min`
    package var words: String {
        let milliseconds = roundedMilliseconds
        if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000) min" }
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

/// Reads a distance, e.g. `10mm` or `50pt`, in pt.
package func points(notation word: ByteString) -> Points? {
    word.number(before: "pt") ?? word.number(before: "mm").map { $0 / Points.millimetresPerPoint }
}

/// Reads an angle, e.g. `15deg` or `15°`, in degrees.
package func degrees(notation word: ByteString) -> Double? { word.number(before: "deg") ?? word.number(before: "°") }

/// Reads a percentage, e.g. `20%`, as a fraction.
package func fraction(notation word: ByteString) -> Double? { word.number(before: "%").map { $0 / 100 } }

/// Reads a range of percentages, e.g. `25-75%`, as fractions.
func percentages(notation word: ByteString) -> ClosedRange<Double>? {
    let ends = word.bytes.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let start = parseDecimal(ends[0]), let end = ByteString(Array(ends[1])).number(before: "%"),
        start < end, end <= 100
    else { return nil }
    return start / 100...end / 100
}

/// Reads a whole number of at most four digits.
package func wholeNumber(_ word: ByteString) -> Int? { parseInteger(word.bytes, upTo: 9999).map { Int($0) } }

extension ByteString {
    /// The number before a unit that ends the word.
    fileprivate func number(before unit: String) -> Double? {
        guard bytes.count > unit.utf8.count, bytes.suffix(unit.utf8.count).elementsEqual(unit.utf8) else { return nil }
        return parseDecimal(Array(bytes.dropLast(unit.utf8.count)), digits: 7)
    }
}
