/// How a touch is followed through the steps of an engine.
extension OpenTouch {
    /// Follows the touch through a step, and asks the recognizers about its gestures.
    mutating func follow(_ tracker: RegionTracker, on surface: SurfaceTracker, _ step: EngineStep) {
        let (frame, events, now) = (step.frame, step.events, step.now)
        let sequence = tracker.sequence
        let removed = explanation.removals.count
        let key = key
        follow(sequence, at: now) { contact in
            if let reason = surface.reasonRemoving(contact) { return reason }
            if surface.hasJoined(contact, others: tracker) { return Reason(.joined) }
            if let reason = surface.reasonTaking(contact, from: key, events, at: now) { return reason }
            guard let change = frame?.changes.first(where: { $0.contact == contact }) else { return Reason(.lost) }
            if change.action == .cancel { return step.loss.reason }
            // Lifted, and forgotten when another finger landed in the same frame. Otherwise the sensor merged contacts.
            return sequence.isClean ? Reason(.lost, "the sensor merged it with another") : nil
        }
        explanation.ended = now
        let share = surface.share(of: tracker)
        if let reason = explanation.removals.dropFirst(removed).first(where: { $0.reason.rule == .taken })?.reason {
            if sequence.downCount == 0,
                explanation.removals.dropFirst(removed).allSatisfy({ removal in
                    frame?.changes.contains { $0.contact == removal.contact && $0.action == .up } ?? false
                })
            {
                for index in candidates.indices { candidates[index].overtaken = reason }
            }
            noteBegun(on: surface, step)
            // The fingers that remain make no tap and no long press.
            if sequence.downCount > 0 {
                for index in candidates.indices
                where candidates[index].kind.isAction && candidates[index].verdict == nil {
                    candidates[index].ruleOut(reason, at: now)
                }
            }
        }
        if sequence.downCount == 0 {
            isOver = true
            if sequence.fingers.isEmpty || sequence.lastLift < now {
                loss = explanation.removals.count > removed ? explanation.removals[removed].reason : Reason(.lost)
                return
            }
        }
        if isOver, let finger = sequence.fingers.first(where: { $0.lifted == now }) {
            let overtaken = surface.reasonTaking(finger.id, from: key, events, at: now)
            for index in candidates.indices {
                let isTap = candidates[index].kind == .tap
                candidates[index].overtaken = overtaken ?? (isTap ? surface.reasonLeavingTap(tracker) : nil)
            }
            noteContestedTap(of: finger.id, tracker, step)
        }
        for index in candidates.indices { candidates[index].ask(tracker, share, on: surface.surface, step) }
    }

    /// Asks whether the movements would have begun in the frame in which another level took the fingers.
    private mutating func noteBegun(on surface: SurfaceTracker, _ step: EngineStep) {
        let now = step.now
        guard var tracker = step.before?.tracker(of: key), let frame = step.frame,
            tracker.sequence.number == key.number
        else { return }
        _ = tracker.sequence.follow(.moved, of: frame.changes, at: now, slop: tracker.rules.slop)
        let share = surface.share(of: tracker)
        if tracker.sequence.landedCount == 1 {
            var reason: Reason?
            if case .none(let why) = share.taps { reason = why }
            for index in candidates.indices { candidates[index].ruleOutTap(selection, reason, at: now) }
        }
        for index in candidates.indices where candidates[index].kind == .drag {
            candidates[index].ask(tracker, share, on: surface.surface, step)
        }
    }

    /// Notes a tap that a contest may have accepted.
    private mutating func noteContestedTap(of contact: ContactID, _ tracker: RegionTracker, _ step: EngineStep) {
        guard !key.isSimultaneous, tracker.sequence.landedCount == 1 else { return }
        // The contest can be over already: a tap that is decided ends it.
        let before = step.before?.surfaces.first { $0.surface.id == key.surface }
        for contest in (before?.contests ?? []) where contest.target == tracker.group && contest.isOpen {
            if contest.tap.obstacle(of: tracker.sequence, at: step.now, contest.rules) == nil { contestedTap = contact }
        }
    }
}
