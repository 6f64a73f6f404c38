/// A cubic Bézier curve from (0, 0) to (1, 1) whose x only increases, so that it has one y for each x.
struct CubicBezier: Hashable, Sendable {
    private let x0, y0, x1, y1: Double

    /// Creates a curve with two control points.
    ///
    /// x is limited to 0 … 1, where the curve has one y for each x, and y to -100 … 100, where it stays accurate. NaN counts
    /// as 0.
    init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        self.x0 = x0.limited(to: 0...1)
        self.y0 = y0.limited(to: -100...100)
        self.x1 = x1.limited(to: 0...1)
        self.y1 = y1.limited(to: -100...100)
    }

    /// The y of the point with that x (0 … 1).
    ///
    /// Bisection needs no slope, which is 0 or infinite on some curves. Each step gives one bit of a `Double`.
    func y(atX x: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<53 {
            let middle = (low + high) / 2
            if Self.coordinate(at: middle, x0, x1) < x { low = middle } else { high = middle }
        }
        return Self.coordinate(at: high, y0, y1)
    }

    /// One coordinate of the point at `t` (0 … 1), from that coordinate of the control points.
    private static func coordinate(at t: Double, _ c0: Double, _ c1: Double) -> Double {
        let s = 1 - t
        return 3 * s * s * t * c0 + 3 * s * t * t * c1 + t * t * t
    }
}

extension Double {
    /// The nearest number in a range that contains 0; 0 for what is not a number.
    func limited(to range: ClosedRange<Double>) -> Double {
        isNaN ? 0 : Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
    }
}
