/// A length on the glass or the pad: 1 pt = 1/160 inch = 0.15875 mm.
public typealias Points = Double

extension Points {
    public static let millimetresPerPoint = 0.15875

    /// What two lengths may differ by and still count as equal, in pt.
    ///
    /// Device counts become pt by a product that need not be exact; without this a swipe of exactly 50 pt would depend
    /// on rounding. No sensor resolves a thousandth of it.
    static let tolerance = 1e-6

    /// Whether this length is beyond `limit`; a length equal to it is not.
    func exceeds(_ limit: Points) -> Bool { self > limit + .tolerance }

    /// Whether this length is at least `limit`; a length equal to it is.
    func reaches(_ limit: Points) -> Bool { self >= limit - .tolerance }
}

/// A place or a displacement on a surface in pt, x to the right and y down as the person sees it; also a velocity, in pt/s.
public struct Vector: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Vector(x: 0, y: 0)

    public var length: Double { (x * x + y * y).squareRoot() }
    public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
    public func distance(to other: Vector) -> Double { (self - other).length }

    public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }
    public static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }
    public static func / (a: Vector, divisor: Double) -> Vector { Vector(x: a.x / divisor, y: a.y / divisor) }
    public static func += (a: inout Vector, b: Vector) { a = a + b }
}

/// One of the four quadrants of travel, as the person sees it.
public enum Direction: Sendable, Equatable, CaseIterable {
    case up, down, left, right

    /// The quadrant of a displacement; y grows downwards.
    ///
    /// Each quadrant includes the diagonal at which it starts as the angle grows and not the one at which it ends:
    /// right [−45°, 45°), down [45°, 135°), left [135°, 225°), up [225°, 315°). So exactly 45° is down.
    public init(of travel: Vector) {
        let (x, y) = (travel.x, travel.y)
        let belowRising = y < x - Points.tolerance  // left of the diagonal at 45°, right of the one at 225°
        let aboveFalling = y >= -x - Points.tolerance  // from the diagonal at −45° on, up to the one at 135°
        switch (belowRising, aboveFalling) {
        case (true, true): self = .right
        case (false, true): self = (y <= -x + Points.tolerance && x < 0) ? .left : .down
        case (false, false): self = (y <= x + Points.tolerance) ? .up : .left
        case (true, false): self = .up
        }
    }
}
