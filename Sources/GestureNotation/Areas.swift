import GestureCore
import Text

/// A part of the surface with a name: a third of it, or a share that the notation gives.
struct NamedArea {
    private enum Side { case start, middle, end, all }

    private let columns: Side
    private let rows: Side

    private static let table: [(name: ByteString, area: NamedArea)] = [
        ("top-left", NamedArea(columns: .start, rows: .start)), ("top", NamedArea(columns: .all, rows: .start)),
        ("top-right", NamedArea(columns: .end, rows: .start)), ("left", NamedArea(columns: .start, rows: .all)),
        ("center", NamedArea(columns: .middle, rows: .middle)), ("right", NamedArea(columns: .end, rows: .all)),
        ("bottom-left", NamedArea(columns: .start, rows: .end)), ("bottom", NamedArea(columns: .all, rows: .end)),
        ("bottom-right", NamedArea(columns: .end, rows: .end)),
    ]

    static let names = table.map { $0.name }

    static func named(_ name: ByteString?) -> NamedArea? { table.first { $0.name == name }?.area }

    /// - Parameter share: of the width and of the height, above 0, up to 1.
    func rectangle(share: Double = 1.0 / 3) -> Rectangle {
        let (x, width) = Self.extent(columns, share)
        let (y, height) = Self.extent(rows, share)
        return Rectangle(x: x, y: y, width: width, height: height)
    }

    private static func extent(_ side: Side, _ share: Double) -> (start: Double, length: Double) {
        switch side {
        case .start: (0, share)
        case .middle: ((1 - share) / 2, share)
        case .end: (1 - share, share)
        case .all: (0, 1)
        }
    }
}
