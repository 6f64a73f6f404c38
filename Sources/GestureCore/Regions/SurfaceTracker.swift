/// Follows one surface for one subscription, and assigns each finger to the region in which it lands and to a group of fingers
/// within reach of each other.
struct SurfaceTracker: Equatable, Sendable {
    let surface: Surface
    /// Holds back and drops touches; nil if it has nothing to do.
    private(set) var accommodations: AccommodationFilter?
    /// Finds palms at the ends of a touchpad; nil if the surface has no such ends.
    private(set) var palms: EdgePalmFilter?
    var touches = TouchTracker()
    var activity = ActivityTracker()
    /// All changes of the frame, until activity has followed them, which it does after the press; nil if it is not reported.
    var activeChanges: [ContactChange]?
    /// The time without a touch after which the surface is idle; nil if activity is not reported.
    private var idleTime: Interval?
    var options = GestureOptions()
    private(set) var tree = RegionTree([], ids: [])
    /// What each region asks for; empty where none is nested.
    private(set) var demands: [RegionDemand] = []
    /// The distance in pt beyond which a finger starts a group of its own; nil if each region has one group.
    private(set) var reach: Points?
    var groups = GroupAssigner()
    /// The trackers of the regions that fingers have landed on, or one for the whole surface, and those of removed regions that
    /// still have fingers; with a limited reach, one for each group. Unsorted.
    var trackers: [RegionTracker] = []
    /// The number of regions, or 1 for the whole surface. Trackers of removed regions have indices from here on.
    private var regionCount = 1
    var departedCount = 0
    /// The indices in `trackers` of those that have fingers or a deadline, sorted by group: a frame costs nothing for the others.
    var active: [Int] = []
    /// The number of trackers from which idle ones are released before another is created.
    static let roomyCount = 16
    /// The earliest instant at which time alone decides something.
    private(set) var nextDeadline: Instant?
    /// Whether fingers that rest count for those that land: on touchpads, and if a gesture of some beside others that rest is wanted.
    private var countsResting = true
    /// The landing that ended the last time without fingers and deadlines, on a surface of one region. No finger rests soon after it.
    private var touchBegan = Instant.distantPast
    /// Whether fingers have landed beside others that rest: these count again for them once they move.
    var hasResting = false
    /// While fingers pass from one group to another, the region of each, in the order of the changes; otherwise empty. Their contacts
    /// are the same as before.
    var joining: [Int] = []
    /// Whether single contacts are reported.
    var wantsTouches = false
    /// Whether landings are processed after the other changes of their frame, because a finger can land on a fling that another
    /// finger starts in the same frame.
    private var separatesLandings = false
    /// Whether each frame goes straight to the trackers, as most do: nothing holds back contacts or separates landings, and no region
    /// is nested.
    private var isDirect = false
    /// The changes of a frame without those of contacts that are held back or dropped. Stored to reuse its memory.
    private var accepted: [ContactChange] = []
    /// The changes of a frame without those of palms. Stored to reuse its memory.
    private var kept: [ContactChange] = []
    /// The group that gets each landing of the frame. Stored to reuse its memory, as are the two parts of a frame.
    var owners: [FingerGroup?] = []
    private var departures: [ContactChange] = []
    /// The taps that several levels of a chain ask for, where regions are nested.
    var contests: [TapContest] = []
    /// For each change of the frame, the chain of a finger that lands; empty if none does. Stored to reuse its memory, as are the
    /// fingers that a gesture claims.
    var chains: [Chain] = []
    var claimed: [ContactChange] = []
    private var landings: [ContactChange] = []

    init(_ surface: Surface, _ options: GestureOptions) {
        self.surface = surface
        accommodations = AccommodationFilter(options, on: surface)
        palms = EdgePalmFilter(on: surface)
    }

    /// Replaces the regions. Fingers stay with the region that they landed on.
    mutating func setRegions(_ tree: RegionTree, _ options: GestureOptions, at now: Instant, into output: inout Output)
    {
        output.surface = surface
        if !tree.isNested {
            loseContests(at: now, into: &output)
        } else if !contests.isEmpty {
            let indices = self.tree.ids.map { id in
                tree.ids.firstIndex(of: id).flatMap { tree.isSwitchedOn($0) ? $0 : nil }
            }
            moveContests(to: indices, at: now, into: &output)
        }
        let isNested = tree.isNested || self.tree.isNested
        self.tree = tree
        self.options = options
        demands =
            tree.isNested
            ? tree.regions.indices.map { RegionDemand(tree.regions[$0], options, isOn: tree.isSwitchedOn($0)) } : []
        idleTime = options.gestures.selection.idleTime
        reach = surface.reach(options.thresholds)
        countsResting = surface.kind == .touchpad || options.countsResting
        regionCount = max(tree.regions.count, 1)
        departedCount = 0
        var old = trackers
        old.sort { $0.group < $1.group }
        trackers.removeAll(keepingCapacity: true)
        for var tracker in old {
            if !tracker.isFinishing, let regionIndex = regionIndex(of: tracker.id) {
                tracker.move(
                    to: region(at: regionIndex), regionIndex: regionIndex, root: root(of: regionIndex), on: surface)
                if isNested {
                    tracker.depth = tree.regions.isEmpty ? 0 : tree.depths[regionIndex]
                    tracker.moveBounds()
                }
            } else if tracker.isTouched {
                tracker.group = FingerGroup(
                    region: regionCount + departedCount, isSimultaneous: tracker.group.isSimultaneous)
                tracker.root = tracker.group.region
                tracker.depth = 0
                departedCount += 1
                if isNested { tracker.onlyFinish(at: now, into: &output) }
            } else {
                tracker.flush(at: now, into: &output)
                continue
            }
            trackers.append(tracker)
        }
        trackers.sort { $0.group < $1.group }
        active = Array(trackers.indices)
        updateActive()
        updateRequests()
    }

    /// Returns a region; nil for the whole surface.
    private func region(at index: Int) -> TrackedRegion? { tree.regions.isEmpty ? nil : tree.regions[index] }

    private func root(of region: Int) -> Int { tree.isNested ? tree.root(of: region) : region }

    /// - Parameter id: nil for the whole surface.
    /// - Returns: nil if the region was removed.
    private func regionIndex(of id: RegionID?) -> Int? {
        guard let id else { return tree.regions.isEmpty ? 0 : nil }
        return tree.ids.firstIndex(of: id)
    }

    private mutating func updateRequests() {
        wantsTouches =
            tree.isNested
            ? demands.contains { $0.touch && $0.isOn }
            : tree.regions.isEmpty
                ? options.gestures.selection.touch
                : tree.regions.contains { ($0.gestures ?? options.gestures).selection.touch }
        separatesLandings =
            tree.regions.contains { $0.dependsOnFlings }
            || trackers.contains { $0.group.region >= regionCount && $0.coasts }
        isDirect = accommodations == nil && palms == nil && !separatesLandings && !tree.isNested
    }

    // MARK: A frame

    mutating func process(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        output.surface = surface
        // Contacts that the recognizers ignore, such as palms, still show that somebody is there.
        if idleTime != nil { activeChanges = changes }
        if isDirect {
            if hasResting { joinSettingOut(changes, at: now, into: &output) }
            processRegions(changes, at: now, into: &output)
        } else {
            filter(changes, at: now, into: &output)
        }
        updateActive()
    }

    @inline(__always)  // called in one place
    private mutating func filter(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        if accommodations == nil {
            processContacts(changes, at: now, into: &output)
        } else {
            accepted.removeAll(keepingCapacity: true)
            accepted.append(contentsOf: changes)
            accommodations?.filter(&accepted, at: now)
            processContacts(accepted, at: now, into: &output)
            accommodations?.follow(&output.claims, on: surface.id)
        }
    }

    @inline(__always)  // costs a call per frame otherwise
    private mutating func processContacts(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        if palms == nil {
            processFingers(changes, at: now, into: &output)
        } else {
            kept.removeAll(keepingCapacity: true)
            kept.append(contentsOf: changes)
            palms?.filter(&kept, returning: &landings, at: now)
            if !landings.isEmpty { processPart(landings, at: now, into: &output) }
            processFingers(kept, at: now, into: &output)
        }
    }

    private mutating func processFingers(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        if hasResting { joinSettingOut(changes, at: now, into: &output) }
        if tree.isNested ? !mergesFingers(changes) && split(changes) : separatesLandings && split(changes) {
            processPart(departures, at: now, into: &output)
            processPart(landings, at: now, into: &output)
        } else {
            processPart(changes, at: now, into: &output)
        }
    }

    /// Reports the activity if the surface, before its first frame here, is active at `now`.
    mutating func startActivity(_ use: SurfaceUse, at now: Instant, into output: inout Output) {
        guard let idleTime, use.isActive(at: now, idleTime: idleTime) else { return }
        activity.start(use, into: &output)
        updateActive()
    }

    /// Counts a frame as activity, without recognizing anything in it.
    mutating func noteActivity(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        output.surface = surface
        if idleTime != nil { activity.follow(changes, at: now, into: &output) }
        accommodations?.noteLifts(changes, at: now)
        updateActive()
    }

    /// Returns whether one finger lands and several are lifted: the sensor may have merged them.
    private func mergesFingers(_ changes: [ContactChange]) -> Bool {
        changes.count { $0.action == .down } == 1 && changes.count { $0.action == .up } > 1
    }

    /// Splits a frame into `landings` and `departures`, which are all other changes.
    ///
    /// - Returns: whether the frame has both.
    private mutating func split(_ changes: [ContactChange]) -> Bool {
        guard ContactChange.Actions(of: changes).contains(.down) else { return false }
        departures.removeAll(keepingCapacity: true)
        landings.removeAll(keepingCapacity: true)
        for change in changes {
            if change.action == .down { landings.append(change) } else { departures.append(change) }
        }
        return !departures.isEmpty && !landings.isEmpty
    }

    mutating func processPart(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        if tree.isNested {
            processLevels(changes, at: now, into: &output)
        } else {
            processRegions(changes, at: now, into: &output)
        }
    }

    @inline(never)
    private mutating func processRegions(
        _ changes: [ContactChange], at now: Instant, into output: inout Output
    ) {
        owners.clear()
        let isOneGroup = tree.regions.isEmpty && departedCount == 0 && reach == nil && trackers.count <= 1
        // Checked only where a landing can matter: most frames are of a short touch in one group.
        if !isOneGroup || active.isEmpty || now - touchBegan > Thresholds.rest,
            ContactChange.Actions(of: changes).contains(.down)
        {
            if active.isEmpty { touchBegan = now }
            if isOneGroup, active.isEmpty || !separates(at: now) {
                activate(FingerGroup(region: 0), at: now, into: &output)
            } else {
                assign(changes, at: now, into: &output)
            }
        }
        for index in active.indices {
            trackers[active[index]].press(changes, owners: owners, at: now, into: &output)
        }
        if wantsTouches || touches.isTouched, joining.isEmpty {
            touches.follow(changes, owners: owners, of: trackers, at: now, into: &output)
        }
        if let changes = activeChanges {
            activeChanges = nil
            activity.follow(changes, at: now, into: &output)
        }
        for index in active.indices { trackers[active[index]].process(at: now, into: &output) }
        if departedCount > 0 { forget(at: now, into: &output) }
    }

    /// Sets `owners`, and makes the trackers of these groups active.
    private mutating func assign(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        for index in changes.indices {
            owners.append(landingRegion(index, of: changes).map { FingerGroup(region: $0) })
        }
        if separates(at: now) { assignGroups(changes, at: now) }
        for index in owners.indices {
            if let owner = owners[index] { activate(owner, at: now, into: &output) }
        }
    }

    /// Sets the groups of the fingers that land, whose regions are known.
    mutating func assignGroups(_ changes: [ContactChange], at now: Instant) {
        groups.assign(
            &owners, of: changes, among: trackers, reach: reach, countsResting: countsResting, at: now)
    }

    /// Returns whether fingers that land can belong to several groups of a region.
    mutating func separates(at now: Instant) -> Bool {
        guard !countsResting else { return reach != nil }
        for position in active.indices where trackers[active[position]].rests(at: now) {
            hasResting = true
            return true
        }
        guard reach == nil else { return true }
        for index in trackers.indices where trackers[index].group.number > 0 { return true }
        return false
    }

    /// Returns the deepest region where a change of the frame lands; nil if it is no landing, or outside all regions.
    func landingRegion(_ index: Int, of changes: [ContactChange]) -> Int? {
        guard changes[index].action == .down else { return nil }
        return joining.isEmpty ? regionIndex(at: changes[index].position) : joining[index]
    }

    func regionIndex(at position: Vector) -> Int? {
        tree.regions.isEmpty ? 0 : tree.hitTest(surface.normalized(position))
    }

    /// Makes the tracker of a group active, and creates it if needed: most regions of a large layout are seldom touched.
    mutating func activate(_ group: FingerGroup, at now: Instant, into output: inout Output) {
        let tracker = trackers.index(of: group) ?? build(group, at: now, into: &output)
        var index = active.count
        while index > 0, group < trackers[active[index - 1]].group { index -= 1 }
        if index == 0 || active[index - 1] != tracker { active.insert(tracker, at: index) }
    }

    /// - Returns: the index of the tracker.
    @inline(never)
    private mutating func build(_ group: FingerGroup, at now: Instant, into output: inout Output) -> Int {
        if trackers.count >= Self.roomyCount { releaseIdle(at: now) }
        if group.number > 0 { makeRoom(at: now, into: &output) }
        let id = tree.regions.isEmpty ? nil : tree.ids[group.region]
        let region = region(at: group.region)
        let request = RegionRequest(
            region, options, isNested: tree.isNested, isSimultaneous: group.isSimultaneous)
        trackers.append(
            RegionTracker(
                region, group: group, root: root(of: group.region), id: id, request, options, on: surface))
        if tree.isNested { trackers[trackers.count - 1].depth = tree.depths[group.region] }
        return trackers.count - 1
    }

    /// Makes room for one more group beyond the first of a region. If all are in use, the one that has waited longest for its
    /// next touch gives way.
    private mutating func makeRoom(at now: Instant, into output: inout Output) {
        let most = GroupAssigner.mostFurther * (tree.isNested ? Self.mostPerPerson : 1)
        guard furtherCount >= most else { return }
        releaseIdle(at: now)
        guard furtherCount >= most, let index = longestWaiting() else { return }
        failContests(ofNumber: trackers[index].group.number, at: now, into: &output)
        trackers[index].flush(at: now, into: &output)
        remove(at: index)
    }

    /// The number of trackers beyond the first of each region.
    private var furtherCount: Int {
        var count = 0
        for index in trackers.indices where trackers[index].group.number > 0 { count += 1 }
        return count
    }

    /// The further tracker without fingers whose last finger was lifted first.
    private func longestWaiting() -> Int? {
        var first: Int?
        for index in trackers.indices where trackers[index].group.number > 0 && !trackers[index].isTouched {
            if owners.contains(trackers[index].person) { continue }
            guard let other = first else {
                first = index
                continue
            }
            let (found, earliest) = (trackers[index].lastLift, trackers[other].lastLift)
            if found < earliest || found == earliest && trackers[index].group < trackers[other].group { first = index }
        }
        return first
    }

    /// Releases the trackers that have no state a new one would lack.
    private mutating func releaseIdle(at now: Instant) {
        for index in trackers.indices.reversed() where !active.contains(index) && trackers[index].isIdle(at: now) {
            if !hasContest(for: trackers[index].group, at: now) { remove(at: index) }
        }
    }

    private mutating func remove(at index: Int) {
        trackers.remove(at: index)
        active.removeAll { $0 == index }
        for other in active.indices where active[other] > index { active[other] -= 1 }
    }

    /// Removes trackers without fingers and deadlines from `active`, and finds the earliest deadline of the others.
    private mutating func updateActive() {
        var next = idleTime.flatMap { activity.deadline($0) }
        if !isDirect { addDeadlines(to: &next) }
        var kept = 0
        for position in active.indices {
            let index = active[position]
            let deadline = trackers[index].nextDeadline
            guard deadline != nil || trackers[index].isTouched else { continue }
            if let deadline { next = min(deadline, next ?? deadline) }
            active[kept] = index
            kept += 1
        }
        if kept < active.count { active.removeSubrange(kept...) }
        nextDeadline = next
    }

    /// Adds the deadlines of contacts that are held back, and of taps of several regions.
    @inline(__always)  // or the call copies the whole tracker
    private func addDeadlines(to next: inout Instant?) {
        if let deadline = accommodations?.deadline { next = min(deadline, next ?? deadline) }
        if let deadline = palms?.deadline { next = min(deadline, next ?? deadline) }
        for contest in contests.indices {
            if let deadline = contests[contest].deadline { next = min(deadline, next ?? deadline) }
        }
    }

    /// Releases the trackers of removed regions that no longer have fingers.
    mutating func forget(at now: Instant, into output: inout Output) {
        while let index = firstDeparted() {
            trackers[index].flush(at: now, into: &output)
            remove(at: index)
            departedCount -= 1
            updateRequests()
        }
    }

    /// The tracker of a removed region that has no finger, the one with the lowest index first.
    private func firstDeparted() -> Int? {
        var first: Int?
        for index in trackers.indices where trackers[index].group.region >= regionCount && !trackers[index].isTouched {
            if let other = first, trackers[other].group <= trackers[index].group { continue }
            first = index
        }
        return first
    }

    /// Handles the removal of the surface: cancels open gestures and reports taps that were held back.
    @inline(never)
    mutating func lose(at now: Instant, into output: inout Output) {
        output.surface = surface
        loseContests(at: now, into: &output)
        for index in active.indices { trackers[active[index]].lose(at: now, into: &output) }
        touches.lose(at: now, into: &output)
        activity.lose(at: now, into: &output)
    }

    // MARK: Time

    mutating func pass(
        deadline now: Instant, into output: inout Output
    ) {
        output.surface = surface
        // A landing that was held back is input at this time, which comes before the deadlines.
        if let deadline = accommodations?.deadline, deadline == now {
            accommodations?.pass(deadline: now, into: &accepted)
            processContacts(accepted, at: now, into: &output)
        }
        if let deadline = palms?.deadline, deadline == now {
            palms?.pass(deadline: now, into: &kept)
            processPart(kept, at: now, into: &output)
        }
        if tree.isNested {
            passLevels(deadline: now, into: &output)
        } else {
            for position in active.indices where trackers[active[position]].nextDeadline == now {
                trackers[active[position]].pass(deadline: now, into: &output)
            }
        }
        if let idleTime, activity.deadline(idleTime) == now {
            activity.pass(deadline: now, into: &output)
        }
        accommodations?.follow(&output.claims, on: surface.id)
        updateActive()
    }

    /// Returns whether a new tracker would handle a touch at `now` or later in the same way.
    func isIdle(at now: Instant) -> Bool {
        guard activity.isIdle, !touches.isTouched, !(palms?.isTouched ?? false), accommodations?.isIdle(at: now) ?? true
        else { return false }
        for index in trackers.indices where !trackers[index].isIdle(at: now) { return false }
        for index in contests.indices where !contests[index].isIdle(at: now) { return false }
        return true
    }

    /// Returns whether a region still has a tracker.
    func uses(_ id: RegionID) -> Bool { trackers.contains { $0.id == id } }
}
