/// Rounds a number from outside to the nearest whole number; 0 if it is not finite, and at most ±10^9.
package func rounded(_ number: Double) -> Int {
    guard number.isFinite else { return 0 }
    let limited = min(max(number, -1e9), 1e9)
    // Not with rounded(), which without SSE 4.1 calls the C math library, otherwise unused.
    return Int(limited + (limited < 0 ? -0.5 : 0.5))
}

/// Returns a length with one decimal, e.g. `345.4`.
package func tenths(_ number: Double) -> String {
    let tenths = rounded(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
}

/// Returns a ratio of at least 0 with two decimals, e.g. `1.05`.
package func hundredths(_ number: Double) -> String {
    let hundredths = rounded(number * 100)
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
}

/// Returns a number with at most three decimals, e.g. `-0.25`.
package func thousandths(_ number: Double) -> String { decimal(rounded(number * 1e3), places: 3) }

/// Returns a number with at most six decimals, e.g. `0.9999`.
package func millionths(_ number: Double) -> String { decimal(rounded(number * 1e6), places: 6) }

/// Returns `count` units of the last of `places` decimals, without trailing zeros.
private func decimal(_ count: Int, places: Int) -> String {
    var scale: UInt = 1
    for _ in 0..<places { scale *= 10 }
    let digits = "\(count.magnitude % scale)"
    let fraction = Array(String(repeating: "0", count: places - digits.utf8.count).utf8) + Array(digits.utf8)
    let kept = fraction[..<((fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1)]
    let units = (count < 0 ? "-" : "") + "\(count.magnitude / scale)"
    return kept.isEmpty ? units : units + "." + String(decoding: kept, as: UTF8.self)
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
