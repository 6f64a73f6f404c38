import Text

/// The largest cost of a subscription to the service, computed before anything is built for it.
public struct GestureCost: Equatable, Sendable {
    /// The largest number of recognizers that a frame with ten fingers keeps busy: those of the ten busiest regions and, where
    /// regions are nested, of those around them, each once. Where fingers beyond reach are recognized separately, all ten fingers can
    /// be on the busiest one.
    ///
    /// Each kind in a selection counts as one. A composition counts as ``ofComposition`` plus one for each of its parts, and one for
    /// each template of a stroke, which is compared at the lift. Single contacts count as twenty: writing an event takes longer than
    /// following a finger. Gestures of a composition that need recognizers of their own (``RecognizerVariant``) add as many again.
    public var recognizers: Int64
    /// The heap memory in bytes, on one device, while its largest regions are touched. 64 bits, because the sum of all subscriptions can
    /// exceed 32.
    public var memory: Int64

    public static let zero = GestureCost(recognizers: 0, memory: 0)

    public static func += (sum: inout GestureCost, other: GestureCost) {
        sum.recognizers += other.recognizers
        sum.memory += other.memory
    }

    public static func -= (difference: inout GestureCost, other: GestureCost) {
        difference.recognizers -= other.recognizers
        difference.memory -= other.memory
    }

    /// The number of recognizers that a composition has for each ``RecognizerVariant``, which cover every kind.
    static let ofComposition: Int64 = 6
    /// The work of a region that is nested, or has others inside, in recognizers: its fingers follow each frame by themselves.
    static let ofLevel: Int64 = 2
    /// The memory of the buffers for events and their texts and of the queue of the client, in bytes.
    public static let baseMemory: Int64 = 64 * 1024
    /// The buffer memory in bytes of each event beyond the initial capacity of the buffers.
    static let eventMemory = Int64(2 * (MemoryLayout<EngineEvent>.stride + 512))
}

extension GestureOptions {
    /// - Parameter separatesPeople: whether the reach is limited on one of the surfaces.
    public func cost(separatesPeople: Bool = false) -> GestureCost {
        // Computed once for all regions that have these gestures.
        let shared = RegionCost(gestures)
        let tree = RegionTree(regions, ids: [])
        let inherited = tree.isNested ? RegionCost(gestures, inheritsActions: true) : shared
        var costs = regions.map { region in
            var cost = region.gestures.map { RegionCost($0) } ?? (region.inheritsActions ? inherited : shared)
            if region.dependsOnFlings { cost.lasts = true }
            if tree.isNested { cost.recognizers += GestureCost.ofLevel }
            return cost
        }
        if costs.isEmpty { costs = [shared] }
        let chains = Chains(costs, tree.parents)
        // The regions that last, those that ten fingers touch, and the largest of the others.
        let kept = regions.isEmpty ? 1 : SurfaceTracker.roomyCount + (tree.isNested ? chains.mostTouched : 0)
        let count = costs.count { $0.lasts } + kept
        var trackers = costs.sorted { $0.lasts == $1.lasts ? $0.memory > $1.memory : $0.lasts }
            .prefix(count).reduce(0) { $0 + $1.memory }
        let further =
            separatesPeople ? GroupAssigner.mostFurther : countsResting ? 0 : GroupAssigner.mostBesideResting
        trackers += Int64(further) * chains.largestMemory
        if tree.isNested { trackers += Int64(SurfaceTracker.roomyCount * TapContest.memory) }
        let recognizers = separatesPeople ? Int64(FingerSet.largest) * chains.busiest : chains.recognizers
        let request = regions.reduce(gestures.requestMemory) { $0 + $1.requestMemory }
        return GestureCost(
            recognizers: recognizers,
            memory: GestureCost.baseMemory + request + trackers + recognizers * GestureCost.eventMemory)
    }
}

/// The cost of gestures on one region.
private struct RegionCost {
    var recognizers: Int64
    var memory: Int64
    /// Whether the tracker can stay while nobody touches the region, because a sequence has begun or a fling coasts.
    var lasts: Bool

    /// - Parameter inheritsActions: whether only presses, taps and long presses count.
    init(_ gestures: GestureSet, inheritsActions: Bool = false) {
        let selection = inheritsActions ? gestures.selection.actions : gestures.selection
        recognizers = Int64(selection.recognizerCount)
        memory = Int64(RegionTracker.memory)
        lasts = false
        if gestures.compositions.contains(where: { $0.priority == .simultaneous }) {
            memory += Int64(RegionTracker.memory)
        }
        for composition in gestures.compositions
        where !inheritsActions || composition.expression.isMadeOf({ $0.isAction }) {
            let nodes = composition.expression.nodeCount
            let variants = composition.expression.variants
            let templates = composition.expression.templateCount
            recognizers += Int64(variants.count) * GestureCost.ofComposition + Int64(nodes + templates)
            let acting = variants.count { $0.restingFingers > 0 }
            memory += Int64(CompositionTracker.memory(nodes: nodes, variants: variants.count, acting: acting))
            if templates > 0 { memory += Int64(StrokeRecognizer.memory) }
            if composition.expression.hasSequence { lasts = true }
        }
        // A region costs something even if nothing is recognized on it.
        recognizers = max(recognizers, 1)
    }
}

/// The chains of regions that ten fingers touch.
private struct Chains {
    /// The recognizers of the ten busiest chains, those of each region once.
    private(set) var recognizers: Int64 = 0
    /// The recognizers of the busiest chain.
    private(set) var busiest: Int64 = 0
    private(set) var largestMemory: Int64 = 0
    /// The largest number of regions in ten chains.
    private(set) var mostTouched = 0

    /// - Parameter parents: the index of the parent of each region, before it in the list; −1 without one.
    init(_ costs: [RegionCost], _ parents: [Int]) {
        // The sums of each chain, whose parent is added first.
        var memory: [Int64] = []
        var depth = 1
        var depths: [Int] = []
        for index in costs.indices {
            let parent = parents.isEmpty ? -1 : parents[index]
            memory.append(costs[index].memory + (parent >= 0 ? memory[parent] : 0))
            depths.append(parent >= 0 ? depths[parent] + 1 : 1)
            largestMemory = max(largestMemory, memory[index])
            depth = max(depth, depths[index])
        }
        mostTouched = FingerSet.largest * min(depth, TrackedRegion.largestDepth)
        var isCounted = [Bool](repeating: false, count: costs.count)
        for finger in 0..<min(FingerSet.largest, costs.count) {
            // What a chain adds to those that count already.
            var added: [Int64] = []
            var most = 0
            for index in costs.indices {
                let parent = parents.isEmpty ? -1 : parents[index]
                let own = isCounted[index] ? 0 : costs[index].recognizers
                added.append(own + (parent >= 0 ? added[parent] : 0))
                if added[index] > added[most] { most = index }
            }
            if finger == 0 { busiest = added[most] }
            recognizers += added[most]
            var region = most
            while region >= 0 {
                isCounted[region] = true
                region = parents.isEmpty ? -1 : parents[region]
            }
        }
    }
}

extension GestureSet {
    /// The memory of the value, and of the labels of its events, in bytes.
    fileprivate var requestMemory: Int64 {
        compositions.reduce(0) { sum, composition in
            let name = composition.name?.bytes.count ?? 0
            // Each event carries the name as JSON, where a byte can take six.
            let label = 6 * name + 128
            return sum + Int64(MemoryLayout<Composition>.stride + name)
                + Int64(composition.expression.nodeCount * (GestureExpression.memory + label))
                + Int64(composition.expression.templateCount * MemoryLayout<StrokeTemplate>.stride)
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

    /// The memory of one node as a value, in bytes: the box of its kind, the shape, and the list that it is a member of.
    fileprivate static let memory =
        MemoryLayout<GesturePattern>.stride + 2 * MemoryLayout<GestureExpression>.stride + 192
}

extension TrackedRegion {
    /// The memory of the value and of its part of the tree for hit tests, in bytes.
    fileprivate var requestMemory: Int64 {
        Int64(2 * MemoryLayout<TrackedRegion>.stride + 9 * name.bytes.count + (parent?.bytes.count ?? 0) + 256)
            + (gestures?.requestMemory ?? 0)
    }
}
