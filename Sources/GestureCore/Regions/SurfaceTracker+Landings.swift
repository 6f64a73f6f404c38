/// Which gestures a landing finger can make at each level.
extension SurfaceTracker {
    /// The levels that count a finger that lands.
    enum Scope: Equatable, Sendable {
        case all
        /// One level: the finger joins its movement.
        case only(Int)
        /// The levels inside a region whose movement does not accept the finger.
        case below(Int)

        func contains(_ region: Int) -> Bool {
            switch self {
            case .all: true
            case .only(let other): region == other
            // A parent is before its children in the list.
            case .below(let other): region > other
            }
        }
    }

    /// The chain of a finger that lands.
    struct Chain: Equatable, Sendable {
        /// The index of the deepest region; −1 if the change is no landing in a region.
        var deepest = -1
        /// The number of the group of fingers on the root.
        var number = 0
        var scope = Scope.all
        /// The region that gets the press, and taps of one finger; nil if no region asks for them.
        var target: Int?
        /// Whether the finger makes no press, tap or long press; true if it stops a fling.
        var isBlocked = false
        var isStopping = false
        /// The outermost level with a drag from the edge, and the deepest one that has to decide.
        var outermostDrawer = Int.max
        var deepestDemand = -1
    }

    /// Finds the chains of the fingers that land, and plans their touches.
    mutating func land(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        owners.clear()
        for index in changes.indices {
            let deepest = landingRegion(index, of: changes)
            chains.append(Chain(deepest: deepest ?? -1))
            owners.append(deepest.map { FingerGroup(region: tree.root(of: $0)) })
        }
        if separates(at: now) {
            for contest in contests.indices {
                guard let tracker = trackers.index(of: contests[contest].target) else { continue }
                trackers[tracker].isInContest = !contests[contest].isIdle(at: now)
            }
            assignGroups(changes, at: now)
        }
        for index in chains.indices where chains[index].deepest >= 0 {
            chains[index].number = owners[index]?.number ?? 0
        }
        // Each touch opens the contest of the region that it is for, and only that one.
        for contest in contests.indices where !hasFingers(contests[contest].target) { contests[contest].isOpen = false }
        for index in chains.indices where chains[index].deepest >= 0 {
            chains[index].scope = scope(of: index)
            survey(index, at: changes[index].position, now)
            finishTaps(of: chains[index], at: now, into: &output)
        }
        // Only now, or the result would depend on the order of fingers that land together.
        for index in chains.indices where chains[index].deepest >= 0 {
            plan(chains[index], at: changes[index].position, now, into: &output)
        }
    }

    /// Returns the levels that count a finger: all, unless it lands inside a region that fingers move.
    private func scope(of landing: Int) -> Scope {
        let chain = chains[landing]
        var scope = Scope.all
        var region = chain.deepest
        while region >= 0, scope == .all {
            if let tracker = trackers.index(of: FingerGroup(region: region, number: chain.number)) {
                // All fingers that land here in this frame join, or none.
                let joining = chains.count { other in
                    other.deepest >= 0 && other.number == chain.number && tree.isRegion(region, around: other.deepest)
                }
                switch trackers[tracker].movement(adding: joining) {
                case .none: break
                case .accepts: scope = .only(region)
                // As without regions: the finger ends the movement.
                case .refuses: scope = region == chain.deepest ? .only(region) : .below(region)
                }
            }
            region = tree.parents[region]
        }
        return scope
    }

    /// Finds out what the levels of a chain ask of a finger.
    private mutating func survey(_ landing: Int, at position: Vector, _ now: Instant) {
        var chain = chains[landing]
        let place = surface.normalized(position)
        let location = EdgeLocation(of: position, within: options.thresholds.edge, on: surface)
        var isDisabled = false
        var region = chain.deepest
        while region >= 0 {
            if demands[region].isOn {
                let demand = demands[region]
                if !demand.isEnabled { isDisabled = true }
                let tracker = trackers.index(of: FingerGroup(region: region, number: chain.number))
                // The outermost region that coasts decides.
                if let tracker, trackers[tracker].isCoasting(at: now) {
                    chain.isStopping = trackers[tracker].suppressesTaps
                }
                if chain.scope.contains(region) {
                    if chain.target == nil,
                        demand.asksForTarget(at: place) || !taps(of: region, chain, at: place).isEmpty
                    {
                        chain.target = region
                    }
                    if demand.asksForTime(at: place), chain.deepestDemand < 0 { chain.deepestDemand = region }
                    if demand.hasDrawer(at: location) { chain.outermostDrawer = region }
                }
            }
            region = tree.parents[region]
        }
        chain.isBlocked = isDisabled || chain.isStopping
        chains[landing] = chain
    }

    /// Plans what the touch of a finger can make at each level.
    ///
    /// - The press, and taps of one finger, are for the deepest level that asks for either. Taps of other levels are a matter of
    ///   ``TapContest``.
    /// - A disabled region forbids presses, taps and long presses at all levels of the chain, and so does one that coasts and whose
    ///   fling the finger stops.
    /// - A drag waits for the slop if a level inside has to decide first, if a level around it has a drag from the edge at which the
    ///   finger lands, or if the finger stops a fling.
    private mutating func plan(
        _ chain: Chain, at position: Vector, _ now: Instant, into output: inout Output
    ) {
        let owner =
            chain.isBlocked
            ? nil : startTaps(of: chain, for: chain.target, at: surface.normalized(position), now, into: &output)
        var region = chain.deepest
        while region >= 0 {
            if demands[region].isOn {
                if chain.scope.contains(region) {
                    var permits: TouchPermits = chain.isBlocked ? [] : .holds
                    if region == chain.target, !chain.isBlocked { permits.insert(.press) }
                    if region == owner { permits.insert(.taps) }
                    if region >= chain.deepestDemand, region <= chain.outermostDrawer, !chain.isStopping {
                        permits.insert(.earlyDrags)
                    }
                    plan(permits, FingerGroup(region: region, number: chain.number), at: now, into: &output)
                }
                if demands[region].hasSimultaneous {
                    let group = FingerGroup(region: region, number: chain.number, isSimultaneous: true)
                    plan(chain.isBlocked ? .earlyDrags : .all, group, at: now, into: &output)
                }
            }
            region = tree.parents[region]
        }
    }

    private mutating func plan(
        _ permits: TouchPermits, _ group: FingerGroup, at now: Instant, into output: inout Output
    ) {
        activate(group, at: now, into: &output)
        guard let tracker = trackers.index(of: group) else { return }
        trackers[tracker].plan(permits, at: now, into: &output)
        if !permits.contains(.holds) { failContest(of: group, at: now, into: &output) }
    }
}
