import GestureCore
import Text

// Numbers with units, as the notation writes them. Each function returns nil for text that is something else.

/// A unit of the notation.
enum Unit: CaseIterable {
    case milliseconds, minutes, seconds, millimetres, centimetres, points, degrees, percent

    /// The names: first the one that the notation writes, then others that it accepts. No name ends with one of a later unit.
    private var names: [String] {
        switch self {
        case .milliseconds: ["ms"]
        case .minutes: ["min"]
        case .seconds: ["s"]
        case .millimetres: ["mm"]
        case .centimetres: ["cm"]
        case .points: ["pt"]
        case .degrees: ["deg", "°"]
        case .percent: ["%"]
        }
    }

    /// Names that people write, and the notation does not accept.
    private static let otherNames: [(name: String, unit: Unit)] = [
        ("sec", .seconds), ("secs", .seconds), ("second", .seconds), ("seconds", .seconds), ("msec", .milliseconds),
        ("milliseconds", .milliseconds), ("mins", .minutes), ("minute", .minutes), ("minutes", .minutes),
        ("millimetres", .millimetres), ("millimeters", .millimetres), ("degrees", .degrees), ("percent", .percent),
    ]

    static let expectedTime = "a time in ms, s or min"
    static let expectedDistance = "a distance in mm, cm or pt"

    var isTime: Bool { self == .milliseconds || self == .seconds || self == .minutes }

    /// Returns the unit with a name, also with one that the notation does not accept.
    init?(_ name: some Collection<UInt8>) {
        let known = Unit.allCases.first { $0.names.contains { $0.utf8.elementsEqual(name) } }
        let other = Unit.otherNames.first { $0.name.utf8.elementsEqual(name) }
        guard let unit = known ?? other?.unit else { return nil }
        self = unit
    }

    /// Reads a number that a name of this unit follows.
    func number(_ word: ByteString) -> Double? {
        for name in names where word.bytes.count > name.utf8.count {
            guard word.bytes.suffix(name.utf8.count).elementsEqual(name.utf8) else { continue }
            var number = word.bytes.dropLast(name.utf8.count)
            while number.last == UInt8(ascii: " ") || number.last == UInt8(ascii: "\t") { number.removeLast() }
            // Rounded as it is written.
            return parseDecimal(Array(number), digits: 7).map { Double(Int64($0 * 1000 + 0.5)) / 1000 }
        }
        return nil
    }

    /// Reads a number that is followed by a name which the notation does not accept.
    ///
    /// - Returns: the same number with the name that it accepts, e.g. `2s` for `2sec`.
    static func corrected(_ word: ByteString) -> (text: String, unit: Unit)? {
        let number = word.bytes.prefix { digitValue($0, radix: 10) != nil || $0 == UInt8(ascii: ".") }
        let name = word.bytes.dropFirst(number.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard !number.isEmpty, let other = otherNames.first(where: { $0.name.utf8.elementsEqual(name) }) else {
            return nil
        }
        return ("\(String(decoding: Array(number), as: UTF8.self))\(other.unit.names[0])", other.unit)
    }
}

extension Interval {
    /// Reads e.g. `2s`, `600ms`, `1.5s` or `2min`, up to a day.
    package init?(notation word: ByteString) {
        let milliseconds =
            Unit.milliseconds.number(word) ?? Unit.minutes.number(word).map { $0 * 60_000 }
            ?? Unit.seconds.number(word).map { $0 * 1000 }
        guard let milliseconds, milliseconds <= 86_400_000 else { return nil }
        self = .milliseconds(Int64(milliseconds + 0.5))
    }

    /// e.g. `2s`, `600ms` or `2min`
    package var notation: String { text(separator: "") }

    /// e.g. `2 s`, `600 ms` or `2 min`
    package var words: String { text(separator: " ") }

    private func text(separator: String) -> String {
        let milliseconds = roundedMilliseconds
        if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000)\(separator)min" }
        return milliseconds % 1000 == 0
            ? "\(milliseconds / 1000)\(separator)s" : "\(milliseconds)\(separator)ms"
    }
}

/// Reads a distance, e.g. `10mm` or `50pt`, in pt.
package func points(notation word: ByteString) -> Points? {
    if let points = Unit.points.number(word) { return points }
    let millimetres = Unit.millimetres.number(word) ?? Unit.centimetres.number(word).map { $0 * 10 }
    return millimetres.map { $0 / Points.millimetresPerPoint }
}

/// Writes a distance in mm or pt, whichever is shorter.
package func notation(_ distance: Points) -> String {
    let points = "\(thousandths(distance))pt"
    let millimetres = "\(thousandths(distance * Points.millimetresPerPoint))mm"
    return millimetres.utf8.count <= points.utf8.count ? millimetres : points
}

/// Reads an angle, e.g. `15deg` or `15°`, in degrees.
package func degrees(notation word: ByteString) -> Double? { Unit.degrees.number(word) }

/// Reads a percentage, e.g. `20%`, as a fraction.
package func fraction(notation word: ByteString) -> Double? { Unit.percent.number(word).map { $0 / 100 } }

/// Reads a range of percentages, e.g. `25-75%`, as fractions. The second can be the smaller one.
func percentages(notation word: ByteString) -> (start: Double, end: Double)? {
    let ends = word.bytes.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let end = Unit.percent.number(ByteString(Array(ends[1]))), end <= 100,
        let start = Unit.percent.number(ByteString(Array(ends[0]) + [UInt8(ascii: "%")]))
            ?? Unit.percent.number(ByteString(Array(ends[0]))),
        start <= 100, start != end
    else { return nil }
    return (start / 100, end / 100)
}

/// Reads a whole number of at most four digits, or the word for one up to ten.
package func wholeNumber(_ word: ByteString) -> Int? {
    let names: [ByteString] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    return parseInteger(word.bytes, upTo: 9999).map { Int($0) } ?? names.firstIndex { $0 == word }.map { $0 + 1 }
}
