import GestureCore

/// The way of the fingers that make one gesture, in pt from the place where their centre lands.
struct Motion {
    enum Movement {
        case none
        case travel(Vector)
        /// The distance from the centre becomes this many times as large.
        case spread(Double)
        /// Clockwise, in degrees.
        case turn(Double)
        /// One finger follows the path, which starts at the landing.
        case path([Vector])
    }

    /// Where the fingers land.
    let start: [Vector]
    let movement: Movement
    /// For edge swipes: the edge that the motion leaves.
    var edge: EdgeLocation.Edge?

    /// The motions that make a gesture, the best first.
    ///
    /// - Parameter scale: 0 … 1, for touchscreens and areas with little room.
    static func all(_ touch: TouchScore.Touch, _ fingers: Int, _ scale: Double, _ thresholds: Thresholds) -> [Motion] {
        let pattern = touch.pattern
        let block = block(of: fingers, scale)
        switch pattern.kind {
        case .press, .touch, .activity, .tap, .longPress: return [Motion(start: block, movement: .none)]
        case .swipe:
            let least = pattern.minimumDistance ?? thresholds.swipeDistance
            return directions(pattern).map { direction in
                Motion(start: block, movement: .travel(direction.vector * distance(least, scale)))
            }
        case .drag:
            let least = pattern.minimumDistance ?? thresholds.slop
            let directions =
                pattern.direction == nil && pattern.axis == nil ? pattern.edge.map { [$0.inwards] } : nil
            return (directions ?? self.directions(pattern)).map { direction in
                let start = pattern.edge.map { row(of: fingers, along: $0, scale) } ?? block
                return Motion(start: start, movement: .travel(direction.vector * distance(least, scale)))
            }
        case .edgeSwipe:
            let least = pattern.minimumDistance ?? thresholds.swipeDistance
            let edges = pattern.edge.map { [$0] } ?? [.left, .right, .top, .bottom]
            return edges.map { edge in
                let direction = pattern.direction ?? edge.inwards
                return Motion(
                    start: row(of: fingers, along: edge, scale),
                    movement: .travel(direction.vector * distance(least, scale)),
                    edge: edge)
            }
        case .pinch:
            let (near, far) = (Millimetres.points(10) * scale, Millimetres.points(35) * scale)
            let inwards = Motion(start: circle(of: fingers, far), movement: .spread(near / far))
            let outwards = Motion(start: circle(of: fingers, near), movement: .spread(far / near))
            switch pattern.spreadDirection {
            case .outwards: return [outwards]
            case .inwards: return [inwards]
            default: return [inwards, outwards]
            }
        case .rotation:
            let start = circle(of: fingers, Millimetres.points(25) * scale)
            return [Motion(start: start, movement: .turn(pattern.spreadDirection == .counterclockwise ? -60 : 60))]
        case .stroke:
            guard let path = touch.stroke?.example, let (low, high) = path.corners else { return [] }
            let factor = Millimetres.points(60) * scale / max(high.x - low.x, high.y - low.y)
            return [Motion(start: [.zero], movement: .path(path.map { ($0 - path[0]) * factor }))]
        }
    }

    private static func directions(_ pattern: GesturePattern) -> [Direction] {
        if let direction = pattern.direction { return [direction] }
        let directions: [Direction] = [.right, .left, .down, .up]
        return directions.filter { pattern.axis == nil || $0.axis == pattern.axis }
    }

    /// At least a tenth more than required.
    private static func distance(_ least: Points, _ scale: Double) -> Points {
        max(least * 1.1 + 2, Millimetres.points(30) * scale)
    }

    // MARK: Where the fingers land

    /// The distance between two fingers.
    private static let spacing = Millimetres.points(15)

    /// Rows of up to five fingers.
    private static func block(of fingers: Int, _ scale: Double) -> [Vector] {
        let columns = fingers > 5 ? (fingers + 1) / 2 : fingers
        let rows = (fingers + columns - 1) / columns
        return (0..<fingers).map { index in
            let inRow = min(columns, fingers - index / columns * columns)
            return Vector(
                x: (Double(index % columns) - Double(inRow - 1) / 2) * spacing * scale,
                y: (Double(index / columns) - Double(rows - 1) / 2) * spacing * scale)
        }
    }

    private static func row(of fingers: Int, along edge: EdgeLocation.Edge, _ scale: Double) -> [Vector] {
        (0..<fingers).map { index in
            let offset = (Double(index) - Double(fingers - 1) / 2) * spacing * scale
            switch edge {
            case .left, .right: return Vector(x: 0, y: offset)
            case .top, .bottom: return Vector(x: offset, y: 0)
            }
        }
    }

    private static func circle(of fingers: Int, _ radius: Points) -> [Vector] {
        (0..<fingers).map { Angle.direction(degrees: 30 + 360 * Double($0) / Double(fingers)) * radius }
    }

    // MARK: Where they go

    var moves: Bool { if case .none = movement { false } else { true } }

    /// The position of a finger after a part of the way, 0 … 1.
    func offset(_ finger: Int, _ part: Double) -> Vector {
        let start = start[finger]
        switch movement {
        case .none: return start
        case .travel(let travel): return start + travel * part
        case .spread(let factor): return start * (1 + (factor - 1) * part)
        case .turn(let degrees):
            let to = Angle.direction(degrees: degrees * part)
            return Vector(x: start.x * to.x - start.y * to.y, y: start.x * to.y + start.y * to.x)
        case .path(let path): return start + Self.point(of: path, part)
        }
    }

    /// A point of a path, after a part of its length.
    private static func point(of path: [Vector], _ part: Double) -> Vector {
        var length = 0.0
        for index in path.indices.dropFirst() { length += path[index].distance(to: path[index - 1]) }
        var rest = length * part
        for index in path.indices.dropFirst() {
            let (from, to) = (path[index - 1], path[index])
            let length = from.distance(to: to)
            if rest < length { return from + (to - from) * (rest / length) }
            rest -= length
        }
        return path[path.count - 1]
    }

    /// The corners of the rectangle around the whole motion.
    var corners: (low: Vector, high: Vector) {
        var points = landing(1)
        if moves { for part in 1...16 { points += landing(Double(part) / 16) } }
        if case .path(let path) = movement { points += path }
        return (start + points).corners ?? (.zero, .zero)
    }

    var landingCorners: (low: Vector, high: Vector) { start.corners ?? (.zero, .zero) }

    private func landing(_ part: Double) -> [Vector] { start.indices.map { offset($0, part) } }
}

extension Direction {
    /// The unit vector, y down.
    fileprivate var vector: Vector {
        let part = 0.5.squareRoot()
        return switch self {
        case .right: Vector(x: 1, y: 0)
        case .downRight: Vector(x: part, y: part)
        case .down: Vector(x: 0, y: 1)
        case .downLeft: Vector(x: -part, y: part)
        case .left: Vector(x: -1, y: 0)
        case .upLeft: Vector(x: -part, y: -part)
        case .up: Vector(x: 0, y: -1)
        case .upRight: Vector(x: part, y: -part)
        }
    }
}
