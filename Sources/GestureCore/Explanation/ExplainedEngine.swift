/// A gesture engine that explains each touch: why it was or was not each requested gesture.
///
/// It wraps an engine that knows nothing of it, and asks the recognizers for reasons after each frame and each deadline. A
/// frame costs several times as much as without explanations, and allocates.
///
/// Explained are the gestures that compete by themselves: taps, long presses, drags, swipes, pinches and rotations.
package struct ExplainedEngine {
    private var engine: GestureEngine
    private var open: [OpenTouch] = []
    private var ignored = IgnoredContacts()
    private var touches = 0
    /// The events of the last call, in the order in which they would be published.
    package private(set) var events: [GestureEvent] = []
    /// The touches that were decided in the last call.
    package private(set) var explanations: [TouchExplanation] = []

    package init(options: GestureOptions) { engine = GestureEngine(options: options) }

    package var options: GestureOptions { engine.options }
    package var regionIDs: [RegionID] { engine.regionIDs }
    package var nextDeadline: Instant? { engine.nextDeadline }
    /// The lowest number of a touch that is not decided; nil if all are.
    package var firstUndecided: Int? {
        var first = ignored.firstNumber
        for touch in open { first = min(touch.explanation.number, first ?? .max) }
        return first
    }

    package mutating func attach(_ surface: Surface, _ use: SurfaceUse = SurfaceUse(), at time: Instant = .distantPast)
    {
        start()
        engine.attach(surface, use, at: time)
        events += engine.events
    }

    /// Removes a surface. Its touches are decided.
    package mutating func detach(_ id: SurfaceID, at time: Instant) {
        start()
        passDeadlines(before: time)
        engine.detach(id, at: time)
        for contact in ignored.remove(where: { $0.surface == id }) where !contact.wasFollowed {
            explanations.append(contact.explanation(at: engine.now))
        }
        observe(nil, at: engine.now)
    }

    package mutating func note(_ modifiers: EventModifiers, at time: Instant) { engine.note(modifiers, at: time) }

    package mutating func process(_ frame: TouchFrame) {
        start()
        passDeadlines(before: frame.time)
        let actions = ContactChange.Actions(of: frame.changes)
        if ContactChange.Action.allCases.count(where: { actions.contains($0) }) > 1, !frame.isWaking {
            processParts(of: frame)
        } else {
            engine.process(frame)
        }
        observe(frame, at: engine.now)
    }

    package mutating func advance(to time: Instant) {
        start()
        passDeadlines(before: time)
        engine.advance(to: time)
    }

    // MARK: Steps

    private mutating func start() {
        events.removeAll(keepingCapacity: true)
        explanations.removeAll(keepingCapacity: true)
    }

    /// Passes the deadlines one by one, so that each decision is seen at its time.
    private mutating func passDeadlines(before time: Instant) {
        while let deadline = engine.nextDeadline, deadline < time {
            engine.advance(to: deadline + Interval(microseconds: 1))
            observe(nil, at: deadline)
        }
    }

    /// Processes a frame with several actions, which the recognizers handle one after the other. Copies of the engine show the
    /// states between them.
    private mutating func processParts(of frame: TouchFrame) {
        var (moved, lifted) = (engine, engine)
        moved.process(frame.part { $0 == .cancel || $0 == .move })
        lifted.process(frame.part { $0 != .down })
        engine.process(frame)
        let (whole, now) = (engine, engine.now)
        forEachTracker(of: moved) { touch, tracker, surface in
            for index in touch.candidates.indices {
                touch.candidates[index].ask(tracker, on: surface.surface, at: now, isStep: true)
            }
        }
        forEachTracker(of: lifted) { touch, tracker, surface in
            // The touch ended, and another began in the same frame.
            guard !whole.follows(touch.key) else { return }
            touch.follow(tracker, on: surface, frame, at: now)
        }
    }

    /// Calls `body` with each touch that goes on and the tracker of an engine that follows it.
    private mutating func forEachTracker(
        of engine: GestureEngine, _ body: (inout OpenTouch, RegionTracker, SurfaceTracker) -> Void
    ) {
        for surface in engine.surfaces {
            for tracker in surface.trackers {
                let key = OpenTouch.Key(surface.surface, tracker)
                for index in open.indices where open[index].key == key && !open[index].isOver {
                    body(&open[index], tracker, surface)
                }
            }
        }
    }

    /// Looks at what the engine did in one step.
    ///
    /// - Parameter frame: nil for a deadline.
    private mutating func observe(_ frame: TouchFrame?, at now: Instant) {
        let whole = engine
        findTouches()
        forEachTracker(of: engine) { touch, tracker, surface in touch.follow(tracker, on: surface, frame, at: now) }
        for index in open.indices where !open[index].isOver && !engine.follows(open[index].key) {
            open[index].isOver = true
            open[index].loss = Reason(.lost)
            open[index].explanation.ended = now
        }
        // Contacts that were held back, and palms that proved to be fingers.
        _ = ignored.remove { contact in whole.surfaces.contains { $0.follows(contact.id) } }
        ignoreRemoved(at: now)
        if let frame { followContacts(frame, at: now) }
        for event in engine.events { note(event, at: now) }
        events += engine.events
        releaseTaps(at: now)
        for index in open.indices where open[index].isOver { open[index].close(at: now) }
        complete()
    }

    private mutating func findTouches() {
        for surface in engine.surfaces {
            for tracker in surface.trackers where tracker.sequence.downCount > 0 {
                let key = OpenTouch.Key(surface.surface, tracker)
                guard !open.contains(where: { $0.key == key }) else { continue }
                // A contact that was held back has a number.
                let known = tracker.sequence.fingers.first.flatMap { ignored.number(of: $0.id) }
                open.append(OpenTouch(key, number: known ?? newTouch(), tracker))
            }
        }
    }

    private mutating func newTouch() -> Int {
        touches += 1
        return touches
    }

    // MARK: Contacts that do not count

    /// Follows the contacts that were removed from touches in this step, until they are lifted.
    private mutating func ignoreRemoved(at now: Instant) {
        for touch in open {
            for removal in touch.explanation.removals where removal.instant == now {
                ignored.add(
                    IgnoredContacts.Contact(
                        surface: touch.key.surface, id: removal.contact, number: touch.explanation.number, landed: now,
                        origin: touch.centre, position: touch.centre, reason: removal.reason, wasFollowed: true))
            }
        }
    }

    private mutating func followContacts(_ frame: TouchFrame, at now: Instant) {
        guard let index = engine.surfaces.firstIndex(where: { $0.surface.id == frame.surface }) else { return }
        let surface = engine.surfaces[index]
        for change in frame.changes {
            switch change.action {
            case .down:
                guard let reason = frame.isWaking ? Reason(.woke) : surface.reasonIgnoring(change, at: now) else {
                    continue
                }
                ignore(change, on: frame.surface, reason, at: now)
            case .move:
                ignored.move(change.contact, to: change.position)
                if !surface.follows(change.contact) {
                    ignore(change, on: frame.surface, Reason(.initial), at: now)
                }
            case .up, .cancel:
                for contact in ignored.remove(where: { $0.id == change.contact }) where !contact.wasFollowed {
                    explanations.append(contact.explanation(at: now))
                }
            }
        }
    }

    private mutating func ignore(
        _ change: ContactChange, on surface: SurfaceID, _ reason: Reason, at now: Instant
    ) {
        guard !ignored.contains(change.contact) else { return }
        ignored.add(
            IgnoredContacts.Contact(
                surface: surface, id: change.contact, number: newTouch(), landed: now,
                origin: change.position, position: change.position, reason: reason))
    }

    // MARK: Events

    private mutating func note(_ event: GestureEvent, at now: Instant) {
        guard event.kind.isComposable else { return }
        guard event.phase == event.kind.recognitionPhase else {
            for touch in open.indices {
                for index in open[touch].candidates.indices { open[touch].candidates[index].follow(event) }
            }
            return
        }
        if case .tap(let count, _, _) = event.details {
            recognizeTap(event, count, at: now)
        } else if let touch = touch(of: event), let index = open[touch].index(of: event) {
            open[touch].candidates[index].recognize(event, at: event.time)
        }
    }

    /// The touch that a gesture other than a tap began in: of those of the region that had begun then, the nearest. Nil if the touch
    /// was such a gesture before.
    private func touch(of event: GestureEvent) -> Int? {
        var nearest: Int?
        for index in open.indices
        where open[index].key.surface == event.surface && open[index].key.region == event.region
            && open[index].includes(event.origin.time, of: event)
        {
            guard let candidate = open[index].index(of: event), !open[index].candidates[candidate].isRecognized else {
                continue
            }
            if let other = nearest,
                open[other].distance(to: event.origin.point) <= open[index].distance(to: event.origin.point)
            {
                continue
            }
            nearest = index
        }
        return nearest
    }

    /// Marks the first taps that are held back as the gesture: its last tap was lifted at the time of the event.
    private mutating func recognizeTap(_ event: GestureEvent, _ count: Int, at now: Instant) {
        var last: Int?
        for index in open.indices where open[index].holds(event) {
            guard open[index].key.surface == event.surface, open[index].key.region == event.region,
                open[index].tapped(event) == event.time
            else { continue }
            if let other = last,
                open[other].centre.distance(to: event.point) <= open[index].centre.distance(to: event.point)
            {
                continue
            }
            last = index
        }
        guard let last else { return }
        var left = count
        for index in open.indices where open[index].holds(event) && open[index].key.isSameTracker(as: open[last].key) {
            guard left > 0, let candidate = open[index].index(of: event) else { break }
            left -= 1
            open[index].candidates[candidate].recognize(event, at: now)
        }
    }

    /// Rules out the taps that were held back for further taps and are no longer.
    private mutating func releaseTaps(at now: Instant) {
        for index in open.indices {
            for candidate in open[index].candidates.indices where open[index].candidates[candidate].isHeld {
                let member = open[index].candidates[candidate].member
                let tracker = engine.tracker(of: open[index].key)
                guard !(tracker?.holdsTap(of: member) ?? false) else { continue }
                var (held, last) = ([index], index)
                for other in open.indices.dropFirst(index + 1)
                where open[other].key.isSameTracker(as: open[index].key) && open[other].candidates[candidate].isHeld {
                    held.append(other)
                    last = other
                }
                let isAlone = (tracker?.sequence.number ?? 0) <= open[last].key.number
                let gap = engine.options.thresholds.tapGap.microseconds / 1000
                let words = isAlone ? "no other landed within \(gap) ms" : "the next touch did not continue it"
                for touch in held {
                    open[touch].candidates[candidate].release(held.count, of: open[touch].selection, words, at: now)
                }
            }
        }
    }

    private mutating func complete() {
        for touch in open where touch.isDecided {
            var explanation = touch.explanation
            for candidate in touch.candidates {
                guard let verdict = candidate.verdict else { continue }
                explanation.verdicts.append(verdict)
                if let verdict = candidate.nearMiss(touch.selection, explanation) {
                    explanation.verdicts.append(verdict)
                }
            }
            explanations.append(explanation)
        }
        open.removeAll { $0.isDecided }
    }
}

extension TouchFrame {
    fileprivate func part(_ isMeant: (ContactChange.Action) -> Bool) -> TouchFrame {
        var part = self
        part.changes = changes.filter { isMeant($0.action) }
        return part
    }
}

extension OpenTouch {
    /// - Parameter frame: nil for a deadline.
    fileprivate mutating func follow(
        _ tracker: RegionTracker, on surface: SurfaceTracker, _ frame: TouchFrame?, at now: Instant
    ) {
        let sequence = tracker.sequence
        let removed = explanation.removals.count
        follow(sequence, at: now) { contact in
            if let reason = surface.reasonRemoving(contact) { return reason }
            guard let change = frame?.changes.first(where: { $0.contact == contact }) else { return Reason(.lost) }
            if change.action == .cancel { return Reason(.lost) }
            // Lifted, and forgotten when another finger landed in the same frame. Otherwise the sensor merged contacts.
            return sequence.isClean ? Reason(.lost, "the sensor merged it with another") : nil
        }
        explanation.ended = now
        if sequence.downCount == 0 {
            isOver = true
            if sequence.fingers.isEmpty || sequence.lastLift < now {
                loss = explanation.removals.count > removed ? explanation.removals[removed].reason : Reason(.lost)
                return
            }
        }
        for index in candidates.indices { candidates[index].ask(tracker, on: surface.surface, at: now) }
    }

    fileprivate func index(of event: GestureEvent) -> Int? { candidates.firstIndex { $0.matches(event) } }

    /// Returns true if the touch of an event that began then can be this one.
    fileprivate func includes(_ origin: Instant, of event: GestureEvent) -> Bool {
        if origin == explanation.began { return true }
        // Fingers that act while others rest land later than the touch.
        return event.part != nil && origin > explanation.began && (!isOver || origin < explanation.ended)
    }

    /// Returns true if a tap that an event can report is held back.
    fileprivate func holds(_ event: GestureEvent) -> Bool { candidates.contains { $0.matches(event) && $0.isHeld } }

    /// The time at which that tap was lifted.
    fileprivate func tapped(_ event: GestureEvent) -> Instant? { index(of: event).map { candidates[$0].tapped } }

    fileprivate func distance(to point: Vector) -> Points { explanation.origin.distance(to: point) }
}

extension GestureEngine {
    /// The tracker that followed a touch, and can follow another one now.
    fileprivate func tracker(of key: OpenTouch.Key) -> RegionTracker? {
        for surface in surfaces {
            for tracker in surface.trackers where OpenTouch.Key(surface.surface, tracker).isSameTracker(as: key) {
                return tracker
            }
        }
        return nil
    }

    /// Returns true if a tracker still follows a touch.
    fileprivate func follows(_ key: OpenTouch.Key) -> Bool { tracker(of: key)?.sequence.number == key.number }
}

extension RegionTracker {
    /// Returns true if the recognizers of a member of a composition, or those of the selection, hold a tap back.
    fileprivate func holdsTap(of member: Candidate.Member?) -> Bool {
        guard let member else { return recognizers.isHoldingTap }
        guard let composition = composition(member.part.composition) else { return false }
        return composition.groups[composition.tree.nodes[member.node].group].isHoldingTap
    }
}
