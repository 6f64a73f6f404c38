/// The touches that are not explained yet, in the order in which they began.
struct OpenTouches: Sendable {
    var touches: [OpenTouch] = []

    /// Returns the number of the touch if another level follows it already; otherwise nil.
    func number(of person: FingerGroup, on surface: SurfaceTracker) -> Int? {
        for tracker in surface.trackers where tracker.person == person && tracker.sequence.downCount > 0 {
            let key = OpenTouch.Key(surface.surface, tracker)
            if let touch = touches.first(where: { $0.key == key }) { return touch.explanation.number }
        }
        return nil
    }

    // MARK: Steps

    /// Asks the recognizers about all gestures, in a state between the parts of a frame.
    mutating func ask(_ step: EngineStep) {
        forEachTracker(of: step.engine) { touch, tracker, surface in
            let share = surface.share(of: tracker)
            for index in touch.candidates.indices {
                touch.candidates[index].ask(tracker, share, on: surface.surface, step, isStep: true)
            }
        }
    }

    /// Follows the touches that a step changes.
    mutating func follow(_ step: EngineStep) {
        forEachTracker(of: step.engine) { touch, tracker, surface in touch.follow(tracker, on: surface, step) }
    }

    /// Follows the touches that end in a frame in which others begin.
    ///
    /// - Parameters:
    ///   - step: the frame without landings.
    ///   - whole: the engine after the whole frame.
    mutating func followEnded(_ step: EngineStep, whole: GestureEngine) {
        forEachTracker(of: step.engine) { touch, tracker, surface in
            guard !whole.follows(touch.key) else { return }
            touch.follow(tracker, on: surface, step)
        }
    }

    /// Calls `body` with each touch that goes on and the tracker of an engine that follows it.
    private mutating func forEachTracker(
        of engine: GestureEngine, _ body: (inout OpenTouch, RegionTracker, SurfaceTracker) -> Void
    ) {
        for surface in engine.surfaces {
            for tracker in surface.trackers {
                let key = OpenTouch.Key(surface.surface, tracker)
                for index in touches.indices where touches[index].key == key && !touches[index].isOver {
                    body(&touches[index], tracker, surface)
                }
            }
        }
    }

    /// Ends the touches that no tracker follows any more.
    mutating func endLost(_ step: EngineStep) {
        for index in touches.indices where !touches[index].isOver && !step.engine.follows(touches[index].key) {
            touches[index].isOver = true
            touches[index].loss = Reason(.lost)
            touches[index].explanation.ended = step.now
        }
    }

    /// Decides on the gestures of touches that are over.
    mutating func close(at now: Instant) {
        for index in touches.indices where touches[index].isOver { touches[index].close(at: now) }
    }

    /// Removes the touches that are decided, and returns their explanations.
    mutating func removeDecided() -> [TouchExplanation] {
        let explanations = touches.filter { $0.isDecided }.map { $0.completeExplanation }
        touches.removeAll { $0.isDecided }
        return explanations
    }

    // MARK: Events

    /// Follows gestures that were recognized.
    mutating func follow(_ event: EngineEvent) {
        for touch in touches.indices { touches[touch].follow(event) }
    }

    /// Marks the touch that became a gesture other than a tap.
    mutating func recognize(_ event: EngineEvent) {
        guard let touch = touch(of: event, again: false) ?? touch(of: event, again: true) else { return }
        touches[touch].recognize(event, at: event.time)
    }

    /// The touch that made a gesture: of those of the region that had begun then, the nearest.
    ///
    /// - Parameter again: true to look among the touches that were such a gesture before, false for the others.
    private func touch(of event: EngineEvent, again: Bool) -> Int? {
        var nearest: Int?
        for index in touches.indices
        where touches[index].key.surface == event.surface && touches[index].key.region == event.region
            && touches[index].includes(event.origin.time, of: event)
        {
            guard let candidate = touches[index].index(of: event),
                touches[index].candidates[candidate].isRecognized == again
            else { continue }
            if let other = nearest,
                touches[other].distance(to: event.origin.point) <= touches[index].distance(to: event.origin.point)
            {
                continue
            }
            nearest = index
        }
        return nearest
    }

    /// Marks the first taps that are held back as the gesture: its last tap was lifted at the time of the event.
    ///
    /// - Parameter count: the number of taps.
    /// - Returns: false if no such tap is held back.
    mutating func recognizeTap(_ event: EngineEvent, _ count: Int, at now: Instant) -> Bool {
        var last: Int?
        for index in touches.indices where touches[index].holds(event) {
            guard touches[index].key.surface == event.surface, touches[index].key.region == event.region,
                touches[index].tapped(event) == event.time
            else { continue }
            if let other = last,
                touches[other].centre.distance(to: event.point) <= touches[index].centre.distance(to: event.point)
            {
                continue
            }
            last = index
        }
        guard let last else {
            guard touches.contains(where: { $0.isBesideResting(event) }) else { return false }
            // A finger that acts while others rest can tap several times in one touch.
            recognize(event)
            return true
        }
        var left = count
        for index in touches.indices
        where touches[index].holds(event) && touches[index].key.isSameTracker(as: touches[last].key) {
            guard left > 0, let candidate = touches[index].index(of: event) else { break }
            left -= 1
            touches[index].candidates[candidate].recognize(event, at: now)
        }
        return true
    }

    /// Rules out the taps that were held back for further taps and are no longer.
    mutating func releaseTaps(_ step: EngineStep) {
        for index in touches.indices {
            for candidate in touches[index].candidates.indices where touches[index].candidates[candidate].isHeld {
                let member = touches[index].candidates[candidate].member
                let tracker = step.engine.tracker(of: touches[index].key)
                guard !(tracker?.holdsTap(of: member) ?? false) else { continue }
                var (held, last) = ([index], index)
                for other in touches.indices.dropFirst(index + 1)
                where touches[other].key.isSameTracker(as: touches[index].key)
                    && touches[other].candidates[candidate].isHeld
                {
                    held.append(other)
                    last = other
                }
                let isAlone = (tracker?.sequence.number ?? 0) <= touches[last].key.number
                let words = step.wordsForMissingTap(isAlone: isAlone)
                for touch in held {
                    noteTaking(of: touch, in: step)
                    touches[touch].candidates[candidate].release(
                        held.count, of: touches[touch].selection, nil, words, at: step.now)
                }
            }
        }
    }

    /// Notes that another level has taken fingers whose tap was held back.
    private mutating func noteTaking(of touch: Int, in step: EngineStep) {
        guard let surface = step.surface(touches[touch].key.surface) else { return }
        for contact in touches[touch].explanation.contacts {
            guard let reason = surface.reasonTaking(contact, from: touches[touch].key, step.events, at: step.now) else {
                continue
            }
            for index in touches[touch].candidates.indices { touches[touch].candidates[index].overtaken = reason }
        }
    }
}

extension RegionTracker {
    /// Returns whether the recognizers of a member of a composition, or those of the selection, hold a tap back.
    fileprivate func holdsTap(of member: Candidate.Member?) -> Bool {
        guard let member else { return recognizers.isHoldingTap }
        guard let composition = composition(member.part.composition) else { return false }
        return composition.groups[composition.tree.nodes[member.node].group].isHoldingTap
    }
}
