/// Follows one surface for one subscription: gives each finger to the region in which it lands.
struct SurfaceTracker: Equatable, Sendable {
    let surface: Surface
    /// What rests at the ends of a touchpad; nil where nothing does.
    private var palms: EdgePalmFilter?
    private var touches = TouchTracker()
    private var activity = ActivityTracker()
    /// How long nobody touches it before it counts as idle; nil where nobody wants to know.
    private var idleTime: Interval?
    private var options = GestureOptions()
    private var tree = RegionTree([], ids: [])
    /// Those of the regions on which fingers have landed, or one for the whole surface; and of regions that are gone, as long as
    /// fingers are on them. In no order.
    private var trackers: [RegionTracker] = []
    /// The number of regions, or 1 for the whole surface: trackers of regions that are gone have higher places.
    private var placeCount = 1
    private var departedCount = 0
    /// The indices of the trackers that have fingers or wait for time, by their places: a frame costs nothing for any other.
    private var active: [Int] = []
    /// The number of trackers from which on those at rest are released before another one is built.
    static let roomyCount = 16
    /// The earliest instant at which time alone decides something.
    private(set) var nextDeadline: Instant?
    /// Whether any of them wants to know of contacts by themselves, or which finger replaced which in one frame: it may
    /// land on what the other flung.
    private var wantsTouches = false
    private var tellsReplacements = false
    /// The changes of a frame without those of palms; kept for its memory.
    private var kept: [ContactChange] = []
    /// The place of the tracker that gets each landing of the frame; kept for its memory, as are the parts of a frame.
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
        self.options = options
        idleTime = options.gestures.selection.idleTime
        placeCount = max(tree.regions.count, 1)
        departedCount = 0
        var old = trackers
        old.sort { $0.place < $1.place }
        trackers.removeAll(keepingCapacity: true)
        for var tracker in old {
            if let place = place(of: tracker.id) {
                tracker.move(to: region(at: place), place: place, on: surface)
            } else if tracker.isTouched {
                tracker.place = placeCount + departedCount
                departedCount += 1
            } else {
                tracker.flush(at: now, into: &output)
                continue
            }
            trackers.append(tracker)
        }
        trackers.sort { $0.place < $1.place }
        active = Array(trackers.indices)
        settle()
        noteWants()
    }

    /// nil for the whole surface.
    private func region(at place: Int) -> Region? { tree.regions.isEmpty ? nil : tree.regions[place] }

    /// - Parameter id: nil for the whole surface.
    /// - Returns: nil if it is not asked for.
    private func place(of id: RegionID?) -> Int? {
        guard let id else { return tree.regions.isEmpty ? 0 : nil }
        return tree.ids.firstIndex(of: id)
    }

    private mutating func noteWants() {
        wantsTouches =
            tree.regions.isEmpty
            ? options.gestures.selection.touch
            : tree.regions.contains { ($0.gestures ?? options.gestures).selection.touch }
        tellsReplacements =
            tree.regions.contains { $0.suppressesTapWhileCoasting }
            || trackers.contains { $0.place >= placeCount && $0.coasts }
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
            palms?.filter(&kept, returning: &landings, at: now)
            if !landings.isEmpty { processPart(landings, at: now, into: &output) }
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
        if tree.regions.isEmpty, departedCount == 0 {
            if active.isEmpty, ContactChange.Actions(of: changes).contains(.down) { activate(place: 0, at: now) }
        } else {
            for change in changes {
                let owner = change.action == .down ? owner(of: change.position) : nil
                owners.append(owner)
                if let owner { activate(place: owner, at: now) }
            }
        }
        for index in active.indices {
            let place = trackers[active[index]].place
            trackers[active[index]].press(changes, owners: owners, as: place, at: now, into: &output)
        }
        if wantsTouches || touches.isTouched {
            touches.follow(changes, owners: owners, of: trackers, at: now, into: &output)
        }
        if idleTime != nil { activity.follow(changes, at: now, into: &output) }
        for index in active.indices { trackers[active[index]].process(at: now, into: &output) }
        if departedCount > 0 { forget(at: now, into: &output) }
    }

    private func owner(of position: Vector) -> Int? {
        tree.regions.isEmpty ? 0 : tree.hitTest(surface.normalized(position))
    }

    /// Builds the tracker of a region if there is none yet: most regions of a large layout are seldom touched.
    private mutating func activate(place: Int, at now: Instant) {
        let tracker = trackers.index(ofPlace: place) ?? build(place, at: now)
        var index = active.count
        while index > 0, trackers[active[index - 1]].place > place { index -= 1 }
        if index == 0 || active[index - 1] != tracker { active.insert(tracker, at: index) }
    }

    /// - Returns: its index.
    private mutating func build(_ place: Int, at now: Instant) -> Int {
        if trackers.count >= Self.roomyCount { releaseResting(at: now) }
        let id = tree.regions.isEmpty ? nil : tree.ids[place]
        trackers.append(RegionTracker(region(at: place), place: place, id: id, options, on: surface))
        return trackers.count - 1
    }

    /// Releases the trackers that would take the next touch as the very first.
    private mutating func releaseResting(at now: Instant) {
        for index in trackers.indices.reversed() where !active.contains(index) && trackers[index].isAtRest(at: now) {
            remove(at: index)
        }
    }

    private mutating func remove(at index: Int) {
        trackers.remove(at: index)
        active.removeAll { $0 == index }
        for other in active.indices where active[other] > index { active[other] -= 1 }
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

    /// Releases the trackers of regions that are gone and have no finger left.
    private mutating func forget(at now: Instant, into output: inout Output) {
        while let index = firstDeparted() {
            trackers[index].flush(at: now, into: &output)
            remove(at: index)
            departedCount -= 1
            noteWants()
        }
    }

    /// The one with the lowest place of those without a finger.
    private func firstDeparted() -> Int? {
        var first: Int?
        for index in trackers.indices where trackers[index].place >= placeCount && !trackers[index].isTouched {
            if let other = first, trackers[other].place <= trackers[index].place { continue }
            first = index
        }
        return first
    }

    /// The surface is gone: closes what is open, and publishes what had already ended.
    mutating func lose(at now: Instant, into output: inout Output) {
        output.surface = surface
        for index in active.indices { trackers[active[index]].lose(at: now, into: &output) }
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
