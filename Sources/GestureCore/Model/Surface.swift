/// Numbers a touchscreen or touchpad for as long as it is plugged in; never reused while the service runs.
public struct SurfaceID: Hashable, Sendable {
    public var number: UInt32

    public init(_ number: UInt32) { self.number = number }
}

/// What recognition needs to know of a device: what it is and how large.
public struct Surface: Equatable, Sendable {
    public enum Kind: Equatable, Sendable, CaseIterable {
        /// The finger is where the picture is (INPUT_PROP_DIRECT).
        case touchscreen
        /// The finger moves something that is elsewhere.
        case touchpad

        /// What clients, the configuration and recordings call it.
        public var name: StaticString {
            switch self {
            case .touchscreen: "touchscreen"
            case .touchpad: "touchpad"
            }
        }

        /// The one that is called so; nil when none is.
        public init?(name: some Sequence<UInt8>) {
            for kind in Self.allCases where kind.name.withUTF8Buffer({ unsafe name.elementsEqual($0) }) {
                self = kind
                return
            }
            return nil
        }
    }

    public var id: SurfaceID
    public var kind: Kind
    /// Width and height in pt as the person sees them; both above 0.
    public var size: Vector

    public init(id: SurfaceID, kind: Kind, size: Vector) {
        self.id = id
        self.kind = kind
        self.size = size
    }

    /// Converts a point in pt to fractions of the surface. A point beyond an edge, which some panels report, becomes the edge.
    public func normalized(_ point: Vector) -> UnitPoint {
        UnitPoint(x: min(max(point.x / size.x, 0), 1), y: min(max(point.y / size.y, 0), 1))
    }
}
