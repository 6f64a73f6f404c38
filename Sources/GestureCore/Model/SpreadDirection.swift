/// The way in which fingers move relative to each other, as the user sees it.
public enum SpreadDirection: Sendable, Hashable, CaseIterable {
    /// Together, and apart.
    case inwards, outwards
    case clockwise, counterclockwise

    /// The kind of gesture that can go this way.
    public var kind: GestureKind {
        switch self {
        case .inwards, .outwards: .pinch
        case .clockwise, .counterclockwise: .rotation
        }
    }

    /// Returns whether a gesture that begins with these details begins this way.
    func isBegun(with details: EngineEvent.Details) -> Bool {
        switch (self, details) {
        case (.inwards, .pinch(let scale, _)): scale < 1
        case (.outwards, .pinch(let scale, _)): scale > 1
        case (.clockwise, .rotation(let degrees, _)): degrees > 0
        case (.counterclockwise, .rotation(let degrees, _)): degrees < 0
        default: false
        }
    }
}
