/// The surface where regions are nested: a finger belongs to a chain, the deepest region at its landing point and all regions around
/// it. Each region of the chain is a level with a tracker of its own.
///
/// Inside one level, everything is as on a surface without regions. Between levels:
///
/// | what happens at a level                          | its fingers at other levels     | presses there      | taps and long presses |
/// |--------------------------------------------------|---------------------------------|--------------------|-----------------------|
/// | something other than a tap begins, or is decided | count no longer, until the lift | cancelled before   | fail                  |
/// | a tap is decided at its lift                     | count no longer                 | stay; high: cancelled | fail               |
/// | a tap is possible                                | –                               | –                  | taps of regions around fail |
/// | a press, a contact                               | –                               | –                  | –                     |
/// | anything ``GesturePriority/simultaneous``        | –                               | –                  | –                     |
///
/// So nothing that has begun is ever taken back. What is decided in one step of a frame is decided in this order: gestures that are
/// high from the root inward, then the others from the deepest level outward, those at one level before those of the next. A deadline
/// is such a step, too.
///
/// What a touch can make at a level at all is planned when it lands: see ``plan(_:at:into:)``.
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
        /// True if the finger makes no press, tap or long press; true if it stops a fling.
        var isBlocked = false
        var isStopping = false
        /// The outermost level with a drag from the edge, and the deepest one that has to decide.
        var outermostDrawer = Int.max
        var deepestDemand = -1
    }

    /// The most trackers that one person beyond the first needs: each level can have two.
    static let mostPerPerson = 2 * Region.largestDepth

    // MARK: A frame

    mutating func processLevels(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        let frame = output.events.count
        let actions = ContactChange.Actions(of: changes)
        if !chains.isEmpty { chains.removeAll(keepingCapacity: true) }
        if actions.contains(.down) {
            land(changes, at: now, into: &output)
            pressLandings(changes, at: now, into: &output)
        } else {
            for index in active.indices {
                trackers[active[index]].press(changes, lands: { _ in false }, at: now, into: &output)
            }
        }
        if wantsTouches || touches.isTouched { followTouches(changes, actions, at: now, into: &output) }
        if let changes = activeChanges {
            activeChanges = nil
            activity.follow(changes, at: now, into: &output)
        }
        // Those of the frame, and the loss of thumbs that a level has found.
        var all = actions
        let largestDepth = tree.largestDepth
        for index in active.indices { all.formUnion(trackers[active[index]].actions) }
        for step in TouchSequence.Step.allCases where all.contains(step.action) {
            for index in active.indices where trackers[active[index]].hasHigh {
                follow(step, active[index], isHigh: true, since: frame, at: now, into: &output)
            }
            for depth in (0...largestDepth).reversed() {
                for index in active.indices where trackers[active[index]].depth == depth {
                    follow(step, active[index], isHigh: false, since: frame, at: now, into: &output)
                }
            }
            for index in active.indices { trackers[active[index]].endStep() }
        }
        if departedCount > 0 { forget(at: now, into: &output) }
    }

    /// Follows the press of a frame in which fingers land.
    private mutating func pressLandings(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        let (chains, parents) = (chains, tree.parents)
        for index in active.indices {
            let group = trackers[active[index]].group
            trackers[active[index]].press(
                changes,
                lands: { landing in
                    let chain = chains[landing]
                    return chain.deepest >= 0 && chain.number == group.number
                        && (group.isSimultaneous || chain.scope.contains(group.region))
                        && RegionTree.isRegion(group.region, around: chain.deepest, parents)
                }, at: now, into: &output)
        }
    }

    private mutating func follow(
        _ step: TouchSequence.Step, _ tracker: Int, isHigh: Bool, since frame: Int, at now: Instant,
        into output: inout Output
    ) {
        guard trackers[tracker].start(step, at: now) else { return }
        if !isHigh, !contests.isEmpty, let contest = contest(of: trackers[tracker].group) {
            contests[contest].follow(step, of: trackers[tracker].sequence, at: now)
            deliver(contest, claimingSince: frame, at: now, into: &output)
            guard trackers[tracker].start(step, at: now) else { return }
        }
        if !isHigh, step == .lifted, let start = heldTap(inside: tracker)?.start {
            let end = output.events.count
            trackers[tracker].takeTap(from: start, at: now, into: &output)
            // A tap that was held back comes before the others of the frame.
            if let tap = output.events[frame...].firstIndex(where: { $0.kind == .tap }), tap < end {
                output.bringForward(from: end, to: tap)
            }
        }
        let first = output.events.count
        trackers[tracker].follow(step, isHigh: isHigh, at: now, into: &output)
        settle(tracker, from: first, since: frame, at: now, into: &output)
        if isHigh, step == .lifted { takeTaps(inside: tracker, from: first, at: now, into: &output) }
    }

    mutating func passLevels(deadline now: Instant, into output: inout Output) {
        let frame = output.events.count
        for index in active.indices where trackers[active[index]].hasHigh {
            pass(deadline: now, active[index], isHigh: true, since: frame, into: &output)
        }
        for contest in contests.indices where contests[contest].deadline == now {
            contests[contest].pass(deadline: now)
            deliver(contest, at: now, into: &output)
        }
        for depth in (0...tree.largestDepth).reversed() {
            for index in active.indices where trackers[active[index]].depth == depth {
                pass(deadline: now, active[index], isHigh: false, since: frame, into: &output)
            }
        }
    }

    private mutating func pass(
        deadline now: Instant, _ tracker: Int, isHigh: Bool, since frame: Int, into output: inout Output
    ) {
        guard trackers[tracker].nextDeadline == now else { return }
        // A tap that is held back comes before the long press.
        if !isHigh, trackers[tracker].recognizers.longPressDeadline == now {
            failContest(of: trackers[tracker].group, at: now, into: &output)
        }
        let first = output.events.count
        trackers[tracker].pass(deadline: now, isHigh: isHigh, into: &output)
        settle(tracker, from: first, since: frame, at: now, into: &output)
    }

    /// Decides between levels: has all others give up the fingers that an event since `first` claims.
    ///
    /// - Parameters:
    ///   - winner: the tracker that published the events.
    ///   - frame: the number of events before this frame.
    private mutating func settle(
        _ winner: Int, from first: Int, since frame: Int, at now: Instant, into output: inout Output
    ) {
        guard !trackers[winner].group.isSimultaneous, var claim = output.indexOfClaim(since: first, at: now) else {
            return
        }
        let event = output.events[claim]
        let isTap = event.kind == .tap
        let darkens = !isTap || trackers[winner].isHigh(event)
        // Taken out, or the call copies the whole tracker.
        var claimed: [ContactChange] = []
        swap(&claimed, &self.claimed)
        defer { swap(&claimed, &self.claimed) }
        claimed.removeAll(keepingCapacity: true)
        trackers[winner].appendClaimed(to: &claimed, by: event.kind, at: now)
        let start = event.kind.recognitionPhase == .ended ? event.origin.time : now
        var end = output.events.count
        for index in active.indices {
            let other = active[index]
            guard other != winner, !trackers[other].group.isSimultaneous, trackers[other].counts(claimed)
            else { continue }
            let removesPress = trackers[other].concede(
                claimed, from: start, darkens: darkens, since: frame, at: now, into: &output)
            if removesPress {
                claim -= 1
                end -= 1
            }
            failContest(of: trackers[other].group, takenFrom: start, at: now, into: &output)
        }
        // Regions without fingers are not active, even if contests hold back their taps.
        for contest in contests.indices where contests[contest].tap.isHolding {
            let group = contests[contest].target
            guard let other = trackers.index(of: group), other != winner, trackers[other].hasLifted(claimed) else {
                continue
            }
            failContest(of: group, takenFrom: start, at: now, into: &output)
        }
        if end < output.events.count { output.bringForward(from: end, to: claim) }
        if !isTap { failContest(of: trackers[winner].group, at: now, into: &output) }
    }

    /// Returns the region inside that has a tap of the fingers that have now been lifted, but waits for another tap, and the time at
    /// which the first of its taps began; nil if no region waits.
    func heldTap(inside tracker: Int) -> (region: Int, start: Instant)? {
        guard !trackers[tracker].hasFingers, !trackers[tracker].group.isSimultaneous else { return nil }
        var first: (region: Int, start: Instant)?
        for index in active.indices where isInside(active[index], tracker) {
            guard let start = trackers[active[index]].holdStart, start < first?.start ?? .distantFuture else {
                continue
            }
            first = (trackers[active[index]].group.region, start)
        }
        for contest in contests.indices where contests[contest].ownerOfHeldTap > trackers[tracker].group.region {
            guard let target = trackers.index(of: contests[contest].target), isInside(target, tracker),
                let start = contests[contest].holdStart, start < first?.start ?? .distantFuture
            else { continue }
            first = (contests[contest].ownerOfHeldTap, start)
        }
        return first
    }

    /// Has the regions inside lose the taps of fingers that have now been lifted and made a high tap, which waits for the next.
    ///
    /// - Parameter first: the number of events before this tap.
    private mutating func takeTaps(inside tracker: Int, from first: Int, at now: Instant, into output: inout Output) {
        guard !trackers[tracker].hasFingers, !trackers[tracker].group.isSimultaneous,
            let start = trackers[tracker].highHoldStart
        else { return }
        let end = output.events.count
        for index in active.indices where isInside(active[index], tracker) {
            trackers[active[index]].takeTap(from: start, at: now, into: &output)
        }
        for contest in contests.indices {
            guard let target = trackers.index(of: contests[contest].target), isInside(target, tracker) else { continue }
            failContest(of: contests[contest].target, takenFrom: start, at: now, into: &output)
        }
        if end < output.events.count { output.bringForward(from: end, to: first) }
    }

    /// Returns true if a tracker shares fingers with one of a region around its own, and competes with it.
    private func isInside(_ tracker: Int, _ other: Int) -> Bool {
        // A parent is before its children in the list, and only regions that contain each other share fingers.
        let group = trackers[tracker].group
        return group.region > trackers[other].group.region && !group.isSimultaneous
            && trackers[tracker].sequence.hasFinger(of: trackers[other].sequence)
    }

    /// Handles the removal of the surface, or of all regions around others: held-back taps are final.
    mutating func loseContests(at now: Instant, into output: inout Output) {
        for contest in contests.indices {
            finish(contest, at: now, into: &output)
        }
        contests.removeAll()
    }

    // MARK: Landings

    /// Finds the chains of the fingers that land, and plans their touches.
    private mutating func land(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        owners.clear()
        for change in changes {
            let deepest = change.action == .down ? tree.hitTest(surface.normalized(change.position)) : nil
            chains.append(Chain(deepest: deepest ?? -1))
            owners.append(deepest.map { FingerGroup(region: tree.root(of: $0)) })
        }
        if let reach {
            for contest in contests.indices {
                guard let tracker = trackers.index(of: contests[contest].target) else { continue }
                trackers[tracker].isInContest = !contests[contest].isIdle(at: now)
            }
            groups.assign(&owners, of: changes, among: trackers, reach: reach, at: now)
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

    // MARK: Taps of several levels

    /// Makes the taps final that contests around a finger hold back, unless its touch can continue them.
    private mutating func finishTaps(of chain: Chain, at now: Instant, into output: inout Output) {
        let target = chain.isBlocked ? nil : chain.target
        let group = target.map { FingerGroup(region: $0, number: chain.number) }
        let root = tree.root(of: chain.deepest)
        for contest in contests.indices where contests[contest].target != group {
            guard contests[contest].target.number == chain.number, contests[contest].tap.isHolding,
                tree.root(of: contests[contest].target.region) == root,
                !hasFingers(contests[contest].target)
            else { continue }
            finish(contest, at: now, into: &output)
        }
    }

    /// Prepares the taps of one finger that a touch can make.
    ///
    /// - Returns: the level that recognizes them by itself; nil if there is none, or if several ask for them.
    private mutating func startTaps(
        of chain: Chain, for target: Int?, at position: UnitPoint, _ now: Instant, into output: inout Output
    ) -> Int? {
        guard let target else { return nil }
        let group = FingerGroup(region: target, number: chain.number)
        var owners = TapOwners()
        // Taps with limits of time are recognized by their region alone.
        if !demands[target].hasTimedTaps {
            addHighOwners(around: chain.deepest, chain, at: position, &owners)
            var region = target
            while region >= 0 {
                if demands[region].isOn, chain.scope.contains(region) {
                    owners.add(taps(of: region, chain, at: position), of: region)
                    // A press is for one region, and so are the taps beside it.
                    if region == target, !owners.contains(target) { owners.close() }
                }
                region = tree.parents[region]
            }
        }
        guard owners.areSeveral else {
            failContest(of: group, at: now, into: &output)
            return owners.first ?? target
        }
        var known = contest(of: group)
        if let contest = known, !contests[contest].isOwned(as: owners), !hasFingers(group) {
            finish(contest, at: now, into: &output)
            contests.remove(at: contest)
            known = nil
        }
        let contest = known ?? makeContest(group, owners, at: now, into: &output)
        if !hasFingers(group) { contests[contest].isOpen = true }
        return nil
    }

    /// The counts of taps with one finger that a region asks for now, at this place.
    private func taps(of region: Int, _ chain: Chain, at position: UnitPoint) -> TapCounts {
        var counts = demands[region].taps(at: position)
        if let tracker = trackers.index(of: FingerGroup(region: region, number: chain.number)) {
            counts.formUnion(trackers[tracker].nextTaps)
        }
        return counts
    }

    /// Adds the levels with high taps, from the root inward.
    private func addHighOwners(
        around region: Int, _ chain: Chain, at position: UnitPoint, _ owners: inout TapOwners
    ) {
        guard region >= 0 else { return }
        addHighOwners(around: tree.parents[region], chain, at: position, &owners)
        guard demands[region].isOn, chain.scope.contains(region) else { return }
        owners.add(demands[region].highTaps(at: position), of: region)
    }

    private func hasFingers(_ group: FingerGroup) -> Bool {
        trackers.index(of: group).map { trackers[$0].hasFingers } ?? false
    }

    private func contest(of group: FingerGroup) -> Int? {
        for index in contests.indices where contests[index].target == group { return index }
        return nil
    }

    @inline(never)
    private mutating func makeContest(
        _ group: FingerGroup, _ owners: TapOwners, at now: Instant, into output: inout Output
    ) -> Int {
        if contests.count >= Self.roomyCount {
            contests.removeAll { $0.isIdle(at: now) }
            if contests.count >= Self.roomyCount {
                // Ten fingers keep fewer busy.
                let index = contests.indices.first { !hasFingers(contests[$0].target) } ?? 0
                finish(index, at: now, into: &output)
                contests.remove(at: index)
            }
        }
        contests.append(TapContest(for: group, owners, options.thresholds, on: surface))
        return contests.count - 1
    }

    /// - Parameter start: the time from which another region has taken the fingers; nil if none has.
    private mutating func failContest(
        of group: FingerGroup, takenFrom start: Instant? = nil, at now: Instant, into output: inout Output
    ) {
        guard !contests.isEmpty, let contest = contest(of: group) else { return }
        if let start {
            contests[contest].take(from: start, at: now)
            deliver(contest, at: now, into: &output)
        }
        if let tracker = trackers.index(of: group), !trackers[tracker].hasFingers {
            contests[contest].lose(trackers[tracker].sequence, at: now)
        } else {
            contests[contest].fail(at: now)
        }
        deliver(contest, at: now, into: &output)
    }

    /// Makes the taps final that a contest holds back.
    private mutating func finish(_ contest: Int, at now: Instant, into output: inout Output) {
        contests[contest].fail(at: now)
        deliver(contest, at: now, into: &output)
    }

    /// Returns true if a tracker can still get a tap of a contest.
    func hasContest(for group: FingerGroup, at now: Instant) -> Bool {
        for contest in contests.indices where contests[contest].target.number == group.number {
            guard !group.isSimultaneous, !contests[contest].isIdle(at: now) else { continue }
            if contests[contest].target == group || contests[contest].owners.contains(group.region) { return true }
        }
        return false
    }

    /// Makes the taps final that the contests of groups with this number hold back.
    mutating func failContests(ofNumber number: Int, at now: Instant, into output: inout Output) {
        for contest in contests.indices where contests[contest].target.number == number {
            finish(contest, at: now, into: &output)
        }
    }

    /// Gives the taps that a contest has found to the regions that own them.
    ///
    /// - Parameter frame: the number of events before this frame, if the taps claim their fingers; nil if another gesture or a deadline
    ///   makes them final.
    private mutating func deliver(
        _ contest: Int, claimingSince frame: Int? = nil, at now: Instant, into output: inout Output
    ) {
        // A copy, because what follows from one tap can make the contest fail.
        let events = contests[contest].found.events
        for event in events {
            guard case .tap(let count, _, _) = event.details else { continue }
            let owner = contests[contest].owners[count]
            if let told = contests[contest].told, told.event.gesture == event.gesture,
                event.phase == .cancelled || told.region != owner || told.number != nil && !lists(count, owner, contest)
            {
                var cancelled = told.event
                cancelled.phase = .cancelled
                cancelled.time = now
                _ = send(cancelled, to: told.region, number: told.number, contest, at: now, into: &output)
                contests[contest].told = nil
            }
            guard event.phase != .cancelled, owner >= 0, !withholds(event, from: owner, contest) else { continue }
            let known = contests[contest].told.flatMap { $0.event.gesture == event.gesture ? $0.number : nil }
            let first = output.events.count
            let number = send(event, to: owner, number: known, contest, at: now, into: &output)
            contests[contest].told =
                event.phase == .possible ? TapContest.Told(region: owner, event: event, number: number) : nil
            if let frame, event.phase == .ended,
                let winner = trackers.index(of: FingerGroup(region: owner, number: contests[contest].target.number))
            {
                settle(winner, from: first, since: frame, at: now, into: &output)
            }
        }
        let awaits = contests[contest].tap.isHolding
        for owner in contests[contest].owners where owner >= 0 {
            let group = FingerGroup(region: owner, number: contests[contest].target.number)
            if let tracker = trackers.index(of: group) { trackers[tracker].awaitTaps(awaits) }
        }
    }

    /// Returns true if a tap is none of the region that owns it, because another finger was down there.
    private mutating func withholds(_ event: GestureEvent, from owner: Int, _ contest: Int) -> Bool {
        let target = contests[contest].target
        guard owner != target.region, contests[contest].told?.event.gesture != event.gesture else { return false }
        if contests[contest].withheld == event.gesture { return true }
        guard let tracker = trackers.index(of: FingerGroup(region: owner, number: target.number)),
            trackers[tracker].sequence.landings > 1
        else { return false }
        contests[contest].withheld = event.gesture
        return true
    }

    /// - Parameter known: the number of the gesture at the region, if it was told that the tap is possible.
    /// - Returns: the number of the gesture, unless only compositions ask for it.
    private mutating func send(
        _ event: GestureEvent, to region: Int, number known: UInt64?, _ contest: Int, at now: Instant,
        into output: inout Output
    ) -> UInt64? {
        let group = FingerGroup(region: region, number: contests[contest].target.number)
        guard let tracker = trackers.index(of: group), case .tap(let count, _, _) = event.details else { return nil }
        var number = known
        if known != nil || event.phase != .cancelled && lists(count, region, contest) {
            var own = event
            own.region = trackers[tracker].id
            own.gesture = known ?? output.newGesture()
            number = own.gesture
            output.append(own)
        }
        trackers[tracker].take(event, at: now, into: &output)
        return number
    }

    /// Returns true if a region asks for a count by itself, and not only in a composition.
    private func lists(_ count: Int, _ region: Int, _ contest: Int) -> Bool {
        let group = FingerGroup(region: region, number: contests[contest].target.number)
        guard let tracker = trackers.index(of: group) else { return false }
        return trackers[tracker].gestures.selection.tapCounts(fingers: 1).contains(count)
    }

    // MARK: Contacts

    private mutating func followTouches(
        _ changes: [ContactChange], _ actions: ContactChange.Actions, at now: Instant, into output: inout Output
    ) {
        if touches.isTouched { touches.follow(changes, actions, at: now, into: &output) }
        guard actions.contains(.down) else { return }
        for index in chains.indices where chains[index].deepest >= 0 {
            var region = chains[index].deepest
            while region >= 0 {
                if demands[region].isOn, demands[region].touch {
                    touches.land(changes[index], on: tree.ids[region], at: now, into: &output)
                }
                region = tree.parents[region]
            }
        }
    }

    // MARK: Changes of regions

    /// Has contests follow their regions to new indices. The taps of removed regions are final.
    ///
    /// - Parameter indices: the new index of each region.
    mutating func moveContests(to indices: [Int?], at now: Instant, into output: inout Output) {
        // Those that end first, while all have the old indices.
        for contest in contests.indices.reversed() {
            var moved = contests[contest]
            guard !moved.move(to: indices) else { continue }
            finish(contest, at: now, into: &output)
            contests.remove(at: contest)
        }
        for contest in contests.indices { _ = contests[contest].move(to: indices) }
    }
}
