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

    private static func regions(_ count: Int, _ gestures: GestureSet? = nil) -> [Region] {
        (0..<count).map { Region("\($0)", .whole, gestures: gestures) }
    }

    private static func options(_ compositions: Int, of parts: Int, regions: [Region] = []) -> GestureOptions {
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
}
