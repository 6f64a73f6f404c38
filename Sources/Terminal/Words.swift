import GestureCore
import Text

/// A duration in µs as text, e.g. `3 min 20 s`. Negative durations are 0.
package func duration(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / 1_000_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    if seconds < 86_400 { return "\(seconds / 3600) h \(seconds / 60 % 60) min" }
    return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
}

/// The age of an instant as text, e.g. `3.2 s ago`.
package func age(_ instant: Instant, at now: Instant) -> String {
    let difference = now - instant
    // A time stamp that makes no sense.
    let age = difference == .max ? 0 : max(0, difference.microseconds)
    return age < 60_000_000 ? "\(tenths(Double(age) / 1_000_000)) s ago" : "\(duration(age)) ago"
}

/// A time since the start with milliseconds, e.g. `4.120 s`. Time stamps of a recording can go back: those before the start are 0.
package func stamp(_ instant: Instant, since start: Instant) -> String {
    let milliseconds = max(0, (instant - start).microseconds / 1000)
    let digits = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits + " s"
}
