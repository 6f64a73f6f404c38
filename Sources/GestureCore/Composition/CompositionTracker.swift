/// Follows one composition on one region: recognizers of its own, and a decision about everything that they find.
///
/// The expression is laid out as a list in which each node comes before its members. Members of a sequence are watched only
/// when it is their turn.
///
/// | node         | a member is recognized                       | a member is complete      | all fingers are up                  |
/// |--------------|----------------------------------------------|---------------------------|-------------------------------------|
/// | exclusive    | it wins, unless another has; see ``mayOpen`` | complete                  | the next touch has another winner   |
/// | simultaneous | –                                            | complete if all are       | –                                   |
/// | sequence     | starts over if it is late                    | the next member's turn; complete after the last | starts over if this touch brought it no further |
///
/// A tap or a swipe is complete when it ends, a long press already when it begins, so that what comes next may be done by the
/// same fingers; what else goes on is complete when it ends.
struct CompositionTracker: Equatable, Sendable {
    private struct Node: Equatable, Sendable {
        enum Kind: Equatable, Sendable {
            case gesture(GesturePattern)
            case exclusive
            case simultaneous
            case sequence(within: Interval?)
        }

        var kind: Kind
        /// The node of which it is a member, and the how manyth from 0; −1 and 0 for the first node.
        var parent: Int
        var ordinal: Int
        var members = 0
        /// Where the nodes that are below it end.
        var end = 0
        /// Of a member of a sequence: whether it has to be done by the fingers that still rest from the long press before it.
        var continuesTouch = false

        /// Of an exclusive node: the member that won this touch.
        var winner: Int?
        /// Of a simultaneous node: which members are complete.
        var complete: UInt64 = 0
        /// Of a sequence: whose turn it is, since when it runs, if it does, and which touch brought it on last.
        var stage = 0
        var started: Instant?
        var advancedIn: UInt64 = 0

        var isSequence: Bool { if case .sequence = kind { true } else { false } }
    }

    /// A gesture that was let through and is not over.
    private struct Running: Equatable, Sendable {
        /// Its number among those of this composition's recognizers.
        var found: UInt64
        /// Its number among the subscription's.
        var number: UInt64 = 0
        /// The node that it belongs to.
        var node: Int
        var part: CompositionPart
        /// What was told of it last.
        var last: GestureEvent
        /// Whether it was taken in with the event that is being told.
        var isNew = false

        func starts(with event: GestureEvent) -> Bool { found == event.gesture && last.phase == event.phase }
    }

    /// What one takes in bytes, its lists as long as they can get.
    static func memory(nodes: Int) -> Int {
        2 * MemoryLayout<CompositionTracker>.stride + 2 * nodes * MemoryLayout<Node>.stride
            + 8 * MemoryLayout<GestureEvent>.stride + 4 * max(nodes, 4) * MemoryLayout<Running>.stride + 512
    }

    private let index: Int
    private var nodes: [Node] = []
    private var recognizers = Recognizers()
    private var rules: Rules
    /// Whether presses, taps and long presses count at all.
    private var actionsCount = true
    private var found: Output
    /// The number of the touch that is or was on the region.
    private var touch: UInt64 = 0
    /// Those that start with what was found just now.
    private var openings: [Running] = []
    private var running: [Running] = []

    /// - Parameters:
    ///   - index: its place in the list that was asked for.
    ///   - rules: what holds on its region; the selection is its own.
    init(_ composition: Composition, index: Int, rules: Rules, surface: Surface) {
        self.index = index
        self.rules = rules
        found = Output(surface: surface, room: 8)
        add(composition.expression, to: -1, ordinal: 0)
        running.reserveCapacity(8)
        openings.reserveCapacity(8)
        select()
    }

    private mutating func add(_ expression: GestureExpression, to parent: Int, ordinal: Int) {
        let (kind, members): (Node.Kind, [GestureExpression]) =
            switch expression {
            case .gesture(let pattern): (.gesture(pattern), [])
            case .exclusive(let members): (.exclusive, members)
            case .simultaneous(let members): (.simultaneous, members)
            case .sequence(let members, let limit): (.sequence(within: limit), members)
            }
        let node = nodes.count
        nodes.append(Node(kind: kind, parent: parent, ordinal: ordinal, members: members.count))
        for (ordinal, member) in members.enumerated() {
            let first = nodes.count
            add(member, to: node, ordinal: ordinal)
            if case .sequence = kind, ordinal > 0 {
                nodes[first].continuesTouch =
                    members[ordinal - 1].isMadeOf { $0 == .longPress }
                    && member.isMadeOf { $0 != .longPress && $0 != .tap }
            }
        }
        nodes[node].end = nodes.count
    }

    /// Whether it takes a touch that begins at `now` or later as the very first, once no finger is down: no sequence has begun.
    func isIdle(at now: Instant) -> Bool {
        guard running.isEmpty, recognizers.isIdle(at: now, rules) else { return false }
        for node in nodes.indices where nodes[node].started != nil { return false }
        return true
    }

    // MARK: What happens

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, into output: inout Output
    ) {
        if sequence.number != touch {
            touch = sequence.number
            for node in nodes.indices { nodes[node].winner = nil }
        }
        start(as: output)
        recognizers.followTap(step, of: sequence, at: now, rules, into: &found)
        decide(sequence, into: &output)
        // A tap that was held back may have brought a sequence on: what comes next begins in the same frame.
        start(as: output)
        recognizers.follow(step, of: sequence, at: now, rules, into: &found)
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    mutating func lose(_ sequence: TouchSequence, at now: Instant, into output: inout Output) {
        start(as: output)
        recognizers.lose(sequence, at: now, rules, into: &found)
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    mutating func flush(_ sequence: TouchSequence, at now: Instant, into output: inout Output) {
        start(as: output)
        recognizers.flush(at: now, rules, into: &found)
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    var nextDeadline: Instant? { recognizers.nextDeadline(rules) }

    mutating func pass(deadline now: Instant, sequence: TouchSequence, into output: inout Output) {
        start(as: output)
        recognizers.pass(deadline: now, sequence: sequence, rules, into: &found)
        decide(sequence, into: &output)
        endTouch(sequence)
    }

    /// Whether presses, taps and long presses count from now on.
    mutating func count(actions: Bool) {
        guard actions != actionsCount else { return }
        actionsCount = actions
        select()
    }

    private mutating func start(as output: Output) {
        found.removeAll()
        found.region = output.region
        found.origin = output.origin
    }

    /// Decides about what was found, and publishes what is let through.
    private mutating func decide(_ sequence: TouchSequence, into output: inout Output) {
        guard !found.events.isEmpty else { return }
        openings.removeAll(keepingCapacity: true)
        open(sequence, into: &output)
        if found.events.contains(where: { $0.opens && !wasLetThrough($0) }) {
            startAnew()
            open(sequence, into: &output)
        }
        for event in found.events {
            if event.opens { publish(opening: event, into: &output) } else { publish(next: event, into: &output) }
        }
    }

    // MARK: What may start

    /// Lets through what may start: what is recognized, and then, when that has brought sequences on, what is possible.
    private mutating func open(_ sequence: TouchSequence, into output: inout Output) {
        open(sequence, possible: false, into: &output)
        open(sequence, possible: true, into: &output)
    }

    /// Members before those after them.
    private mutating func open(_ sequence: TouchSequence, possible: Bool, into output: inout Output) {
        for node in nodes.indices {
            guard case .gesture(let pattern) = nodes[node].kind else { continue }
            for event in found.events
            where event.opens && (event.phase == .possible) == possible && isFree(event, for: node) {
                guard isInTurn(node), pattern.matches(event, on: found.surface) else { continue }
                let isPast = isPast(event, sequence)
                guard isPast || mayOpen(node, event) else { continue }
                guard event.phase == .possible || isInTime(node, event) else { continue }
                let part = part(of: node)
                if event.phase != .possible {
                    if !isPast { win(node, at: event.time, into: &output) }
                    noteStart(of: node, event)
                }
                openings.append(Running(found: event.gesture, node: node, part: part, last: event))
                if event.phase == .ended || event.kind == .longPress {
                    complete(node, in: isPast ? touch - 1 : touch)
                }
            }
        }
    }

    /// What the fingers of an earlier touch have done does not compete with those that are down: a tap that was held back.
    private func isPast(_ event: GestureEvent, _ sequence: TouchSequence) -> Bool {
        event.kind == .tap
            && (event.time < sequence.started || (event.time == sequence.started && sequence.downCount > 0))
    }

    private func wasLetThrough(_ event: GestureEvent) -> Bool { openings.contains { $0.starts(with: event) } }

    /// Whether no other node has an event that would have to share it: only members that are side by side do.
    private func isFree(_ event: GestureEvent, for node: Int) -> Bool {
        openings.allSatisfy { opening in
            guard opening.starts(with: event) else { return true }
            if case .simultaneous = nodes[commonAncestor(of: opening.node, and: node)].kind { return true }
            return false
        }
    }

    private func commonAncestor(of one: Int, and other: Int) -> Int {
        var node = one
        while !isNode(other, below: node) { node = nodes[node].parent }
        return node
    }

    /// Whether no sequence around a node has it wait.
    private func isInTurn(_ node: Int) -> Bool {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if nodes[parent].isSequence, nodes[parent].stage != nodes[node].ordinal { return false }
            node = parent
        }
        return true
    }

    /// Whether no other member has won this touch. One that is decided at the last lift still wins over one that comes after
    /// it and goes on, for it could never come first: that is cancelled.
    private func mayOpen(_ node: Int, _ event: GestureEvent) -> Bool {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if let winner = nodes[parent].winner, winner != nodes[node].ordinal {
                guard event.phase != .began, winner > nodes[node].ordinal, isRunning(member: winner, of: parent) else {
                    return false
                }
            }
            node = parent
        }
        return true
    }

    /// Whether no sequence around a node is too late for an event; one that is starts over.
    private mutating func isInTime(_ node: Int, _ event: GestureEvent) -> Bool {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if case .sequence(let limit?) = nodes[parent].kind,
                event.time - (nodes[parent].started ?? event.origin.time) > limit
            {
                startOver(parent)
                return false
            }
            node = parent
        }
        return true
    }

    /// Has sequences start over that something was found for with which they would start, and which this touch has not
    /// brought on; what else does not bring them on is known at its end.
    private mutating func startAnew() {
        for event in found.events where event.opens && event.phase != .possible && !wasLetThrough(event) {
            for node in nodes.indices where nodes[node].stage > 0 && nodes[node].advancedIn != touch {
                if !hasRunning(below: node), startsWith(event, node) { startOver(node) }
            }
        }
    }

    /// Whether the first member of a sequence would take an event.
    private func startsWith(_ event: GestureEvent, _ ancestor: Int) -> Bool {
        for leaf in ancestor + 1..<nodes[ancestor].end {
            guard case .gesture(let pattern) = nodes[leaf].kind, pattern.matches(event, on: found.surface) else {
                continue
            }
            var node = leaf
            var isFirst = true
            while node != ancestor {
                let parent = nodes[node].parent
                if nodes[parent].isSequence, nodes[node].ordinal > 0 { isFirst = false }
                node = parent
            }
            if isFirst { return true }
        }
        return false
    }

    private mutating func win(_ node: Int, at now: Instant, into output: inout Output) {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if case .exclusive = nodes[parent].kind {
                if let winner = nodes[parent].winner, winner != nodes[node].ordinal {
                    cancel(member: winner, of: parent, at: now, into: &output)
                }
                nodes[parent].winner = nodes[node].ordinal
            }
            node = parent
        }
    }

    private mutating func noteStart(of node: Int, _ event: GestureEvent) {
        var node = node
        while nodes[node].parent >= 0 {
            node = nodes[node].parent
            if nodes[node].isSequence, nodes[node].started == nil { nodes[node].started = event.origin.time }
        }
    }

    private func part(of node: Int) -> CompositionPart {
        var part = CompositionPart(composition: index)
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if nodes[parent].isSequence {
                part.stage = nodes[node].ordinal + 1
                part.stages = nodes[parent].members
            }
            node = parent
        }
        return part
    }

    // MARK: What is done

    private mutating func complete(_ node: Int, in touch: UInt64) {
        if nodes[node].members == 0 { bringOn(node, in: touch) }
        let parent = nodes[node].parent
        guard parent >= 0 else { return }
        switch nodes[parent].kind {
        case .gesture: break
        case .exclusive: complete(parent, in: touch)
        case .simultaneous:
            nodes[parent].complete |= 1 << UInt64(nodes[node].ordinal)
            guard nodes[parent].complete.nonzeroBitCount == nodes[parent].members else { break }
            nodes[parent].complete = 0
            complete(parent, in: touch)
        case .sequence:
            guard nodes[parent].stage == nodes[node].ordinal else { break }
            let (stage, started) = (nodes[parent].stage + 1, nodes[parent].started)
            startOver(parent)
            if stage < nodes[parent].members {
                nodes[parent].stage = stage
                nodes[parent].started = started
                select()
            } else {
                complete(parent, in: touch)
            }
        }
    }

    /// Notes for all sequences around a node that a touch has brought them on.
    private mutating func bringOn(_ node: Int, in touch: UInt64) {
        var node = node
        while nodes[node].parent >= 0 {
            node = nodes[node].parent
            nodes[node].advancedIn = touch
        }
    }

    /// All fingers are up and nothing is held back: sequences that this touch did not bring on start over.
    private mutating func endTouch(_ sequence: TouchSequence) {
        guard sequence.downCount == 0, !recognizers.isHoldingTap else { return }
        for node in nodes.indices where nodes[node].started != nil {
            if nodes[node].advancedIn != touch || stageContinuesTouch(of: node) { startOver(node) }
        }
    }

    /// A long press is over: a sequence that it brought on starts over if it was lost, or if what comes next had to begin by
    /// then.
    private mutating func endLongPress(_ node: Int, isLost: Bool) {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if nodes[parent].isSequence, nodes[parent].stage == nodes[node].ordinal + 1,
                isLost
                    || (stageContinuesTouch(of: parent) && !isRunning(member: nodes[parent].stage, of: parent))
            {
                startOver(parent)
            }
            node = parent
        }
    }

    private func stageContinuesTouch(of node: Int) -> Bool {
        guard let member = member(nodes[node].stage, of: node) else { return false }
        return nodes[member].continuesTouch
    }

    private func member(_ ordinal: Int, of node: Int) -> Int? {
        for below in node..<nodes[node].end
        where nodes[below].parent == node && nodes[below].ordinal == ordinal { return below }
        return nil
    }

    /// Back to the first member, also in all that is below.
    private mutating func startOver(_ node: Int) {
        for below in node..<nodes[node].end {
            nodes[below].stage = 0
            nodes[below].started = nil
            nodes[below].complete = 0
            nodes[below].winner = nil
        }
        select()
    }

    /// Watches those whose turn it is; and long presses always, for where one is asked for no tap lasts as long.
    private mutating func select() {
        var selection = GestureSelection()
        for node in nodes.indices {
            guard case .gesture(let pattern) = nodes[node].kind else { continue }
            if pattern.kind == .longPress || isInTurn(node) { selection.insert(pattern) }
        }
        rules.selection = actionsCount ? selection : selection.withoutActions
    }

    // MARK: What is published

    private mutating func publish(opening event: GestureEvent, into output: inout Output) {
        for opening in openings where opening.starts(with: event) {
            var gesture = opening
            // What was possible goes on under its number.
            if let known = running.firstIndex(where: { $0.found == event.gesture && !$0.isNew }) {
                gesture.number = running.remove(at: known).number
            } else {
                gesture.number = output.newGesture()
            }
            gesture.isNew = true
            emit(event.phase, of: gesture, at: event.time, into: &output)
            if event.phase != .ended { running.append(gesture) }
        }
        var index = 0
        while index < running.count {
            if running[index].found == event.gesture, !running[index].isNew, event.phase == .ended {
                // It was possible, and became what is not wanted.
                running[index].last = event
                emit(.cancelled, of: running[index], at: event.time, into: &output)
                running.remove(at: index)
            } else {
                running[index].isNew = false
                index += 1
            }
        }
    }

    private mutating func publish(next event: GestureEvent, into output: inout Output) {
        let isOver = event.phase == .ended || event.phase == .cancelled
        var index = 0
        while index < running.count {
            guard running[index].found == event.gesture else {
                index += 1
                continue
            }
            running[index].last = event
            emit(event.phase, of: running[index], at: event.time, into: &output)
            if isOver {
                let node = running.remove(at: index).node
                if event.kind == .longPress {
                    endLongPress(node, isLost: event.phase == .cancelled)
                } else if event.phase == .ended {
                    complete(node, in: touch)
                }
            } else {
                index += 1
            }
        }
    }

    /// Cancels what runs below a member, and forgets what was done of it.
    private mutating func cancel(member ordinal: Int, of parent: Int, at now: Instant, into output: inout Output) {
        guard let member = member(ordinal, of: parent) else { return }
        var index = 0
        while index < running.count {
            if isNode(running[index].node, below: member) {
                emit(.cancelled, of: running[index], at: now, into: &output)
                running.remove(at: index)
            } else {
                index += 1
            }
        }
        startOver(member)
    }

    private func isRunning(member ordinal: Int, of parent: Int) -> Bool {
        guard let member = member(ordinal, of: parent) else { return false }
        return hasRunning(below: member)
    }

    private func hasRunning(below node: Int) -> Bool {
        running.contains { isNode($0.node, below: node) && $0.last.phase != .possible }
    }

    /// Whether a node is another or below it.
    private func isNode(_ node: Int, below other: Int) -> Bool { other <= node && node < nodes[other].end }

    private func emit(_ phase: GesturePhase, of gesture: Running, at time: Instant, into output: inout Output) {
        var event = gesture.last
        if case .gesture(let pattern) = nodes[gesture.node].kind { event.details = pattern.details(event.details) }
        event.phase = phase
        event.time = time
        event.gesture = gesture.number
        event.part = gesture.part
        output.append(event)
    }
}

extension GestureEvent {
    /// Whether this is the first event of a gesture, or the one that makes a possible tap final.
    fileprivate var opens: Bool { phase == .possible || phase == kind.recognitionPhase }
}

extension GestureExpression {
    fileprivate func isMadeOf(_ condition: (GestureKind) -> Bool) -> Bool {
        switch self {
        case .gesture(let pattern): condition(pattern.kind)
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.allSatisfy { $0.isMadeOf(condition) }
        }
    }
}
