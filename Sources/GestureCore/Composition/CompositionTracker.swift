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
        /// Of a sequence: whose turn it is, since when it runs, and which touch brought it on last.
        var stage = 0
        var started = Instant.distantPast
        var advancedIn: UInt64 = 0
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

        func starts(with event: GestureEvent) -> Bool { found == event.gesture && last.phase == event.phase }
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

    /// - Parameter index: its place in the list that was asked for.
    init(_ composition: Composition, index: Int, thresholds: Thresholds, surface: Surface) {
        self.index = index
        rules = Rules(selection: GestureSelection(), thresholds: thresholds)
        found = Output(surface: surface)
        add(composition.expression, to: -1, ordinal: 0)
        running.reserveCapacity(16)
        openings.reserveCapacity(16)
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

    // MARK: What happens

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, slop: Points, into output: inout Output
    ) {
        if series.number != touch {
            touch = series.number
            for node in nodes.indices { nodes[node].winner = nil }
        }
        start(as: output)
        recognizers.followTap(step, of: series, at: now, rules, into: &found)
        decide(series, into: &output)
        // A tap that was held back may have brought a sequence on: what comes next begins in the same frame.
        start(as: output)
        recognizers.follow(step, of: series, at: now, slop: slop, rules, into: &found)
        decide(series, into: &output)
        endTouch(series)
    }

    mutating func lose(_ series: TouchSeries, at now: Instant, into output: inout Output) {
        start(as: output)
        recognizers.lose(series, at: now, rules, into: &found)
        decide(series, into: &output)
        endTouch(series)
    }

    mutating func flush(_ series: TouchSeries, at now: Instant, into output: inout Output) {
        start(as: output)
        recognizers.flush(at: now, rules, into: &found)
        decide(series, into: &output)
        endTouch(series)
    }

    var nextDeadline: Instant? { recognizers.nextDeadline(rules) }

    mutating func pass(deadline now: Instant, series: TouchSeries, into output: inout Output) {
        start(as: output)
        recognizers.pass(deadline: now, series: series, rules, into: &found)
        decide(series, into: &output)
        endTouch(series)
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
    private mutating func decide(_ series: TouchSeries, into output: inout Output) {
        if !found.events.isEmpty {
            openings.removeAll(keepingCapacity: true)
            open(series, into: &output)
            if found.events.contains(where: { $0.opens && !wasLetThrough($0) }) {
                // What does not bring a sequence on may be how it starts anew.
                for node in nodes.indices where nodes[node].stage > 0 && nodes[node].advancedIn != touch {
                    startOver(node)
                }
                open(series, into: &output)
            }
            for event in found.events { publish(event, into: &output) }
        }
    }

    // MARK: What may start

    /// Lets through what may start, members before those after them.
    private mutating func open(_ series: TouchSeries, into output: inout Output) {
        for node in nodes.indices {
            guard case .gesture(let pattern) = nodes[node].kind else { continue }
            for event in found.events where event.opens && !wasLetThrough(event) {
                guard isInTurn(node), pattern.matches(event, on: found.surface) else { continue }
                // What the fingers of an earlier touch have done does not compete with those that are down.
                let isPast = event.kind == .tap && series.downCount > 0 && event.time <= series.started
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

    private func wasLetThrough(_ event: GestureEvent) -> Bool {
        openings.contains { $0.starts(with: event) }
    }

    /// Whether no sequence around a node has it wait.
    private func isInTurn(_ node: Int) -> Bool {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if case .sequence = nodes[parent].kind, nodes[parent].stage != nodes[node].ordinal { return false }
            node = parent
        }
        return true
    }

    /// Whether no other member has won this touch. One that is decided at the last lift still wins over those that come after
    /// it: they are cancelled, for it could never come first.
    private func mayOpen(_ node: Int, _ event: GestureEvent) -> Bool {
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if let winner = nodes[parent].winner, winner != nodes[node].ordinal,
                event.phase == .began || winner < nodes[node].ordinal
            {
                return false
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
            if case .sequence(let limit?) = nodes[parent].kind {
                let started = nodes[parent].stage == 0 ? event.origin.time : nodes[parent].started
                if event.time - started > limit {
                    startOver(parent)
                    return false
                }
            }
            node = parent
        }
        return true
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
            let parent = nodes[node].parent
            if case .sequence = nodes[parent].kind, nodes[parent].stage == 0 {
                nodes[parent].started = event.origin.time
            }
            node = parent
        }
    }

    private func part(of node: Int) -> CompositionPart {
        var part = CompositionPart(composition: index)
        var node = node
        while nodes[node].parent >= 0 {
            let parent = nodes[node].parent
            if case .sequence = nodes[parent].kind {
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
            let stage = nodes[parent].stage + 1
            startOver(parent)
            if stage < nodes[parent].members {
                nodes[parent].stage = stage
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
    private mutating func endTouch(_ series: TouchSeries) {
        guard series.downCount == 0, !recognizers.isHoldingTap else { return }
        for node in nodes.indices where nodes[node].stage > 0 {
            if nodes[node].advancedIn != touch || stageContinuesTouch(of: node) { startOver(node) }
        }
    }

    private func stageContinuesTouch(of sequence: Int) -> Bool {
        for node in sequence + 1..<nodes[sequence].end
        where nodes[node].parent == sequence && nodes[node].ordinal == nodes[sequence].stage {
            return nodes[node].continuesTouch
        }
        return false
    }

    /// Back to the first member, also in all that is below.
    private mutating func startOver(_ sequence: Int) {
        for node in sequence..<nodes[sequence].end {
            nodes[node].stage = 0
            nodes[node].complete = 0
            nodes[node].winner = nil
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

    private mutating func publish(_ event: GestureEvent, into output: inout Output) {
        let known = running.firstIndex { $0.found == event.gesture }
        var gesture: Running
        var phase = event.phase
        if event.opens, let opening = openings.first(where: { $0.starts(with: event) }) {
            gesture = opening
            gesture.number = known.map { running[$0].number } ?? output.newGesture()
        } else if let known {
            gesture = running[known]
            if phase == .possible { return }
            // It was possible, and became what is not wanted.
            if event.opens { phase = .cancelled }
        } else {
            return
        }
        gesture.last = event
        tell(phase, of: gesture, at: event.time, into: &output)
        if let known { running.remove(at: known) }
        if phase == .ended || phase == .cancelled {
            if phase == .ended, !event.opens, event.kind != .longPress { complete(gesture.node, in: touch) }
        } else {
            running.append(gesture)
        }
    }

    /// Cancels what runs below a member.
    private mutating func cancel(member ordinal: Int, of parent: Int, at now: Instant, into output: inout Output) {
        var index = 0
        while index < running.count {
            if isNode(running[index].node, below: ordinal, of: parent) {
                tell(.cancelled, of: running[index], at: now, into: &output)
                running.remove(at: index)
            } else {
                index += 1
            }
        }
    }

    private func tell(_ phase: GesturePhase, of gesture: Running, at time: Instant, into output: inout Output) {
        var event = gesture.last
        event.phase = phase
        event.time = time
        event.gesture = gesture.number
        event.part = gesture.part
        output.append(event)
    }

    private func isNode(_ node: Int, below ordinal: Int, of ancestor: Int) -> Bool {
        var node = node
        while nodes[node].parent >= 0 {
            if nodes[node].parent == ancestor { return nodes[node].ordinal == ordinal }
            node = nodes[node].parent
        }
        return false
    }
}

extension GestureEvent {
    /// Whether this is the first that is told of a gesture; of a tap also that it is final.
    fileprivate var opens: Bool {
        switch kind {
        case .tap: phase == .possible || phase == .ended
        case .swipe, .edgeSwipe: phase == .ended
        case .longPress, .drag, .pinch, .rotation, .press, .touch, .activity: phase == .began
        }
    }
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
