import Text

/// Numbers a touchscreen or touchpad while it is plugged in. A number is never reused while the service runs.
public struct SurfaceID: Hashable, Sendable {
    public var number: UInt32

    public init(_ number: UInt32) { self.number = number }
}

/// The properties of a device that recognition needs.
public struct Surface: Equatable, Sendable {
    public enum Kind: Named, Equatable, Sendable {
        /// The finger touches the picture (INPUT_PROP_DIRECT).
        case touchscreen
        /// The finger controls something that is displayed elsewhere.
        case touchpad

        /// The name in messages, the configuration and recordings.
        public var name: StaticString {
            switch self {
            case .touchscreen: "touchscreen"
            case .touchpad: "touchpad"
            }
        }
    }

    public var id: SurfaceID
    public var kind: Kind
    /// The width and height in pt as the user sees them; both above 0.
    public var size: Vector
    public var accommodations: TouchAccommodations
    /// The default of ``Thresholds/reach``, in pt; nil if it is unlimited.
    public var reach: Points?

    public init(
        id: SurfaceID, kind: Kind, size: Vector, accommodations: TouchAccommodations = TouchAccommodations(),
        reach: Points? = nil
    ) {
        self.id = id
        self.kind = kind
        self.size = size
        self.accommodations = accommodations
        self.reach = reach
    }

    /// Returns the reach in pt that a subscription has on this surface; nil if it is unlimited, which it always is on a touchpad:
    /// one person uses it.
    public func reach(_ thresholds: Thresholds) -> Points? {
        guard kind == .touchscreen, let reach = thresholds.reach ?? reach else { return nil }
        return reach.reaches(size.length) ? nil : reach
    }

    /// Returns the slop on this surface in pt.
    ///
    /// - Parameter chosen: that of the subscription, or of a region.
    func slop(_ chosen: Points) -> Points {
        accommodations.isSteady ? max(chosen, Thresholds.steadySlop(on: kind)) : chosen
    }

    /// Converts a point in pt to fractions of the surface. A point beyond an edge, which some panels report, becomes the edge.
    public func normalized(_ point: Vector) -> UnitPoint {
        UnitPoint(x: min(max(point.x / size.x, 0), 1), y: min(max(point.y / size.y, 0), 1))
    }
}
