/// The taps of one finger that several levels ask for.
extension SurfaceTracker {
    // MARK: Landings

    /// Makes the taps final that contests around a finger hold back, unless its touch can continue them.
    mutating func finishTaps(of chain: Chain, at now: Instant, into output: inout Output) {
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
    mutating func startTaps(
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
    func taps(of region: Int, _ chain: Chain, at position: UnitPoint) -> TapCounts {
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

    func hasFingers(_ group: FingerGroup) -> Bool {
        trackers.index(of: group).map { trackers[$0].hasFingers } ?? false
    }

    func contest(of group: FingerGroup) -> Int? {
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

    // MARK: Ends

    /// - Parameter start: the time from which another region has taken the fingers; nil if none has.
    mutating func failContest(
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

    /// Returns whether a tracker can still get a tap of a contest.
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

    // MARK: Taps that contests have found

    /// Gives the taps that a contest has found to the regions that own them.
    ///
    /// - Parameter frame: the number of events before this frame, if the taps claim their fingers; nil if another gesture or a deadline
    ///   makes them final.
    mutating func deliver(
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

    /// Returns whether the region that owns a tap does not count it, because another finger was down there.
    private mutating func withholds(_ event: EngineEvent, from owner: Int, _ contest: Int) -> Bool {
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
        _ event: EngineEvent, to region: Int, number known: UInt64?, _ contest: Int, at now: Instant,
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

    /// Returns whether a region asks for a count by itself, and not only in a composition.
    private func lists(_ count: Int, _ region: Int, _ contest: Int) -> Bool {
        let group = FingerGroup(region: region, number: contests[contest].target.number)
        guard let tracker = trackers.index(of: group) else { return false }
        return trackers[tracker].gestures.selection.tapCounts(fingers: 1).contains(count)
    }

    // MARK: Changes of regions

    /// Handles the removal of the surface, or of all regions around others: held-back taps are final.
    mutating func loseContests(at now: Instant, into output: inout Output) {
        for contest in contests.indices {
            finish(contest, at: now, into: &output)
        }
        contests.removeAll()
    }

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
