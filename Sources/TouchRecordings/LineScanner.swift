import GestureCore
import Text
import TouchDecoding

/// Iterates over the lines of a recording.
struct LineReader {
    private let bytes: [UInt8]
    private var start = 0
    private var line = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> LineScanner? {
        guard start < bytes.count else { return nil }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        line += 1
        defer { start = end + 1 }
        return LineScanner(bytes: bytes, start: start, end: end, line: line)
    }
}

/// Reads one line of a recording.
struct LineScanner {
    private let bytes: [UInt8]
    private let start: Int
    private let end: Int
    private let line: Int
    private var position: Int

    init(bytes: [UInt8], start: Int, end: Int, line: Int) {
        self.bytes = bytes
        self.start = start
        var end = end
        // adb adds up to two of them.
        while end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        self.end = end
        self.line = line
        position = start
    }

    /// The number of bytes of the line that were read.
    var offset: Int { position - start }

    func error(_ expected: String, at offset: Int? = nil) -> RecordingError {
        RecordingError(line: line, column: (offset ?? self.offset) + 1, expected: expected)
    }

    /// The next byte; nil at the end.
    var next: UInt8? { position < end ? bytes[position] : nil }

    /// The bytes that were not read yet.
    var rest: ArraySlice<UInt8> { bytes[position..<end] }

    /// Whether only space or a comment of evemu-record is left.
    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position >= end || bytes[position] == UInt8(ascii: "#")
        }
    }

    func finish() throws(RecordingError) {
        var scanner = self
        guard scanner.isAtEnd else { throw scanner.error("the end of the line or a comment (#)") }
    }

    mutating func skipSpace() {
        while position < end, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
            position += 1
        }
    }

    /// Reads `text` if it follows.
    mutating func skip(_ text: StaticString) -> Bool {
        let follows = text.withUTF8Buffer { unsafe rest.starts(with: $0) }
        if follows { position += text.utf8CodeUnitCount }
        return follows
    }

    /// Reads one byte; nil at the end.
    mutating func take() -> UInt8? {
        guard let byte = next else { return nil }
        position += 1
        return byte
    }

    mutating func take(_ text: StaticString, expected: String) throws(RecordingError) {
        guard skip(text) else { throw error(expected) }
    }

    /// Reads up to and including `byte`. Returns the range before it.
    mutating func take(through byte: UInt8, expected: String) throws(RecordingError) -> Range<Int> {
        guard let index = rest.firstIndex(of: byte) else { throw error(expected) }
        defer { position = index + 1 }
        return position..<index
    }

    /// Reads a word that is not a hexadecimal number; nil if there is none.
    mutating func name() -> ArraySlice<UInt8>? {
        skipSpace()
        var index = position
        var isNumber = true
        while index < end, isLetterOrDigit(bytes[index]) {
            if digitValue(bytes[index], radix: 16) == nil { isNumber = false }
            index += 1
        }
        guard !isNumber else { return nil }
        defer { position = index }
        return bytes[position..<index]
    }

    mutating func number(
        _ range: ClosedRange<Int64>, radix: UInt8, _ expected: String
    ) throws(RecordingError) -> Int64 {
        skipSpace()
        let first = position
        let isNegative = position < end && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var value: Int64 = 0
        var digits = 0
        while position < end, let digit = digitValue(bytes[position], radix: radix) {
            value = value * Int64(radix) + Int64(digit)
            digits += 1
            position += 1
            // Larger than every range, and far from overflow.
            if value > 1 << 50 { throw error(expected, at: first - start) }
        }
        if isNegative { value = -value }
        guard digits > 0, range.contains(value) else { throw error(expected, at: first - start) }
        return value
    }

    /// Reads `seconds.microseconds`.
    mutating func time() throws(RecordingError) -> Instant {
        let seconds = try number(Self.seconds, radix: 10, "seconds")
        try take(".", expected: "seconds.microseconds")
        let microseconds = try number(Self.microseconds, radix: 10, "microseconds, 0 … 999999")
        return Instant(microseconds: seconds * 1_000_000 + microseconds)
    }

    /// Reads `NAME=value` up to the end of the line.
    mutating func property() throws(RecordingError) -> DeviceContext.Property {
        let name = bytes[try take(through: UInt8(ascii: "="), expected: "a property and its value (NAME=value)")]
        defer { position = end }
        return DeviceContext.Property(
            String(decoding: name, as: UTF8.self), String(decoding: rest, as: UTF8.self))
    }

    static let seconds: ClosedRange<Int64> = 0...Int64(Int32.max) * 4
    static let microseconds: ClosedRange<Int64> = 0...999_999

    private func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
