import GestureCore
import Text

@testable import GestureProtocol

/// Requests with every member, at both ends of its range.
enum RequestCases {
    private static let whole = Rectangle(x: 0, y: 0, width: 1, height: 1)
    private static let third = Rectangle(x: 1.0 / 3, y: 2.0 / 3, width: 2.0 / 3, height: 1.0 / 3)
    private static let all: EventModifiers = [.alt, .capsLock, .control, .shift, .super]
    private static let directions: [Direction] = [.right, .down, .left, .up]

    private static func patterns(_ kind: GestureKind, _ changes: ((inout GesturePattern) -> Void)...)
        -> [GesturePattern]
    {
        changes.map { change in
            var pattern = GesturePattern(kind)
            change(&pattern)
            return pattern
        }
    }

    private static func fingers(_ counts: Int...) -> FingerSet {
        counts.reduce(into: .none) { $0.insert($1) }
    }

    /// Gestures that the selection of a subscription expresses.
    static let plain: [GesturePattern] =
        patterns(.press, { _ in }) + patterns(.touch, { _ in })
        + patterns(.activity, { $0.idleTime = .milliseconds(1) }, { $0.idleTime = .milliseconds(86_400_000) })
        + patterns(
            .tap, { _ in }, { $0.count = 2 }, { $0.count = 10 }, { $0.fingers = fingers(1) },
            { $0.fingers = fingers(1, 3, 10) })
        + patterns(.longPress, { _ in }) + patterns(.drag, { _ in }, { $0.locksAxis = true })
        + patterns(.swipe, { _ in }, { $0.directions = .eight })
        + patterns(.edgeSwipe, { _ in }, { $0.directions = .eight })
        + patterns(.pinch, { _ in }, { $0.fingers = fingers(2) }, { $0.fingers = fingers(2, 3, 4, 5, 6, 7, 8, 9, 10) })
        + patterns(.rotation, { _ in }, { $0.fingers = fingers(10) })

    /// Gestures with other conditions.
    static let particular: [GesturePattern] =
        areas(.tap) + areas(.longPress) + areas(.drag) + areas(.swipe) + areas(.edgeSwipe) + areas(.pinch)
        + areas(.rotation) + durations(.tap) + durations(.swipe) + durations(.edgeSwipe)
        + patterns(
            .longPress, { $0.minimumDuration = .zero }, { $0.minimumDuration = .milliseconds(60_000) })
        + patterns(.tap, { $0.restingFingers = 1 }, { $0.restingFingers = 9 })
        + patterns(.drag, { $0.restingFingers = 1 }, { $0.restingFingers = 9 })
        + distances(.drag) + distances(.swipe) + distances(.edgeSwipe)
        + directed(.swipe) + directed(.edgeSwipe)
        + Direction.allCases.flatMap { direction in
            patterns(
                .drag,
                {
                    $0.direction = direction
                    $0.directions = direction.minimumCount
                })
        }
        + SpreadDirection.allCases.flatMap { direction in patterns(direction.kind, { $0.spreadDirection = direction }) }
        + Axis.allCases.flatMap { axis in patterns(.drag, { $0.axis = axis }) }
        + edges(.drag) + edges(.edgeSwipe)

    private static func areas(_ kind: GestureKind) -> [GesturePattern] {
        patterns(
            kind, { $0.area = whole }, { $0.area = third }, { $0.modifiers = [] }, { $0.modifiers = .super },
            { $0.modifiers = all }, { $0.claims = true })
    }

    private static func durations(_ kind: GestureKind) -> [GesturePattern] {
        patterns(
            kind, { $0.minimumDuration = .zero }, { $0.minimumDuration = .milliseconds(60_000) },
            { $0.maximumDuration = .milliseconds(1) },
            {
                $0.minimumDuration = .milliseconds(60_000)
                $0.maximumDuration = .milliseconds(60_000)
            })
    }

    private static func distances(_ kind: GestureKind) -> [GesturePattern] {
        patterns(
            kind, { $0.minimumDistance = 0 }, { $0.minimumDistance = 0.000001 }, { $0.minimumDistance = 9999.999999 },
            { $0.minimumDistance = 10_000 })
    }

    private static func directed(_ kind: GestureKind) -> [GesturePattern] {
        Direction.allCases.flatMap { direction in
            patterns(
                kind,
                {
                    $0.direction = direction
                    $0.directions = direction.minimumCount
                },
                {
                    $0.direction = direction
                    $0.directions = .eight
                })
        }
    }

    private static func edges(_ kind: GestureKind) -> [GesturePattern] {
        EdgeLocation.Edge.allCases.flatMap { edge in patterns(kind, { $0.edge = edge }) }
    }

    private static let angle = [Vector(x: 0, y: 0), Vector(x: 50.5, y: 3e300), Vector(x: -1e12, y: 1e-7)]
    private static let small = [Vector(x: 0, y: 0), Vector(x: 1e-9, y: 2e-9), Vector(x: 3e-9, y: 0)]

    static let strokes: [RequestedGesture] =
        BuiltInStroke.allCases.map { RequestedGesture(.stroke(RequestedStroke()), name: ByteString("\($0.name)")) }
        + [
            RequestedStroke(templates: [angle]), RequestedStroke(templates: [small, angle]),
            RequestedStroke(templates: [angle], rotation: 0, score: 0),
            RequestedStroke(templates: [angle], rotation: 180, score: 1),
            RequestedStroke(templates: [angle], area: third, modifiers: []),
            RequestedStroke(templates: [angle], modifiers: all), RequestedStroke(templates: [angle], claims: true),
            RequestedStroke(templates: [(0..<256).map { Vector(x: Double($0 % 2), y: Double($0) / 3) }]),
            RequestedStroke(templates: Array(repeating: small, count: 16)),
        ].map { RequestedGesture(.stroke($0), name: "own") }
        // With a name of a built-in shape, its paths are replaced, but other defaults are not those of the built-in shape.
        + [
            RequestedGesture(.stroke(RequestedStroke(templates: [angle])), name: "circle"),
            RequestedGesture(.stroke(RequestedStroke(rotation: 25)), name: "circle"),
        ]

    private static let tap = RequestedGesture(.gesture(GesturePattern(.tap)))
    private static let drag = RequestedGesture(.gesture(GesturePattern(.drag)))
    private static let hold = RequestedGesture(.gesture(GesturePattern(.longPress)))

    static let compositions: [RequestedGesture] = [
        RequestedGesture(.exclusive([tap])), RequestedGesture(.exclusive([tap, drag]), name: "a"),
        RequestedGesture(.simultaneous([tap, drag])),
        RequestedGesture(.exclusive([tap, drag]), priority: .high),
        RequestedGesture(.simultaneous([tap, drag]), name: "b", priority: .simultaneous),
        RequestedGesture(.sequence([hold, drag], within: nil), name: "s"),
        RequestedGesture(.sequence([tap], within: .milliseconds(1))),
        RequestedGesture(.sequence([tap], within: .milliseconds(3_600_000)), name: "\"\\\u{0}/\u{1f600}\u{85}"),
        RequestedGesture(
            .exclusive(Array(repeating: tap, count: 32)), name: ByteString(String(repeating: "n", count: 64))),
        RequestedGesture(
            .sequence(
                [
                    RequestedGesture(.exclusive([hold, RequestedGesture(.simultaneous([drag, tap]))])),
                    RequestedGesture(.sequence([tap, strokes[0]], within: .milliseconds(500))),
                ], within: .milliseconds(2000)), name: "nested"),
        nested(depth: 12),
    ]

    private static func nested(depth: Int) -> RequestedGesture {
        depth == 0 ? tap : RequestedGesture(.sequence([nested(depth: depth - 1)], within: nil))
    }

    /// Regions of the region "parent", without gestures of their own.
    static let regions: [TrackedRegion] =
        [
            TrackedRegion("a", whole),
            TrackedRegion(ByteString(String(repeating: "ä", count: 32)), third, parent: "parent"),
            TrackedRegion("a", whole, isEnabled: false), TrackedRegion("a", whole, slop: 0),
            TrackedRegion("a", whole, slop: 100),
            TrackedRegion("a", whole, suppressesTapWhileCoasting: true),
            TrackedRegion("a", whole, slopWhileCoasting: 0),
            TrackedRegion("a", whole, slopWhileCoasting: 100),
            TrackedRegion(
                "all", third, parent: "parent", mask: .subviews, isEnabled: false, slop: 12.345678,
                tracking: .reenter, suppressesTapWhileCoasting: true, slopWhileCoasting: 0.1),
        ] + GestureMask.allCases.map { TrackedRegion("a", whole, mask: $0) }
        + TrackedRegion.Tracking.allCases.map { TrackedRegion("a", whole, tracking: $0) }

    static let lowestThresholds = thresholds(
        distances: 0, times: .zero, longPress: .zero, edge: 0, reach: 0, decelerationRate: 0.9, accommodations: .zero)
    static let highestThresholds = thresholds(
        distances: 10_000, times: .milliseconds(10_000), longPress: .milliseconds(60_000), edge: 1000, reach: 100_000,
        decelerationRate: 0.9999, accommodations: .milliseconds(4000))

    private static func thresholds(
        distances: Points, times: Interval, longPress: Interval, edge: Points, reach: Points, decelerationRate: Double,
        accommodations: Interval
    ) -> RequestedThresholds {
        var thresholds = RequestedThresholds()
        thresholds.slop = min(distances, 100)
        thresholds.tapGap = times
        thresholds.tapDistance = distances
        thresholds.tapRun = times
        thresholds.longPress = longPress
        thresholds.swipeDistance = distances
        thresholds.edge = edge
        thresholds.reach = reach
        thresholds.decelerationRate = decelerationRate
        thresholds.steady = accommodations > .zero
        thresholds.holdDuration = accommodations
        thresholds.ignoreRepeat = accommodations
        return thresholds
    }
}

extension RequestedGesture {
    /// The expression that the service should read; nil if a stroke has no valid shape.
    var expression: GestureExpression? {
        func expressions(_ members: [RequestedGesture]) -> [GestureExpression]? {
            let expressions = members.compactMap { $0.expression }
            return expressions.count == members.count ? expressions : nil
        }
        return switch form {
        case .gesture(let pattern): .gesture(pattern)
        case .stroke(let stroke): name.flatMap { stroke.pattern(named: $0) }.map { .gesture($0) }
        case .exclusive(let members): expressions(members).map { .exclusive($0) }
        case .simultaneous(let members): expressions(members).map { .simultaneous($0) }
        case .sequence(let members, let limit): expressions(members).map { .sequence($0, within: limit) }
        }
    }
}

extension RequestedStroke {
    fileprivate func pattern(named name: ByteString) -> GesturePattern? {
        let builtIn = templates == nil ? BuiltInStroke(name: name.bytes) : nil
        guard let shapes = builtIn?.templates ?? templates?.compactMap({ StrokeTemplate($0) }),
            builtIn != nil || shapes.count == templates?.count
        else { return nil }
        var pattern = GesturePattern(.stroke)
        pattern.shape = StrokeShape(
            name, shapes, rotation: rotation ?? builtIn?.rotation ?? StrokeShape.defaultRotation,
            threshold: score ?? StrokeShape.defaultThreshold)
        pattern.area = area
        pattern.modifiers = modifiers
        pattern.claims = claims
        return pattern
    }
}
