import GestureCore

/// Edges of a surface.
struct EdgeSet: Equatable, Sendable {
    private var bits: UInt8 = 0

    init() {}

    init(_ edges: [EdgeLocation.Edge]) {
        for edge in edges { bits |= Self.bit(edge) }
    }

    var isEmpty: Bool { bits == 0 }

    func intersection(_ other: EdgeSet) -> EdgeSet {
        var result = self
        result.bits &= other.bits
        return result
    }

    /// Returns the edges of the surface that are at most `band` pt from a point.
    static func near(_ point: Vector, band: Points, size: Vector) -> EdgeSet {
        var edges = EdgeSet()
        if !point.x.exceeds(band) { edges.bits |= bit(.left) }
        if !(size.x - point.x).exceeds(band) { edges.bits |= bit(.right) }
        if !point.y.exceeds(band) { edges.bits |= bit(.top) }
        if !(size.y - point.y).exceeds(band) { edges.bits |= bit(.bottom) }
        return edges
    }

    /// Returns whether a direction leads from one of the edges into the surface.
    func leadsInwards(_ direction: Direction) -> Bool {
        let from: EdgeLocation.Edge? =
            switch direction {
            case .right: .left
            case .left: .right
            case .down: .top
            case .up: .bottom
            case .upLeft, .upRight, .downLeft, .downRight: nil
            }
        return from.map { bits & Self.bit($0) != 0 } ?? false
    }

    private static func bit(_ edge: EdgeLocation.Edge) -> UInt8 {
        switch edge {
        case .left: 1
        case .right: 2
        case .top: 4
        case .bottom: 8
        }
    }
}
