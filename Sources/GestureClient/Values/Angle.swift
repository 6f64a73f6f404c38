/// An angle, clockwise positive as seen on the screen.
///
/// ```swift
/// let turn = Angle(degrees: 90) + .radians(.pi)
/// print(turn)  // 270.0°
/// ```
public struct Angle: Hashable, Comparable, AdditiveArithmetic, Sendable, CustomStringConvertible {
    /// The unit of the service, whose angles stay exact.
    public var degrees: Double

    /// The same angle in radians; a full turn is 2π.
    public var radians: Double {
        get { degrees * .pi / 180 }
        set { degrees = newValue * 180 / .pi }
    }

    /// Creates an angle of 0.
    public init() { degrees = 0 }
    public init(degrees: Double) { self.degrees = degrees }
    public init(radians: Double) { degrees = radians * 180 / .pi }

    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    public static let zero = Angle()

    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
    public static func + (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees + right.degrees) }
    public static func - (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees - right.degrees) }
    public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }

    /// In degrees, such as `90.0°`.
    public var description: String { "\(degrees)°" }
}
