/// Recognizes the gestures that one subscription asks for, on any number of surfaces.
///
/// A value without a clock: it knows only the time stamps of what it is given, so the same input gives the same events,
/// whatever the load. Input stamped *t* comes before a deadline equal to *t* and after an earlier one, so that every
/// window includes its end.
///
/// Each call leaves its answer in ``events``, a buffer that is reused: in the steady state nothing is allocated.
public struct GestureEngine: Equatable, Sendable {
    public private(set) var options: GestureOptions
    private var tree = RegionTree([], ids: [])
    private var lastRegion: UInt64 = 0
    private var surfaces: [SurfaceTracker] = []
    private var output = Output(
        surface: Surface(id: SurfaceID(.max), kind: .touchscreen, size: Vector(x: 1, y: 1)), room: 64)
    private var now = Instant.distantPast

    public init(options: GestureOptions = GestureOptions()) {
        self.options = options
        tree = RegionTree(options.regions, ids: options.regions.map { _ in newRegion() })
    }

    /// The numbers of the regions that are asked for, in their order.
    public var regionIDs: [RegionID] { tree.ids }

    /// What the last call recognized, in the order in which it is to be published.
    public var events: [GestureEvent] { output.events }

    /// The earliest instant at which time alone decides something; nil when only a finger can.
    ///
    /// It has passed once all input up to and including this instant was processed: see ``advance(to:)``.
    public private(set) var nextDeadline: Instant?

    /// How many gestures it has found so far: the number of the last.
    public var gestureCount: UInt64 { output.gestures }

    /// Whether a new engine would recognize the same in all that comes at `time` or later: one with the same ``options``, to
    /// which the same surfaces are attached in the same order. But for the numbers of gestures and regions, of course.
    ///
    /// So it is while no finger is down and nothing is awaited, once a tap would start a run of its own, nothing that was
    /// flung coasts, no sequence has begun, and the surfaces whose activity is asked for are idle. Before the latest time that
    /// it knows of it is not: what goes back in time counts as of then.
    public func isIdle(at time: Instant) -> Bool {
        guard time >= now else { return false }
        for index in surfaces.indices where !surfaces[index].isIdle(at: time) { return false }
        return true
    }

    /// Takes a surface in, before its first frame. One that is known already is left as it is.
    public mutating func attach(_ surface: Surface) {
        guard index(of: surface.id) == nil else { return }
        var tracker = SurfaceTracker(surface)
        tracker.setRegions(tree, options, at: now, into: &output)
        surfaces.append(tracker)
    }

    /// Takes a surface out: what is open on it is cancelled, a tap held back is published.
    public mutating func detach(_ id: SurfaceID, at time: Instant) {
        start(at: time)
        guard let index = index(of: id) else { return }
        surfaces[index].lose(at: now, into: &output)
        surfaces.remove(at: index)
        updateDeadline()
    }

    /// Tracks other regions from now on.
    ///
    /// A finger stays with the region that has it to its end, also when that is gone or asks for something else. A region that
    /// has the name of one before, and tracks its fingers alike, goes on as that: it may move, or get another parent. What
    /// another one held back is published.
    public mutating func setRegions(_ regions: [Region], at time: Instant) {
        start(at: time)
        var names = NameIndex()
        for (index, region) in options.regions.enumerated() { names.insert(region.name, at: index) }
        let ids = regions.map { region in
            guard let index = names.index(of: region.name), options.regions[index].tracksAlike(region) else {
                return newRegion()
            }
            return tree.ids[index]
        }
        options.regions = regions
        tree = RegionTree(regions, ids: ids)
        for index in surfaces.indices { surfaces[index].setRegions(tree, options, at: now, into: &output) }
        updateDeadline()
    }

    /// Whether events may still tell of a region.
    public func uses(_ id: RegionID) -> Bool { regionIDs.contains(id) || surfaces.contains { $0.uses(id) } }

    /// Processes all that changed on one surface at one time stamp.
    ///
    /// Of a frame of a surface that is not attached only the time counts; a time stamp that goes back counts as the latest seen.
    public mutating func process(_ frame: TouchFrame) {
        start(at: frame.time)
        guard let index = index(of: frame.surface) else { return }
        if frame.isWaking {
            surfaces[index].noteActivity(frame.changes, at: now, into: &output)
        } else {
            surfaces[index].process(frame.changes, at: now, into: &output)
        }
        updateDeadline()
    }

    /// Lets time pass: every deadline before `time` fires. One at `time` itself waits, for input of that very instant may
    /// still come. Calling it more often changes nothing.
    public mutating func advance(to time: Instant) { start(at: time) }

    private mutating func start(at time: Instant) {
        output.removeAll()
        while let deadline = nextDeadline, deadline < time { pass(deadline) }
        now = max(now, time)
    }

    private mutating func pass(_ deadline: Instant) {
        now = max(now, deadline)
        for index in surfaces.indices where surfaces[index].nextDeadline == deadline {
            surfaces[index].pass(deadline: deadline, into: &output)
        }
        updateDeadline()
    }

    private mutating func updateDeadline() {
        nextDeadline = nil
        for index in surfaces.indices {
            guard let deadline = surfaces[index].nextDeadline else { continue }
            nextDeadline = min(deadline, nextDeadline ?? deadline)
        }
    }

    private mutating func newRegion() -> RegionID {
        lastRegion += 1
        return RegionID(lastRegion)
    }

    private func index(of id: SurfaceID) -> Int? {
        for index in surfaces.indices where surfaces[index].surface.id == id { return index }
        return nil
    }
}
