/// All changes on one surface at one time stamp.
///
/// A contact appears at most once. The order of the changes does not matter: the core processes cancelled contacts first, then
/// moves, then lifts, then landings. A finger that replaces another in one frame is therefore a new touch.
public struct TouchFrame: Equatable, Sendable {
    public var surface: SurfaceID
    public var time: Instant
    public var changes: [ContactChange]
    /// Whether the touch only wakes the display. Such a frame counts as activity and for nothing else.
    public var isWaking = false

    public init(surface: SurfaceID, time: Instant, changes: [ContactChange] = []) {
        self.surface = surface
        self.time = time
        self.changes = changes
    }
}
