import Text

/// The most that a subscription can cost the service, computed before anything is built for it.
public struct GestureCost: Equatable, Sendable {
    /// The number of recognizers that a frame with ten fingers keeps busy at most: those of the ten busiest regions.
    ///
    /// Each kind of gesture that is asked for by itself counts as one; a composition counts as ``ofComposition`` and one for each
    /// of its parts; single contacts count as ten.
    public var recognizers: Int
    /// Bytes on the heap, on one device, while its largest regions are touched.
    public var memory: Int

    public static let zero = GestureCost(recognizers: 0, memory: 0)

    public static func += (sum: inout GestureCost, other: GestureCost) {
        sum.recognizers += other.recognizers
        sum.memory += other.memory
    }

    public static func -= (difference: inout GestureCost, other: GestureCost) {
        difference.recognizers -= other.recognizers
        difference.memory -= other.memory
    }

    /// A composition has recognizers of its own for every kind.
    static let ofComposition = 6
    /// The buffers for events and their texts, and the queue of the client.
    public static let baseMemory = 64 * 1024
    /// The room that an event takes in these buffers if a frame has more events than they hold at first.
    static let eventMemory = 2 * (MemoryLayout<GestureEvent>.stride + 512)
}

extension GestureOptions {
    public var cost: GestureCost {
        // Once, however many regions have these gestures.
        let shared = RegionCost(gestures)
        var costs = regions.map { region in
            var cost = region.gestures.map { RegionCost($0) } ?? shared
            if region.suppressesTapWhileCoasting { cost.lasts = true }
            return cost
        }
        if costs.isEmpty { costs = [shared] }
        costs.sort { $0.recognizers > $1.recognizers }
        let recognizers = costs.prefix(FingerSet.largest).reduce(0) { $0 + $1.recognizers }
        // Those that last, and the largest of the others.
        costs.sort { $0.lasts == $1.lasts ? $0.memory > $1.memory : $0.lasts }
        let count = costs.count { $0.lasts } + (regions.isEmpty ? 1 : SurfaceTracker.roomyCount)
        let trackers = costs.prefix(count).reduce(0) { $0 + $1.memory }
        let request = regions.reduce(gestures.requestMemory) { $0 + $1.requestMemory }
        return GestureCost(
            recognizers: recognizers,
            memory: GestureCost.baseMemory + request + trackers + recognizers * GestureCost.eventMemory)
    }
}

/// The cost of gestures on one region.
private struct RegionCost {
    var recognizers: Int
    var memory: Int
    /// Whether the tracker may stay although nobody touches the region: as long as a sequence has begun or a fling coasts.
    var lasts: Bool

    init(_ gestures: GestureSet) {
        recognizers = gestures.selection.recognizerCount
        memory = RegionTracker.memory
        lasts = false
        for composition in gestures.compositions {
            let nodes = composition.expression.nodeCount
            recognizers += GestureCost.ofComposition + nodes
            memory += CompositionTracker.memory(nodes: nodes)
            if composition.expression.hasSequence { lasts = true }
        }
        // A region costs something even if nothing is recognized on it.
        recognizers = max(recognizers, 1)
    }
}

extension GestureSet {
    /// Bytes that the value takes.
    fileprivate var requestMemory: Int {
        compositions.reduce(0) { sum, composition in
            sum + MemoryLayout<Composition>.stride + (composition.name?.bytes.count ?? 0)
                + composition.expression.nodeCount * GestureExpression.memory
        }
    }
}

extension GestureExpression {
    fileprivate var hasSequence: Bool {
        switch self {
        case .gesture: false
        case .sequence: true
        case .exclusive(let members), .simultaneous(let members): members.contains { $0.hasSequence }
        }
    }

    /// The number of gestures and compositions in it.
    fileprivate var nodeCount: Int {
        switch self {
        case .gesture: 1
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.reduce(1) { $0 + $1.nodeCount }
        }
    }

    /// What one of its nodes takes as a value: the box that its kind is in, and the list that it is a member of.
    fileprivate static let memory =
        MemoryLayout<GesturePattern>.stride + 2 * MemoryLayout<GestureExpression>.stride + 96
}

extension Region {
    /// Bytes that the value takes, and its part of the tree for hit tests.
    fileprivate var requestMemory: Int {
        2 * MemoryLayout<Region>.stride + 4 * name.bytes.count + (parent?.bytes.count ?? 0) + 256
            + (gestures?.requestMemory ?? 0)
    }
}
