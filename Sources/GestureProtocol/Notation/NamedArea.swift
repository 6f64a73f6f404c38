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

    /// Also accepts corners as events name them, e.g. `topLeft`.
    static func named(_ name: ByteString?) -> NamedArea? {
        guard let name else { return nil }
        let joined = name.bytes.contains { 0x41...0x5A ~= $0 }
        return table.first { $0.name == name || (joined && inCamelCase($0.name, name)) }?.area
    }

    /// Whether `name` is `words` with an upper-case letter in place of a hyphen and the letter after it.
    private static func inCamelCase(_ words: ByteString, _ name: ByteString) -> Bool {
        var letters: [UInt8] = []
        var followsHyphen = false
        for byte in words.bytes {
            if byte != UInt8(ascii: "-") { letters.append(followsHyphen ? byte - 0x20 : byte) }
            followsHyphen = byte == UInt8(ascii: "-")
        }
        return letters.elementsEqual(name.bytes)
    }

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

    // MARK: Writing

    /// e.g. `top-left`, `bottom 20%` or `0-50% 90-100%`
    static func notation(_ area: Rectangle) -> String {
        if area.isNearly(Rectangle(x: 0, y: 0, width: 1, height: 1)) { return "0-100% 0-100%" }
        for (name, named) in table {
            if area.isNearly(named.rectangle()) { return "\(name)" }
            let share = named.columns == .all ? area.height : area.width
            if area.isNearly(named.rectangle(share: share)) { return "\(name) \(percent(share))%" }
        }
        return
            "\(percent(area.x))-\(percent(area.x + area.width))% \(percent(area.y))-\(percent(area.y + area.height))%"
    }

    private static func percent(_ share: Double) -> String { thousandths(share * 100) }
}

extension Rectangle {
    fileprivate func isNearly(_ other: Rectangle) -> Bool {
        [x - other.x, y - other.y, width - other.width, height - other.height].allSatisfy { abs($0) < 1e-9 }
    }
}
