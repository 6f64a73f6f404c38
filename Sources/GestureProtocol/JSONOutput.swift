/// Writes JSON into space that is there already, one check for each word and number instead of one for each byte.
@safe
struct JSONOutput: ~Copyable {
    private var place: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer

    fileprivate init(_ start: UnsafeMutableRawPointer, count: Int) {
        unsafe place = start
        unsafe end = start + count
    }

    fileprivate func count(from start: UnsafeMutableRawPointer) -> Int { unsafe place - start }

    /// Takes the next `count` bytes.
    private mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
        unsafe precondition(count <= end - place, "an event is longer than was reckoned")
        let taken = unsafe place
        unsafe place += count
        return unsafe taken
    }

    /// Copies text that is JSON already; of a literal the optimizer makes a few moves.
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
        } else {
            digits(value, count: value.decimalDigits)
        }
    }

    /// As ``JSONWriter/decimal(_:places:)``; inlined, for where the places are known the divisions are none.
    @inline(__always)
    mutating func decimal(_ value: Double, places: Int) {
        let magnitude = value.magnitude
        // Neither is what is not a number.
        guard magnitude < Self.limit else {
            beyondLimit(value)
            return
        }
        var scale: UInt64 = 1
        for _ in 0..<places { scale *= 10 }
        // Rounded by hand, which without SSE 4.1 is a call otherwise.
        let scaled = UInt64(truncatingIfNeeded: Int64(magnitude * Double(scale) + 0.5))
        if value < 0, scaled > 0 { raw("-") }
        let (units, fraction) = scaled.quotientAndRemainder(dividingBy: scale)
        integer(units)
        guard fraction > 0 else { return }
        raw(".")
        digits(fraction, count: places)
        while unsafe (place - 1).load(as: UInt8.self) == UInt8(ascii: "0") { unsafe place -= 1 }
    }

    private static let limit = 1e12

    private mutating func beyondLimit(_ value: Double) {
        guard value.isFinite else {
            raw("0")
            return
        }
        if value < 0 { raw("-") }
        integer(UInt64(Self.limit))
    }

    /// Writes the last `count` digits of a number, from the last to the first, two at a time: to divide is what costs.
    @inline(__always)
    private mutating func digits(_ value: UInt64, count: Int) {
        let start = unsafe take(count)
        var left = count
        var rest = value
        while left >= 2 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            left -= 2
            // The first of the two in the lower byte, as it comes to lie first.
            let (tens, ones) = pair.quotientAndRemainder(dividingBy: 10)
            let text = UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ ones &<< 8)
            unsafe start.storeBytes(of: text.littleEndian, toByteOffset: left, as: UInt16.self)
            rest = quotient
        }
        if left > 0 { unsafe start.storeBytes(of: UInt8(truncatingIfNeeded: 0x30 &+ rest % 10), as: UInt8.self) }
    }
}

extension [UInt8] {
    /// Appends what `write` writes, which is at most so many bytes.
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

extension UInt64 {
    /// 1, 10, 100, …: all that there are.
    private static let powers: InlineArray<20, UInt64> = [
        1, 10, 100, 1000, 10000, 100000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// How many it is written with; 1 for 0.
    fileprivate var decimalDigits: Int {
        // So many digits or one more has what has so many bits: log10 of 2 is a little more than 1233 / 4096.
        let positive = self | 1
        let least = ((UInt64.bitWidth - positive.leadingZeroBitCount) * 1233) >> 12
        return least + (positive >= Self.powers[least] ? 1 : 0)
    }
}
