/// The part of a region's tracker that is used where regions are nested: one level of the chains of its fingers.
extension RegionTracker {
    /// What the levels around the same fingers leave to this one.
    struct Turn: Equatable, Sendable {
        /// What the current touch can make.
        var permits = TouchPermits.all
        /// Whether fingers of this frame have set the permits.
        var isPlanned = false
        /// Whether the fingers have followed the current step of the frame.
        var hasFollowed = false
        /// Whether the step concerns a finger.
        var isConcerned = false
        /// Whether another level has claimed fingers that were lifted in this step.
        var isOvertaken = false
    }

    /// Whether gestures come before those of the regions inside.
    var hasHigh: Bool {
        if !gestures.selection[.edgeSwipe].isEmpty { return true }
        for index in compositions.indices where compositions[index].priority == .high { return true }
        return false
    }

    /// Whether a movement goes on, and accepts further fingers.
    func movement(adding fingers: Int) -> Movement {
        guard sequence.downCount > 0 else { return .none }
        let count = sequence.downCount + fingers
        var movement = recognizers.movement(accepting: count, rules.selection)
        for index in compositions.indices where movement != .accepts {
            let other = compositions[index].movement(accepting: count)
            if other != .none { movement = other }
        }
        return movement
    }

    /// The counts of taps with one finger that are next in sequences that have begun.
    var nextTaps: TapCounts {
        var counts = TapCounts()
        for index in compositions.indices { counts.formUnion(compositions[index].nextTaps) }
        return counts
    }

    /// Sets what a touch can make that begins in this frame. A finger that joins a touch can only forbid its taps and long presses.
    mutating func plan(_ permits: TouchPermits, at now: Instant, into output: inout Output) {
        guard sequence.downCount == 0 else {
            if !permits.contains(.holds) { failActions(at: now, into: &output) }
            return
        }
        let planned = turn.isPlanned ? turn.permits.intersection(permits) : permits
        turn.isPlanned = true
        // A touch that is for another region makes taps final.
        if !planned.contains(.taps) { flushSingleTaps(at: now, into: &output) }
        guard planned != turn.permits else { return }
        turn.permits = planned
        updateRules()
    }

    private mutating func flushSingleTaps(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        if recognizers.isHoldingSingleTap { recognizers.flush(at: now, rules, into: &output) }
        for index in compositions.indices where compositions[index].isHoldingSingleTap {
            compositions[index].flush(sequence, at: now, into: &output)
        }
    }

    /// Gives a tap that a ``TapContest`` has recognized to the compositions.
    mutating func take(_ tap: EngineEvent, at now: Instant, into output: inout Output) {
        output.region = id
        for index in compositions.indices { compositions[index].take(tap, sequence, into: &output) }
    }

    /// Sets whether a tap of the current touch may still come from a ``TapContest``.
    mutating func awaitTaps(_ awaits: Bool) {
        for index in compositions.indices where compositions[index].awaitsTap != awaits {
            compositions[index].awaitsTap = awaits
        }
    }

    // MARK: A frame

    /// Selects the changes of this level's fingers from a frame and follows the press.
    ///
    /// - Parameter lands: true for the index of a landing whose finger counts here.
    mutating func press(
        _ all: [ContactChange], lands: (Int) -> Bool, at now: Instant, into output: inout Output
    ) {
        changes.removeAll(keepingCapacity: true)
        for index in all.indices {
            let isConcerned =
                all[index].action == .down ? lands(index) : sequence.isDown(all[index].contact) || thumbs != nil
            if isConcerned { changes.append(all[index]) }
        }
        beginFrame(at: now, into: &output)
        turn.isPlanned = false
        if !actions.areMovesAlone { sequence.foresee(changes) }
    }

    /// Has the fingers follow a step of the frame, once.
    ///
    /// - Returns: whether it concerns one that no other level has claimed.
    mutating func start(_ step: TouchSequence.Step, at now: Instant) -> Bool {
        if !turn.hasFollowed {
            turn.hasFollowed = true
            turn.isConcerned =
                actions.contains(step.action) && sequence.follow(step, of: changes, at: now, slop: rules.slop)
        }
        return turn.isConcerned && !turn.isOvertaken
    }

    /// Ends a step.
    mutating func endStep() {
        turn.hasFollowed = false
        turn.isOvertaken = false
    }

    /// Passes a step that has started to the recognizers of one priority. Edge swipes are high.
    mutating func follow(_ step: TouchSequence.Step, isHigh: Bool, at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        let first = output.events.count
        let sequence = sequence
        var rules = rules
        if isHigh {
            rules.selection[.swipe] = .none
            recognizers.followSwipe(step, of: sequence, at: now, rules, into: &output)
        } else {
            rules.selection[.edgeSwipe] = .none
            recognizers.followTap(step, of: sequence, at: now, rules, into: &output)
            recognizers.follow(step, of: sequence, at: now, rules, into: &output)
        }
        for index in compositions.indices where (compositions[index].priority == .high) == isHigh {
            compositions[index].follow(step, of: sequence, changes, at: now, into: &output)
        }
        if coasts { noteFlings(since: first, of: output) }
    }

    /// Handles the deadline at `now` with the recognizers of one priority.
    mutating func pass(deadline now: Instant, isHigh: Bool, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        if !isHigh, recognizers.nextDeadline(rules) == now {
            recognizers.pass(deadline: now, sequence: sequence, rules, into: &output)
        }
        for index in compositions.indices
        where (compositions[index].priority == .high) == isHigh && compositions[index].nextDeadline == now {
            compositions[index].pass(deadline: now, sequence: sequence, into: &output)
        }
    }

    // MARK: Claims

    /// Returns whether an event belongs to a composition of high priority.
    func isHigh(_ event: EngineEvent) -> Bool {
        guard let part = event.part else { return false }
        for index in compositions.indices where compositions[index].index == part.composition {
            return compositions[index].priority == .high
        }
        return false
    }

    /// Appends the fingers that a gesture of this level claims: those that are down, and those that are lifted at `now` or, if the
    /// gesture is recognized at the last lift, earlier. A tap is over: it claims no finger that rests meanwhile.
    func appendClaimed(to claimed: inout [ContactChange], by kind: GestureKind, at now: Instant) {
        let takesLifted = kind.recognitionPhase == .ended
        for index in sequence.fingers.indices {
            let finger = sequence.fingers[index]
            guard finger.isDown ? kind != .tap : takesLifted || finger.lifted == now else { continue }
            claimed.append(ContactChange(finger.id, .cancel, at: finger.position))
        }
    }

    /// Returns whether the level counts one of the fingers, has counted it in its last touch, or will in this frame.
    func counts(_ claimed: [ContactChange]) -> Bool {
        for index in claimed.indices {
            for finger in sequence.fingers where finger.id == claimed[index].contact { return true }
            for change in changes where change.action == .down && change.contact == claimed[index].contact {
                return true
            }
        }
        return false
    }

    /// Gives up fingers that another level has claimed: nothing has begun with them here. The touch makes no tap and no long press.
    ///
    /// - Parameters:
    ///   - start: the time from which the other level has taken them. Taps held back since then are none.
    ///   - darkens: whether the press of such a finger ends.
    ///   - frame: the number of events before this frame. A press that begins in the frame has never begun.
    /// - Returns: whether the event of such a press was removed.
    mutating func concede(
        _ claimed: [ContactChange], from start: Instant, darkens: Bool, since frame: Int, at now: Instant,
        into output: inout Output
    ) -> Bool {
        output.region = id
        output.origin = sequence.origin
        let removesPress = darkens && press.concede(claimed, sequence, since: frame, at: now, into: &output)
        takeTap(from: start, at: now, into: &output)
        for index in sequence.fingers.indices where sequence.fingers[index].lifted == now && turn.hasFollowed {
            let id = sequence.fingers[index].id
            if claimed.contains(where: { $0.contact == id }) { turn.isOvertaken = true }
        }
        // Those that are still down make nothing together with these.
        if turn.isOvertaken, sequence.downCount > 0 { sequence.forgetLifts(of: claimed, at: now) }
        if sequence.follow(.cancelled, of: claimed, at: now, slop: rules.slop) || turn.isOvertaken {
            recognizers.followTap(.cancelled, of: sequence, at: now, rules, into: &output)
            recognizers.follow(.cancelled, of: sequence, at: now, rules, into: &output)
            for index in compositions.indices {
                compositions[index].follow(.cancelled, of: sequence, claimed, at: now, into: &output)
            }
            sequence.foresee(changes)
            if sequence.downCount == 0 { turn.isConcerned = false }
        }
        // They have not landed here yet.
        changes.removeAll { change in
            change.action == .down && claimed.contains { $0.contact == change.contact }
        }
        failActions(at: now, into: &output)
        return removesPress
    }

    /// Returns whether the last touch is over and had one of the fingers.
    func hasLifted(_ claimed: [ContactChange]) -> Bool {
        guard sequence.downCount == 0 else { return false }
        for finger in sequence.fingers where claimed.contains(where: { $0.contact == finger.id }) { return true }
        return false
    }

    /// The time at which the first of the taps held back began; nil if they make no tap unless another follows.
    var holdStart: Instant? {
        var first = recognizers.tap.holdStart(rules)
        for index in compositions.indices {
            if let start = compositions[index].holdStart { first = min(start, first ?? start) }
        }
        return first
    }

    /// The same for taps of high priority.
    var highHoldStart: Instant? {
        for index in compositions.indices where compositions[index].priority == .high {
            if let start = compositions[index].holdStart { return start }
        }
        return nil
    }

    /// Handles a touch that makes no tap and no long press.
    mutating func failActions(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        recognizers.failActions(at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].failActions(sequence, at: now, into: &output) }
    }

    /// Handles fingers that another level has taken from `start` on: they make no tap, and no part of one.
    mutating func takeTap(from start: Instant, at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = sequence.origin
        recognizers.takeTap(from: start, at: now, rules, into: &output)
        for index in compositions.indices {
            compositions[index].takeTap(from: start, sequence, at: now, into: &output)
        }
    }

    /// Lets the touch on a removed region finish what has begun, and begin nothing.
    mutating func onlyFinish(at now: Instant, into output: inout Output) {
        isFinishing = true
        failActions(at: now, into: &output)
        rules.selection = recognizers.open(of: gestures.selection)
        rules.selection.press = gestures.selection.press && press.isPressed
        compositions.removeAll { $0.running.isEmpty }
    }
}
