/// A length on a touchscreen or touchpad: 1 pt = 1/160 inch = 0.15875 mm.
public typealias Points = Double

extension Points {
    public static let millimetresPerPoint = 0.15875

    /// The largest difference between lengths that count as equal, in pt.
    ///
    /// Converting device counts to pt need not be exact. Without a tolerance, rounding would decide whether a swipe of exactly
    /// 50 pt counts. No sensor resolves a thousandth of a point.
    static let tolerance = 1e-6

    /// Returns whether this length is greater than `limit` by more than ``tolerance``.
    package func exceeds(_ limit: Points) -> Bool { self > limit + .tolerance }

    /// Returns whether this length is at least `limit`, or less by at most ``tolerance``.
    package func reaches(_ limit: Points) -> Bool { self >= limit - .tolerance }
}

/// A position or a displacement on a surface in pt, x to the right and y down as the user sees it.
public struct Vector: Hashable, Sendable, AdditiveArithmetic {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Vector(x: 0, y: 0)

    public var length: Double { (x * x + y * y).squareRoot() }
    public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
    /// The cross product: above 0 if `other` is turned clockwise from this vector.
    func cross(_ other: Vector) -> Double { x * other.y - y * other.x }
    public func distance(to other: Vector) -> Double { (self - other).length }

    public static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }
    public static func * (a: Vector, factor: Double) -> Vector { Vector(x: a.x * factor, y: a.y * factor) }
    public static func / (a: Vector, divisor: Double) -> Vector { Vector(x: a.x / divisor, y: a.y / divisor) }
    public static func += (a: inout Vector, b: Vector) { a = a + b }
}

/// A velocity in pt/s, x to the right and y down as the user sees it.
public struct Velocity: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// - Parameter displacement: the displacement in one second.
    init(perSecond displacement: Vector) { self.init(x: displacement.x, y: displacement.y) }

    public static let zero = Velocity(x: 0, y: 0)

    public var speed: Double { (x * x + y * y).squareRoot() }
}

/// A position as fractions of the width and height of a surface, 0…1, from its top left corner.
public struct UnitPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = UnitPoint(x: 0, y: 0)
}

/// A rectangle as fractions of a surface, 0…1, x to the right and y down as the user sees it.
public struct Rectangle: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Returns whether the rectangle contains `position`.
    ///
    /// The left and top sides are part of the rectangle. The right and bottom sides are part of it only at the far end of the
    /// surface, so a point on the common side of two rectangles is in exactly one of them.
    public func contains(_ position: UnitPoint) -> Bool { columns.contains(position.x) && rows.contains(position.y) }

    var columns: Extent { Extent(start: x, end: x + width) }
    var rows: Extent { Extent(start: y, end: y + height) }
}

/// A range of coordinates in fractions of the surface. It includes its start; it includes its end only at the end of the
/// surface.
struct Extent: Equatable, Sendable {
    var start: Double
    var end: Double

    var reachesEnd: Bool { end >= 1 - 1e-9 }

    func contains(_ coordinate: Double) -> Bool { coordinate >= start && (coordinate < end || reachesEnd) }

    func intersection(_ other: Extent) -> Extent { Extent(start: max(start, other.start), end: min(end, other.end)) }
}

/// Angles in radians.
package enum Angle {
    static let degreesPerRadian = 57.29577951308232

    /// The unit vector at an angle from the x axis, positive towards the y axis: exact to 1e-10 up to one turn, and to 1e-6 up to
    /// three.
    ///
    /// The angle is divided by 64 for a power series, and the result squared six times as a complex number, without the C library.
    package static func direction(degrees: Double) -> Vector {
        let angle = degrees / degreesPerRadian / 64
        let square = angle * angle
        var direction = Vector(
            x: 1 - square / 2 * (1 - square / 12 * (1 - square / 30)),
            y: angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42))))
        for _ in 0..<6 {
            direction = Vector(
                x: direction.x * direction.x - direction.y * direction.y, y: 2 * direction.x * direction.y)
        }
        return direction
    }

    /// The points of an arc around the origin with radius 1, in degrees.
    static func arc(from start: Double, to end: Double, points: Int = 33) -> [Vector] {
        (0..<points).map { direction(degrees: start + (end - start) * Double($0) / Double(points - 1)) }
    }

    /// The angle of `vector` from the x axis, −π … π, positive towards the y axis; 0 for the zero vector.
    ///
    /// The angle is halved until it is small, and then computed as a power series: exact to 1e-12, without the C library.
    static func of(_ vector: Vector) -> Double {
        let length = vector.length
        guard vector.y.magnitude > length * 1e-15 else { return vector.x < 0 ? .pi : 0 }
        // The tangent of half the angle, in the form that loses no digits.
        var tangent = vector.x > 0 ? vector.y / (length + vector.x) : (length - vector.x) / vector.y
        var scale = 2.0
        while tangent.magnitude > 0.1 {
            tangent /= 1 + (1 + tangent * tangent).squareRoot()
            scale *= 2
        }
        let square = tangent * tangent
        var sum = 0.0
        for odd in stride(from: 13, through: 1, by: -2) { sum = 1 / Double(odd) - square * sum }
        return scale * tangent * sum
    }
}

/// A direction of travel, as the user sees it.
public enum Direction: Sendable, Hashable, CaseIterable {
    case right, downRight, down, downLeft, left, upLeft, up, upRight

    /// The number of directions to distinguish.
    public enum Count: Sendable, Hashable {
        /// Right, down, left and up.
        case four
        /// These and the diagonals.
        case eight
    }

    /// The direction of a displacement; y points down.
    ///
    /// Angles grow clockwise. Each sector includes the angle at which it starts and excludes the angle at which it ends. With
    /// four directions: right [−45°, 45°), down [45°, 135°), left [135°, 225°), up [225°, 315°), so exactly 45° is down. With
    /// eight: right [−22.5°, 22.5°), downRight [22.5°, 67.5°), and so on.
    public init(of travel: Vector, among count: Count = .four) {
        // The side at which the sector of `direction` starts, beginning with `right`.
        var side =
            switch count {
            case .four: Vector(x: 1, y: -1)
            case .eight: Vector(x: Self.cosineOfSixteenth, y: -Self.sineOfSixteenth)
            }
        self = .down  // for a displacement of zero
        for direction in Self.allCases where count == .eight || direction.minimumCount == .four {
            let next = count == .four ? side.quarterTurned : side.eighthTurned
            if side.cross(travel) >= -Points.tolerance && next.cross(travel) < -Points.tolerance { self = direction }
            side = next
        }
    }

    /// The smallest number of directions that includes this one.
    public var minimumCount: Count {
        switch self {
        case .right, .down, .left, .up: .four
        case .downRight, .downLeft, .upLeft, .upRight: .eight
        }
    }

    /// The axis along which the direction goes; nil for a diagonal.
    public var axis: Axis? {
        switch self {
        case .right, .left: .horizontal
        case .down, .up: .vertical
        case .downRight, .downLeft, .upLeft, .upRight: nil
        }
    }

    /// The cosine and sine of 22.5°, a sixteenth of a turn.
    private static let cosineOfSixteenth = ((1 + 0.5.squareRoot()) / 2).squareRoot()
    private static let sineOfSixteenth = ((1 - 0.5.squareRoot()) / 2).squareRoot()
}

extension Vector {
    fileprivate var quarterTurned: Vector { Vector(x: -y, y: x) }
    fileprivate var eighthTurned: Vector { Vector(x: x - y, y: x + y) * 0.5.squareRoot() }
}

extension [Vector] {
    /// The corners of the rectangle around the points; nil if there are none.
    public var corners: (low: Vector, high: Vector)? {
        guard var low = first else { return nil }
        var high = low
        for point in self {
            low = Vector(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
            high = Vector(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
        }
        return (low, high)
    }
}
