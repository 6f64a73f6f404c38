/// Rounds a number from outside to the nearest whole number; 0 if it is not finite, and at most ±10^9.
package func rounded(_ number: Double) -> Int {
    guard number.isFinite else { return 0 }
    let limited = min(max(number, -1e9), 1e9)
    // Not with rounded(), which without SSE 4.1 calls the C math library, otherwise unused.
    return Int(limited + (limited < 0 ? -0.5 : 0.5))
}

/// Returns a number with one decimal, e.g. `345.4`.
package func tenths(_ number: Double) -> String { fixed(number, places: 1) }

/// Returns a number with two decimals, e.g. `1.05`.
package func hundredths(_ number: Double) -> String { fixed(number, places: 2) }

/// Returns a number with `places` decimals (1 … 8), e.g. `-0.500`.
package func fixed(_ number: Double, places: Int) -> String {
    let scale = powerOfTen(places)
    let count = rounded(number * Double(scale))
    return units(count, scale) + "." + decimals(count, scale, places: places)
}

/// Returns a number with at most three decimals, e.g. `-0.25`.
package func thousandths(_ number: Double) -> String { decimal(rounded(number * 1e3), places: 3) }

/// Returns a number with at most six decimals, e.g. `0.9999`.
package func millionths(_ number: Double) -> String { decimal(rounded(number * 1e6), places: 6) }

/// Returns `count` units of the last of `places` decimals, without trailing zeros.
private func decimal(_ count: Int, places: Int) -> String {
    let scale = powerOfTen(places)
    let fraction = Array(decimals(count, scale, places: places).utf8)
    let kept = fraction[..<((fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1)]
    let units = units(count, scale)
    return kept.isEmpty ? units : units + "." + String(decoding: kept, as: UTF8.self)
}

private func powerOfTen(_ places: Int) -> UInt {
    var scale: UInt = 1
    for _ in 0..<places { scale *= 10 }
    return scale
}

/// The digits before the decimal point, with the sign.
private func units(_ count: Int, _ scale: UInt) -> String {
    (count < 0 ? "-" : "") + "\(count.magnitude / scale)"
}

/// The digits after the decimal point, with trailing zeros.
private func decimals(_ count: Int, _ scale: UInt, places: Int) -> String {
    let digits = "\(count.magnitude % scale)"
    return String(repeating: "0", count: places - digits.utf8.count) + digits
}

/// Returns the last `digits` hexadecimal digits of a number with leading zeros, as ASCII.
package func hexadecimal(_ number: UInt64, digits: Int) -> [UInt8] {
    var text: [UInt8] = []
    for index in stride(from: digits - 1, through: 0, by: -1) {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(index * 4)) & 0xf
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return text
}
