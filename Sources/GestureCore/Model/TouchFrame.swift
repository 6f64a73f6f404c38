/// All that changed on one surface at one time stamp.
///
/// A contact appears at most once. The order of the changes does not matter: the core takes what was cancelled first, then
/// moves, then lifts, then landings, so that a finger that replaces another in one frame is a new touch.
public struct TouchFrame: Equatable, Sendable {
    public var surface: SurfaceID
    public var time: Instant
    public var changes: [ContactChange]
    /// Whether it is of a touch that only wakes the display: that counts as activity, and for nothing else.
    public var isWaking = false

    public init(surface: SurfaceID, time: Instant, changes: [ContactChange] = []) {
        self.surface = surface
        self.time = time
        self.changes = changes
    }
}
