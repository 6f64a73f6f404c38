import GestureCore
import TestSupport
import Testing

/// The cost of a subscription, which is known before its recognizers are created.
@Suite struct CostTests {
    private static let tap = GesturePattern(.tap)

    /// A simultaneous composition of taps.
    private static func taps(_ count: Int) -> Composition {
        Composition(.simultaneous(Array(repeating: .gesture(tap), count: count)))
    }

    private static func regions(_ count: Int, _ gestures: GestureSet? = nil) -> [TrackedRegion] {
        (0..<count).map { TrackedRegion("\($0)", .whole, gestures: gestures) }
    }

    private static func options(_ compositions: Int, of parts: Int, regions: [TrackedRegion] = []) -> GestureOptions {
        GestureOptions(
            gestures: GestureSet(
                selection: GestureSelection(), compositions: Array(repeating: taps(parts), count: compositions)),
            regions: regions)
    }

    /// A composition counts as six recognizers plus one for each node.
    private static let recognizers: [(options: GestureOptions, expected: Int)] = [
        (GestureOptions(), 8),
        (options(1, of: 1), 8),
        (options(1, of: 30), 37),
        (options(3, of: 4), 33),
        (options(1, of: 1, regions: regions(9)), 72),
        (options(1, of: 1, regions: regions(10)), 80),
        (options(1, of: 1, regions: regions(11)), 80),
        (options(0, of: 0), 1),
        (options(0, of: 0, regions: regions(3)), 3),
    ]

    @Test(arguments: recognizers.indices)
    func `only the ten most expensive regions count`(index: Int) {
        let (options, expected) = Self.recognizers[index]
        #expect(options.cost().recognizers == expected)
    }

    /// A stroke counts as one node, and each of its templates as another recognizer.
    @Test func `templates count as recognizers and take memory`() {
        func options(_ shapes: [BuiltInStroke]) -> GestureOptions {
            let strokes = shapes.map { StrokeGesture(StrokeShape("\($0)", $0.templates)).expression }
            return GestureOptions(
                gestures: GestureSet(selection: GestureSelection(), compositions: [Composition(.exclusive(strokes))]))
        }
        let (few, many) = (options([.z]).cost(), options([.z, .circle, .star]).cost())
        #expect(few.recognizers == 6 + 2 + 2)
        #expect(many.recognizers == 6 + 4 + 2 + 4 + 15)
        #expect(many.memory - few.memory > 19 * 256)
        #expect(few.memory - Self.options(1, of: 1).cost().memory > 256 * 16)
    }

    @Test func `a region with gestures of its own costs as much as these`() {
        let own = GestureSet(selection: GestureSelection(), compositions: [Self.taps(20)])
        #expect(
            Self.options(1, of: 1, regions: Self.regions(2, own) + Self.regions(9)).cost().recognizers == 2 * 27 + 8 * 8
        )
    }

    @Test func `more regions, parts and compositions take more memory`() {
        let memories = [
            GestureOptions(), Self.options(1, of: 1), Self.options(1, of: 60), Self.options(20, of: 60),
            Self.options(20, of: 60, regions: Self.regions(2)), Self.options(20, of: 60, regions: Self.regions(256)),
        ].map { $0.cost().memory }
        #expect(memories == memories.sorted() && Set(memories).count == memories.count)
        // Only a few regions of a large layout are touched at one time.
        #expect(Self.options(20, of: 60, regions: Self.regions(256)).cost().memory < 20 * memories[3])
    }

    @Test func `people who are recognized separately can keep the busiest region busy ten times`() {
        let own = GestureSet(selection: GestureSelection(), compositions: [Self.taps(20)])
        let requests = [
            (GestureOptions(), 80), (Self.options(0, of: 0), 10), (Self.options(1, of: 30), 370),
            (Self.options(1, of: 1, regions: Self.regions(3)), 80),
            (Self.options(1, of: 1, regions: Self.regions(9) + Self.regions(1, own)), 270),
        ]
        for (options, expected) in requests {
            #expect(options.cost(separatesPeople: true).recognizers == expected)
            #expect(options.cost(separatesPeople: true).memory > options.cost().memory)
        }
        // Nine more trackers, however many regions there are.
        let one = Self.options(20, of: 60)
        let tracker = Self.options(20, of: 60, regions: Self.regions(2)).cost().memory - one.cost().memory
        let many = Self.options(20, of: 60, regions: Self.regions(256))
        #expect(many.cost(separatesPeople: true).memory - many.cost().memory < 10 * tracker)
    }

    // MARK: Chains

    private static func set(_ parts: Int, _ priority: GesturePriority = .normal) -> GestureSet {
        var composition = taps(parts)
        composition.priority = priority
        return GestureSet(selection: GestureSelection(), compositions: [composition])
    }

    /// A region in another, for each set of gestures.
    private static func chain(_ name: String, _ sets: GestureSet..., in parent: TrackedRegion? = nil) -> [TrackedRegion]
    {
        var regions: [TrackedRegion] = []
        for (depth, set) in sets.enumerated() {
            let around = regions.last ?? parent
            regions.append(TrackedRegion("\(name)-\(depth)", .whole, parent: around?.name, gestures: set))
        }
        return regions
    }

    private static func recognizers(_ regions: [TrackedRegion], separatesPeople: Bool = false) -> Int64 {
        GestureOptions(gestures: GestureSet(selection: GestureSelection()), regions: regions)
            .cost(separatesPeople: separatesPeople).recognizers
    }

    /// The work of a region with a composition of so many parts that is nested, or has others inside.
    private static func level(_ parts: Int) -> Int64 { Int64(6 + 1 + parts + 2) }

    @Test func `each region of a chain counts`() {
        let chain = Self.chain("a", Self.set(1), Self.set(5), Self.set(9))
        #expect(Self.recognizers(chain) == Self.level(1) + Self.level(5) + Self.level(9))
        let flat = chain.map { TrackedRegion($0.name, .whole, gestures: $0.gestures) }
        #expect(Self.recognizers(flat) == Self.recognizers(chain) - 3 * 2)
    }

    @Test func `a region around several chains counts once`() {
        let page = Self.chain("page", Self.set(20))
        let buttons = (0..<4).flatMap { Self.chain("\($0)", Self.set(1), in: page[0]) }
        #expect(Self.recognizers(page + buttons) == Self.level(20) + 4 * Self.level(1))
    }

    @Test func `only the ten most expensive chains count`() {
        let small = (0..<9).flatMap { Self.chain("small\($0)", Self.set(1), Self.set(2)) }
        let large = Self.chain("large", Self.set(1), Self.set(30))
        let rest = (0..<20).flatMap { Self.chain("rest\($0)", Self.set(1), Self.set(1)) }
        let most = 9 * (Self.level(1) + Self.level(2)) + Self.level(1) + Self.level(30)
        #expect(Self.recognizers(rest + small + large) == most)
        // Two chains in one page are less than a chain beside it, once the page counts.
        let page = Self.chain("page", Self.set(30))
        let inside = (0..<10).flatMap { Self.chain("in\($0)", Self.set(1), in: page[0]) }
        let beside = Self.chain("beside", Self.set(3), Self.set(3))
        #expect(
            Self.recognizers(page + inside + beside) == Self.level(30) + 9 * Self.level(1) + 2 * Self.level(3))
    }

    @Test func `people can be on the busiest chain, each with all of its regions`() {
        let page = Self.chain("page", Self.set(20))
        let buttons = (0..<12).flatMap { Self.chain("\($0)", Self.set($0 + 1), in: page[0]) }
        let regions = page + buttons
        #expect(Self.recognizers(regions, separatesPeople: true) == 10 * (Self.level(20) + Self.level(12)))
    }

    @Test func `simultaneous gestures take a tracker more`() {
        func cost(_ priority: GesturePriority) -> GestureCost {
            GestureOptions(
                gestures: GestureSet(selection: GestureSelection()),
                regions: Self.chain("a", Self.set(3, priority), Self.set(3, priority))
            ).cost()
        }
        #expect(cost(.high) == cost(.normal))
        #expect(cost(.simultaneous).memory > cost(.normal).memory)
    }

    @Test func `deeper chains take more memory, for each person too`() {
        let memories = (1...8).map { depth in
            let regions = (0..<3).flatMap { chain in
                var regions: [TrackedRegion] = []
                for level in 0..<depth {
                    regions.append(
                        TrackedRegion("\(chain)-\(level)", .whole, parent: regions.last?.name, gestures: Self.set(10)))
                }
                return regions
            }
            let options = GestureOptions(gestures: GestureSet(selection: GestureSelection()), regions: regions)
            let cost = options.cost().memory
            let people = options.cost(separatesPeople: true).memory
            return (cost, people - cost)
        }
        for (less, more) in zip(memories, memories.dropFirst()) { #expect(less.0 < more.0 && less.1 < more.1) }
    }
}
