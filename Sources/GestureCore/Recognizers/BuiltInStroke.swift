/// The shapes that a client can name instead of drawing templates.
///
/// A shape has a template for each way in which people draw it: in both directions, from other corners, or with other proportions.
public enum BuiltInStroke: CaseIterable, Hashable, Sendable {
    case arrow, caret, check, circle, leftBracket, pigtail, questionMark, rectangle, rightBracket, s, spiral, star,
        triangle
    case v, x, z

    /// The name in messages.
    public var name: StaticString {
        switch self {
        case .arrow: "arrow"
        case .caret: "caret"
        case .check: "check"
        case .circle: "circle"
        case .leftBracket: "leftBracket"
        case .pigtail: "pigtail"
        case .questionMark: "questionMark"
        case .rectangle: "rectangle"
        case .rightBracket: "rightBracket"
        case .s: "s"
        case .spiral: "spiral"
        case .star: "star"
        case .triangle: "triangle"
        case .v: "v"
        case .x: "x"
        case .z: "z"
        }
    }

    /// The default of the angle by which the stroke can be turned, in degrees: any if the shape has no upright position.
    public var rotation: Double {
        switch self {
        case .circle, .spiral: 180
        default: StrokeShape.defaultRotation
        }
    }

    public var templates: [StrokeTemplate] { paths.compactMap { StrokeTemplate($0.points) } }

    /// One way to draw the shape, x to the right and y down, in any unit.
    package var example: [Vector] { paths.first?.points ?? [] }

    // Without optimization: as Embedded Swift, each module that uses this has a copy whose constant arrays have the same names as in
    // the others, but different numbers, and the linker keeps one of each name.
    private var paths: [Path] {
        switch self {
        case .arrow:
            // To the right, and up to the right, with heads of several sizes.
            Path((0, 5), (20, 5), (14, 0), (20, 5), (14, 10)).atAngles(0, -35)
                + Path((0, 5), (20, 5), (14, 10), (20, 5), (14, 0)).atAngles(0, -35)
                + Path((0, 5), (20, 5), (10, -4), (21, 6), (14, 14)).atAngles(0, -35)
                + Path((0, 5), (20, 5), (10, 14), (21, 4), (14, -4)).atAngles(0, -35)
                + [Path((0, 5), (26, 5), (21, 1), (26, 5), (21, 9)).atAngle(-35)]
        case .caret: Path((0, 10), (5, 0), (10, 10)).bothWays + Path((0, 7), (5, 0), (10, 7)).bothWays
        case .check:
            [
                Path((0, 6), (3, 10), (10, 0)), Path((0, 6), (4, 10), (10, 3)), Path((0, 7), (2, 10), (6, 0)),
                Path((0, 5), (4, 10), (4, 5), (7, 0)),
            ]
        case .circle:
            // Some people go on for a part of a second turn.
            Path(Angle.arc(from: 0, to: 360)).bothWays + Path(Angle.arc(from: 0, to: 450)).bothWays
        case .leftBracket:
            Path((4, 0), (0, 0), (0, 10), (4, 10)).bothWays + Path((7, 0), (0, 0), (0, 10), (7, 10)).bothWays
                + [Path((8, 2), (0, 0), (1, 7), (7, 9))]
        case .rightBracket: Self.leftBracket.paths.map { $0.mirrored }
        case .pigtail:
            [Path((0, 20), (6, 18), (12, 12), (15, 6), (14, 1), (11, 0), (8, 2), (7, 7), (9, 14), (13, 18), (20, 19))]
        case .questionMark:
            [
                Path((0, 5), (1, 2), (4, 0), (8, 1), (10, 3), (10, 7), (8, 10), (6, 12), (5, 15), (5, 20)),
                Path((0, 4), (2, 1), (6, 0), (10, 2), (11, 6), (8, 9), (5, 11), (5, 20)),
            ]
        case .rectangle:
            Path((0, 0), (10, 0), (10, 10), (0, 10)).closed + Path((0, 0), (17, 0), (17, 10), (0, 10)).closed
        case .s:
            Path(
                (16, 4), (13, 1), (8, 0), (3, 2), (2, 5), (4, 8), (9, 10), (14, 12), (16, 15), (15, 18), (10, 20),
                (5, 19),
                (2, 16)
            ).bothWays
        case .spiral: Path(spiralOf: 2).bothSides + Path(spiralOf: 3).bothSides
        case .star: Path.star.closed + Path.star.widened.rounds
        case .triangle:
            Path((5, 0), (10, 9), (0, 9)).closed + Path((5, 0), (10, 6), (0, 6)).closed
                + Path((3, 0), (10, 8), (0, 9)).rounds
        case .v:
            Path((0, 0), (5, 10), (10, 0)).bothWays + Path((0, 0), (5, 7), (10, 0)).bothWays
                + Path((0, 2), (4, 10), (9, 0)).bothWays + [
                    Path((0, 4), (5, 10), (10, 0)), Path((0, 3), (4, 10), (9, 0)),
                ]
        case .x:
            // The strokes of the cross are joined at the right, or at the bottom.
            Path((0, 0), (10, 10), (10, 0), (0, 10)).bothSides + Path((0, 0), (10, 10), (0, 10), (10, 0)).bothSides
                + Path((3, 0), (10, 8), (0, 8), (7, 0)).andMirrored + Path((2, 2), (7, 7), (0, 10), (7, 0)).andMirrored
        case .z: [Path((0, 0), (10, 0), (0, 10), (10, 10)), Path((0, 0), (7, 0), (0, 10), (7, 10))]
        }
    }

    /// A way to draw a shape.
    private struct Path {
        var points: [Vector]

        init(_ points: [Vector]) { self.points = points }

        init(_ points: (Double, Double)...) { self.points = points.map { Vector(x: $0.0, y: $0.1) } }

        /// From the middle to the outside, clockwise.
        init(spiralOf turns: Double) {
            points = (0...64).map { index in
                let fraction = Double(index) / 64
                return Angle.direction(degrees: fraction * turns * 360) * (0.1 + 0.9 * fraction)
            }
        }

        static var star: Path { Path((0...4).map { Angle.direction(degrees: Double($0) * 144 - 90) }) }

        var mirrored: Path { Path(points.map { Vector(x: -$0.x, y: $0.y) }) }

        var andMirrored: [Path] { [self, mirrored] }

        var widened: Path { Path(points.map { Vector(x: 1.5 * $0.x, y: $0.y) }) }

        /// The path turned by each of two angles, in degrees.
        func atAngles(_ one: Double, _ other: Double) -> [Path] { [atAngle(one), atAngle(other)] }

        /// The path turned by an angle, in degrees.
        func atAngle(_ angle: Double) -> Path {
            let to = Angle.direction(degrees: angle)
            return Path(points.map { Vector(x: $0.x * to.x - $0.y * to.y, y: $0.x * to.y + $0.y * to.x) })
        }

        /// The path and its reverse.
        var bothWays: [Path] { [self, Path(points.reversed())] }

        /// The path and its mirror image, both ways.
        var bothSides: [Path] { bothWays + mirrored.bothWays }

        /// The closed path through the points, from each of them.
        var rounds: [Path] { points.indices.map { Path(Array(points[$0...] + points[...$0])) } }

        var closed: [Path] { rounds.flatMap { $0.bothWays } }
    }
}
