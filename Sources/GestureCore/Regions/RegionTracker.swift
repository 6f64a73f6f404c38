/// Follows the fingers of one region: the press first, then the recognizers of what is asked for side by side, then each
/// composition.
struct RegionTracker: Equatable, Sendable {
    /// Which region this is; nil for a whole surface.
    let id: RegionID?
    private(set) var region: Region?
    /// The place of the region in the list that is asked for, 0 for a whole surface; a higher one once the region is gone.
    var place: Int
    private let gestures: GestureSet
    private var rules: Rules
    private var series: TouchSeries
    private var press = PressTracker()
    private var recognizers = Recognizers()
    private var compositions: [CompositionTracker]
    /// The thumbs among its fingers; nil on a touchscreen, which is touched with thumbs.
    private var thumbs: ThumbFilter?
    /// What happens to its fingers in the frame that is being handled.
    private var changes: [ContactChange] = []
    private var actions = ContactChange.Actions(of: [])
    private var bounds: Bounds?
    private var coasting = Coasting()
    /// Whether the touch in progress only stops what coasts.
    private var onlyStops = false

    init(_ region: Region?, place: Int, id: RegionID?, _ options: GestureOptions, on surface: Surface) {
        self.region = region
        self.place = place
        self.id = id
        gestures = region?.gestures ?? options.gestures
        let rules = Rules(
            selection: gestures.selection, thresholds: options.thresholds,
            slop: region?.slop ?? options.thresholds.slop(on: surface.kind))
        self.rules = rules
        series = TouchSeries(on: surface.kind)
        compositions = gestures.compositions.enumerated().map { index, composition in
            CompositionTracker(composition, index: index, rules: rules, surface: surface)
        }
        if surface.kind == .touchpad { thumbs = ThumbFilter(on: surface) }
        if let region, region.tracking == .reenter { bounds = Bounds(region.rectangle, on: surface) }
        countActions()
    }

    /// What one takes without compositions, in bytes.
    static let memory = 2 * MemoryLayout<RegionTracker>.stride + TouchSeries.memory

    /// Takes a changed region that tracks its fingers as before.
    mutating func move(to region: Region?, place: Int, on surface: Surface) {
        self.region = region
        self.place = place
        if let region, region.tracking == .reenter { bounds = Bounds(region.rectangle, on: surface) }
    }

    /// Whether fingers are down, thumbs included.
    var isTouched: Bool { series.downCount > 0 || thumbs?.isTouched ?? false }

    /// Whether it takes a touch that begins at `now` or later as the very first.
    func isAtRest(at now: Instant) -> Bool {
        guard !isTouched, recognizers.isAtRest(at: now, rules),
            !coasting.isMoving(at: now, rate: rules.thresholds.decelerationRate)
        else { return false }
        for index in compositions.indices where !compositions[index].isAtRest(at: now) { return false }
        return true
    }

    /// Whether what is flung in it goes on, until a touch stops it.
    var coasts: Bool { region?.suppressesTapWhileCoasting ?? false }

    /// Whether contacts are to be told of by themselves.
    var wantsTouches: Bool { gestures.selection.touch }

    // MARK: A frame

    /// Takes what happens to its fingers in a frame, and its press, before any recognizer of any region.
    ///
    /// - Parameters:
    ///   - all: the changes of the whole surface, in which landings on other regions are left out.
    ///   - owners: whose each landing is; empty if all are its own.
    ///   - owner: what it is called there.
    @inline(__always)  // called in one place, in every frame
    mutating func press(
        _ all: [ContactChange], owners: [Int?], as owner: Int, at now: Instant, into output: inout Output
    ) {
        if owners.isEmpty, changes.count == all.count {
            // As in most frames: to write over what is there costs less than to clear it first.
            for index in all.indices { changes[index] = all[index] }
        } else {
            changes.removeAll(keepingCapacity: true)
            for index in all.indices where all[index].action != .down || owners.isEmpty || owners[index] == owner {
                changes.append(all[index])
            }
        }
        thumbs?.filter(&changes, areSpread: series.intent.spreads, at: now)
        actions = ContactChange.Actions(of: changes)
        if actions.contains(.down), actions.contains(.up) { loseMergedFingers() }
        output.region = id
        if series.downCount == 0, actions.contains(.down) { startTouch(at: now, into: &output) }
        // Asked here, for to hand over the series is to copy it.
        guard rules.selection.press, press.follows(actions) else { return }
        press.follow(changes, of: series, at: now, slop: rules.slop, bounds: bounds, into: &output)
    }

    /// Where the sensor takes fingers that are near each other for one, several go and one lands in the same frame where one
    /// of them was. Nobody has lifted a finger, and nobody taps: they are lost, and the one is dead.
    private mutating func loseMergedFingers() {
        guard changes.count(where: { $0.action == .down }) == 1, changes.count(where: { isLift($0) }) > 1,
            let landing = changes.first(where: { $0.action == .down })?.position,
            changes.contains(where: { isLift($0) && !$0.position.distance(to: landing).exceeds(rules.slop) })
        else { return }
        changes.removeAll { $0.action == .down }
        for index in changes.indices where isLift(changes[index]) { changes[index].action = .cancel }
        actions = ContactChange.Actions(of: changes)
    }

    private func isLift(_ change: ContactChange) -> Bool { change.action == .up && series.isDown(change.contact) }

    /// Hands the same to the recognizers.
    mutating func process(at now: Instant, into output: inout Output) {
        output.region = id
        let first = output.events.count
        // Copied once, as the series is, and not for each recognizer.
        let rules = rules
        if !actions.areMovesAlone { series.foresee(changes) }
        for step in TouchSeries.Step.allCases where actions.contains(step.action) {
            guard series.follow(step, of: changes, at: now, slop: rules.slop) else { continue }
            output.origin = series.origin
            let series = series
            recognizers.followTap(step, of: series, at: now, rules, into: &output)
            recognizers.follow(step, of: series, at: now, rules, into: &output)
            if !compositions.isEmpty { followCompositions(step, at: now, into: &output) }
        }
        if coasts { noteFlings(since: first, of: output) }
    }

    // Apart, or the optimizer makes sure of an array that is usually empty in every frame.
    @inline(never)
    private mutating func followCompositions(_ step: TouchSeries.Step, at now: Instant, into output: inout Output) {
        for index in compositions.indices { compositions[index].follow(step, of: series, at: now, into: &output) }
    }

    /// Every finger is lost, as when the device is unplugged: closes what is open, and publishes what had already ended.
    mutating func lose(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = series.origin
        press.lose(at: now, into: &output)
        series.dropAll()
        recognizers.lose(series, at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].lose(series, at: now, into: &output) }
    }

    /// Publishes what is held back, once no finger is down.
    mutating func flush(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = series.origin
        recognizers.flush(at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].flush(series, at: now, into: &output) }
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

    /// Lets the deadline at `now` pass.
    mutating func pass(deadline now: Instant, into output: inout Output) {
        output.region = id
        output.origin = series.origin
        if recognizers.nextDeadline(rules) == now {
            recognizers.pass(deadline: now, series: series, rules, into: &output)
        }
        for index in compositions.indices where compositions[index].nextDeadline == now {
            compositions[index].pass(deadline: now, series: series, into: &output)
        }
    }

    // MARK: What counts

    private mutating func startTouch(at now: Instant, into output: inout Output) {
        let stops = coasts && coasting.isMoving(at: now, rate: rules.thresholds.decelerationRate)
        coasting.stop()
        guard stops != onlyStops else { return }
        if stops { flush(at: now, into: &output) }
        onlyStops = stops
        countActions()
    }

    /// Lets presses, taps and long presses count or not.
    private mutating func countActions() {
        let count = !onlyStops && region?.isEnabled ?? true
        rules.selection = count ? gestures.selection : gestures.selection.withoutActions
        for index in compositions.indices { compositions[index].count(actions: count) }
    }

    private mutating func noteFlings(since first: Int, of output: Output) {
        for event in output.events[first...] where event.kind == .drag && event.phase == .ended {
            if case .drag(_, _, let velocity) = event.details { coasting.fling(at: event.time, velocity: velocity) }
        }
    }
}

extension [RegionTracker] {
    func index(ofPlace place: Int) -> Int? {
        // By index: a closure would get a copy of each.
        for index in indices where self[index].place == place { return index }
        return nil
    }
}
