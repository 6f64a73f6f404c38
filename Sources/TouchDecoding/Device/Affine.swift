import GestureCore
import Text

/// A map of the plane that keeps straight lines straight: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
///
/// As a calibration matrix its six numbers stand in this order: xx xy x0 yx yy y0.
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

    /// In the order of a calibration matrix.
    package var numbers: [Double] { [xx, xy, x0, yx, yy, y0] }

    /// Leaves everything where it is.
    package static let identity = Affine()

    /// Makes every length along an axis so many times as long.
    package static func scale(_ factors: Vector) -> Affine { Affine(xx: factors.x, yy: factors.y) }

    package func of(_ point: Vector) -> Vector {
        Vector(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
    }

    /// This map, and then another.
    package func followed(by next: Affine) -> Affine {
        Affine(
            xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy, x0: next.xx * x0 + next.xy * y0 + next.x0,
            yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy, y0: next.yx * x0 + next.yy * y0 + next.y0)
    }

    /// Whether it lays what was horizontal more along y than along x.
    package var swapsAxes: Bool { xy.magnitude > xx.magnitude }
}

extension Affine {
    /// Reads a calibration matrix as udev has it: six numbers with spaces between, e.g. `0 -1 1 1 0 0`.
    ///
    /// nil where that is no such matrix, or one that leaves next to nothing of the panel.
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
