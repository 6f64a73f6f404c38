/// Follows one group of fingers on one region: first the press, then the recognizers of the selection, then each composition.
struct RegionTracker: Equatable, Sendable {
    /// nil for a whole surface.
    let id: RegionID?
    private(set) var region: TrackedRegion?
    /// Whether a fling in the region coasts until a touch stops it. The region that the tracker moves to tracks its fingers alike.
    let coasts: Bool
    var group: FingerGroup
    /// The outermost region around the region; the region itself where none is nested.
    var root: Int
    /// Whether the next touch can continue taps that a ``TapContest`` has counted. Updated when fingers land.
    var isInContest = false
    /// Whether the region was removed, and its touch only finishes what has begun.
    var isFinishing = false
    /// The number of regions around the region.
    var depth = 0
    /// The gestures that the region recognizes. Of the compositions, only those in ``compositions``.
    var gestures: GestureSet
    var rules: Rules
    /// The slop of touches that land at rest.
    private let slop: Points
    var sequence: TouchSequence
    var press = PressTracker()
    var recognizers = Recognizers()
    var compositions: [CompositionTracker]
    /// Finds thumbs among the fingers; nil on a touchscreen, where thumbs are fingers.
    private(set) var thumbs: ThumbFilter?
    /// The changes of the fingers of this region in the current frame.
    var changes: [ContactChange] = []
    var actions = ContactChange.Actions(of: [])
    private var bounds: Bounds?
    private var coasting = Coasting()
    /// Whether the current touch landed while a fling coasted.
    private var stopsFling = false
    /// What the regions around the same fingers leave to this one, where regions are nested.
    var turn = Turn()

    init(
        _ region: TrackedRegion?, group: FingerGroup, root: Int, id: RegionID?, _ request: RegionRequest,
        _ options: GestureOptions, on surface: Surface
    ) {
        self.region = region
        coasts = region?.dependsOnFlings ?? false
        self.group = group
        self.root = root
        self.id = id
        gestures = request.gestures
        let rules = Rules(
            selection: gestures.selection, thresholds: options.thresholds,
            slop: surface.slop(region?.slop ?? options.thresholds.slop(on: surface.kind)))
        self.rules = rules
        slop = rules.slop
        sequence = TouchSequence(on: surface.kind)
        compositions = gestures.compositions.enumerated().compactMap { index, composition in
            request.includes(composition)
                ? CompositionTracker(composition, index: index, rules: rules, surface: surface) : nil
        }
        if surface.kind == .touchpad { thumbs = ThumbFilter(on: surface) }
        if let region, region.tracking == .reenter { bounds = Bounds(region.rectangle, on: surface) }
        updateRules()
    }

    /// The memory of one tracker without compositions, in bytes.
    static let memory = 2 * MemoryLayout<RegionTracker>.stride + TouchSequence.memory

    /// Moves to a changed region that tracks its fingers as before.
    mutating func move(to region: TrackedRegion?, regionIndex: Int, root: Int, on surface: Surface) {
        self.region = region
        group.region = regionIndex
        self.root = root
        if let region, region.tracking == .reenter { bounds = Bounds(region.rectangle, on: surface) }
    }

    /// Has the press that goes on follow the rectangle.
    mutating func moveBounds() { if let bounds { press.move(to: bounds) } }

    /// The tracker of a composition of the request; nil if the region does not recognize it.
    func composition(_ index: Int) -> CompositionTracker? { compositions.first { $0.index == index } }

    /// The name of the person whose fingers the tracker follows: that of the group on the root.
    var person: FingerGroup { FingerGroup(region: root, number: group.number) }

    /// Whether fingers are down, thumbs included.
    var isTouched: Bool { sequence.downCount > 0 || thumbs?.isTouched ?? false }

    /// Returns whether a new tracker would handle a touch at `now` or later in the same way.
    func isIdle(at now: Instant) -> Bool {
        guard !isTouched, recognizers.isIdle(at: now, rules),
            !coasting.isMoving(at: now, rate: rules.thresholds.decelerationRate)
        else { return false }
        for index in compositions.indices where !compositions[index].isIdle(at: now) { return false }
        return true
    }

    /// The time of the last lift.
    var lastLift: Instant { sequence.lastLift }

    /// Returns the finger of the group that is nearest to one that lands; nil if the group is idle.
    ///
    /// If no finger is down, those lifted last count, because the next touch can continue what they began. If some fingers rest, only the
    /// others count.
    ///
    /// - Parameter countsResting: whether fingers that rest count as others do.
    func neighbour(of landing: Vector, countsResting: Bool, at now: Instant) -> GroupAssigner.Neighbour? {
        if sequence.downCount == 0, !isBusy(at: now) { return nil }
        let rests = !countsResting && rests(at: now)
        return GroupAssigner.Neighbour(
            distance: sequence.distance(to: landing) { rests || countsResting || !$0.rests(at: now) },
            isDown: hasFingers, rests: rests)
    }

    /// Returns whether fingers are down, and all of them rest.
    func rests(at now: Instant) -> Bool {
        guard hasFingers else { return false }
        for index in sequence.fingers.indices where sequence.fingers[index].isDown {
            if !sequence.fingers[index].rests(at: now) { return false }
        }
        return true
    }

    /// Returns whether this change moves a finger beyond slop, as the first one of the group. A group that has moved before can go on
    /// with what it began.
    func setsOut(_ change: ContactChange) -> Bool {
        guard !sequence.hasLeftSlop, let start = sequence.start(of: change.contact) else { return false }
        return change.position.distance(to: start).exceeds(rules.slop)
    }

    /// Returns whether the next touch of the group can continue what it began.
    func isBusy(at now: Instant) -> Bool { isInContest || !isIdle(at: now) }

    /// Whether a finger of the group is down.
    var hasFingers: Bool { sequence.downCount > 0 }

    /// Whether single contacts are reported.
    var wantsTouches: Bool { gestures.selection.touch }

    // MARK: A frame

    /// Selects the changes of this group's fingers from a frame and follows the press. Called before any recognizer of any
    /// group.
    ///
    /// - Parameters:
    ///   - all: the changes of the whole surface.
    ///   - owners: the group that gets each change that is a landing; empty if no finger lands, or all belong to this group.
    @inline(__always)  // called in one place, in every frame
    mutating func press(
        _ all: [ContactChange], owners: [FingerGroup?], at now: Instant, into output: inout Output
    ) {
        if owners.isEmpty, changes.count == all.count {
            // Most frames: overwriting is cheaper than clearing and appending. Changes of other fingers are ignored later.
            for index in all.indices { changes[index] = all[index] }
        } else {
            changes.removeAll(keepingCapacity: true)
            for index in all.indices where concerns(all[index], owner: owners.isEmpty ? group : owners[index]) {
                changes.append(all[index])
            }
        }
        beginFrame(at: now, into: &output)
    }

    /// Follows the press through the selected changes.
    @inline(__always)  // called in two places, in every frame
    mutating func beginFrame(at now: Instant, into output: inout Output) {
        thumbs?.filter(&changes, areSpread: sequence.fingerMotion.spreads, at: now)
        actions = ContactChange.Actions(of: changes)
        if actions.contains(.down), actions.contains(.up) { loseMergedFingers() }
        output.region = id
        if sequence.downCount == 0, actions.contains(.down) { startTouch(at: now, into: &output) }
        // Checked here because passing the sequence copies it.
        guard rules.selection.press, press.follows(actions) else { return }
        press.follow(changes, of: sequence, at: now, slop: rules.slop, bounds: bounds, into: &output)
    }

    /// - Parameter owner: the group that gets the change if it is a landing.
    private func concerns(_ change: ContactChange, owner: FingerGroup?) -> Bool {
        change.action == .down ? owner == group : sequence.isDown(change.contact) || thumbs != nil
    }

    /// Cancels fingers that the sensor merged: several disappear, and one lands in the same frame where one of them was. No
    /// finger was lifted, so this is no tap, and the new contact is ignored until it is lifted.
    private mutating func loseMergedFingers() {
        guard changes.count(where: { $0.action == .down }) == 1, changes.count(where: { isLift($0) }) > 1,
            let landing = changes.first(where: { $0.action == .down })?.position,
            changes.contains(where: { isLift($0) && !$0.position.distance(to: landing).exceeds(rules.slop) })
        else { return }
        changes.removeAll { $0.action == .down }
        for index in changes.indices where isLift(changes[index]) { changes[index].action = .cancel }
        actions = ContactChange.Actions(of: changes)
    }

    private func isLift(_ change: ContactChange) -> Bool { change.action == .up && sequence.isDown(change.contact) }

    /// Passes the changes that ``press`` selected to the recognizers.
    mutating func process(at now: Instant, into output: inout Output) {
        output.region = id
        let first = output.events.count
        // Copied once, like the sequence, and not for each recognizer.
        let rules = rules
        if !actions.areMovesAlone { sequence.foresee(changes) }
        for step in TouchSequence.Step.allCases where actions.contains(step.action) {
            guard sequence.follow(step, of: changes, at: now, slop: rules.slop) else { continue }
            output.origin = sequence.origin
            let sequence = sequence
            recognizers.followTap(step, of: sequence, at: now, rules, into: &output)
            recognizers.follow(step, of: sequence, at: now, rules, into: &output)
            if !compositions.isEmpty { followCompositions(step, at: now, into: &output) }
        }
        if coasts { noteFlings(since: first, of: output) }
    }

    // Not inlined, or every frame checks the uniqueness of an array that is usually empty.
    @inline(never)
    private mutating func followCompositions(_ step: TouchSequence.Step, at now: Instant, into output: inout Output) {
        for index in compositions.indices {
            compositions[index].follow(step, of: sequence, changes, at: now, into: &output)
        }
    }

    /// Handles the loss of all fingers, as when the device is unplugged: cancels open gestures and reports taps that were held
    /// back.
    @inline(never)
    mutating func lose(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        press.lose(at: now, into: &output)
        sequence.dropAll()
        recognizers.lose(sequence, at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].lose(sequence, at: now, into: &output) }
    }

    /// Reports taps that were held back, once no finger is down.
    @inline(never)
    mutating func flush(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        recognizers.flush(at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].flush(sequence, at: now, into: &output) }
    }

    // MARK: Time

    /// The earliest instant at which time alone decides something.
    var nextDeadline: Instant? {
        var next = recognizers.nextDeadline(rules)
        for index in compositions.indices {
            guard let deadline = compositions[index].nextDeadline else { continue }
            next = min(deadline, next ?? deadline)
        }
        return next
    }

    /// Handles the deadline at `now`.
    mutating func pass(deadline now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        if recognizers.nextDeadline(rules) == now {
            recognizers.pass(deadline: now, sequence: sequence, rules, into: &output)
        }
        for index in compositions.indices where compositions[index].nextDeadline == now {
            compositions[index].pass(deadline: now, sequence: sequence, into: &output)
        }
    }

    // MARK: Touches that stop a fling

    @inline(__always)  // costs a call per landing otherwise
    private mutating func startTouch(at now: Instant, into output: inout Output) {
        let stops = coasts && coasting.isMoving(at: now, rate: rules.thresholds.decelerationRate)
        coasting.stop()
        let isStale = !turn.isPlanned && turn.permits != .all
        guard stops != stopsFling || isStale else { return }
        stopsFling = stops
        // No region is nested any more.
        if isStale { turn.permits = .all }
        if onlyStops { flush(at: now, into: &output) }
        updateRules()
    }

    /// Whether the current touch does nothing but stop a fling: it makes no press, tap or long press.
    var onlyStops: Bool { stopsFling && suppressesTaps }

    /// Whether a finger that lands while a fling coasts only stops it.
    var suppressesTaps: Bool { region?.suppressesTapWhileCoasting ?? false }

    /// Returns whether a fling in the region coasts until a touch stops it.
    func isCoasting(at now: Instant) -> Bool {
        coasts && coasting.isMoving(at: now, rate: rules.thresholds.decelerationRate)
    }

    /// Updates the slop, and whether presses, taps and long presses are recognized.
    mutating func updateRules() {
        var permits = turn.permits
        if onlyStops || !(region?.isEnabled ?? true) { permits.subtract(.actions) }
        rules.selection = gestures.selection.limited(to: permits)
        rules.slop = stopsFling ? region?.slopWhileCoasting ?? slop : slop
        for index in compositions.indices { compositions[index].limit(to: permits, slop: rules.slop) }
    }

    mutating func noteFlings(since first: Int, of output: Output) {
        for event in output.events[first...] where event.kind == .drag && event.phase == .ended && event.region == id {
            if case .drag(_, _, let velocity) = event.details { coasting.fling(at: event.time, velocity: velocity) }
        }
    }
}

extension [RegionTracker] {
    // By index: a closure would copy each tracker.

    func index(of group: FingerGroup) -> Int? {
        for index in indices where self[index].group == group { return index }
        return nil
    }
}
