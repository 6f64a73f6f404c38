import GestureCore
import Text

/// A small generator of random numbers (Steele, Lea, Flood 2014): a seed gives the same numbers on every machine.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` − 1.
    public mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }
    /// Returns true in one of `cases` cases.
    public mutating func oneIn(_ cases: Int) -> Bool { below(cases) == 0 }
}

/// Random touches on a touchscreen, a touchpad and an unknown surface, with every kind of fault.
public struct RandomTouches {
    private struct Finger {
        var contact: ContactID
        var position: Vector
    }

    private struct FingerGroup {
        var surface: Surface
        var isPlugged: Bool
        var fingers: [Finger] = []
        /// The point where fingers land, so that taps follow each other at one position.
        var landingPoint: Vector
        /// The number of fingers of this touch.
        var wanted = 1
        /// The movement of all fingers per frame.
        var drift = Vector.zero
    }

    public static let unknown = Surface(id: SurfaceID(9), kind: .touchscreen, size: Vector(x: 100, y: 100))
    private static let most = 16

    package private(set) var steps: [TouchScript.Step] = []
    public private(set) var frameCount = 0
    private var random: SplitMix64
    private var groups: [FingerGroup]
    private var contacts: UInt64 = 0
    private var now = Instant.milliseconds(1000)

    private let rests: Bool

    /// Makes this number of frames, and then lifts all fingers.
    ///
    /// - Parameter rests: whether fingers rest for longer than a second now and then.
    public init(seed: UInt64, frames: Int, rests: Bool = false) {
        self.rests = rests
        random = SplitMix64(seed: seed)
        groups = [.screen, .pad, Self.unknown].map {
            FingerGroup(surface: $0, isPlugged: $0 != Self.unknown, landingPoint: $0.size / 2)
        }
        steps.reserveCapacity(frames + 100)
        steps += [.plug(.screen), .plug(.pad)]
        while frameCount < frames {
            // Mostly the touchscreen, so that its fingers get several frames in a row.
            let index = random.oneIn(8) ? 1 + random.below(2) : 0
            passTime()
            if random.oneIn(400), groups[index].surface != Self.unknown { togglePlug(index) } else { addFrame(index) }
        }
        for index in groups.indices { release(index, to: 0, .up) }
    }

    private mutating func passTime() {
        let milliseconds: Int64
        switch random.below(40) {
        case 0: milliseconds = 0
        case 1: milliseconds = -7
        case 2: milliseconds = [40, 100, 300, 500, 600][random.below(5)]
        case 3: milliseconds = Int64(random.below(rests ? 2000 : 800))
        default: milliseconds = 8
        }
        now = now + .milliseconds(milliseconds)
        if random.oneIn(20) { now = now + Interval(microseconds: Int64(random.below(3) - 1)) }
    }

    private mutating func togglePlug(_ index: Int) {
        groups[index].isPlugged.toggle()
        if groups[index].isPlugged {
            steps.append(.plug(groups[index].surface))
        } else {
            steps.append(.unplug(groups[index].surface.id, at: now))
        }
    }

    private mutating func addFrame(_ index: Int) {
        let down = groups[index].fingers.count
        switch random.below(16) {
        case 0...2 where down < groups[index].wanted: land(index)
        case 3, 4: release(index, to: random.oneIn(4) ? down / 2 : 0, .up)
        case 5 where random.oneIn(6): release(index, to: random.oneIn(2) ? down / 2 : 0, .cancel)
        case 6 where random.oneIn(4): replace(index)
        case 7: begin(index)
        default: move(index)
        }
    }

    /// Chooses the next action of a group of fingers.
    private mutating func begin(_ index: Int) {
        groups[index].wanted = random.oneIn(3) ? 1 + random.below(Self.most) : 1 + random.below(3)
        groups[index].drift = random.oneIn(2) ? .zero : way(12)
        if random.oneIn(3) {
            let size = groups[index].surface.size
            groups[index].landingPoint = Vector(
                x: Double(random.below(Int(size.x))), y: Double(random.below(Int(size.y))))
            switch random.below(12) {
            case 0: groups[index].landingPoint.x = 0
            case 1: groups[index].landingPoint.x = size.x
            case 2: groups[index].landingPoint.y = 0
            case 3: groups[index].landingPoint.y = size.y
            default: break
            }
        }
        land(index)
    }

    private mutating func land(_ index: Int) {
        var changes: [ContactChange] = []
        repeat {
            guard groups[index].fingers.count < Self.most else { break }
            contacts += 1
            let finger = Finger(contact: ContactID(contacts), position: groups[index].landingPoint + way(60))
            groups[index].fingers.append(finger)
            changes.append(ContactChange(finger.contact, .down, at: finger.position))
        } while groups[index].fingers.count < groups[index].wanted && !random.oneIn(4)
        append(changes, index)
    }

    private mutating func move(_ index: Int) {
        var changes: [ContactChange] = []
        for finger in groups[index].fingers.indices where !random.oneIn(4) {
            groups[index].fingers[finger].position += groups[index].drift + way(random.oneIn(10) ? 30 : 2)
            let moved = groups[index].fingers[finger]
            changes.append(ContactChange(moved.contact, .move, at: moved.position))
        }
        append(changes, index)
    }

    private mutating func release(_ index: Int, to left: Int, _ action: ContactChange.Action) {
        var changes: [ContactChange] = []
        while groups[index].fingers.count > left {
            let finger = groups[index].fingers.remove(at: random.below(groups[index].fingers.count))
            changes.append(ContactChange(finger.contact, action, at: finger.position))
        }
        append(changes, index)
    }

    /// Loses, lifts and moves some fingers and lands others, all in one frame.
    private mutating func replace(_ index: Int) {
        var changes: [ContactChange] = []
        for finger in groups[index].fingers.indices.reversed() {
            let action: ContactChange.Action = [.cancel, .up, .move, .move][random.below(4)]
            groups[index].fingers[finger].position += action == .move ? way(20) : .zero
            let changed = groups[index].fingers[finger]
            changes.append(ContactChange(changed.contact, action, at: changed.position))
            if action != .move { groups[index].fingers.remove(at: finger) }
        }
        for _ in 0..<random.below(3) where groups[index].fingers.count < Self.most {
            contacts += 1
            groups[index].fingers.append(
                Finger(contact: ContactID(contacts), position: groups[index].landingPoint + way(60)))
            changes.append(ContactChange(ContactID(contacts), .down, at: groups[index].landingPoint))
            groups[index].fingers[groups[index].fingers.count - 1].position = groups[index].landingPoint
        }
        append(changes, index)
    }

    private mutating func append(_ changes: [ContactChange], _ index: Int) {
        steps.append(.frame(TouchFrame(surface: groups[index].surface.id, time: now, changes: changes)))
        frameCount += 1
    }

    /// A displacement in eighths of a pt, so that sums are exact and do not depend on their order.
    private mutating func way(_ most: Int) -> Vector {
        Vector(
            x: Double(random.below(16 * most + 1) - 8 * most) / 8,
            y: Double(random.below(16 * most + 1) - 8 * most) / 8)
    }
}

extension GestureOptions {
    /// Random requests of clients.
    public static func random(seed: UInt64) -> GestureOptions {
        var random = SplitMix64(seed: seed &* 7919)
        var options = GestureOptions()
        if !random.oneIn(4) {
            options.gestures = .random(&random)
            options.gestures.selection.idleTime =
                random.oneIn(3) ? .milliseconds(Int64(1 + random.below(2000))) : nil
        }
        if random.oneIn(3) { options.thresholds = .random(&random) }
        if random.oneIn(3) { for index in 0..<1 + random.below(5) { options.regions.append(.random(&random, index)) } }
        // Numbers of their own, so that all others stay the same for a seed.
        var others = SplitMix64(seed: seed &* 104_729)
        for index in options.regions.indices where others.oneIn(4) {
            options.regions[index].slopWhileCoasting = Double(others.below(60))
        }
        if others.oneIn(3) { options.thresholds.reach = Double(others.below(400)) }
        return options
    }
}

extension GestureSet {
    static func random(_ random: inout SplitMix64) -> GestureSet {
        var selection = GestureSelection()
        selection.press = !random.oneIn(4)
        selection.touch = random.oneIn(4)
        for _ in 0..<random.below(5) { selection.insertTap(count: 1 + random.below(4), fingers: .random(&random)) }
        selection[.longPress] = .random(&random)
        selection[.drag] = .random(&random)
        selection.axisLockedDrag = random.oneIn(3) ? .random(&random) : .none
        selection[.swipe] = .random(&random)
        selection[.edgeSwipe] = .random(&random)
        selection.swipeDirections = random.oneIn(3) ? .eight : .four
        selection.edgeSwipeDirections = random.oneIn(3) ? .eight : .four
        selection[.pinch] = .random(&random)
        selection[.rotation] = .random(&random)
        var compositions: [Composition] = []
        for index in 0..<random.below(4) {
            compositions.append(Composition(name: "\(index)", .random(&random, depth: 0)))
        }
        return GestureSet(selection: selection, compositions: compositions)
    }
}

extension GestureExpression {
    static func random(_ random: inout SplitMix64, depth: Int) -> GestureExpression {
        if depth > 2 || random.oneIn(4) { return .gesture(.random(&random)) }
        var members: [GestureExpression] = []
        for _ in 0..<1 + random.below(3) { members.append(.random(&random, depth: depth + 1)) }
        switch random.below(3) {
        case 0: return .exclusive(members)
        case 1: return .simultaneous(members)
        default: return .sequence(members, within: random.oneIn(2) ? .milliseconds(Int64(random.below(4000))) : nil)
        }
    }
}

extension GesturePattern {
    static func random(_ random: inout SplitMix64) -> GesturePattern {
        let kinds: [GestureKind] = [.tap, .tap, .longPress, .drag, .swipe, .edgeSwipe, .pinch, .rotation, .stroke]
        var pattern = GesturePattern(kinds[random.below(kinds.count)])
        pattern.count = 1 + random.below(2)
        if random.oneIn(3) { pattern.fingers = .random(&random) }
        if random.oneIn(4) { pattern.area = .random(&random) }
        if random.oneIn(4), pattern.kind == .swipe { pattern.direction = Direction.allCases[random.below(8)] }
        if random.oneIn(3) { pattern.addConditions(&random) }
        if pattern.kind == .stroke { pattern.shape = .random(&random) }
        return pattern
    }
}

extension GesturePattern {
    /// Adds thresholds of its own, an edge or resting fingers, as the kind allows.
    private mutating func addConditions(_ random: inout SplitMix64) {
        switch kind {
        case .longPress: minimumDuration = .milliseconds(Int64(random.below(900)))
        case .tap:
            maximumDuration = random.oneIn(2) ? .milliseconds(Int64(random.below(400))) : nil
            minimumDuration = random.oneIn(3) ? .milliseconds(Int64(random.below(100))) : nil
        case .drag:
            minimumDistance = random.oneIn(2) ? Double(random.below(4) * 15) : nil
            edge = random.oneIn(4) ? EdgeLocation.Edge.allCases[random.below(4)] : nil
        default:
            minimumDistance = random.oneIn(2) ? Double(random.below(150)) : nil
            maximumDuration = random.oneIn(2) ? .milliseconds(Int64(random.below(600))) : nil
        }
        if kind == .tap || kind == .drag { restingFingers = random.below(3) }
    }
}

extension StrokeShape {
    /// Shapes that are their own mirror images, so that mirrored touches make the same strokes. A circle is one only if it can be
    /// turned freely, because its templates begin at one point.
    static func random(_ random: inout SplitMix64) -> StrokeShape {
        let shapes: [BuiltInStroke] = [.caret, .rectangle, .x]
        let shape = shapes[random.below(shapes.count)]
        return StrokeShape(
            "\(shape)", shape.templates, rotation: Double(random.below(181)), threshold: Double(random.below(90)) / 100)
    }
}

extension Rectangle {
    /// No finger lands on its sides, which are not at eighths of a pt.
    static func random(_ random: inout SplitMix64) -> Rectangle {
        let (x, y) = (Double(random.below(500)) / 1000.7, Double(random.below(500)) / 1000.7)
        return Rectangle(x: x, y: y, width: 0.4997 + Double(random.below(100)) / 1000.7, height: 0.4997)
    }
}

extension TrackedRegion {
    static func random(_ random: inout SplitMix64, _ index: Int) -> TrackedRegion {
        var region = TrackedRegion("\(index)", .random(&random))
        if index > 0, random.oneIn(2) { region.parent = "\(random.below(index))" }
        if random.oneIn(4) { region.mask = GestureMask.allCases[random.below(4)] }
        region.isEnabled = !random.oneIn(5)
        if random.oneIn(3) { region.slop = Double(random.below(40)) }
        if random.oneIn(3) { region.gestures = .random(&random) }
        if random.oneIn(3) { region.tracking = .reenter }
        region.suppressesTapWhileCoasting = random.oneIn(3)
        return region
    }
}

extension Thresholds {
    public static func random(_ random: inout SplitMix64) -> Thresholds {
        var thresholds = Thresholds()
        thresholds.slop = Double(random.below(40))
        thresholds.touchpadSlop = Double(random.below(20))
        thresholds.tapGap = .milliseconds(Int64(random.below(600)))
        thresholds.tapDistance = Double(random.below(200))
        thresholds.tapRun = .milliseconds(Int64(random.below(600)))
        thresholds.longPress = .milliseconds(Int64(random.below(700)))
        thresholds.swipeDistance = Double(random.below(100))
        thresholds.edge = Double(random.below(60))
        return thresholds
    }
}

extension FingerSet {
    static func random(_ random: inout SplitMix64) -> FingerSet {
        if random.oneIn(3) { return .any }
        var set = FingerSet.none
        for _ in 0..<random.below(4) { set.insert(1 + random.below(random.oneIn(2) ? 3 : FingerSet.largest)) }
        return set
    }
}
