import GestureCore
import Text
import TouchDecoding

/// The answer that a person typed about the size of a screen.
enum SizeAnswer: Equatable {
    /// Nothing: the known size stays.
    case keep
    /// Measure the size with a card.
    case card
    /// In mm.
    case diagonal(Double)
    /// In mm, as the person sees the screen.
    case sides(width: Double, height: Double)

    static let expected = "the diagonal, e.g. 21.5 or 54.6 cm, the width and height, e.g. 476x268 mm, or card"

    /// Numbers without a unit are inches for a diagonal and millimetres for width and height.
    ///
    /// - Returns: nil if the answer is not valid.
    init?(_ text: some Sequence<UInt8>) {
        var words = AnswerScanner(text)
        if words.isAtEnd {
            self = .keep
        } else if words.skip("card") || words.skip("c") {
            self = .card
            guard words.isAtEnd else { return nil }
        } else {
            guard let first = words.number() else { return nil }
            let unit = words.unit()
            if words.skip("x") || words.skip("×") || words.skip("by") {
                guard let second = words.number() else { return nil }
                let scale = words.unit() ?? unit ?? 1
                self = .sides(width: first * (unit ?? scale), height: second * scale)
            } else {
                let length = first * (unit ?? AnswerScanner.inch)
                // A number of millimetres without its unit.
                guard unit != nil || first <= Self.mostInches else { return nil }
                self = .diagonal(length)
            }
            guard words.isAtEnd else { return nil }
        }
    }

    /// The largest diagonal without a unit: the longest of a plausible size in inches is less than 170.
    static let mostInches = 170.0
}

/// The proportions of a screen: width divided by height.
enum Proportions {
    static let plausible = 0.2...5.0
    static let expected = "two numbers, e.g. 16:9"

    /// Parses e.g. `16:9` or `16/10`. Returns nil for anything else.
    static func parse(_ text: some Sequence<UInt8>) -> Double? {
        var words = AnswerScanner(text)
        guard let width = words.number(), words.skip(":") || words.skip("/") || words.skip("x") || words.skip("×"),
            let height = words.number(), words.isAtEnd, height > 0, plausible.contains(width / height)
        else { return nil }
        return width / height
    }

    /// e.g. `16:9`, or `1.42:1` if no usual proportions are near.
    static func text(_ ratio: Double) -> String {
        let usual = [(16, 9), (16, 10), (4, 3), (5, 4), (3, 2), (21, 9), (1, 1)]
        for (long, short) in usual {
            let exact = Double(long) / Double(short)
            if (ratio / exact - 1).magnitude < 0.01 { return "\(long):\(short)" }
            if (ratio * exact - 1).magnitude < 0.01 { return "\(short):\(long)" }
        }
        return "\(hundredths(ratio)):1"
    }
}

extension PhysicalSize {
    /// Returns the size of a screen by its diagonal in mm and its proportions.
    static func of(diagonal: Double, ratio: Double) -> PhysicalSize {
        let height = diagonal / (ratio * ratio + 1).squareRoot()
        return PhysicalSize(width: height * ratio, height: height, source: .configuration)
    }

    var ratio: Double { width / height }

    /// The size with its sides rounded to tenths of a millimetre: no measurement by hand is more exact.
    var roundedToTenths: PhysicalSize {
        PhysicalSize(
            width: Double(rounded(width * 10)) / 10, height: Double(rounded(height * 10)) / 10, source: source)
    }

    /// e.g. `476.1 × 267.8 mm`
    var sides: String { "\(tenths(width)) × \(tenths(height)) mm" }
}

/// Reads a short answer word by word, without regard to spaces and to upper and lower case.
private struct AnswerScanner {
    static let inch = 25.4

    private var rest: ArraySlice<UInt8>

    init(_ text: some Sequence<UInt8>) {
        rest = text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }[...]
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return rest.isEmpty
        }
    }

    mutating func skip(_ word: ByteString) -> Bool {
        skipSpace()
        guard rest.starts(with: word.bytes) else { return false }
        rest = rest.dropFirst(word.bytes.count)
        return true
    }

    /// Reads a number, with a point or a comma.
    mutating func number() -> Double? {
        skipSpace()
        let digits = rest.prefix {
            digitValue($0, radix: 10) != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
        }
        guard let number = parseDecimal(digits.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }) else {
            return nil
        }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// Reads a unit of length.
    ///
    /// - Returns: the unit in mm; nil if there is none.
    mutating func unit() -> Double? {
        let units: [(word: ByteString, length: Double)] = [
            ("mm", 1), ("cm", 10), ("inches", Self.inch), ("inch", Self.inch), ("in", Self.inch), ("\"", Self.inch),
            ("″", Self.inch), ("”", Self.inch), ("''", Self.inch),
        ]
        return units.first { skip($0.word) }?.length
    }

    private mutating func skipSpace() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }
}
