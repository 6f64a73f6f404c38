/// The nearest whole number to one that came from outside; 0 for what is none, and the end for what is beyond ±10^9.
package func rounded(_ number: Double) -> Int {
    guard number.isFinite else { return 0 }
    let limited = min(max(number, -1e9), 1e9)
    // By hand: without SSE 4.1 it would take a library that nothing else is needed of.
    return Int(limited + (limited < 0 ? -0.5 : 0.5))
}

/// A length as text with one decimal, e.g. `345.4`.
package func tenths(_ number: Double) -> String {
    let tenths = rounded(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
}

/// A ratio as text with two decimals, e.g. `1.05`; not for one below 0.
package func hundredths(_ number: Double) -> String {
    let hundredths = rounded(number * 100)
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
}

/// A number of any sign with at most three decimals, e.g. `-0.25`.
package func thousandths(_ number: Double) -> String { decimal(rounded(number * 1e3), places: 3) }

/// A part of a whole with at most six decimals, e.g. `0.9999`.
package func millionths(_ number: Double) -> String { decimal(rounded(number * 1e6), places: 6) }

/// So many units of the last of `places` decimals, without the zeros at the end.
private func decimal(_ count: Int, places: Int) -> String {
    var scale: UInt = 1
    for _ in 0..<places { scale *= 10 }
    let digits = "\(count.magnitude % scale)"
    let fraction = Array(String(repeating: "0", count: places - digits.utf8.count).utf8) + Array(digits.utf8)
    let kept = fraction[..<((fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1)]
    let units = (count < 0 ? "-" : "") + "\(count.magnitude / scale)"
    return kept.isEmpty ? units : units + "." + String(decoding: kept, as: UTF8.self)
}

/// The last `digits` hexadecimal digits of a number, zeros in front included, as ASCII.
package func hexadecimal(_ number: UInt64, digits: Int) -> [UInt8] {
    var text: [UInt8] = []
    for place in stride(from: digits - 1, through: 0, by: -1) {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(place * 4)) & 0xf
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return text
}
