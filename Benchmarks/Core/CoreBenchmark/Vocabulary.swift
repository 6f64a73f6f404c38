import GestureCore
import Text

/// A subscription under the name that it has in the tables.
struct Subscription {
    var name: String
    var options: GestureOptions

    init(_ name: String, _ selection: GestureSelection, _ compositions: [Composition] = []) {
        self.name = name
        options = GestureOptions(gestures: GestureSet(selection: selection, compositions: compositions))
    }
}

extension Subscription {
    static let nothing = Subscription("nothing", GestureSelection())
    /// What a client gets that asks for nothing in particular.
    static let standard = Subscription("default", .standard)

    /// All kinds at once, each with all that it can be asked for, taps up to ten.
    static let everything = Subscription("everything", everySelection)

    /// Those that ask for many kinds; the last for a composition of each type too.
    static let whole = [
        standard, everything,
        Subscription("everything composed", everySelection, compositions.map { $0.composition }),
    ]

    /// Each kind alone.
    static let kinds: [Subscription] =
        [
            kind("press", .press), kind("tap", .tap), kind("doubleTap", .tap, count: 2), kind("longPress", .longPress),
            kind("drag", .drag), kind("swipe", .swipe), kind("edgeSwipe", .edgeSwipe), kind("pinch", .pinch),
            kind("rotation", .rotation), kind("touch", .touch), kind("activity", .activity),
        ]

    /// A composition of each type, and nothing beside it.
    static let composed: [Subscription] = compositions.map {
        Subscription($0.name, GestureSelection(), [$0.composition])
    }

    private static let compositions: [(name: String, composition: Composition)] = [
        named("exclusive", .exclusive([gesture(.tap, count: 2), gesture(.drag)])),
        named("simultaneous", .simultaneous([gesture(.pinch), gesture(.rotation)])),
        named("sequence", .sequence([gesture(.longPress), gesture(.drag)], within: nil)),
        ("strokes", strokes),
    ]

    private static func named(
        _ name: String, _ expression: GestureExpression
    ) -> (name: String, composition: Composition) {
        (name, Composition(name: ByteString(name), expression))
    }

    private static func gesture(_ kind: GestureKind, count: Int = 1) -> GestureExpression {
        .gesture(pattern(kind, count: count))
    }

    /// 16 shapes of three templates each.
    private static let strokes = Composition(
        .exclusive(
            BuiltInStroke.allCases.map { shape in
                let templates = shape.templates
                var stroke = pattern(.stroke)
                stroke.shape = StrokeShape(
                    ByteString("\(shape.name)"), (0..<3).map { templates[$0 % templates.count] })
                return .gesture(stroke)
            }))

    private static func kind(_ name: String, _ kind: GestureKind, count: Int = 1) -> Subscription {
        Subscription(name, selection([pattern(kind, count: count)]))
    }

    private static func selection(_ patterns: [GesturePattern]) -> GestureSelection {
        var selection = GestureSelection()
        for pattern in patterns { selection.insert(pattern) }
        return selection
    }

    private static let everySelection: GestureSelection = {
        var selection = GestureSelection()
        for kind in GestureKind.allCases { selection.insert(pattern(kind)) }
        for count in 1...TapCounts.largest { selection.insertTap(count: count, fingers: .any) }
        selection.axisLockedDrag = .any
        selection.swipeDirections = .eight
        selection.edgeSwipeDirections = .eight
        return selection
    }()

    private static func pattern(_ kind: GestureKind, count: Int = 1) -> GesturePattern {
        var pattern = GesturePattern(kind)
        pattern.count = count
        if kind == .activity { pattern.idleTime = .milliseconds(5000) }
        return pattern
    }

    /// As many as are asked for, no two alike.
    static func different(_ count: Int) -> [GestureOptions] {
        (0..<count).map { index in
            var options = standard.options
            options.thresholds.slop += Double(index) / 1000
            return options
        }
    }

    /// The default on a screen where each finger of ``Touches/moving(fingers:from:on:)`` is another person's.
    static let people: Subscription = {
        var people = standard
        people.name = "people"
        people.options.thresholds.reach = 60
        return people
    }()

    /// The default in a grid of regions over the left half of the surface.
    static func grid(side: Int) -> Subscription {
        var grid = standard
        let (width, height) = (0.5 / Double(side), 1 / Double(side))
        for row in 0..<side {
            for column in 0..<side {
                grid.options.regions.append(
                    TrackedRegion(
                        "\(row)-\(column)",
                        Rectangle(x: Double(column) * width, y: Double(row) * height, width: width, height: height)))
            }
        }
        return grid
    }

    /// A page alone, with a button inside, with a list and a card between them, and with a button that has double taps where the
    /// page has single ones.
    static let chains: [Subscription] = {
        let page = TrackedRegion(
            "page", Rectangle(x: 0, y: 0, width: 1, height: 1), gestures: gestures(.drag, .pinch, .swipe, .tap))
        let button = Rectangle(x: 0.4, y: 0.4, width: 0.4, height: 0.2)
        let list = TrackedRegion(
            "list", Rectangle(x: 0.1, y: 0.1, width: 0.8, height: 0.8), parent: "page", gestures: gestures(.drag))
        let card = TrackedRegion(
            "card", Rectangle(x: 0.2, y: 0.2, width: 0.6, height: 0.6), parent: "list",
            gestures: gestures(.longPress, .tap))
        let doubleTap = GestureSet(selection: selection([pattern(.tap, count: 2)]))
        return [
            chain("page", [page]),
            chain("button", [page, TrackedRegion("button", button, parent: "page", gestures: gestures(.press, .tap))]),
            chain(
                "card",
                [page, list, card, TrackedRegion("button", button, parent: "card", gestures: gestures(.press, .tap))]),
            chain("doubleTap", [page, TrackedRegion("button", button, parent: "page", gestures: doubleTap)]),
        ]
    }()

    private static func gestures(_ kinds: GestureKind...) -> GestureSet {
        GestureSet(selection: selection(kinds.map { pattern($0) }))
    }

    private static func chain(_ name: String, _ regions: [TrackedRegion]) -> Subscription {
        var chain = Subscription(name, GestureSelection())
        chain.options.regions = regions
        return chain
    }
}
