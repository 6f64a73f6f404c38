import GestureCore
import Text

// The words of the protocol for types of GestureCore. Strings instead of IDL enums, because new ones can be added.

extension GestureKind: Named {}

extension GesturePhase: Named {
    package var name: StaticString {
        switch self {
        case .possible: "possible"
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

extension Direction: Named {
    package var name: StaticString {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        case .upLeft: "upLeft"
        case .upRight: "upRight"
        case .downLeft: "downLeft"
        case .downRight: "downRight"
        }
    }
}

extension SpreadDirection: Named {
    package var name: StaticString {
        switch self {
        case .inwards: "in"
        case .outwards: "out"
        case .clockwise: "clockwise"
        case .counterclockwise: "counterclockwise"
        }
    }
}

extension Axis: Named {
    package var name: StaticString {
        switch self {
        case .horizontal: "horizontal"
        case .vertical: "vertical"
        }
    }
}

extension GesturePriority: Named {
    package var name: StaticString {
        switch self {
        case .normal: "normal"
        case .simultaneous: "simultaneous"
        case .high: "high"
        }
    }
}

extension EdgeLocation.Edge: Named {
    package var name: StaticString {
        switch self {
        case .left: "left"
        case .right: "right"
        case .top: "top"
        case .bottom: "bottom"
        }
    }
}

extension EdgeLocation {
    /// The edge or the corner.
    package var name: StaticString {
        switch self {
        case .edge(let edge, _): edge.name
        case .corner(.topLeft): "topLeft"
        case .corner(.topRight): "topRight"
        case .corner(.bottomLeft): "bottomLeft"
        case .corner(.bottomRight): "bottomRight"
        }
    }

    /// The third of an edge; a corner has none.
    package var section: StaticString? {
        switch self {
        case .edge(_, .middle): "middle"
        case .edge(.left, .first), .edge(.right, .first): "top"
        case .edge(.left, .last), .edge(.right, .last): "bottom"
        case .edge(.top, .first), .edge(.bottom, .first): "left"
        case .edge(.top, .last), .edge(.bottom, .last): "right"
        case .corner: nil
        }
    }
}

extension BuiltInStroke: Named {}

extension GestureMask: Named {
    package var name: StaticString {
        switch self {
        case .all: "all"
        case .gesture: "gesture"
        case .subviews: "subviews"
        case .none: "none"
        }
    }
}

extension TrackedRegion.Tracking: Named {
    package var name: StaticString {
        switch self {
        case .slop: "slop"
        case .reenter: "reenter"
        }
    }
}

extension EventModifiers {
    /// Returns nil if the value is not an array of names. Repeated names are accepted, within limits.
    package init?(_ value: JSONValue) {
        guard value.kind == .array, value.count <= 16 else { return nil }
        self = []
        for index in 0..<value.count {
            guard let name = value[index].string, let key = EventModifiers(name: name) else { return nil }
            formUnion(key)
        }
    }

    /// Returns nil if no modifier key has this name.
    package init?(name: some Collection<UInt8>) {
        guard let known = Self.names.first(where: { $0.1.description.utf8.elementsEqual(name) }) else { return nil }
        self = known.0
    }

    /// The names of the keys.
    package var words: [StaticString] { Self.names.filter { contains($0.0) }.map { $0.1 } }

    static let names: [(EventModifiers, StaticString)] = [
        (.alt, "alt"), (.capsLock, "capsLock"), (.control, "control"), (.shift, "shift"), (.super, "super"),
    ]
}

extension GestureParameter: Named {
    package var name: StaticString {
        switch self {
        case .fingers: "fingers"
        case .count: "count"
        case .axisLock: "axisLock"
        case .directions: "directions"
        case .direction: "direction"
        case .axis: "axis"
        case .edge: "edge"
        case .area: "area"
        case .idle: "idle"
        case .minimumDuration: "minimumDuration"
        case .maximumDuration: "maximumDuration"
        case .minimumDistance: "minimumDistance"
        case .modifiers: "modifiers"
        case .restingFingers: "while"
        case .claim: "claim"
        case .templates: "templates"
        case .rotation: "rotation"
        case .score: "score"
        }
    }
}
