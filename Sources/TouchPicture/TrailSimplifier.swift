import GestureCore

/// Leaves out points of a line that nobody would see: the rest is nowhere farther than a tolerance from them.
///
/// Each point narrows the wedge of directions in which the line can go on from the last point that was kept. If a point lies outside
/// of the wedge, or the line turns back, the point before it is kept. Takes constant time for each point.
struct TrailSimplifier {
    private let tolerance: Double
    private(set) var kept: [Vector] = []
    /// The sides of the wedge, from the last point that was kept; nil while all directions are possible.
    private var wedge: (left: Vector, right: Vector)?
    private var farthest = 0.0
    private var last: Vector?

    init(tolerance: Double) { self.tolerance = tolerance }

    static func simplified(_ points: [Vector], tolerance: Double) -> [Vector] {
        var simplifier = TrailSimplifier(tolerance: tolerance)
        for point in points { simplifier.append(point) }
        return simplifier.finished()
    }

    mutating func append(_ point: Vector) {
        guard let anchor = kept.last else {
            kept.append(point)
            return
        }
        if accepts(point, from: anchor) {
            last = point
            return
        }
        let start = last ?? anchor
        kept.append(start)
        (wedge, farthest) = (nil, 0)
        _ = accepts(point, from: start)
        last = point
    }

    /// Returns all points that were kept, with the end of the line.
    func finished() -> [Vector] {
        if let last, last != kept.last { kept + [last] } else { kept }
    }

    /// Narrows the wedge, unless the line has to bend at the point before.
    private mutating func accepts(_ point: Vector, from anchor: Vector) -> Bool {
        let displacement = point - anchor
        let distance = displacement.length
        guard distance > tolerance else { return farthest <= 2 * tolerance }
        guard distance >= farthest - tolerance else { return false }
        if let wedge, cross(wedge.left, displacement) < 0 || cross(displacement, wedge.right) < 0 { return false }
        farthest = max(farthest, distance)
        let normal = Vector(x: -displacement.y, y: displacement.x) * (tolerance / distance)
        let (left, right) = (displacement - normal, displacement + normal)
        guard let wedge else {
            self.wedge = (left, right)
            return true
        }
        self.wedge = (
            cross(wedge.left, left) > 0 ? left : wedge.left, cross(right, wedge.right) > 0 ? right : wedge.right
        )
        return true
    }

    private func cross(_ a: Vector, _ b: Vector) -> Double { a.x * b.y - a.y * b.x }
}
