/// The nearest whole number to one that came from outside; 0 for what is none, and the end for what is beyond ±10^9.
public func rounded(_ number: Double) -> Int {
    number.isFinite ? Int(min(max(number, -1e9), 1e9).rounded()) : 0
}

/// A length as text with one decimal, e.g. `345.4`.
public func tenths(_ number: Double) -> String {
    let tenths = rounded(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
}
