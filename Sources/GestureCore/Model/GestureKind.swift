/// The kinds of gestures.
///
/// A new kind needs a case and a row in ``traits`` here, room in ``GestureSelection``, a recognizer that `Recognizers` runs and, if
/// its events have fields of their own, a case of ``EngineEvent/Details`` and its writer in GestureProtocol.
public enum GestureKind: UInt8, Hashable, Sendable, CaseIterable {
    case press, touch, activity, tap, longPress, drag, swipe, edgeSwipe, pinch, rotation, stroke

    /// The table of kinds: one row each.
    ///
    /// Inlined: reading one trait then costs no more than a switch over that trait alone.
    @inline(__always)
    private var traits: Traits {
        switch self {
        case .press: Traits("press", "press", .continuous, isStandard: true, isAction: true)
        case .touch: Traits("touch", "touch", .continuous)
        case .activity: Traits("activity", "activity", .continuous, takes: .idle)
        case .tap:
            Traits(
                "tap", "tap", .discrete, takes: [.count, .durations, .restingFingers, .onGesture],
                isStandard: true, isAction: true)
        case .longPress:
            Traits(
                "longPress", "long press", .continuous, takes: [.minimumDuration, .onGesture], isStandard: true,
                isAction: true)
        case .drag:
            Traits(
                "drag", "drag", .continuous,
                takes: [.axisLock, .direction, .axis, .edge, .minimumDistance, .restingFingers, .onGesture],
                isStandard: true)
        case .swipe: Traits("swipe", "swipe", .discrete, takes: .onSwipe, isStandard: true)
        case .edgeSwipe:
            Traits("edgeSwipe", "edge swipe", .discrete, takes: [.edge, .onSwipe], isStandard: true)
        case .pinch:
            Traits("pinch", "pinch", .continuous, fingers: 2, takes: [.direction, .onGesture], isStandard: true)
        case .rotation:
            Traits(
                "rotation", "rotation", .continuous, fingers: 2, takes: [.direction, .onGesture], isStandard: true)
        case .stroke:
            Traits(
                "stroke", "stroke", .discrete, takes: [.templates, .rotation, .score, .area, .modifiers, .claim])
        }
    }

    private struct Traits {
        enum Recognition {
            /// Recognized once it has ended: one event.
            case discrete
            /// Recognized when it begins, and followed to its end.
            case continuous
        }

        var name: StaticString
        var title: StaticString
        var recognition: Recognition
        var minimumFingers: Int
        var parameters: GestureParameters
        var isStandard: Bool
        var isAction: Bool

        @inline(__always)
        init(
            _ name: StaticString, _ title: StaticString, _ recognition: Recognition,
            fingers minimumFingers: Int = 1, takes parameters: GestureParameters = [], isStandard: Bool = false,
            isAction: Bool = false
        ) {
            self.name = name
            self.title = title
            self.recognition = recognition
            self.minimumFingers = minimumFingers
            self.parameters = parameters
            self.isStandard = isStandard
            self.isAction = isAction
        }
    }

    /// The name in messages.
    public var name: StaticString { traits.name }
    /// The name for display.
    public var title: StaticString { traits.title }
    /// The phase in which a gesture is recognized: `ended` if it is discrete.
    public var recognitionPhase: GesturePhase { traits.recognition == .discrete ? .ended : .began }
    /// The smallest number of fingers that can make it.
    public var minimumFingers: Int { traits.minimumFingers }
    /// The parameters that a client can specify in addition to the kind.
    public var parameters: GestureParameters { traits.parameters }
    /// Whether the kind can be part of a composition. The other kinds follow contacts and compete with nothing.
    public var isComposable: Bool { parameters.contains(.area) }
    /// Whether the kind is recognized for a subscription that requests no kind.
    public var isStandard: Bool { traits.isStandard }
    /// Whether the kind follows fingers that move together, and that others can join.
    var isMovement: Bool { self == .drag || self == .pinch || self == .rotation }
    /// Whether the kind triggers a control: a disabled region recognizes no such kind.
    package var isAction: Bool { traits.isAction }
}

/// A parameter that a client can specify for a gesture in addition to its kind.
public enum GestureParameter: UInt32, CaseIterable, Sendable {
    case fingers, count, axisLock, directions, direction, axis, edge, area, idle, minimumDuration, maximumDuration,
        minimumDistance, modifiers, restingFingers, claim, templates, rotation, score
}

/// The parameters of a gesture.
public struct GestureParameters: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ parameter: GestureParameter) { rawValue = 1 << parameter.rawValue }

    public static let fingers = GestureParameters(.fingers)
    public static let count = GestureParameters(.count)
    public static let axisLock = GestureParameters(.axisLock)
    public static let directions = GestureParameters(.directions)
    public static let direction = GestureParameters(.direction)
    public static let axis = GestureParameters(.axis)
    public static let edge = GestureParameters(.edge)
    public static let area = GestureParameters(.area)
    public static let idle = GestureParameters(.idle)
    public static let minimumDuration = GestureParameters(.minimumDuration)
    public static let maximumDuration = GestureParameters(.maximumDuration)
    public static let minimumDistance = GestureParameters(.minimumDistance)
    public static let modifiers = GestureParameters(.modifiers)
    public static let restingFingers = GestureParameters(.restingFingers)
    public static let claim = GestureParameters(.claim)
    public static let templates = GestureParameters(.templates)
    public static let rotation = GestureParameters(.rotation)
    public static let score = GestureParameters(.score)

    /// The parameters of every kind that any number of fingers can make as part of a composition.
    static let onGesture: GestureParameters = [.fingers, .area, .modifiers, .claim]
    public static let durations: GestureParameters = [.minimumDuration, .maximumDuration]
    static let onSwipe: GestureParameters = [.directions, .direction, .durations, .minimumDistance, .onGesture]
}

extension GestureKind {
    /// The title of a gesture with this number of taps, e.g. `double tap`. Other kinds have one title.
    package func title(taps: Int) -> String {
        guard self == .tap, taps != 1 else { return "\(title)" }
        return taps == 2 ? "double tap" : "\(taps) taps"
    }
}
