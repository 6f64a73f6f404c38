/// A path reduced to its shape, so that two paths can be compared wherever, however large and however fast they were drawn. The
/// direction of drawing counts.
///
/// The path becomes 16 points at equal distances along it. They and the steps between them are complex numbers, so one product of
/// two shapes tells how similar they are, and by which angle one of them is turned (Li, "Protractor", CHI 2010). Steps tell corners
/// from curves, which positions alone do not.
public struct StrokeTemplate: Hashable, Sendable {
    /// The number of points that a template can be made of.
    public static let pointCounts = 2...256

    /// The largest distance between the ends of a template, as a fraction of its length. A straighter path is a line.
    public static let straightness = 0.95

    /// The number of points that are compared. More points tell no more strokes apart.
    private static let samples = 16

    // The real and imaginary parts: 16 points, relative to their centre, 15 steps, and 0. Points and steps count the same: the sum of
    // all squares is ½ for each.
    private let x: Numbers
    private let y: Numbers

    /// - Parameters:
    ///   - path: at least two points, x to the right and y down, in any unit.
    ///   - straightness: the largest distance between the ends, as a fraction of the length.
    /// - Returns: nil if the path has no extent, or is straighter. All finite coordinates are valid.
    public init?(_ path: [Vector], straightness: Double = straightness) {
        guard let box = Box(around: path) else { return nil }
        var length = 0.0
        for index in path.indices.dropFirst() {
            length += box.scaled(path[index - 1]).distance(to: box.scaled(path[index]))
        }
        let first = box.scaled(path[0])
        let last = box.scaled(path[path.count - 1])
        guard first.distance(to: last) <= length * straightness else { return nil }

        var points = InlineArray<16, Vector>(repeating: last)
        points[0] = first
        var next = 1
        var travelled = 0.0
        let stride = length / Double(Self.samples - 1)
        for index in path.indices.dropFirst() {
            let (from, to) = (box.scaled(path[index - 1]), box.scaled(path[index]))
            let distance = from.distance(to: to)
            while next < Self.samples - 1, travelled + distance > stride * Double(next) {
                points[next] = from + (to - from) * ((stride * Double(next) - travelled) / distance)
                next += 1
            }
            travelled += distance
        }
        self.init(points)
    }

    private init?(_ points: InlineArray<16, Vector>) {
        var centre = Vector.zero
        for index in points.indices { centre += points[index] / Double(Self.samples) }
        // The roots of the sums of squares, one square at a time: the compiler sees that none of these roots can fail. The root of a sum
        // would need the C library for mathematics.
        var (norm, normOfSteps) = (0.0, 0.0)
        for index in points.indices {
            norm = Vector(x: norm, y: (points[index] - centre).length).length
            guard index > 0 else { continue }
            normOfSteps = Vector(x: normOfSteps, y: (points[index] - points[index - 1]).length).length
        }
        // Zero if the path returns to one point at every stride.
        guard norm > 1e-3, normOfSteps > 1e-3 else { return nil }
        let (scale, scaleOfSteps) = (0.5.squareRoot() / norm, 0.5.squareRoot() / normOfSteps)
        var (x, y) = (InlineArray<32, Float>(repeating: 0), InlineArray<32, Float>(repeating: 0))
        for index in points.indices {
            let point = (points[index] - centre) * scale
            (x[index], y[index]) = (Float(point.x), Float(point.y))
            guard index > 0 else { continue }
            let step = (points[index] - points[index - 1]) * scaleOfSteps
            (x[Self.samples + index - 1], y[Self.samples + index - 1]) = (Float(step.x), Float(step.y))
        }
        (self.x, self.y) = (Numbers(x), Numbers(y))
    }

    /// The rectangle around a path.
    private struct Box {
        private let origin: Vector
        private let extent: Double

        /// - Returns: nil if the path has no extent, or if a number is not finite or too large to compute with.
        init?(around path: [Vector]) {
            guard let (low, high) = path.corners else { return nil }
            origin = low
            extent = max(high.x - low.x, high.y - low.y)
            guard extent > 0, extent.isFinite else { return nil }
        }

        /// A point of the path, 0 … 1.
        func scaled(_ point: Vector) -> Vector { (point - origin) / extent }
    }

    // MARK: Comparison

    /// The similarity of two shapes if one of them can be turned.
    ///
    /// - Returns: 1 for equal shapes, and less the more they differ.
    public func similarity(to other: StrokeTemplate, within rotation: StrokeRotation) -> Float {
        let (real, imaginary) = product(other)
        let length = (real * real + imaginary * imaginary).squareRoot()
        // The best angle is within the tolerance, or is the end of the tolerance that is nearest to it.
        let score =
            real >= length * rotation.cosine
            ? length : real * rotation.cosine + imaginary.magnitude * rotation.sine
        return min(score, 1)
    }

    /// The product of the complex numbers of one shape with the conjugates of the other's. Its angle is that between the shapes.
    private func product(_ other: StrokeTemplate) -> (real: Float, imaginary: Float) {
        let real = x.products(other.x) + y.products(other.y)
        let imaginary = y.products(other.x) - x.products(other.y)
        return (Self.sum(real), Self.sum(imaginary))
    }

    private static func sum(_ four: SIMD4<Float>) -> Float { (four.x + four.z) + (four.y + four.w) }

    /// 32 numbers that are multiplied four at a time. The additions have a fixed order, which gives the same bits on all processors.
    ///
    /// Eight properties: an InlineArray of them takes four times as many instructions (measured), and a SIMD32 thirty times as many.
    private struct Numbers: Hashable, Sendable {
        private var a, b, c, d, e, f, g, h: SIMD4<Float>

        init(_ numbers: InlineArray<32, Float>) {
            func four(_ index: Int) -> SIMD4<Float> {
                SIMD4(numbers[index], numbers[index + 1], numbers[index + 2], numbers[index + 3])
            }
            (a, b, c, d) = (four(0), four(4), four(8), four(12))
            (e, f, g, h) = (four(16), four(20), four(24), four(28))
        }

        /// The products of numbers at the same index, added up to four.
        @inline(__always)
        func products(_ other: Numbers) -> SIMD4<Float> {
            let first = (a * other.a + b * other.b) + (c * other.c + d * other.d)
            return first + ((e * other.e + f * other.f) + (g * other.g + h * other.h))
        }
    }
}

/// The angle by which a stroke can be turned.
public struct StrokeRotation: Hashable, Sendable {
    /// 0 … 180.
    public let degrees: Double
    let cosine: Float
    let sine: Float

    public init(degrees: Double) {
        self.degrees = degrees
        let direction = Angle.direction(degrees: degrees)
        (cosine, sine) = (Float(direction.x), Float(direction.y))
    }

    public static let any = StrokeRotation(degrees: 180)
}
