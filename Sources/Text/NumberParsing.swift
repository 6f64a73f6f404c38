/// Returns the value of a digit in a base up to 16; nil if the byte is not a digit of that base.
package func digitValue(_ byte: UInt8, radix: UInt8) -> UInt8? {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    return value < radix ? value : nil
}

/// Parses a whole number that is written as digits alone, without sign, space or prefix.
///
/// - Returns: nil for anything else, and for numbers above `limit`.
package func parseInteger(_ text: some Sequence<UInt8>, radix: UInt8 = 10, upTo limit: UInt64 = .max) -> UInt64? {
    var number: UInt64?
    for byte in text {
        guard let digit = digitValue(byte, radix: radix) else { return nil }
        let (product, overflows) = (number ?? 0).multipliedReportingOverflow(by: UInt64(radix))
        let (sum, overflowsToo) = product.addingReportingOverflow(UInt64(digit))
        guard !overflows, !overflowsToo, sum <= limit else { return nil }
        number = sum
    }
    return number
}

/// Parses a number without a sign, e.g. `12` or `0.25`.
///
/// - Parameter digits: how many digits each side of the decimal point can have (1 … 15).
/// - Returns: nil for anything else, also for `.5` and `1.`.
package func parseDecimal(_ text: some Collection<UInt8>, digits: Int = 9) -> Double? {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let units = parts.first, units.count <= digits, let whole = parseInteger(units) else { return nil }
    guard parts.count == 2 else { return Double(whole) }
    guard parts[1].count <= digits, let fraction = parseInteger(parts[1]) else { return nil }
    return Double(whole) + Double(fraction) / powerOfTen(parts[1].count)
}

/// Parses a number as `printf("%g")` writes it: an optional sign, digits with an optional decimal point, an optional exponent.
///
/// The result is the nearest `Double` if the number has at most 15 significant digits and an exponent of at most ±22. More than
/// 18 significant digits are ignored.
///
/// - Returns: nil for anything else, such as `inf` and hexadecimal numbers, and if the result is not finite.
package func parseNumber(_ text: some Sequence<UInt8>) -> Double? {
    var bytes = text.makeIterator()
    var byte = bytes.next()
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { byte = bytes.next() }
    var (mantissa, exponent): (UInt64, Int) = (0, 0)
    var (hasDigits, hasPoint) = (false, false)
    while let current = byte {
        if let digit = digitValue(current, radix: 10) {
            hasDigits = true
            let fits = mantissa < 100_000_000_000_000_000
            if fits { mantissa = mantissa * 10 + UInt64(digit) }
            exponent += (fits ? 0 : 1) - (hasPoint ? 1 : 0)
        } else if current == UInt8(ascii: "."), !hasPoint {
            hasPoint = true
        } else {
            break
        }
        byte = bytes.next()
    }
    guard hasDigits else { return nil }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
        byte = bytes.next()
        let isBelowOne = byte == UInt8(ascii: "-")
        if isBelowOne || byte == UInt8(ascii: "+") { byte = bytes.next() }
        guard let first = byte,
            let power = parseInteger([first] + IteratorSequence(bytes), upTo: 9999)
        else { return nil }
        exponent += isBelowOne ? -Int(power) : Int(power)
    } else if byte != nil {
        return nil
    }
    let magnitude =
        exponent < 0 ? Double(mantissa) / powerOfTen(-exponent) : Double(mantissa) * powerOfTen(exponent)
    guard magnitude.isFinite else { return nil }
    return isNegative ? -magnitude : magnitude
}

/// Exact up to 10^22.
private func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<min(exponent, 400) { power *= 10 }
    return power
}
