/// Follows one surface for one subscription: gives each finger to the region in which it lands.
struct SurfaceTracker: Equatable, Sendable {
    let surface: Surface
    /// What rests at the ends of a touchpad; nil where nothing does.
    private var palms: EdgePalmFilter?
    private var touches = TouchTracker()
    private var activity = ActivityTracker()
    /// How long nobody touches it before it counts as idle; nil where nobody wants to know.
    private var idleTime: Interval?
    private var tree = RegionTree([], ids: [])
    /// One for each region that is asked for, in the same order, or one for the whole surface; then those whose regions are
    /// gone, as long as fingers are on them.
    private var trackers: [RegionTracker] = []
    private var regionCount = 0
    /// The places of those that have fingers or wait for time, in their order: a frame costs nothing for any other.
    private var active: [Int] = []
    /// The earliest instant at which time alone decides something.
    private(set) var nextDeadline: Instant?
    /// Whether any of them wants to know of contacts by themselves, or which finger replaced which in one frame: it may
    /// land on what the other flung.
    private var wantsTouches = false
    private var tellsReplacements = false
    /// The changes of a frame without those of palms; kept for its memory.
    private var kept: [ContactChange] = []
    /// Which tracker gets each change of the frame that is a landing; kept for its memory, as are the parts of a frame.
    private var owners: [Int?] = []
    private var departures: [ContactChange] = []
    private var landings: [ContactChange] = []

    init(_ surface: Surface) {
        self.surface = surface
        palms = EdgePalmFilter(on: surface)
    }

    /// Takes the regions that are asked for from now on. Fingers stay with the region that has them.
    mutating func setRegions(_ tree: RegionTree, _ options: GestureOptions, at now: Instant, into output: inout Output)
    {
        output.surface = surface
        self.tree = tree
        idleTime = options.gestures.selection.idleTime
        var old = trackers
        trackers.removeAll(keepingCapacity: true)
        if tree.regions.isEmpty { trackers.append(kept(nil, id: nil, options, from: &old)) }
        for (region, id) in zip(tree.regions, tree.ids) {
            trackers.append(kept(region, id: id, options, from: &old))
        }
        regionCount = trackers.count
        for var tracker in old {
            if tracker.isTouched { trackers.append(tracker) } else { tracker.flush(at: now, into: &output) }
        }
        active = Array(trackers.indices)
        settle()
        noteWants()
    }

    private mutating func noteWants() {
        wantsTouches = trackers.contains { $0.wantsTouches }
        tellsReplacements = trackers.contains { $0.coasts }
    }

    /// The tracker of the same region, if its fingers are tracked as before, or else a new one.
    private func kept(
        _ region: Region?, id: RegionID?, _ options: GestureOptions, from old: inout [RegionTracker]
    ) -> RegionTracker {
        guard let index = old.firstIndex(where: { $0.id == id }) else {
            return RegionTracker(region, id: id, options, on: surface)
        }
        var tracker = old.remove(at: index)
        if let region { tracker.move(to: region, on: surface) }
        return tracker
    }

    // MARK: A frame

    mutating func process(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        output.surface = surface
        if palms == nil {
            processFingers(changes, at: now, into: &output)
        } else {
            kept.removeAll(keepingCapacity: true)
            kept.append(contentsOf: changes)
            palms?.filter(&kept, at: now)
            processFingers(kept, at: now, into: &output)
        }
        settle()
    }

    private mutating func processFingers(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        if tellsReplacements, split(changes) {
            processPart(departures, at: now, into: &output)
            processPart(landings, at: now, into: &output)
        } else {
            processPart(changes, at: now, into: &output)
        }
    }

    /// Takes a frame for a sign of life, and nothing more.
    mutating func noteActivity(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        output.surface = surface
        if idleTime != nil { activity.follow(changes, at: now, into: &output) }
        settle()
    }

    /// Takes landings apart from what comes before them.
    ///
    /// - Returns: whether there is both.
    private mutating func split(_ changes: [ContactChange]) -> Bool {
        guard ContactChange.Actions(of: changes).contains(.down) else { return false }
        departures.removeAll(keepingCapacity: true)
        landings.removeAll(keepingCapacity: true)
        for change in changes {
            if change.action == .down { landings.append(change) } else { departures.append(change) }
        }
        return !departures.isEmpty && !landings.isEmpty
    }

    private mutating func processPart(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        owners.clear()
        if tree.regions.isEmpty, trackers.count == 1 {
            activate(0)
        } else {
            for change in changes {
                let owner = change.action == .down ? owner(of: change.position) : nil
                owners.append(owner)
                if let owner { activate(owner) }
            }
        }
        for place in active.indices {
            trackers[active[place]].press(changes, owners: owners, as: active[place], at: now, into: &output)
        }
        if wantsTouches || touches.isTouched {
            touches.follow(changes, owners: owners, of: trackers, at: now, into: &output)
        }
        if idleTime != nil { activity.follow(changes, at: now, into: &output) }
        for place in active.indices { trackers[active[place]].process(at: now, into: &output) }
        forget(at: now, into: &output)
    }

    private func owner(of position: Vector) -> Int? {
        tree.regions.isEmpty ? 0 : tree.hitTest(surface.normalized(position))
    }

    private mutating func activate(_ index: Int) {
        var place = active.count
        while place > 0, active[place - 1] > index { place -= 1 }
        if place == 0 || active[place - 1] < index { active.insert(index, at: place) }
    }

    /// Lets those rest that have no finger and wait for nothing, and finds out what the others wait for.
    private mutating func settle() {
        var next = idleTime.flatMap { activity.deadline($0) }
        if let deadline = palms?.deadline { next = min(deadline, next ?? deadline) }
        var kept = 0
        for place in active.indices {
            let index = active[place]
            let deadline = trackers[index].nextDeadline
            guard deadline != nil || trackers[index].isTouched else { continue }
            if let deadline { next = min(deadline, next ?? deadline) }
            active[kept] = index
            kept += 1
        }
        if kept < active.count { active.removeSubrange(kept...) }
        nextDeadline = next
    }

    /// Lets go of the trackers without a region that have no finger left.
    private mutating func forget(at now: Instant, into output: inout Output) {
        while trackers.count > regionCount, let index = trackers[regionCount...].firstIndex(where: { !$0.isTouched }) {
            trackers[index].flush(at: now, into: &output)
            trackers.remove(at: index)
            active.removeAll { $0 >= regionCount }
            active.append(contentsOf: regionCount..<trackers.count)
            noteWants()
        }
    }

    /// The surface is gone: closes what is open, and publishes what had already ended.
    mutating func lose(at now: Instant, into output: inout Output) {
        output.surface = surface
        for index in trackers.indices { trackers[index].lose(at: now, into: &output) }
        touches.lose(at: now, into: &output)
        palms = EdgePalmFilter(on: surface)
        activity.lose(at: now, into: &output)
    }

    // MARK: Time

    mutating func pass(
        deadline now: Instant, into output: inout Output
    ) {
        output.surface = surface
        if let deadline = palms?.deadline, deadline == now {
            palms?.pass(deadline: now, into: &kept)
            processPart(kept, at: now, into: &output)
        }
        for place in active.indices where trackers[active[place]].nextDeadline == now {
            trackers[active[place]].pass(deadline: now, into: &output)
        }
        if let idleTime, activity.deadline(idleTime) == now {
            activity.pass(deadline: now, into: &output)
        }
        settle()
    }

    /// Whether it takes a touch that begins at `now` or later as the very first.
    func isAtRest(at now: Instant) -> Bool {
        guard activity.isIdle, !touches.isTouched, !(palms?.isTouched ?? false) else { return false }
        for index in trackers.indices where !trackers[index].isAtRest(at: now) { return false }
        return true
    }

    /// The regions that still have fingers.
    func uses(_ id: RegionID) -> Bool { trackers.contains { $0.id == id } }
}
