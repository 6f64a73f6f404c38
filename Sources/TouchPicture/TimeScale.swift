import Text

/// Maps times to horizontal positions. Long pauses, in which nothing happens, are shortened.
struct TimeScale: Equatable {
    /// A stretch of time in seconds, and its ends in px.
    private struct Stretch: Equatable {
        var start: Double
        var end: Double
        var left: Double
        var right: Double
        var isPause: Bool
    }

    private var stretches: [Stretch] = []

    /// The shortest pause that is shortened, in s.
    private static let longPause = 1.0
    /// The time shown before and after what happens, in s, and as a part of all.
    private static let margins = 0.01...0.08
    private static let marginPart = 0.04
    /// The width of a shortened pause, in px.
    static let pauseWidth = 36.0

    /// - Parameters:
    ///   - busy: the times in s at which something happens, in any order.
    ///   - left: the left end in px.
    ///   - right: the right end in px.
    init(_ busy: [ClosedRange<Double>], from left: Double, to right: Double) {
        let parts = Self.parts(busy)
        let time = parts.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        let pauses = Double(max(parts.count, 1) - 1)
        // At most half of the width is for pauses.
        let pauseWidth = min(Self.pauseWidth, (right - left) / 2 / max(pauses, 1))
        let scale = (right - left - pauses * pauseWidth) / max(time, 1e-6)
        var x = left
        for part in parts {
            if let last = stretches.last {
                stretches.append(
                    Stretch(start: last.end, end: part.lowerBound, left: x, right: x + pauseWidth, isPause: true))
                x += pauseWidth
            }
            let width = (part.upperBound - part.lowerBound) * scale
            stretches.append(
                Stretch(start: part.lowerBound, end: part.upperBound, left: x, right: x + width, isPause: false))
            x += width
        }
    }

    /// The busy parts in order, joined unless a long pause is between them.
    private static func parts(_ busy: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var parts: [ClosedRange<Double>] = []
        let time = busy.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        let margin = min(max(time * marginPart, margins.lowerBound), margins.upperBound)
        for range in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let (start, end) = (range.lowerBound - margin, range.upperBound + margin)
            if let last = parts.last, start - last.upperBound < longPause {
                parts[parts.count - 1] = last.lowerBound...max(last.upperBound, end)
            } else {
                parts.append(start...end)
            }
        }
        return parts.isEmpty ? [0...1] : parts
    }

    func x(_ time: Double) -> Double {
        for stretch in stretches where time <= stretch.end {
            return stretch.left
                + max(0, time - stretch.start) * (stretch.right - stretch.left) / (stretch.end - stretch.start)
        }
        return stretches.last?.right ?? 0
    }

    /// The width of a time in px.
    func width(_ range: ClosedRange<Double>) -> Double { x(range.upperBound) - x(range.lowerBound) }

    /// The pauses that are shortened: their ends in px, and their length in s.
    var pauses: [(left: Double, right: Double, seconds: Double)] {
        stretches.filter { $0.isPause }.map { ($0.left, $0.right, $0.end - $0.start) }
    }

    /// The times at which the axis has a label, at least `distance` px apart: round ones and, so that each part with enough room has one,
    /// the starts of short parts.
    func ticks(apart distance: Double) -> [Double] {
        var times: [Double] = []
        func append(_ time: Double) {
            if let last = times.last, x(time) - x(last) < distance - 0.5 { return }
            if times.count < Self.mostTicks { times.append(time) }
        }
        for stretch in stretches where !stretch.isPause {
            let step = roundStep(atLeast: (stretch.end - stretch.start) / (stretch.right - stretch.left) * distance)
            var time = step * Double(rounded(max(0, stretch.start) / step))
            if time < stretch.start { time += step }
            if time > stretch.end { append(max(0, Double(rounded(stretch.start * 10)) / 10)) }
            while time <= stretch.end, times.count < Self.mostTicks {
                append(time)
                time += step
            }
        }
        return times
    }

    private static let mostTicks = 200
}

/// Returns the smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `step`.
func roundStep(atLeast step: Double) -> Double {
    var power = 1e-3
    while power < 1e9 {
        for factor in [1.0, 2, 5] where power * factor >= step { return power * factor }
        power *= 10
    }
    return power
}
