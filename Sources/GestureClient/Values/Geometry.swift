public import GestureCore

// Types that the service's own code uses, too. Lengths are in pt: 1 pt = 1/160 inch = 0.15875 mm on the device.

/// A position or a displacement on a device in pt, x to the right and y down as the person sees it.
public typealias Vector = GestureCore.Vector
/// A position as fractions of the width and height of a device, 0 … 1, from its top left corner.
public typealias UnitPoint = GestureCore.UnitPoint
/// A rectangle in fractions of a device, 0 … 1, from its top left corner.
public typealias Rectangle = GestureCore.Rectangle
/// A direction of travel, as the person sees it.
public typealias Direction = GestureCore.Direction
/// The main axis of a drag.
public typealias Axis = GestureCore.Axis
/// An edge of a device, as the person sees it.
public typealias Edge = GestureCore.EdgeLocation.Edge
/// A corner of a device, as the person sees it.
public typealias Corner = GestureCore.EdgeLocation.Corner
/// A third of an edge, counted from the left or from the top.
public typealias Third = GestureCore.EdgeLocation.Third
/// The shapes that the service knows.
public typealias BuiltInStroke = GestureCore.BuiltInStroke
/// The numbers of fingers that make a gesture, each 1 … 10: `2`, `[1, 3]`, `FingerSet(3...5)` or `.any`.
public typealias FingerSet = GestureCore.FingerSet

extension FingerSet: ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    public init(integerLiteral fingers: Int) { self.init([fingers]) }
    public init(arrayLiteral fingers: Int...) { self.init(fingers) }

    /// The numbers outside 1 … 10 are ignored.
    public init(_ fingers: some Sequence<Int>) {
        self = .none
        for number in fingers { insert(number) }
    }
}

extension Vector {
    public static prefix func - (vector: Vector) -> Vector { .zero - vector }
    public static func * (vector: Vector, factor: Double) -> Vector {
        Vector(x: vector.x * factor, y: vector.y * factor)
    }
}
