import GestureCore
import TestSupport
import Text

@testable import GestureProtocol

/// Random requests that the service accepts.
struct RandomRequests {
    private var random: SplitMix64
    /// The number of gestures that the composition can still contain.
    private var room = 0
    /// All taps of a composition have the same.
    private var tapDurations: (least: Interval?, most: Interval?)

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A composition with a name.
    mutating func composition() -> RequestedGesture {
        room = 63
        tapDurations = durations()
        return RequestedGesture(
            form(depth: 4), name: name(), priority: GesturePriority.allCases[random.below(3)])
    }

    private mutating func form(depth: Int) -> RequestedGesture.Form {
        switch random.below(3) {
        case 0: .exclusive(members(depth: depth))
        case 1: .simultaneous(members(depth: depth))
        default: .sequence(members(depth: depth), within: random.oneIn(2) ? nil : time(1...3_600_000))
        }
    }

    private mutating func members(depth: Int) -> [RequestedGesture] {
        var members: [RequestedGesture] = []
        for _ in 0...random.below(4) where room > 0 || members.isEmpty {
            room -= 1
            // Leaves room for a member at each depth.
            if depth > 0, room > depth, random.oneIn(3) {
                members.append(RequestedGesture(form(depth: depth - 1)))
            } else if random.oneIn(8) {
                members.append(stroke())
            } else {
                let kinds = GestureKind.allCases.filter { $0.isComposable && $0 != .stroke }
                members.append(RequestedGesture(.gesture(pattern(kinds[random.below(kinds.count)]))))
            }
        }
        return members
    }

    private mutating func pattern(_ kind: GestureKind) -> GesturePattern {
        var pattern = GesturePattern(kind)
        if takes(.fingers, kind) { pattern.fingers = fingers(from: kind.minimumFingers) }
        if takes(.count, kind) { pattern.count = 1 + random.below(10) }
        if takes(.axisLock, kind) { pattern.locksAxis = true }
        if takes(.directions, kind) { pattern.directions = .eight }
        if takes(.direction, kind) { setDirection(of: &pattern) }
        if pattern.direction == nil, takes(.axis, kind) { pattern.axis = Axis.allCases[random.below(2)] }
        if takes(.edge, kind) { pattern.edge = EdgeLocation.Edge.allCases[random.below(4)] }
        if takes(.area, kind) { pattern.area = rectangle() }
        if kind == .tap {
            (pattern.minimumDuration, pattern.maximumDuration) = tapDurations
        } else if kind.parameters.isSuperset(of: .durations) {
            (pattern.minimumDuration, pattern.maximumDuration) = durations()
        } else if takes(.minimumDuration, kind) {
            pattern.minimumDuration = time(0...60_000)
        }
        if takes(.minimumDistance, kind) {
            // A drag that begins at the landing has no direction.
            let hasDirection = pattern.direction != nil || pattern.axis != nil
            pattern.minimumDistance = number((kind == .drag && hasDirection ? 1 : 0)...10_000)
        }
        if takes(.modifiers, kind) { pattern.modifiers = modifiers() }
        if takes(.restingFingers, kind) { pattern.restingFingers = 1 + random.below(9) }
        if takes(.claim, kind) { pattern.claims = true }
        return pattern
    }

    private mutating func setDirection(of pattern: inout GesturePattern) {
        let kind = pattern.kind
        if kind.minimumFingers > 1 {
            pattern.spreadDirection = SpreadDirection.allCases.filter { $0.kind == kind }[random.below(2)]
            return
        }
        let direction = Direction.allCases[random.below(8)]
        pattern.direction = direction
        if direction.minimumCount == .eight { pattern.directions = .eight }
    }

    /// With one template: a call has room for 64 strokes with 256 templates.
    private mutating func stroke() -> RequestedGesture {
        let shapes = BuiltInStroke.allCases
        let isBuiltIn = random.oneIn(2)
        var path: [Vector] = []
        for _ in 0...(2 + random.below(5)) { path.append(Vector(x: number(-1e6...1e6), y: number(-1e-6...1e-6))) }
        // Returns to the start: its ends are not too far apart.
        path.append(path[0])
        let stroke = RequestedStroke(
            templates: isBuiltIn ? nil : [path], rotation: random.oneIn(2) ? nil : number(0...180),
            score: random.oneIn(2) ? nil : number(0...1), area: random.oneIn(2) ? nil : rectangle(),
            modifiers: random.oneIn(2) ? nil : modifiers(), claims: random.oneIn(2))
        return RequestedGesture(
            .stroke(stroke), name: isBuiltIn ? ByteString("\(shapes[random.below(shapes.count)].name)") : name())
    }

    private mutating func takes(_ parameter: GestureParameters, _ kind: GestureKind) -> Bool {
        kind.parameters.contains(parameter) && random.oneIn(2)
    }

    private mutating func fingers(from least: Int) -> FingerSet {
        var fingers = FingerSet.none
        for _ in 0...random.below(4) { fingers.insert(least + random.below(FingerSet.largest + 1 - least)) }
        return fingers
    }

    private mutating func durations() -> (Interval?, Interval?) {
        let least = Int64(random.below(60_001))
        return (
            random.oneIn(2) ? nil : .milliseconds(least), random.oneIn(2) ? nil : time(max(1, least)...60_000)
        )
    }

    /// - Parameter range: in ms.
    private mutating func time(_ range: ClosedRange<Int64>) -> Interval {
        .milliseconds(Int64.random(in: range, using: &random))
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    private mutating func rectangle() -> Rectangle {
        let (x, y) = (number(0...0.99), number(0...0.99))
        return Rectangle(x: x, y: y, width: number(0.001...1 - x), height: number(0.001...1 - y))
    }

    private mutating func modifiers() -> EventModifiers { EventModifiers(rawValue: UInt8(random.below(32))) }

    private mutating func name() -> ByteString {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\u{0}", "\u{1b}", "/", "ä", "\u{85}", "\u{202e}", "\u{1f600}",
        ]
        var text = ""
        for _ in 0...random.below(16) { text.unicodeScalars.append(scalars[random.below(scalars.count)]) }
        return ByteString(text)
    }
}
