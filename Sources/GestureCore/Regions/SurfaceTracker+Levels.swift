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
    /// The most trackers that one person beyond the first needs: each level can have two.
    static let mostPerPerson = 2 * TrackedRegion.largestDepth

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
        if wantsTouches || touches.isTouched, joining.isEmpty {
            followTouches(changes, actions, at: now, into: &output)
        }
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
}
