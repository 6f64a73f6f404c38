/// Recognizes the gestures of one subscription, on any number of surfaces.
///
/// The engine reads no clock: it uses only the time stamps of its input, so the same input gives the same events under any
/// load. Input stamped *t* is processed before a deadline at *t* and after earlier deadlines, so every window includes its end.
///
/// Each call replaces the contents of ``events`` and ``claims``. The buffers are reused, so nothing is allocated in the steady
/// state.
public struct GestureEngine: Equatable, Sendable {
    public private(set) var options: GestureOptions
    private var tree = RegionTree([], ids: [])
    private var lastRegion: UInt64 = 0
    private(set) var surfaces: [SurfaceTracker] = []
    private var output = Output(
        surface: Surface(id: SurfaceID(.max), kind: .touchscreen, size: Vector(x: 1, y: 1)), room: 64)
    /// The latest time seen.
    private(set) var now = Instant.distantPast

    public init(options: GestureOptions = GestureOptions()) {
        self.options = options
        output.modifiers = ModifierHistory()
        tree = RegionTree(options.regions, ids: options.regions.map { _ in newRegion() })
    }

    /// The IDs of the regions, in the order of ``GestureOptions/regions``.
    public var regionIDs: [RegionID] { tree.ids }

    /// The events of the last call, in the order in which to publish them.
    public var events: [EngineEvent] { output.events }

    /// The contacts that gestures claimed in the last call, each once: the fingers of each gesture with
    /// ``GesturePattern/claims`` that were down when it was published. A gesture that is recognized by the last lift therefore
    /// claims none.
    ///
    /// Fingers that join the gesture later are not claimed. A claimed contact can be lifted in the same frame.
    public var claims: [ContactClaim] { output.claims }

    /// The earliest instant at which elapsed time alone decides something; nil if only new input can.
    ///
    /// A deadline fires once all input up to and including that instant has been processed: see ``advance(to:)``.
    public private(set) var nextDeadline: Instant?

    /// The number of gestures found so far, which is also the number of the latest gesture.
    public var gestureCount: UInt64 { output.gestures }

    /// Returns whether a new engine would recognize the same gestures in all input at `time` or later, given the same
    /// ``options`` and the same surfaces attached in the same order. Only the numbers of gestures and regions would differ.
    ///
    /// The engine is idle if no finger is down, nothing is pending, the next tap would start a new run, no fling coasts, no
    /// sequence has begun, and every surface that reports activity is idle. It is not idle before the latest time that it has
    /// seen, because input with an earlier time stamp counts as of that latest time.
    public func isIdle(at time: Instant) -> Bool {
        guard time >= now else { return false }
        for index in surfaces.indices where !surfaces[index].isIdle(at: time) { return false }
        return true
    }

    /// Records the modifier keys that are held from `time` on.
    public mutating func note(_ modifiers: EventModifiers, at time: Instant) {
        output.modifiers?.note(modifiers, at: time)
    }

    /// The modifier keys that were held at an instant.
    public func modifiers(at time: Instant) -> EventModifiers { output.modifiers?.modifiers(at: time) ?? [] }

    /// Adds a surface, before its first frame. Does nothing if the surface is already attached.
    ///
    /// - Parameters:
    ///   - use: the earlier touches on the surface: if it is active at `time`, and activity is reported, the activity has begun.
    public mutating func attach(_ surface: Surface, _ use: SurfaceUse = SurfaceUse(), at time: Instant = .distantPast) {
        output.removeAll()
        guard index(of: surface.id) == nil else { return }
        var tracker = SurfaceTracker(surface, options)
        tracker.setRegions(tree, options, at: now, into: &output)
        tracker.startActivity(use, at: time, into: &output)
        surfaces.append(tracker)
        updateDeadline()
    }

    /// Removes a surface: cancels its open gestures and reports the taps that were held back.
    public mutating func detach(_ id: SurfaceID, at time: Instant) {
        start(at: time)
        guard let index = index(of: id) else { return }
        surfaces[index].lose(at: now, into: &output)
        surfaces.remove(at: index)
        updateDeadline()
    }

    /// Replaces the regions.
    ///
    /// A finger stays with its region until it is lifted, even if the region is removed or requests other gestures. A region
    /// that has the name of an old one and tracks its fingers alike continues as the old one; its rectangle, parent and mask
    /// can change. Taps that the other old regions held back are reported. Where regions are nested, a region that does not
    /// continue finishes what has begun, and begins nothing.
    public mutating func setRegions(_ regions: [TrackedRegion], at time: Instant) {
        start(at: time)
        var names = NameIndex()
        for (index, region) in options.regions.enumerated() { names.insert(region.name, at: index) }
        let (wasNested, isNested) = (tree.isNested, regions.contains { $0.parent != nil })
        let ids = regions.map { region in
            guard let index = names.index(of: region.name), options.regions[index].tracksAlike(region),
                options.regions[index].inheritsActions == region.inheritsActions || options.gestures.isMadeOfActions,
                wasNested == isNested || !hasSimultaneous(region)
            else { return newRegion() }
            return tree.ids[index]
        }
        options.regions = regions
        tree = RegionTree(regions, ids: ids)
        for index in surfaces.indices { surfaces[index].setRegions(tree, options, at: now, into: &output) }
        updateDeadline()
    }

    /// Returns whether events can still refer to a region.
    public func uses(_ id: RegionID) -> Bool { regionIDs.contains(id) || surfaces.contains { $0.uses(id) } }

    /// Processes all changes on one surface at one time stamp.
    ///
    /// If the surface is not attached, only the time of the frame counts. A time stamp before the latest one seen counts as the
    /// latest.
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

    /// Fires every deadline before `time`. A deadline at `time` itself stays pending, because input with that time stamp can
    /// still arrive. Extra calls do not change what is recognized.
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

    /// Returns whether a region has gestures that get a tracker of their own where regions are nested.
    private func hasSimultaneous(_ region: TrackedRegion) -> Bool {
        (region.gestures ?? options.gestures).compositions.contains { $0.effectivePriority == .simultaneous }
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
