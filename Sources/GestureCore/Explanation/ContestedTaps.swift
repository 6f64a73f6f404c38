/// The taps of one finger that contests hold back, in the order in which they were made.
struct ContestedTaps {
    private struct Tap {
        var surface: SurfaceID
        /// The group of fingers that the contest is for.
        var target: FingerGroup
        var contact: ContactID
        var lifted: Instant
        var point: Vector
        /// Its touch on the region that it was for.
        var touch: TouchExplanation
        /// The gesture that it is part of: the time of its last tap, the number of taps, and the region.
        var gesture: (last: Instant, count: Int, owner: Int)?
    }

    private var taps: [Tap] = []

    /// Records the taps of this step that belong to contests, and has the levels that ask for them wait.
    mutating func hold(_ open: inout [OpenTouch], _ step: EngineStep) {
        for index in open.indices {
            guard let contact = open[index].contestedTap else { continue }
            open[index].contestedTap = nil
            let touch = open[index]
            guard let surface = step.surface(touch.key.surface),
                let region = surface.tree.ids.firstIndex(where: { $0 == touch.key.region })
            else { continue }
            taps.append(
                Tap(
                    surface: touch.key.surface, target: FingerGroup(region: region, number: touch.key.group),
                    contact: contact, lifted: step.now, point: touch.centre, touch: touch.explanation))
            for other in open.indices where open[other].isLevel(of: contact, on: touch.key.surface) {
                open[other].heldContacts.append(contact)
            }
        }
    }

    /// Gives taps to the region that owns them.
    ///
    /// - Parameters:
    ///   - event: the gesture that the taps make.
    ///   - count: the number of taps.
    /// - Returns: the explanations of taps that no touch of the region has; nil if no contest holds the taps back.
    mutating func assign(
        _ event: EngineEvent, _ count: Int, _ open: inout [OpenTouch], _ step: EngineStep
    ) -> [TouchExplanation]? {
        var explanations: [TouchExplanation] = []
        guard let surface = step.surface(event.surface),
            let owner = surface.tree.ids.firstIndex(where: { $0 == event.region })
        else { return nil }
        var last: Int?
        for index in taps.indices
        where taps[index].surface == event.surface && taps[index].lifted == event.time
            && surface.isOwner(owner, ofTaps: count, for: taps[index].target)
        {
            if let other = last,
                taps[other].point.distance(to: event.point) <= taps[index].point.distance(to: event.point)
            {
                continue
            }
            last = index
        }
        guard let last else { return nil }
        let target = taps[last].target
        var left = count
        for index in taps.indices.reversed()
        where index <= last && left > 0 && taps[index].surface == event.surface && taps[index].target == target {
            // The same tap can be several gestures of the region.
            if let gesture = taps[index].gesture, gesture.last != event.time { continue }
            taps[index].gesture = (event.time, count, owner)
            left -= 1
            if open.recognize(event, ofContact: taps[index].contact, at: step.now) { continue }
            // A filter of the region has removed the finger.
            var explanation = taps[index].touch
            explanation.region = event.region
            let gestures = surface.tree.regions[owner].gestures ?? step.engine.options.gestures
            explanation.verdicts = [Candidate(of: event, in: gestures).further(event, at: step.now)]
            explanations.append(explanation)
        }
        return explanations
    }

    /// Decides the taps that contests no longer hold back.
    mutating func release(_ open: inout [OpenTouch], _ step: EngineStep) {
        let former = taps
        taps.removeAll()
        for tap in former {
            let surface = step.surface(tap.surface)
            let isHolding = surface?.contests.contains { $0.target == tap.target && $0.tap.isHolding } ?? false
            if isHolding, tap.gesture == nil {
                taps.append(tap)
                continue
            }
            let count = former.count { $0.surface == tap.surface && $0.target == tap.target && $0.gesture == nil }
            let target = surface?.trackers.first { $0.group == tap.target }
            let words = step.wordsForMissingTap(
                isAlone: target?.sequence.fingers.contains { $0.id == tap.contact } ?? true)
            for index in open.indices where open[index].heldContacts.contains(tap.contact) {
                var reason = Reason(.tapElsewhere)
                if let gesture = tap.gesture, let surface {
                    let isOwn = surface.tree.ids[gesture.owner] == open[index].key.region
                    if !isOwn { reason = Reason(.tapElsewhere, surface.name(of: gesture.owner)) }
                }
                open[index].released = (tap.gesture?.count ?? count, reason, words)
                open[index].heldContacts.removeAll { $0 == tap.contact }
            }
        }
    }
}

extension [OpenTouch] {
    /// Recognizes a tap of a contest in the touch of the region that owns it.
    ///
    /// - Returns: false if the region has no touch with that contact.
    fileprivate mutating func recognize(_ event: EngineEvent, ofContact contact: ContactID, at now: Instant) -> Bool {
        for index in indices
        where self[index].key.region == event.region && self[index].isLevel(of: contact, on: event.surface) {
            guard self[index].index(of: event) != nil else { continue }
            // The touch of the region can be a tap of several fingers, too.
            self[index].recognize(event, at: now, isOfContest: true)
            return true
        }
        return false
    }
}
