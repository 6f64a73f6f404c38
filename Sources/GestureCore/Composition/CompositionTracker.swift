/// Follows one composition on one region: runs its own recognizers, and decides which of their events become events of the
/// composition.
///
/// The members of a sequence are recognized only when it is their turn.
///
/// | node         | a member is recognized                | a member is complete            | all fingers are up                |
/// |--------------|---------------------------------------|---------------------------------|-----------------------------------|
/// | exclusive    | wins, unless another has: ``canOpen`` | complete                        | the next touch has another winner |
/// | simultaneous | –                                     | complete if all are             | –                                 |
/// | sequence     | starts over if late                   | next member's turn, or complete | starts over unless advanced       |
///
/// A tap or a swipe is complete when it ends. A long press is complete when it begins, so the same fingers can make the next
/// gesture. Other gestures are complete when they end.
struct CompositionTracker: Equatable, Sendable {
    /// A gesture that has begun as part of the composition.
    struct Running: Equatable, Sendable {
        /// The number that the recognizers of this composition gave the gesture.
        var found: UInt64
        /// The number of the gesture in the subscription.
        var number: UInt64 = 0
        var node: Int
        var part: CompositionPart
        /// The last event of the gesture.
        var last: EngineEvent
        /// Whether the gesture opened with the event that is being published.
        var isNew = false

        func starts(with event: EngineEvent) -> Bool { found == event.gesture && last.phase == event.phase }
    }

    /// The memory of one tracker in bytes, with its lists at their longest.
    ///
    /// - Parameters:
    ///   - variants: the number of different ``RecognizerVariant``s.
    ///   - acting: the number of those with resting fingers.
    static func memory(nodes: Int, variants: Int, acting: Int) -> Int {
        2 * MemoryLayout<CompositionTracker>.stride + CompositionTree.memory(nodes: nodes)
            + 2 * variants * MemoryLayout<RecognizerGroup>.stride
            + acting * (MemoryLayout<ActingFingers>.stride + TouchSequence.memory)
            + 8 * MemoryLayout<EngineEvent>.stride + 4 * max(nodes, 4) * MemoryLayout<Running>.stride + 512
    }

    /// The index of the composition in the request.
    let index: Int
    let priority: GesturePriority
    private(set) var tree: CompositionTree
    /// The recognizers, in the order of ``CompositionTree/variants``.
    private(set) var groups: [RecognizerGroup]
    /// The earliest instant at which time alone decides something.
    private(set) var nextDeadline: Instant?
    let thresholds: Thresholds
    /// What the current touch can make.
    private var permits = TouchPermits.all
    /// Whether a tap of the current touch may still come from a ``TapContest``.
    var awaitsTap = false
    private var found: Output
    /// The number of the current or last touch on the region.
    private(set) var touch: UInt64 = 0
    /// The gestures that open with the events in `found`.
    private(set) var openings: [Running] = []
    var running: [Running] = []

    /// - Parameters:
    ///   - index: the index of the composition in the list.
    ///   - rules: the rules of the region; the selection is replaced.
    init(_ composition: Composition, index: Int, rules: Rules, surface: Surface) {
        self.index = index
        priority = composition.effectivePriority
        thresholds = rules.thresholds
        let tree = CompositionTree(composition.expression)
        self.tree = tree
        // Strokes need no recognizers of their own, so all of them compete in one group.
        let strokes = RecognizerVariant()
        groups = tree.variants.map {
            RecognizerGroup($0, shapes: $0 == strokes ? tree.shapes : [], rules: rules, on: surface.kind)
        }
        found = Output(surface: surface, room: 8)
        running.reserveCapacity(8)
        openings.reserveCapacity(8)
        select()
    }

    /// Returns whether a new tracker would handle a touch at `now` or later in the same way, once no finger is down.
    func isIdle(at now: Instant) -> Bool {
        running.isEmpty && !tree.hasStartedSequence && groups.allSatisfy { $0.isIdle(at: now) }
    }

    // MARK: Input

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, _ changes: [ContactChange], at now: Instant,
        into output: inout Output
    ) {
        if sequence.number != touch {
            touch = sequence.number
            tree.startTouch()
        }
        start(as: output)
        for group in groups.indices {
            found.group = group
            groups[group].followTap(step, of: sequence, changes, at: now, into: &found)
            if groups[group].beginsOwnTouch { tree.startTouch(of: group) }
        }
        decide(sequence, into: &output)
        // A tap that was held back may have advanced a sequence, whose next gesture begins in the same frame.
        start(as: output)
        for group in groups.indices {
            found.group = group
            groups[group].follow(step, of: sequence, at: now, into: &found)
        }
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    mutating func lose(_ sequence: TouchSequence, at now: Instant, into output: inout Output) {
        update(sequence, into: &output) { $0.lose(sequence, at: now, into: &$1) }
    }

    mutating func flush(_ sequence: TouchSequence, at now: Instant, into output: inout Output) {
        update(sequence, into: &output) { $0.flush(sequence, at: now, into: &$1) }
    }

    /// Handles a touch whose fingers other regions have taken: it makes no tap and no long press.
    mutating func failActions(_ sequence: TouchSequence, at now: Instant, into output: inout Output) {
        update(sequence, into: &output) { $0.failActions(sequence, at: now, into: &$1) }
    }

    /// Handles fingers that another region has taken from `start` on: they make no tap, and no part of one.
    mutating func takeTap(
        from start: Instant, _ sequence: TouchSequence, at now: Instant, into output: inout Output
    ) {
        update(sequence, into: &output) { $0.takeTap(from: start, sequence, at: now, into: &$1) }
    }

    /// Changes all groups, and publishes what follows.
    @inline(never)
    private mutating func update(
        _ sequence: TouchSequence, into output: inout Output, _ change: (inout RecognizerGroup, inout Output) -> Void
    ) {
        start(as: output)
        for group in groups.indices {
            found.group = group
            change(&groups[group], &found)
        }
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    mutating func pass(deadline now: Instant, sequence: TouchSequence, into output: inout Output) {
        start(as: output)
        // A long press rejects the tap of the same fingers, whichever recognizers follow it.
        for group in groups.indices where groups[group].completesLongPress(at: now) {
            for other in groups.indices {
                found.group = other
                groups[other].flush(sequence, at: now, into: &found)
            }
        }
        for group in groups.indices where groups[group].nextDeadline == now {
            found.group = group
            groups[group].pass(deadline: now, sequence, into: &found)
        }
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    /// Takes a tap that a ``TapContest`` has recognized for the composition.
    mutating func take(_ tap: EngineEvent, _ sequence: TouchSequence, into output: inout Output) {
        start(as: output)
        for group in groups.indices where groups[group].acting.isEmpty && tree.hasTaps(in: group) {
            var event = tap
            event.group = group
            event.region = output.region
            // Not the number of a gesture that the composition has found itself, and one for each of its recognizers.
            event.gesture |= 1 << 63 | UInt64(group) << 48
            found.append(event)
        }
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    /// The time at which the first of the taps held back began; nil if they make no tap unless another follows.
    var holdStart: Instant? {
        var first: Instant?
        for group in groups.indices {
            if let start = groups[group].holdStart { first = min(start, first ?? start) }
        }
        return first
    }

    /// Whether a tap of one finger is held back because further taps can follow.
    var isHoldingSingleTap: Bool {
        for group in groups.indices where groups[group].recognizers.isHoldingSingleTap { return true }
        return false
    }

    /// The counts of taps with one finger that are next in a sequence that has begun.
    var nextTaps: TapCounts {
        var counts = TapCounts()
        guard tree.hasStartedSequence else { return counts }
        for group in tree.variants.indices where tree.variants[group].restingFingers == 0 {
            counts.formUnion(tree.selection(of: group).tapCounts(fingers: 1))
        }
        return counts
    }

    /// Whether a movement goes on, and accepts this number of fingers.
    func movement(accepting fingers: Int) -> Movement {
        var movement = Movement.none
        for index in running.indices where running[index].last.kind.isMovement && running[index].last.phase != .possible
        {
            guard case .gesture(let pattern) = tree.nodes[running[index].node].kind else { continue }
            if pattern.fingers.contains(fingers) { return .accepts }
            movement = .refuses
        }
        return movement
    }

    /// Sets what the touch that begins can make, and its slop.
    mutating func limit(to permits: TouchPermits, slop: Points) {
        for group in groups.indices { groups[group].set(slop: slop, beginsEarly: permits.contains(.earlyDrags)) }
        guard permits != self.permits else { return }
        self.permits = permits
        select()
    }

    private mutating func start(as output: Output) {
        found.removeAll()
        found.region = output.region
        if tree.usesModifiers { found.modifiers = output.modifiers }
    }

    /// Decides which of the found events belong to the composition, and publishes them.
    private mutating func decide(_ sequence: TouchSequence, into output: inout Output) {
        guard !found.events.isEmpty else { return }
        // Most frames only continue gestures.
        if hasOpenings {
            openings.removeAll(keepingCapacity: true)
            open(sequence, into: &output)
            if found.events.contains(where: { $0.opens && !wasLetThrough($0) }) {
                restartSequences()
                open(sequence, into: &output)
            }
        }
        for event in found.events {
            if event.opens {
                if tree.claims { claim(event, sequence, into: &output) }
                publish(opening: event, into: &output)
            } else {
                publish(next: event, into: &output)
            }
        }
    }

    /// Claims the fingers of the gestures that an event opens. A tap that was held back has none: those that are down belong to
    /// the next touch.
    @inline(never)
    private func claim(_ event: EngineEvent, _ sequence: TouchSequence, into output: inout Output) {
        guard event.phase != .possible, !isPast(event, sequence) else { return }
        for opening in openings where opening.starts(with: event) && tree.isClaiming(opening.node) {
            groups[event.group].claim(sequence, into: &output)
        }
    }

    private var hasOpenings: Bool {
        // By index: a closure would copy each event.
        for index in found.events.indices where found.events[index].opens { return true }
        return false
    }

    // MARK: Openings

    /// Opens gestures: first the recognized ones, and then possible ones, because the first can advance sequences.
    private mutating func open(_ sequence: TouchSequence, into output: inout Output) {
        open(sequence, possible: false, into: &output)
        open(sequence, possible: true, into: &output)
    }

    /// Opens gestures in the order of their nodes.
    private mutating func open(_ sequence: TouchSequence, possible: Bool, into output: inout Output) {
        for node in tree.nodes.indices {
            guard case .gesture(let pattern) = tree.nodes[node].kind else { continue }
            for event in found.events
            where event.opens && (event.phase == .possible) == possible && isFree(event, for: node) {
                guard tree.isInTurn(node), isMatch(event, pattern, of: node) else { continue }
                let isPast = isPast(event, sequence)
                guard isPast || canOpen(node, event) else { continue }
                guard event.phase == .possible || isInTime(node, event) else { continue }
                let part = tree.part(of: node, in: index)
                if event.phase != .possible {
                    if !isPast { win(node, at: event.decided, into: &output) }
                    tree.startSequences(around: node, at: event.origin.time)
                }
                openings.append(Running(found: event.gesture, node: node, part: part, last: event))
                if event.phase == .ended || event.kind == .longPress {
                    complete(node, in: isPast ? touch - 1 : touch)
                }
            }
        }
    }

    private func isMatch(_ event: EngineEvent, _ pattern: GesturePattern, of node: Int) -> Bool {
        if case .stroke(let shape, _) = event.details, shape != tree.nodes[node].shape { return false }
        return event.group == tree.nodes[node].group && pattern.matches(event, on: found.surface, thresholds)
            && (pattern.modifiers == nil || pattern.modifiers == found.modifiers?.modifiers(at: event.time))
    }

    /// Returns whether an event is a held-back tap of an earlier touch, which does not compete with the fingers that are down.
    private func isPast(_ event: EngineEvent, _ sequence: TouchSequence) -> Bool {
        groups[event.group].isPast(event, sequence)
    }

    private func wasLetThrough(_ event: EngineEvent) -> Bool { openings.contains { $0.starts(with: event) } }

    /// Returns whether no other node has taken the event. Only the members of a simultaneous node share events.
    private func isFree(_ event: EngineEvent, for node: Int) -> Bool {
        openings.allSatisfy { opening in
            guard opening.starts(with: event) else { return true }
            if case .simultaneous = tree.nodes[tree.commonAncestor(of: opening.node, and: node)].kind { return true }
            return false
        }
    }

    /// Returns whether no other member has won this touch, or if the event overrules the winner.
    ///
    /// A gesture that is recognized at the last lift overrules the winner if it comes before it in the list and the winner is
    /// still going on: it could never be recognized first.
    private func canOpen(_ node: Int, _ event: EngineEvent) -> Bool {
        for ancestor in tree.ancestors(of: node) {
            guard let winner = tree.nodes[ancestor.node].winner, winner != ancestor.ordinal else { continue }
            guard event.phase != .began, winner > ancestor.ordinal, isRunning(member: winner, of: ancestor.node) else {
                return false
            }
        }
        return true
    }

    /// Returns whether an event is within the time limits of the sequences around a node. A sequence that is too late starts
    /// over.
    private mutating func isInTime(_ node: Int, _ event: EngineEvent) -> Bool {
        guard let sequence = tree.expiredSequence(around: node, event) else { return true }
        startOver(sequence)
        return false
    }

    /// Restarts sequences that this touch has not advanced, if an event was found that can be their first. The other sequences
    /// that this touch does not advance start over when the touch ends.
    private mutating func restartSequences() {
        for event in found.events where event.opens && event.phase != .possible && !wasLetThrough(event) {
            for node in tree.nodes.indices where tree.nodes[node].stage > 0 && tree.nodes[node].advancedIn != touch {
                if !hasRunning(in: node), canStart(node, with: event) { startOver(node) }
            }
        }
    }

    private func canStart(_ sequence: Int, with event: EngineEvent) -> Bool {
        for node in sequence + 1..<tree.nodes[sequence].end {
            guard case .gesture(let pattern) = tree.nodes[node].kind else { continue }
            if isMatch(event, pattern, of: node), tree.isFirst(node, in: sequence) { return true }
        }
        return false
    }

    /// Makes a node the winner of this touch, and cancels the gestures that it overrules.
    private mutating func win(_ node: Int, at now: Instant, into output: inout Output) {
        for ancestor in tree.ancestors(of: node) {
            guard case .exclusive = tree.nodes[ancestor.node].kind else { continue }
            if let winner = tree.nodes[ancestor.node].winner, winner != ancestor.ordinal {
                cancel(member: winner, of: ancestor.node, at: now, into: &output)
            }
            tree.setWinner(of: ancestor.node, ancestor.ordinal, group: tree.nodes[node].group)
        }
    }

    // MARK: Progress

    mutating func complete(_ node: Int, in touch: UInt64) {
        if tree.complete(node, in: touch) { select() }
    }

    /// Restarts the sequences that this touch did not advance, once all fingers are up and no tap is held back.
    private mutating func endTouch(_ sequence: TouchSequence) {
        nextDeadline = nil
        // By index: a closure would copy each group.
        for group in groups.indices {
            guard let deadline = groups[group].nextDeadline else { continue }
            nextDeadline = min(deadline, nextDeadline ?? deadline)
        }
        guard sequence.downCount == 0, !awaitsTap else { return }
        for group in groups.indices where groups[group].isHoldingTap { return }
        for node in tree.nodes.indices where tree.nodes[node].started != nil {
            if tree.nodes[node].advancedIn != touch || tree.stageContinuesTouch(of: node) { startOver(node) }
        }
    }

    /// Handles the end of a long press. A sequence that the long press advanced starts over if the fingers were lost, or if
    /// they had to make the next gesture and did not.
    mutating func endLongPress(_ node: Int, isLost: Bool) {
        for ancestor in tree.ancestors(of: node) {
            let sequence = ancestor.node
            guard tree.nodes[sequence].isSequence, tree.nodes[sequence].stage == ancestor.ordinal + 1 else { continue }
            if isLost
                || (tree.stageContinuesTouch(of: sequence)
                    && !isRunning(member: tree.nodes[sequence].stage, of: sequence))
            {
                startOver(sequence)
            }
        }
    }

    mutating func startOver(_ node: Int) {
        tree.reset(node)
        select()
    }

    private mutating func select() {
        for group in groups.indices {
            let selection = tree.selection(of: group)
            // Taps beside resting fingers are no taps of one finger on the region.
            let isActing = !groups[group].acting.isEmpty && permits.contains(.holds)
            groups[group].select(selection.limited(to: isActing ? permits.union(.taps) : permits))
        }
    }
}

extension EngineEvent {
    /// Whether this is the first event of a gesture, or the one that makes a possible tap final.
    fileprivate var opens: Bool { phase == .possible || phase == kind.recognitionPhase }

    /// When the event became final, which for a tap can be later than when it happened.
    fileprivate var decided: Instant {
        guard case .tap(_, _, let decided?) = details else { return time }
        return decided
    }
}
