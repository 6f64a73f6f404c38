import Text

/// The reasons that come from other levels, where regions are nested.
extension SurfaceTracker {
    /// What the other levels leave to a touch of one level, and why not more.
    struct Share {
        enum Taps {
            /// The level recognizes the taps of one finger by itself, as far as it asks for them.
            case own
            /// The taps of one finger come from a contest.
            case contested(TapContest)
            case none(Reason)
        }

        var taps = Taps.own
        /// Why the touch makes none of the gestures that the level asks for and does not recognize now.
        var limit = Reason(.disabledRegion)
        /// Whether a tap can have failed because another level took a finger of the touch.
        var canFailTaps = false

        func limit(for kind: GestureKind) -> Reason {
            guard kind == .tap else { return limit }
            return switch taps {
            case .own: limit
            case .contested: Reason(.tapElsewhere)
            case .none(let reason): reason
            }
        }
    }

    /// Returns what the other levels leave to the current touch of a tracker.
    func share(of tracker: RegionTracker) -> Share {
        var share = Share()
        if tracker.onlyStops { share.limit = Reason(.stoppedFling) }
        guard tree.isNested, let first = tracker.sequence.fingers.first else { return share }
        share.canFailTaps = !tracker.hasLongPress
        let deepest = tree.hitTest(surface.normalized(first.start)) ?? tracker.group.region
        if !tracker.turn.permits.contains(.holds), !tracker.onlyStops, tracker.region?.isEnabled ?? true {
            share.limit = limit(of: deepest)
        }
        guard !tracker.turn.permits.contains(.taps) else { return share }
        if tracker.turn.permits.contains(.holds), let contest = contest(for: tracker) {
            share.taps = .contested(contest)
        } else if tracker.turn.permits.contains(.holds), let target = target(of: deepest) {
            share.taps = .none(
                target == tracker.group.region ? Reason(.tapElsewhere) : Reason(.innerTarget, name(of: target)))
        } else {
            share.taps = .none(share.limit)
        }
        return share
    }

    /// The contest that a level takes part in with one of its fingers.
    private func contest(for tracker: RegionTracker) -> TapContest? {
        contests.first { contest in
            guard contest.target.number == tracker.group.number, contest.owners.contains(tracker.group.region) else {
                return false
            }
            guard let target = trackers.index(of: contest.target) else { return false }
            return trackers[target].sequence.fingers.contains { finger in
                tracker.sequence.fingers.contains { $0.id == finger.id }
            }
        }
    }

    /// Returns whether taps for a group of fingers belong to a region if there are as many.
    func isOwner(_ region: Int, ofTaps count: Int, for target: FingerGroup) -> Bool {
        guard let contest = contests.first(where: { $0.target == target }) else { return true }
        return contest.owners.indices.contains(count) && contest.owners[count] == region
    }

    /// Why no region of a chain recognizes presses, taps and long presses.
    private func limit(of deepest: Int) -> Reason {
        var region = deepest
        while region >= 0, region < tree.regions.count {
            if !tree.regions[region].isEnabled { return Reason(.disabledRegion, name(of: region)) }
            region = tree.parents[region]
        }
        return Reason(.stoppedFling)
    }

    /// The region of a chain that the press and the taps of one finger are for.
    private func target(of deepest: Int) -> Int? {
        var region = deepest
        while region >= 0, region < tree.regions.count {
            if demands[region].isOn, demands[region].canBeTarget { return region }
            region = tree.parents[region]
        }
        return nil
    }

    /// The name of a region for the words of a reason.
    func name(of region: Int) -> String { tree.regions.indices.contains(region) ? "\(tree.regions[region].name)" : "" }

    func name(of id: RegionID?) -> String { name(of: tree.ids.firstIndex { $0 == id } ?? -1) }

    /// Returns which gesture of another level has taken a finger in this step; nil if none has.
    ///
    /// - Parameter events: the events of the step.
    func reasonTaking(_ contact: ContactID, from key: OpenTouch.Key, _ events: [EngineEvent], at now: Instant)
        -> Reason?
    {
        guard tree.isNested, !key.isSimultaneous else { return nil }
        for tracker in trackers
        where tracker.id != key.region && tracker.group.number == key.group && !tracker.group.isSimultaneous {
            guard let finger = tracker.sequence.fingers.first(where: { $0.id == contact }),
                let event = events.first(where: { $0.isClaim(of: tracker, on: surface.id, at: now) }),
                finger.isDown || finger.lifted == now || event.kind.recognitionPhase == .ended
            else { continue }
            var reason = Reason(.taken, "\(name(of: tracker.id)) took the finger for its \(event.kind.title)")
            if event.kind != .tap, event.kind != .longPress { reason.measured = finger.travel.length }
            return reason
        }
        return nil
    }

    /// Returns which region inside has the tap of the fingers that a tracker lost last; nil if none has.
    func reasonLeavingTap(_ tracker: RegionTracker) -> Reason? {
        guard tree.isNested, let index = trackers.index(of: tracker.group), let tap = heldTap(inside: index) else {
            return nil
        }
        return Reason(.tapElsewhere, name(of: tap.region))
    }

    /// Returns a tracker without fingers for a level of a contact that landed and does not count there, and the reason; nil for a
    /// level that counts it.
    ///
    /// - Parameter events: the events of the step.
    func missingLevels(
        of landing: ContactChange, _ events: [EngineEvent], at now: Instant
    ) -> [(tracker: RegionTracker, reason: Reason)] {
        guard tree.isNested, let deepest = tree.hitTest(surface.normalized(landing.position)),
            let number = trackers.first(where: { $0.sequence.isDown(landing.contact) })?.group.number
        else { return [] }
        var levels: [(tracker: RegionTracker, reason: Reason)] = []
        var region = deepest
        while region >= 0 {
            let group = FingerGroup(region: region, number: number)
            let counts =
                trackers.index(of: group).map { index in
                    trackers[index].sequence.fingers.contains { $0.id == landing.contact }
                } ?? false
            if !counts {
                let level = tree.regions[region]
                let tracker = RegionTracker(
                    level, group: group, root: tree.root(of: region), id: tree.ids[region],
                    RegionRequest(level, options, isNested: true), options, on: surface)
                let reason =
                    demands[region].isOn
                    ? reasonTaking(landing.contact, from: OpenTouch.Key(surface, tracker), events, at: now)
                        ?? Reason(.movingRegion, movingRegion(around: deepest, number).map { name(of: $0) } ?? "")
                    : reasonMasking(region)
                levels.append((tracker, reason))
            }
            region = tree.parents[region]
        }
        return levels
    }

    /// The region of a chain in which a movement goes on; nil if there is no movement.
    private func movingRegion(around deepest: Int, _ number: Int) -> Int? {
        var region = deepest
        while region >= 0 {
            let tracker = trackers.index(of: FingerGroup(region: region, number: number))
            if let tracker, trackers[tracker].movement(adding: 0) != .none { return region }
            region = tree.parents[region]
        }
        return nil
    }

    /// Whose mask turns off the gestures of a region.
    private func reasonMasking(_ region: Int) -> Reason {
        let masking = tree.regionMasking(region)
        return Reason(.maskedRegion, masking == region ? "" : masking.map { name(of: $0) } ?? "")
    }

    /// Why the masks switch off all regions at a position; nil if they do not.
    func reasonMasking(_ position: Vector) -> Reason? {
        guard tree.isNested, let deepest = tree.hitTest(surface.normalized(position)) else { return nil }
        var region = deepest
        while region >= 0 {
            if demands[region].isOn { return nil }
            region = tree.parents[region]
        }
        return reasonMasking(deepest)
    }
}

extension RegionTracker {
    /// Whether a long press goes on.
    fileprivate var hasLongPress: Bool {
        recognizers.longPress.isHeld
            || compositions.contains { $0.groups.contains { $0.recognizers.longPress.isHeld } }
    }
}

extension EngineEvent {
    /// Whether the fingers that a tracker counts belong to it from this event on.
    fileprivate func isClaim(of tracker: RegionTracker, on surface: SurfaceID, at now: Instant) -> Bool {
        guard self.surface == surface, region == tracker.id, phase == kind.recognitionPhase, kind.isComposable else {
            return false
        }
        return kind != .tap || time == now
    }
}
