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
    /// The engine before the current step, where regions are nested.
    private var before: GestureEngine?
    /// The taps that contests hold back, in the order in which they were made.
    private var contestedTaps: [ContestedTap] = []
    /// The levels that were explained because they never counted a finger that landed.
    private var missing: [MissingLevel] = []

    /// A tap of one finger that a contest holds back.
    private struct ContestedTap {
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

    private struct MissingLevel: Equatable {
        var number: Int
        var region: RegionID?
    }

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
        remember()
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
        remember()
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

    private mutating func remember() {
        before = engine.surfaces.contains { $0.tree.isNested } ? engine : nil
    }

    /// Passes the deadlines one by one, so that each decision is seen at its time.
    private mutating func passDeadlines(before time: Instant) {
        while let deadline = engine.nextDeadline, deadline < time {
            remember()
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
        let (whole, old, now) = (engine, before, engine.now)
        forEachTracker(of: moved) { touch, tracker, surface in
            let share = surface.share(of: tracker)
            for index in touch.candidates.indices {
                touch.candidates[index].ask(tracker, share, on: surface.surface, at: now, isStep: true)
            }
        }
        forEachTracker(of: lifted) { touch, tracker, surface in
            // The touch ended, and another began in the same frame.
            guard !whole.follows(touch.key) else { return }
            touch.follow(tracker, on: surface, frame, after: old, lifted.events, at: now)
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
        let (whole, old) = (engine, before)
        findTouches()
        forEachTracker(of: engine) { touch, tracker, surface in
            touch.follow(tracker, on: surface, frame, after: old, whole.events, at: now)
        }
        holdContestedTaps(at: now)
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
        releaseContestedTaps()
        for index in open.indices where open[index].isOver { open[index].close(at: now) }
        complete()
    }

    private mutating func findTouches() {
        for surface in engine.surfaces {
            for tracker in surface.trackers where tracker.sequence.downCount > 0 {
                let key = OpenTouch.Key(surface.surface, tracker)
                guard !open.contains(where: { $0.key == key }) else { continue }
                // A contact that was held back has a number.
                var known = tracker.sequence.fingers.first.flatMap { ignored.number(of: $0.id) }
                if surface.tree.isNested { known = known ?? number(of: tracker.person, on: surface) }
                open.append(OpenTouch(key, number: known ?? newTouch(), tracker))
            }
        }
    }

    /// The number of a touch that goes on at another level; nil if there is none.
    private func number(of person: FingerGroup, on surface: SurfaceTracker) -> Int? {
        for tracker in surface.trackers where tracker.person == person && tracker.sequence.downCount > 0 {
            let key = OpenTouch.Key(surface.surface, tracker)
            if let touch = open.first(where: { $0.key == key }) { return touch.explanation.number }
        }
        return nil
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
                    explainMissingLevels(of: change, on: surface, at: now)
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

    /// Explains the levels of a finger that did not count it.
    private mutating func explainMissingLevels(of landing: ContactChange, on surface: SurfaceTracker, at now: Instant) {
        let touch = open.first { touch in
            touch.key.surface == surface.surface.id && touch.down.contains(landing.contact)
        }
        guard let number = touch?.explanation.number else { return }
        for (tracker, reason) in surface.missingLevels(of: landing, engine.events, at: now) {
            let level = MissingLevel(number: number, region: tracker.id)
            let isKnown =
                missing.contains(level)
                || open.contains { $0.explanation.number == number && $0.key.region == tracker.id }
            let candidates = Candidate.all(of: tracker)
            guard !isKnown, !candidates.isEmpty else { continue }
            missing.append(level)
            var explanation = TouchExplanation(
                surface: surface.surface.id, region: tracker.id, number: number, began: now, ended: now, fingers: 1,
                contacts: [landing.contact], origin: landing.position, travel: .zero)
            for var candidate in candidates {
                candidate.ruleOut(reason, at: now)
                if let verdict = candidate.verdict { explanation.verdicts.append(verdict) }
            }
            explanations.append(explanation)
        }
    }

    // MARK: Taps of contests

    /// Records the taps of this step that belong to contests, and has the levels that ask for them wait.
    private mutating func holdContestedTaps(at now: Instant) {
        for index in open.indices {
            guard let contact = open[index].contestedTap else { continue }
            open[index].contestedTap = nil
            let touch = open[index]
            guard let surface = engine.surfaces.first(where: { $0.surface.id == touch.key.surface }),
                let region = surface.tree.ids.firstIndex(where: { $0 == touch.key.region })
            else { continue }
            contestedTaps.append(
                ContestedTap(
                    surface: touch.key.surface, target: FingerGroup(region: region, number: touch.key.group),
                    contact: contact, lifted: now, point: touch.centre, touch: touch.explanation))
            for other in open.indices where open[other].isLevel(of: contact, on: touch.key.surface) {
                open[other].heldContacts.append(contact)
            }
        }
    }

    /// Gives a tap to the region that owns it.
    private mutating func recognizeContestedTap(_ event: GestureEvent, _ count: Int, at now: Instant) {
        guard let surface = engine.surfaces.first(where: { $0.surface.id == event.surface }),
            let owner = surface.tree.ids.firstIndex(where: { $0 == event.region })
        else { return }
        var last: Int?
        for index in contestedTaps.indices
        where contestedTaps[index].surface == event.surface && contestedTaps[index].lifted == event.time
            && surface.isOwner(owner, ofTaps: count, for: contestedTaps[index].target)
        {
            if let other = last,
                contestedTaps[other].point.distance(to: event.point)
                    <= contestedTaps[index].point.distance(to: event.point)
            {
                continue
            }
            last = index
        }
        guard let last else { return }
        let target = contestedTaps[last].target
        var left = count
        for index in contestedTaps.indices.reversed()
        where index <= last && left > 0 && contestedTaps[index].surface == event.surface
            && contestedTaps[index].target == target
        {
            // The same tap can be several gestures of the region.
            if let gesture = contestedTaps[index].gesture, gesture.last != event.time { continue }
            contestedTaps[index].gesture = (event.time, count, owner)
            recognize(event, contestedTaps[index], at: now)
            left -= 1
        }
    }

    private mutating func recognize(
        _ event: GestureEvent, _ tap: ContestedTap, at now: Instant
    ) {
        for index in open.indices
        where open[index].key.region == event.region && open[index].isLevel(of: tap.contact, on: tap.surface) {
            guard let candidate = open[index].index(of: event) else { continue }
            // The touch of the region can be a tap of several fingers, too.
            if open[index].candidates[candidate].isRecognized || open[index].candidates[candidate].isHeld {
                open[index].furtherVerdicts.append(open[index].candidates[candidate].further(event, at: now))
            } else {
                open[index].candidates[candidate].recognize(event, at: now)
            }
            return
        }
        // A filter of the region has removed the finger.
        guard event.part == nil else { return }
        var explanation = tap.touch
        explanation.region = event.region
        explanation.verdicts = [Candidate(.tap).further(event, at: now)]
        explanations.append(explanation)
    }

    /// Decides the taps that contests no longer hold back.
    private mutating func releaseContestedTaps() {
        let taps = contestedTaps
        contestedTaps.removeAll()
        for tap in taps {
            let surface = engine.surfaces.first { $0.surface.id == tap.surface }
            let isHolding = surface?.contests.contains { $0.target == tap.target && $0.tap.isHolding } ?? false
            if isHolding, tap.gesture == nil {
                contestedTaps.append(tap)
                continue
            }
            let count = taps.count { $0.surface == tap.surface && $0.target == tap.target && $0.gesture == nil }
            let target = surface?.trackers.first { $0.group == tap.target }
            let words = wordsForMissingTap(
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

    /// Why no other tap followed a tap that was held back.
    private func wordsForMissingTap(isAlone: Bool) -> String {
        isAlone
            ? "no other landed within \(engine.options.thresholds.tapGap.microseconds / 1000) ms"
            : "the next touch did not continue it"
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
        guard let last else { return recognizeContestedTap(event, count, at: now) }
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
                let words = wordsForMissingTap(isAlone: isAlone)
                for touch in held {
                    noteTaking(of: touch, at: now)
                    open[touch].candidates[candidate].release(
                        held.count, of: open[touch].selection, nil, words, at: now)
                }
            }
        }
    }

    /// Notes that another level has taken fingers whose tap was held back.
    private mutating func noteTaking(of touch: Int, at now: Instant) {
        guard let surface = engine.surfaces.first(where: { $0.surface.id == open[touch].key.surface }) else { return }
        for contact in open[touch].explanation.contacts {
            guard let reason = surface.reasonTaking(contact, from: open[touch].key, engine.events, at: now) else {
                continue
            }
            for index in open[touch].candidates.indices { open[touch].candidates[index].overtaken = reason }
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
            explanation.verdicts += touch.furtherVerdicts
            explanations.append(explanation)
        }
        open.removeAll { $0.isDecided }
        if let first = firstUndecided { missing.removeAll { $0.number < first } } else { missing.removeAll() }
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
        _ tracker: RegionTracker, on surface: SurfaceTracker, _ frame: TouchFrame?, after old: GestureEngine?,
        _ events: [GestureEvent], at now: Instant
    ) {
        let sequence = tracker.sequence
        let removed = explanation.removals.count
        let key = key
        follow(sequence, at: now) { contact in
            if let reason = surface.reasonRemoving(contact) { return reason }
            if let reason = surface.reasonTaking(contact, from: key, events, at: now) { return reason }
            guard let change = frame?.changes.first(where: { $0.contact == contact }) else { return Reason(.lost) }
            if change.action == .cancel { return Reason(.lost) }
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
            noteBegun(old?.tracker(of: key), on: surface, frame, at: now)
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
            noteContestedTap(of: finger.id, tracker, on: surface, after: old, at: now)
        }
        for index in candidates.indices { candidates[index].ask(tracker, share, on: surface.surface, at: now) }
    }

    /// Asks whether the movements would have begun in the frame in which another level took the fingers.
    ///
    /// - Parameter old: the tracker before the frame; nil if the touch is new.
    private mutating func noteBegun(
        _ old: RegionTracker?, on surface: SurfaceTracker, _ frame: TouchFrame?, at now: Instant
    ) {
        guard var tracker = old, let frame, tracker.sequence.number == key.number else { return }
        _ = tracker.sequence.follow(.moved, of: frame.changes, at: now, slop: tracker.rules.slop)
        let share = surface.share(of: tracker)
        if tracker.sequence.landedCount == 1 {
            var reason: Reason?
            if case .none(let why) = share.taps { reason = why }
            for index in candidates.indices { candidates[index].ruleOutTap(selection, reason, at: now) }
        }
        for index in candidates.indices where candidates[index].kind == .drag {
            candidates[index].ask(tracker, share, on: surface.surface, at: now)
        }
    }

    /// Notes a tap that a contest may have accepted.
    private mutating func noteContestedTap(
        of contact: ContactID, _ tracker: RegionTracker, on surface: SurfaceTracker, after old: GestureEngine?,
        at now: Instant
    ) {
        guard !key.isSimultaneous, tracker.sequence.landedCount == 1 else { return }
        // The contest can be over already: a tap that is decided ends it.
        let before = old?.surfaces.first { $0.surface.id == key.surface }
        for contest in (before?.contests ?? []) where contest.target == tracker.group && contest.isOpen {
            if contest.tap.obstacle(of: tracker.sequence, at: now, contest.rules) == nil { contestedTap = contact }
        }
    }

    /// Returns true if it is the touch of a contact at a level that can own its tap.
    fileprivate func isLevel(of contact: ContactID, on surface: SurfaceID) -> Bool {
        key.surface == surface && !key.isSimultaneous && explanation.contacts.contains(contact)
    }

    fileprivate func index(of event: GestureEvent) -> Int? { candidates.firstIndex { $0.matches(event) } }

    /// Returns true if the touch of an event that began then can be this one.
    fileprivate func includes(_ origin: Instant, of event: GestureEvent) -> Bool {
        if origin == explanation.began { return true }
        // Fingers that act while others rest land later than the touch.
        return event.part != nil && origin > explanation.began && (!isOver || origin < explanation.ended)
    }

    /// Returns true if a tap that an event can report is held back.
    fileprivate func holds(_ event: GestureEvent) -> Bool {
        candidates.contains { $0.matches(event) && $0.isHeld && $0.tapFingers == event.fingers }
    }

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
