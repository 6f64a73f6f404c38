import GestureCore
import Text

/// An affine map of the plane: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
///
/// A calibration matrix lists the numbers in this order: xx xy x0 yx yy y0.
package struct Affine: Equatable, Sendable {
    package var xx: Double
    package var xy: Double
    package var x0: Double
    package var yx: Double
    package var yy: Double
    package var y0: Double

    package init(xx: Double = 1, xy: Double = 0, x0: Double = 0, yx: Double = 0, yy: Double = 1, y0: Double = 0) {
        self.xx = xx
        self.xy = xy
        self.x0 = x0
        self.yx = yx
        self.yy = yy
        self.y0 = y0
    }

    /// The six numbers in the order of a calibration matrix.
    package var numbers: [Double] { [xx, xy, x0, yx, yy, y0] }

    /// The map that changes nothing.
    package static let identity = Affine()

    /// The map that multiplies lengths along each axis by a factor.
    package static func scale(_ factors: Vector) -> Affine { Affine(xx: factors.x, yy: factors.y) }

    package func of(_ point: Vector) -> Vector {
        Vector(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
    }

    /// Returns the map that applies this one first, then `next`.
    package func followed(by next: Affine) -> Affine {
        Affine(
            xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy, x0: next.xx * x0 + next.xy * y0 + next.x0,
            yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy, y0: next.yx * x0 + next.yy * y0 + next.y0)
    }

    /// Whether horizontal lines become more vertical than horizontal.
    package var swapsAxes: Bool { xy.magnitude > xx.magnitude }
}

extension Affine {
    /// Parses udev's LIBINPUT_CALIBRATION_MATRIX: six numbers separated by spaces, e.g. `0 -1 1 1 0 0`.
    ///
    /// Returns nil for anything else, and for a matrix that shrinks the panel to less than 1 % of its area.
    package init?(calibration text: String) {
        var numbers: [Double] = []
        for word in text.utf8.split(separator: UInt8(ascii: " ")) {
            guard let number = parseNumber(word) else { return nil }
            numbers.append(number)
        }
        guard numbers.count == 6 else { return nil }
        self.init(
            xx: numbers[0], xy: numbers[1], x0: numbers[2], yx: numbers[3], yy: numbers[4], y0: numbers[5])
        guard (xx * yy - xy * yx).magnitude >= 0.01, numbers.allSatisfy({ $0.magnitude <= 100 }) else { return nil }
    }
}
