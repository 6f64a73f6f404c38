import Platform

// What several commands say in the same words.

/// A span of time in µs as text, e.g. `3 min 20 s`; what is below 0 is 0.
func duration(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / 1_000_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    if seconds < 86_400 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
    return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
}

/// How long ago an instant was, both in µs, e.g. `3.2 s ago`.
func age(_ instant: Int64, at now: Int64) -> String {
    let (difference, overflow) = now.subtractingReportingOverflow(instant)
    let age = overflow ? 0 : max(0, difference)
    return age < 60_000_000 ? "\(tenths(Double(age) / 1_000_000)) s ago" : "\(duration(age)) ago"
}

/// A number of any sign with at most three decimals, e.g. `-0.25`.
func thousandths(_ number: Double) -> String {
    let thousandths = rounded(number * 1000)
    let digits = "\(thousandths.magnitude % 1000)"
    let fraction = Array(String(repeating: "0", count: 3 - digits.utf8.count).utf8) + Array(digits.utf8)
    let kept = fraction[..<((fraction.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1)]
    let units = (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000)"
    return kept.isEmpty ? units : units + "." + String(decoding: kept, as: UTF8.self)
}

/// e.g. `no clients`, `1 client`, `2 clients`
func counted(_ count: Int64, _ word: String) -> String {
    "\(count == 0 ? "no" : "\(count)") \(word)\(count == 1 ? "" : "s")"
}

func joined(_ words: [String], _ separator: String = ", ") -> String {
    var text = ""
    for (index, word) in words.enumerated() { text += (index == 0 ? "" : separator) + word }
    return text
}

func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
