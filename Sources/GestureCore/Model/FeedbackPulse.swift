/// The brightness over time of the flashes that show a person which gesture was recognized.
///
/// A flash rises from 0 to 1, stays at 1, and falls to 0 again, at a constant speed. Without jumps, two flashes stay apart even
/// if a frame of the display falls into the gap.
public struct FeedbackPulse: Hashable, Sendable {
    let flashes: Int64
    let rise: Interval
    let hold: Interval
    let fall: Interval
    /// The dark time between two flashes.
    let gap: Interval

    /// One flash of 600 ms: it rises for 175 ms, stays for 250 ms and falls for 175 ms.
    public static let tap = FeedbackPulse(
        flashes: 1, rise: .milliseconds(175), hold: .milliseconds(250), fall: .milliseconds(175), gap: .zero)

    /// Two flashes of 175 ms, 25 ms apart: 375 ms in all. Each rises for half of its time and falls for the other half.
    public static let doubleTap = FeedbackPulse(
        flashes: 2, rise: Interval(microseconds: 87_500), hold: .zero, fall: Interval(microseconds: 87_500),
        gap: .milliseconds(25))

    private var flash: Int64 { rise.microseconds + hold.microseconds + fall.microseconds }

    /// The time from the start of the first flash to the end of the last.
    public var duration: Interval {
        Interval(microseconds: flashes * flash + (flashes - 1) * gap.microseconds)
    }

    /// The brightness after a time since the start: 0 … 1, and 0 before the start and after the end.
    public func value(at elapsed: Interval) -> Double {
        guard elapsed > .zero, elapsed < duration else { return 0 }
        let time = elapsed.microseconds % (flash + gap.microseconds)
        let left = flash - time
        if time < rise.microseconds { return Double(time) / Double(rise.microseconds) }
        if left >= fall.microseconds { return 1 }
        return left > 0 ? Double(left) / Double(fall.microseconds) : 0
    }
}
