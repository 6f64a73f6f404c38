/// Writes JSON into reserved memory, with one bounds check per word or number instead of one per byte.
@safe
struct JSONOutput: ~Copyable {
    private var position: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer

    fileprivate init(_ start: UnsafeMutableRawPointer, count: Int) {
        unsafe position = start
        unsafe end = start + count
    }

    fileprivate func count(from start: UnsafeMutableRawPointer) -> Int { unsafe position - start }

    /// Takes the next `count` bytes.
    private mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
        unsafe precondition(count <= end - position, "an event is longer than its upper bound")
        let taken = unsafe position
        unsafe position += count
        return unsafe taken
    }

    /// Copies JSON text. The optimizer turns a literal into a few moves.
    @inline(__always)
    mutating func raw(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        unsafe take(count).copyMemory(from: text.utf8Start, byteCount: count)
    }

    mutating func raw(_ text: Span<UInt8>) {
        let taken = unsafe take(text.count)
        unsafe text.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe taken.copyMemory(from: start, byteCount: bytes.count) }
        }
    }

    mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

    mutating func integer(_ value: Int) { integer(Int64(value)) }

    mutating func integer(_ value: Int64) {
        if value < 0 { raw("-") }
        integer(value.magnitude)
    }

    mutating func integer(_ value: UInt64) {
        if value < 10 {
            unsafe take(1).storeBytes(of: UInt8(truncatingIfNeeded: 0x30 &+ value), as: UInt8.self)
        } else if value < Self.eightDigits {
            put(unitsOf: Self.digits(value), places: 0)
        } else {
            let (start, end) = value.quotientAndRemainder(dividingBy: Self.eightDigits)
            integer(start)
            put(Self.text(Self.digits(end)), count: 8)
        }
    }

    /// Does the same as ``JSONWriter/decimal(_:places:)``. Inlined, because constant places make the divisions multiplications.
    @inline(__always)
    mutating func decimal(_ value: Double, places: Int) {
        let magnitude = value.magnitude
        // Also false for NaN.
        guard magnitude < Self.limit else {
            beyondLimit(value)
            return
        }
        var scale: UInt64 = 1
        for _ in 0..<places { scale *= 10 }
        // Adding 2^52 rounds to an integer, which is then in the lowest bits. Halves are rounded up, also with a rounding error, so that
        // the same movement is the same text at any place.
        let scaled = (magnitude * Double(scale) + Self.roundingError + Self.wholeNumbers).bitPattern & ((1 << 52) - 1)
        if value < 0, scaled > 0 { raw("-") }
        let digits: UInt64
        if scaled < Self.eightDigits {
            digits = Self.digits(scaled)
            put(unitsOf: digits, places: places)
        } else {
            let (units, fraction) = scaled.quotientAndRemainder(dividingBy: scale)
            integer(units)
            digits = Self.digits(fraction)
        }
        let fraction = digits >> UInt64(8 * (8 - places))
        guard fraction > 0 else { return }
        put(Self.text(fraction) << 8 | UInt64(UInt8(ascii: ".")), count: 9 - (fraction.leadingZeroBitCount >> 3))
    }

    /// The number that ``decimal(_:places:)`` writes.
    static func rounded(_ value: Double, places: Int) -> Double {
        guard value.isFinite else { return 0 }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = min(value.magnitude, limit) * scale + roundingError + wholeNumbers - wholeNumbers
        return value < 0 ? -scaled / scale : scaled / scale
    }

    private static let limit = 1e9
    /// More than that of any coordinate, in units of the last place.
    private static let roundingError = 1e-6
    /// 2^52: the lowest bits of numbers from here to its double count ones.
    private static let wholeNumbers = 4_503_599_627_370_496.0

    private mutating func beyondLimit(_ value: Double) {
        guard value.isFinite else {
            raw("0")
            return
        }
        if value < 0 { raw("-") }
        integer(UInt64(Self.limit))
    }

    // MARK: Digits

    private static let eightDigits: UInt64 = 100_000_000

    /// The digits of a number below 10^8, the first in the lowest byte. Splits halves, quarters and digits in parallel, because a
    /// division per digit is slow.
    @inline(__always)
    private static func digits(_ value: UInt64) -> UInt64 {
        let start = value / 10_000
        let fours = start | (value &- start &* 10_000) << 32
        // Multiplies by 1 / 100 and 1 / 10, which is exact for numbers of four and two digits.
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007f_0000_007f
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000f_000f_000f_000f
        return tens | (twos &- tens &* 10) << 8
    }

    @inline(__always)
    private static func text(_ digits: UInt64) -> UInt64 { digits | 0x3030_3030_3030_3030 }

    /// Writes the digits before the last `places`, without leading zeros but with at least one digit.
    @inline(__always)
    private mutating func put(unitsOf digits: UInt64, places: Int) {
        let leadingZeros = min(digits.trailingZeroBitCount >> 3, 7 - places)
        put(Self.text(digits) >> UInt64(8 * leadingZeros), count: 8 - places - leadingZeros)
    }

    /// Writes the lowest `count` bytes of a text. Requires space for eight, because it stores all in one instruction.
    @inline(__always)
    private mutating func put(_ text: UInt64, count: Int) {
        unsafe take(8).storeBytes(of: text.littleEndian, as: UInt64.self)
        unsafe position -= 8 - count
    }
}

extension [UInt8] {
    /// Appends the output of `write`: at most `most` bytes, where a number at the end counts as at least eight.
    @inline(__always)
    mutating func append(upTo most: Int, _ write: (inout JSONOutput) -> Void) {
        append(addingCapacity: most) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, filled in
                guard let base = buffer.baseAddress else { return }
                let start = unsafe UnsafeMutableRawPointer(base + filled)
                var output = unsafe JSONOutput(start, count: buffer.count - filled)
                write(&output)
                unsafe filled += output.count(from: start)
            }
        }
    }
}
