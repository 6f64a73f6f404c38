/// A composition as a list of nodes, each before its members, with the progress of each node.
struct CompositionTree: Equatable, Sendable {
    struct Node: Equatable, Sendable {
        enum Kind: Equatable, Sendable {
            case gesture(GesturePattern)
            case exclusive
            case simultaneous
            case sequence(within: Interval?)
        }

        var kind: Kind
        /// For strokes: the index of the shape in ``shapes``.
        var shape: Int?
        /// The position in the expression, as in ``CompositionPart/node``.
        var source: Int
        /// The number of members.
        var members: Int
        /// For gestures: the index of the recognizers, as in ``CompositionTree/variants``.
        var group = 0
        /// The index after the last node below this one.
        var end = 0
        /// Whether this member of a sequence has to be made by the fingers that are still down from the long press before it.
        var continuesTouch = false

        /// The member of an exclusive node that won this touch.
        var winner: Int?
        /// The recognizers that the winner belongs to.
        var winnerGroup = 0
        /// The members of a simultaneous node that are complete, one bit each.
        var complete: UInt64 = 0
        /// The member of a sequence whose turn it is.
        var stage = 0
        /// The time at which the sequence began; nil if it has not begun.
        var started: Instant?
        /// The last touch that advanced the sequence.
        var advancedIn: UInt64 = 0

        var isSequence: Bool { if case .sequence = kind { true } else { false } }
    }

    /// The node that another one is a member of.
    fileprivate struct Link: Equatable, Sendable {
        /// The index of the node; −1 for the root.
        var parent: Int
        /// The index among the members of the parent.
        var ordinal: Int
    }

    /// A node above another one.
    struct Ancestor {
        var node: Int
        /// The member of this ancestor that the other node is, or is below.
        var ordinal: Int
    }

    /// The nodes above a node, from its parent to the root.
    struct Ancestors: Sequence, IteratorProtocol {
        // Separate from the nodes, which can therefore be changed during the iteration without a copy.
        fileprivate let links: [Link]
        fileprivate var node: Int

        mutating func next() -> Ancestor? {
            let link = links[node]
            guard link.parent >= 0 else { return nil }
            node = link.parent
            return Ancestor(node: link.parent, ordinal: link.ordinal)
        }
    }

    private(set) var nodes: [Node] = []
    /// The different recognizers that the gestures need.
    private(set) var variants: [RecognizerVariant] = []
    /// Whether a gesture depends on the modifier keys.
    private(set) var usesModifiers = false
    /// Whether a gesture claims its fingers.
    private(set) var claims = false
    /// The shapes of all strokes, those that are drawn alike once.
    private(set) var shapes: [StrokeShape] = []
    private var links: [Link] = []

    init(_ expression: GestureExpression) { add(expression, from: 0, to: -1, ordinal: 0) }

    /// - Parameter source: the position of the expression in the whole one.
    private mutating func add(_ expression: GestureExpression, from source: Int, to parent: Int, ordinal: Int) {
        let (kind, members): (Node.Kind, [Member]) =
            switch expression {
            case .gesture(let pattern): (.gesture(pattern), [])
            case .exclusive(let members): (.exclusive, Self.members(members, after: source))
            case .simultaneous(let members): (.simultaneous, Self.members(members, after: source))
            case .sequence(let members, let limit):
                (.sequence(within: limit), Self.members(members, after: source, isSequence: true))
            }
        let node = nodes.count
        nodes.append(Node(kind: kind, shape: index(ofShapeIn: kind), source: source, members: members.count))
        if case .gesture(let pattern) = expression {
            nodes[node].group = group(of: pattern.variant)
            if pattern.modifiers != nil { usesModifiers = true }
            if pattern.claims { claims = true }
        }
        links.append(Link(parent: parent, ordinal: ordinal))
        for (ordinal, member) in members.enumerated() {
            let first = nodes.count
            add(member.expression, from: member.source, to: node, ordinal: ordinal)
            if case .sequence = kind, ordinal > 0 {
                nodes[first].continuesTouch =
                    members[ordinal - 1].expression.isMadeOf { $0 == .longPress }
                    && member.expression.isMadeOf { $0 != .longPress && $0 != .tap }
            }
        }
        nodes[node].end = nodes.count
    }

    private mutating func group(of variant: RecognizerVariant) -> Int {
        if let group = variants.firstIndex(of: variant) { return group }
        variants.append(variant)
        return variants.count - 1
    }

    /// The index of the shape of a stroke, which is added if it is new. Strokes that are drawn alike share one, with the lowest of
    /// their thresholds: they differ in other conditions, such as their area.
    private mutating func index(ofShapeIn kind: Node.Kind) -> Int? {
        guard case .gesture(let pattern) = kind, let shape = pattern.shape else { return nil }
        if let known = shapes.firstIndex(where: { $0.isDrawn(like: shape) }) {
            if shape.threshold < shapes[known].threshold { shapes[known] = shape }
            return known
        }
        shapes.append(shape)
        return shapes.count - 1
    }

    private struct Member {
        var expression: GestureExpression
        var source: Int
    }

    /// The members of the node at `source`. A sequence in a sequence is replaced by its members, as if they had been chained in
    /// one, unless it has a time limit of its own.
    private static func members(
        _ expressions: [GestureExpression], after source: Int, isSequence: Bool = false
    ) -> [Member] {
        var next = source + 1
        var members: [Member] = []
        for expression in expressions {
            if isSequence, case .sequence(let inner, nil) = expression {
                members += Self.members(inner, after: next, isSequence: true)
            } else {
                members.append(Member(expression: expression, source: next))
            }
            next += expression.nodeCount
        }
        return members
    }

    /// The memory of the lists, in bytes.
    static func memory(nodes: Int) -> Int { 2 * nodes * (MemoryLayout<Node>.stride + MemoryLayout<Link>.stride) }

    // MARK: Shape

    func ancestors(of node: Int) -> Ancestors { Ancestors(links: links, node: node) }

    func parent(of node: Int) -> Ancestor? {
        var ancestors = ancestors(of: node)
        return ancestors.next()
    }

    func member(_ ordinal: Int, of node: Int) -> Int? {
        for below in node..<nodes[node].end where links[below].parent == node && links[below].ordinal == ordinal {
            return below
        }
        return nil
    }

    /// Returns whether `node` is `other` or below it.
    func isNode(_ node: Int, in other: Int) -> Bool { other <= node && node < nodes[other].end }

    func commonAncestor(of one: Int, and other: Int) -> Int {
        var node = one
        while !isNode(other, in: node) { node = links[node].parent }
        return node
    }

    /// The place of a node in the composition, with its stage in the outermost sequence.
    func part(of node: Int, in composition: Int) -> CompositionPart {
        var part = CompositionPart(composition: composition, node: nodes[node].source)
        var below = node
        for ancestor in ancestors(of: node) {
            if nodes[ancestor.node].isSequence {
                let before = stages(ofFirst: ancestor.ordinal, in: ancestor.node)
                part.stage = before + (nodes[below].isSequence ? part.stage ?? 1 : 1)
                part.stages = stages(ofFirst: nodes[ancestor.node].members, in: ancestor.node)
            }
            below = ancestor.node
        }
        return part
    }

    /// The number of stages of the first `count` members of a sequence: one each, or those of the member if it is a sequence.
    private func stages(ofFirst count: Int, in sequence: Int) -> Int {
        (0..<count).reduce(0) { sum, ordinal in
            guard let member = member(ordinal, of: sequence), nodes[member].isSequence else { return sum + 1 }
            return sum + stages(ofFirst: nodes[member].members, in: member)
        }
    }

    /// Returns whether a node below a sequence, or the sequence itself, can be the first gesture of the sequence.
    func isFirst(_ node: Int, in sequence: Int) -> Bool {
        for ancestor in ancestors(of: node) {
            if nodes[ancestor.node].isSequence, ancestor.ordinal > 0 { return false }
            if ancestor.node == sequence { break }
        }
        return true
    }

    /// Returns whether a node is a gesture that claims its fingers.
    func isClaiming(_ node: Int) -> Bool {
        if case .gesture(let pattern) = nodes[node].kind { pattern.claims } else { false }
    }

    // MARK: Progress

    var hasStartedSequence: Bool {
        for node in nodes.indices where nodes[node].started != nil { return true }
        return false
    }

    /// Returns whether every sequence around a node has reached it.
    func isInTurn(_ node: Int) -> Bool {
        for ancestor in ancestors(of: node)
        where nodes[ancestor.node].isSequence && nodes[ancestor.node].stage != ancestor.ordinal {
            return false
        }
        return true
    }

    /// Returns the stage that a sequence around a node waits for, as in ``CompositionPart/stage``; nil if it is the turn of the node.
    func awaitedStage(around node: Int) -> Int? {
        var sequence: Int?
        for ancestor in ancestors(of: node)
        where nodes[ancestor.node].isSequence && nodes[ancestor.node].stage != ancestor.ordinal {
            sequence = ancestor.node
        }
        guard let sequence, let next = member(nodes[sequence].stage, of: sequence) else { return nil }
        return part(of: next, in: 0).stage
    }

    /// Returns the sequence around a node whose time limit an event exceeds, or nil.
    func expiredSequence(around node: Int, _ event: EngineEvent) -> Int? {
        for ancestor in ancestors(of: node) {
            if case .sequence(let limit?) = nodes[ancestor.node].kind,
                event.time - (nodes[ancestor.node].started ?? event.origin.time) > limit
            {
                return ancestor.node
            }
        }
        return nil
    }

    /// Returns whether the next member of a sequence has to be made by the fingers that are still down.
    func stageContinuesTouch(of sequence: Int) -> Bool {
        member(nodes[sequence].stage, of: sequence).map { nodes[$0].continuesTouch } ?? false
    }

    /// Returns whether a gesture with these recognizers is a tap.
    func hasTaps(in group: Int) -> Bool {
        for node in nodes.indices where nodes[node].group == group {
            if case .gesture(let pattern) = nodes[node].kind, pattern.kind == .tap { return true }
        }
        return false
    }

    mutating func startTouch() {
        for node in nodes.indices { nodes[node].winner = nil }
    }

    /// Starts a touch of acting fingers while others rest. Gestures of the resting fingers remain winners.
    mutating func startTouch(of group: Int) {
        for node in nodes.indices where nodes[node].winnerGroup == group { nodes[node].winner = nil }
    }

    mutating func setWinner(of node: Int, _ ordinal: Int, group: Int) {
        nodes[node].winner = ordinal
        nodes[node].winnerGroup = group
    }

    /// Starts the sequences around a node, unless they are running.
    mutating func startSequences(around node: Int, at time: Instant) {
        for ancestor in ancestors(of: node)
        where nodes[ancestor.node].isSequence && nodes[ancestor.node].started == nil {
            nodes[ancestor.node].started = time
        }
    }

    /// Completes a node, and the nodes around it that this completes.
    ///
    /// - Returns: whether a sequence has moved to another stage.
    mutating func complete(_ node: Int, in touch: UInt64) -> Bool {
        for ancestor in ancestors(of: node) { nodes[ancestor.node].advancedIn = touch }
        var hasMoved = false
        for ancestor in ancestors(of: node) {
            let parent = ancestor.node
            switch nodes[parent].kind {
            case .gesture, .exclusive: break
            case .simultaneous:
                nodes[parent].complete |= 1 << UInt64(ancestor.ordinal)
                guard nodes[parent].complete.nonzeroBitCount == nodes[parent].members else { return hasMoved }
                nodes[parent].complete = 0
            case .sequence:
                guard nodes[parent].stage == ancestor.ordinal else { return hasMoved }
                let (stage, started) = (nodes[parent].stage + 1, nodes[parent].started)
                reset(parent)
                hasMoved = true
                if stage < nodes[parent].members {
                    nodes[parent].stage = stage
                    nodes[parent].started = started
                    return true
                }
            }
        }
        return hasMoved
    }

    /// Resets a node and all nodes below it: sequences return to their first member.
    mutating func reset(_ node: Int) {
        for below in node..<nodes[node].end {
            nodes[below].stage = 0
            nodes[below].started = nil
            nodes[below].complete = 0
            nodes[below].winner = nil
        }
    }

    /// The gestures of a group whose turn it is, and all long presses, because a long press rejects the tap of fingers that rest for
    /// as long.
    func selection(of group: Int) -> GestureSelection {
        var selection = GestureSelection()
        for node in nodes.indices where nodes[node].group == group {
            guard case .gesture(let pattern) = nodes[node].kind else { continue }
            if pattern.kind == .longPress || isInTurn(node) { selection.insert(pattern) }
        }
        return selection
    }
}
