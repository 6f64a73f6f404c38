import GestureCore
import TouchDecoding

/// A corner of the screen as the person sees it, in the order in which corners are touched: clockwise.
enum ScreenCorner: Int, CaseIterable {
    case topLeft, topRight, bottomRight, bottomLeft

    var name: StaticString {
        switch self {
        case .topLeft: "top left"
        case .topRight: "top right"
        case .bottomRight: "bottom right"
        case .bottomLeft: "bottom left"
        }
    }

    /// 0…1 along each side.
    var position: Vector {
        Vector(
            x: self == .topLeft || self == .bottomLeft ? 0 : 1, y: self == .topLeft || self == .topRight ? 0 : 1)
    }

    /// The corner of the panel that a position is nearest to.
    init(nearest position: Vector) {
        self =
            position.y < 0.5 ? (position.x < 0.5 ? .topLeft : .topRight) : position.x < 0.5 ? .bottomLeft : .bottomRight
    }

    func isOpposite(_ other: ScreenCorner) -> Bool { (rawValue - other.rawValue).magnitude == 2 }
}

/// The corners that a person touches one after the other, and the orientation that follows from them.
struct CornerTouches: Equatable {
    /// The corners of the panel, as it was built, that were touched.
    private(set) var panelCorners: [ScreenCorner] = []

    enum Refusal: Equatable {
        /// The touch is too far from every corner. The parts of both sides, from the edges that the device counts from.
        case noCorner(Vector)
        /// The corner was touched before.
        case again(ScreenCorner)
        /// No orientation has the corners in this order. They are forgotten.
        case noOrientation
    }

    /// The largest distance of a touch from its corner, as a part of each side.
    static let farthest = 0.3

    /// The corner to touch; nil if all were touched.
    var next: ScreenCorner? { ScreenCorner(rawValue: panelCorners.count) }

    /// - Parameter position: 0…1 on the panel as it was built.
    /// - Returns: the reason why the touch does not count; nil if it does.
    mutating func add(_ position: Vector) -> Refusal? {
        let corner = ScreenCorner(nearest: position)
        let offset = position - corner.position
        guard offset.x.magnitude <= Self.farthest, offset.y.magnitude <= Self.farthest else {
            return .noCorner(position)
        }
        if let index = panelCorners.firstIndex(of: corner) { return .again(ScreenCorner(rawValue: index) ?? .topLeft) }
        guard panelCorners.last.map({ !$0.isOpposite(corner) }) ?? true else {
            panelCorners = []
            return .noOrientation
        }
        panelCorners.append(corner)
        return nil
    }

    /// The orientation with which every corner is where the person sees it; nil while fewer than two were touched.
    var orientation: Orientation? {
        guard panelCorners.count >= 2 else { return nil }
        return Self.orientations.first { orientation in
            zip(panelCorners, ScreenCorner.allCases).allSatisfy { panel, seen in
                ScreenCorner(nearest: orientation.map.of(panel.position)) == seen
            }
        }
    }

    /// The eight orientations, as docs/hardware.md lists them: each of the others is equal to one of these.
    private static var orientations: [Orientation] {
        Orientation.Rotation.allCases.map { Orientation(rotation: $0) } + [
            Orientation(mirror: .horizontal), Orientation(mirror: .vertical),
            Orientation(rotation: .quarter, mirror: .vertical), Orientation(rotation: .quarter, mirror: .horizontal),
        ]
    }
}
