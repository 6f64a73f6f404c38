/// A gesture engine that explains each touch: why it was or was not each requested gesture.
///
/// It wraps an engine that knows nothing of it, and asks the recognizers for reasons after each frame and each deadline. A
/// frame costs several times as much as without explanations, and allocates.
///
/// Explained are the gestures that are requested by themselves: taps, long presses, drags, swipes, pinches and rotations.
package struct ExplainedEngine {
    private var engine: GestureEngine
    private var open: [OpenTouch] = []
    private var touches = 0
    /// The events of the last call, in the order in which they would be published.
    package private(set) var events: [GestureEvent] = []
    /// The touches that were decided in the last call.
    package private(set) var explanations: [TouchExplanation] = []

    package init(options: GestureOptions) { engine = GestureEngine(options: options) }

    package var options: GestureOptions { engine.options }
    package var regionIDs: [RegionID] { engine.regionIDs }
    package var nextDeadline: Instant? { engine.nextDeadline }

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
        for index in open.indices where open[index].key.surface == id && !open[index].isOver {
            open[index].wasLost = true
            open[index].isOver = true
            open[index].explanation.ended = engine.now
        }
        observe(at: engine.now)
    }

    package mutating func note(_ modifiers: EventModifiers, at time: Instant) { engine.note(modifiers, at: time) }

    package mutating func process(_ frame: TouchFrame) {
        start()
        passDeadlines(before: frame.time)
        let actions = ContactChange.Actions(of: frame.changes)
        let isMixed = !actions.areMovesAlone && ContactChange.Action.allCases.count { actions.contains($0) } > 1
        guard isMixed else {
            engine.process(frame)
            observe(at: engine.now)
            return
        }
        // The recognizers handle the parts of a frame one after the other. A copy of the engine shows the state between them.
        let moves = probe(frame) { $0 == .cancel || $0 == .move }
        let lifts = probe(frame) { $0 != .down }
        engine.process(frame)
        let (whole, now) = (engine, engine.now)
        forEachTracker(of: moves) { touch, tracker, surface in
            guard !touch.isOver else { return }
            touch.noteNearest(tracker, on: surface, at: now)
        }
        forEachTracker(of: lifts) { touch, tracker, surface in
            // The touch ended, and another began in the same frame.
            guard !touch.isOver, !whole.follows(touch.key) else { return }
            touch.follow(tracker, on: surface, at: now)
        }
        observe(at: now)
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
            observe(at: deadline)
        }
    }

    private func probe(_ frame: TouchFrame, _ isMeant: (ContactChange.Action) -> Bool) -> GestureEngine {
        var copy = engine
        var part = frame
        part.changes = frame.changes.filter { isMeant($0.action) }
        copy.process(part)
        return copy
    }

    /// Calls `body` with each open touch that a tracker of an engine still follows.
    private mutating func forEachTracker(
        of engine: GestureEngine, _ body: (inout OpenTouch, RegionTracker, Surface) -> Void
    ) {
        for surface in engine.surfaces {
            for tracker in surface.trackers {
                let key = OpenTouch.Key(surface.surface, tracker)
                for index in open.indices where open[index].key == key { body(&open[index], tracker, surface.surface) }
            }
        }
    }

    /// Looks at what the engine did in one step.
    private mutating func observe(at now: Instant) {
        findTouches()
        forEachTracker(of: engine) { touch, tracker, surface in
            if !touch.isOver { touch.follow(tracker, on: surface, at: now) }
        }
        for index in open.indices where !open[index].isOver && !engine.follows(open[index].key) {
            open[index].isOver = true
            open[index].wasLost = true
            open[index].explanation.ended = now
        }
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
                touches += 1
                open.append(OpenTouch(key, number: touches, tracker))
            }
        }
    }

    // MARK: Events

    private mutating func note(_ event: GestureEvent, at now: Instant) {
        guard event.part == nil, event.kind.isComposable else { return }
        if event.phase == event.kind.recognitionPhase {
            if case .tap(let count, _, _) = event.details {
                recognizeTap(event, count, at: now)
            } else if let touch = touch(of: event), let index = open[touch].index(of: event.kind) {
                if case .recognized? = open[touch].candidates[index].verdict?.outcome { return }
                open[touch].candidates[index].decide(
                    .recognized(RecognizedGesture(first: event, last: event)), at: event.time)
            }
        } else {
            for touch in open.indices {
                guard let index = open[touch].index(of: event.kind),
                    case .recognized(var gesture)? = open[touch].candidates[index].verdict?.outcome,
                    gesture.first.gesture == event.gesture
                else { continue }
                gesture.last = event
                open[touch].candidates[index].verdict?.outcome = .recognized(gesture)
            }
        }
    }

    /// The touch that a gesture other than a tap began in: of those of the region that began then, the nearest.
    private func touch(of event: GestureEvent) -> Int? {
        var nearest: Int?
        for index in open.indices
        where open[index].key.surface == event.surface && open[index].key.region == event.region
            && open[index].explanation.began == event.origin.time && open[index].isUndecided(event.kind)
        {
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
        for index in open.indices where open[index].isHeld && open[index].explanation.ended == event.time {
            guard open[index].key.surface == event.surface, open[index].key.region == event.region else { continue }
            if let other = last,
                open[other].centre.distance(to: event.point) <= open[index].centre.distance(to: event.point)
            {
                continue
            }
            last = index
        }
        guard let last else { return }
        var left = count
        for index in open.indices where open[index].isHeld && open[index].key.isSameTracker(as: open[last].key) {
            guard left > 0 else { break }
            left -= 1
            open[index].isHeld = false
            guard let tap = open[index].index(of: .tap) else { continue }
            open[index].candidates[tap].decide(
                .recognized(RecognizedGesture(first: event, last: event)), at: now)
        }
    }

    /// Rules out the taps that were held back for further taps and are no longer.
    private mutating func releaseTaps(at now: Instant) {
        for index in open.indices where open[index].isHeld && !engine.holdsTap(open[index].key) {
            open[index].isHeld = false
            guard let tap = open[index].index(of: .tap) else { continue }
            let selection = open[index].selection
            let counts = selection.tapCounts(fingers: open[index].explanation.fingers)
            var least = 1
            while !counts.contains(least), least < TapCounts.largest { least += 1 }
            open[index].candidates[tap].decide(.ruledOut(Reason(.tapCount, 1, of: Double(least))), at: now)
        }
    }

    private mutating func complete() {
        for touch in open where touch.isDecided {
            var explanation = touch.explanation
            explanation.verdicts = touch.candidates.compactMap { $0.verdict }
            explanations.append(explanation)
        }
        open.removeAll { $0.isDecided }
    }
}

extension OpenTouch {
    /// Notes what is missing, without a decision.
    fileprivate mutating func noteNearest(_ tracker: RegionTracker, on surface: Surface, at now: Instant) {
        for index in candidates.indices where candidates[index].verdict == nil {
            guard tracker.rules.selection.wants(candidates[index].kind),
                let obstacle = tracker.recognizers.obstacle(
                    to: candidates[index].kind, of: tracker.sequence, at: now, tracker.rules, on: surface),
                !obstacle.isFinal
            else { continue }
            candidates[index].note(obstacle)
        }
    }

    fileprivate mutating func follow(_ tracker: RegionTracker, on surface: Surface, at now: Instant) {
        let sequence = tracker.sequence
        follow(sequence)
        explanation.ended = now
        guard sequence.downCount == 0 else {
            ask(tracker, on: surface, at: now)
            if isOpen(.tap), sequence.isClean {
                discontinuity = tracker.recognizers.tap.obstacleToContinuing(with: sequence, tracker.rules.thresholds)
            }
            return
        }
        isOver = true
        wasLost = sequence.fingers.isEmpty || sequence.lastLift < now
        guard !wasLost else { return }
        ask(tracker, on: surface, at: now)
        isHeld = isOpen(.tap)
    }

    fileprivate func isUndecided(_ kind: GestureKind) -> Bool {
        guard let index = index(of: kind) else { return false }
        if case .recognized? = candidates[index].verdict?.outcome { return false }
        return true
    }

    fileprivate func distance(to point: Vector) -> Points { explanation.origin.distance(to: point) }
}

extension GestureEngine {
    /// Returns true if a tracker still follows a touch.
    fileprivate func follows(_ key: OpenTouch.Key) -> Bool {
        surfaces.contains { surface in surface.trackers.contains { OpenTouch.Key(surface.surface, $0) == key } }
    }

    /// Returns true if taps of the tracker that followed a touch are held back.
    fileprivate func holdsTap(_ key: OpenTouch.Key) -> Bool {
        surfaces.contains { surface in
            surface.trackers.contains {
                OpenTouch.Key(surface.surface, $0).isSameTracker(as: key) && $0.recognizers.isHoldingTap
            }
        }
    }
}
