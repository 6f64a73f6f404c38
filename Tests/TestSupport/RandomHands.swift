import GestureCore
import Text

/// Random hands on a touchscreen that mostly do what was asked for, and often nearly: the gestures of random recipes, too short, too
/// slow, at another place, interrupted, or beside a finger that rests.
public struct RandomHands {
    package private(set) var steps: [TouchScript.Step] = [.plug(.screen)]
    private var random: SplitMix64
    private var contacts: UInt64 = 0
    private var now = Instant.milliseconds(1000)
    private var resting: (contact: ContactID, point: Vector)?
    /// The place of the touches, so that several follow each other there.
    private var place = Vector(x: 60, y: 60)

    /// - Parameter touches: the number of times that a hand does something.
    public init(seed: UInt64, touches: Int, _ options: GestureOptions) {
        random = SplitMix64(seed: seed)
        var asked: [[GesturePattern]] = []
        for set in [options.gestures] + options.regions.compactMap({ $0.gestures }) {
            for composition in set.compositions { asked.append(composition.expression.inTurn) }
        }
        var left = touches
        while left > 0 {
            if random.oneIn(6) { rest() }
            choosePlace()
            // Mostly one of the recipes from its beginning, with a mistake now and then.
            let patterns = asked.isEmpty || random.oneIn(3) ? [anyPattern()] : asked[random.below(asked.count)]
            for pattern in patterns {
                left -= 1
                if let area = pattern.area, !random.oneIn(8) {
                    place = Vector(x: area.x + area.width / 2, y: area.y + area.height / 2).scaled(
                        to: Surface.screen.size)
                }
                make(random.oneIn(8) ? anyPattern() : pattern)
                pause([40, 90, 150, 250, 300, 310, 450, 700, 2500][random.below(9)])
                if random.oneIn(12) { choosePlace() }
            }
            if random.oneIn(2) { lift() }
        }
        lift()
    }

    private mutating func choosePlace() {
        let size = Surface.screen.size
        let places = [60, size.x / 2, size.x - 60]
        place = Vector(x: places[random.below(3)], y: [60, size.y / 2, size.y - 60][random.below(3)])
    }

    private mutating func anyPattern() -> GesturePattern {
        let kinds: [GestureKind] = [.tap, .tap, .longPress, .drag, .swipe, .pinch]
        var pattern = GesturePattern(kinds[random.below(kinds.count)])
        pattern.count = 1 + random.below(3)
        return pattern
    }

    private mutating func pause(_ milliseconds: Int64) { now = now + .milliseconds(milliseconds) }

    // MARK: One touch

    private mutating func make(_ pattern: GesturePattern) {
        let fingers = random.oneIn(8) ? 1 + random.below(3) : (1...3).first { pattern.fingers.contains($0) } ?? 1
        let wanted = max(fingers, pattern.kind.minimumFingers)
        if pattern.restingFingers > 0, !random.oneIn(4) { rest() }
        switch pattern.kind {
        case .tap:
            let count = random.oneIn(6) ? 1 + random.below(4) : pattern.count
            for index in 0..<count {
                if index > 0 { pause([40, 120, 200, 299, 301][random.below(5)]) }
                touch(wanted, [30, 60, 90, 90, 700][random.below(5)], by: .zero)
            }
        case .longPress:
            let time = (pattern.minimumDuration ?? .milliseconds(600)).microseconds / 1000
            touch(wanted, time + [-200, 0, 1, 50, 50, 400][random.below(6)], by: .zero, moves: random.oneIn(5))
        case .pinch, .rotation: touch(wanted, 150, by: .zero, spread: [0.3, 0.8, 1.6][random.below(3)])
        default:
            let directions = [Direction.left, .right, .up, .down]
            let direction =
                random.oneIn(4) ? directions[random.below(4)] : pattern.direction ?? directions[random.below(4)]
            let length = [30, 49, 50, 120, 120, 300][random.below(6)]
            touch(wanted, [80, 200, 500][random.below(3)], by: direction.unit * Double(length))
        }
    }

    /// Fingers that land, move and lift, together or one after the other.
    private mutating func touch(
        _ fingers: Int, _ duration: Int64, by way: Vector, spread: Double = 1, moves: Bool = false
    ) {
        var points = (0..<fingers).map { Vector(x: place.x + Double($0) * 80 * (place.x > 500 ? -1 : 1), y: place.y) }
        let ids = points.map { _ -> ContactID in
            contacts += 1
            return ContactID(contacts)
        }
        let isScattered = random.oneIn(4)
        for index in points.indices {
            if index > 0, isScattered { pause(10 * Int64(random.below(6))) }
            append([ContactChange(ids[index], .down, at: points[index])])
        }
        let frames = way == .zero && spread == 1 && !moves ? 0 : 8
        let start = points
        for frame in 1..<max(frames, 1) {
            pause(max(1, duration / Int64(frames)))
            let part = Double(frame) / Double(frames - 1)
            for index in points.indices {
                let stretch = 1 + (spread - 1) * part
                points[index] = place + (start[index] - place) * stretch + way * part
                if moves, index == 0 { points[index].x += 25 * part }
            }
            append(points.indices.map { ContactChange(ids[$0], .move, at: points[$0]) })
            if random.oneIn(60) { return finish(ids, points, .cancel) }
        }
        if frames == 0 { pause(max(1, duration)) }
        finish(ids, points, random.oneIn(40) ? .cancel : .up)
    }

    private mutating func finish(_ ids: [ContactID], _ points: [Vector], _ action: ContactChange.Action) {
        guard random.oneIn(4) else {
            return append(ids.indices.map { ContactChange(ids[$0], action, at: points[$0]) })
        }
        for index in ids.indices {
            if index > 0 { pause(10 * Int64(random.below(15))) }
            append([ContactChange(ids[index], action, at: points[index])])
        }
    }

    // MARK: A finger that rests meanwhile

    private mutating func rest() {
        guard resting == nil else { return }
        contacts += 1
        let finger = (contact: ContactID(contacts), point: Vector(x: place.x, y: place.y > 500 ? 300 : 900))
        resting = finger
        append([ContactChange(finger.contact, .down, at: finger.point)])
        pause([50, 150, 300, 1100][random.below(4)])
    }

    private mutating func lift() {
        guard let finger = resting else { return }
        append([ContactChange(finger.contact, .up, at: finger.point)])
        resting = nil
        pause(200)
    }

    private mutating func append(_ changes: [ContactChange]) {
        steps.append(.frame(TouchFrame(surface: Surface.screen.id, time: now, changes: changes)))
    }
}

extension GestureExpression {
    /// Gestures that complete the expression, one after the other.
    fileprivate var inTurn: [GesturePattern] {
        switch self {
        case .gesture(let pattern): [pattern]
        case .exclusive(let members): members.last?.inTurn ?? []
        case .simultaneous(let members), .sequence(let members, _): members.flatMap { $0.inTurn }
        }
    }
}

extension Vector {
    fileprivate func scaled(to size: Vector) -> Vector { Vector(x: x * size.x, y: y * size.y) }
}

extension Direction {
    /// A step of 1 pt.
    fileprivate var unit: Vector {
        switch self {
        case .left, .upLeft, .downLeft: Vector(x: -1, y: 0)
        case .right, .upRight, .downRight: Vector(x: 1, y: 0)
        case .up: Vector(x: 0, y: -1)
        case .down: Vector(x: 0, y: 1)
        }
    }
}

extension GestureOptions {
    /// Random recipes, as people write them: gestures in sequence, in areas, beside resting fingers, for a page with a button in it,
    /// and with accommodations.
    public static func randomRecipes(seed: UInt64) -> GestureOptions {
        var random = SplitMix64(seed: seed &* 86_028_121)
        var options = GestureOptions(gestures: .randomRecipes(&random))
        if random.oneIn(4) { options.thresholds = .random(&random) }
        if random.oneIn(4) { options.thresholds.reach = 400 }
        if random.oneIn(5) { options.holdDuration = .milliseconds(40) }
        if random.oneIn(5) { options.ignoreRepeat = .milliseconds(60) }
        guard random.oneIn(2) else { return options }
        options.regions = [
            TrackedRegion("page", Rectangle(x: 0, y: 0, width: 1, height: 1)),
            TrackedRegion("corner", Rectangle(x: 0, y: 0, width: 0.2, height: 0.2), parent: "page"),
            TrackedRegion("button", Rectangle(x: 0.05, y: 0.01, width: 0.1, height: 0.1), parent: "corner"),
        ]
        for index in options.regions.indices where !random.oneIn(3) {
            options.regions[index].gestures = .randomRecipes(&random)
        }
        return options
    }
}

extension GestureSet {
    fileprivate static func randomRecipes(_ random: inout SplitMix64) -> GestureSet {
        var set = GestureSet(selection: random.oneIn(2) ? .standard : GestureSelection())
        for index in 0..<1 + random.below(3) {
            let priorities: [GesturePriority] = [.normal, .normal, .normal, .high, .simultaneous]
            set.compositions.append(
                Composition(
                    name: "\(index)", .randomRecipe(&random, depth: 0),
                    priority: priorities[random.below(priorities.count)]))
        }
        return set
    }
}

extension GestureExpression {
    fileprivate static func randomRecipe(_ random: inout SplitMix64, depth: Int) -> GestureExpression {
        if depth > 1 || random.oneIn(3) { return .gesture(.randomOfRecipe(&random)) }
        var members: [GestureExpression] = []
        for _ in 0..<2 + random.below(2) { members.append(.randomRecipe(&random, depth: depth + 1)) }
        switch random.below(5) {
        case 0: return .exclusive(members)
        case 1: return .simultaneous(members)
        default:
            return .sequence(members, within: random.oneIn(2) ? .milliseconds(Int64(500 + random.below(5000))) : nil)
        }
    }
}

extension GesturePattern {
    fileprivate static func randomOfRecipe(_ random: inout SplitMix64) -> GesturePattern {
        let kinds: [GestureKind] = [
            .tap, .tap, .tap, .longPress, .longPress, .drag, .swipe, .swipe, .edgeSwipe, .pinch, .stroke,
        ]
        var pattern = GesturePattern(kinds[random.below(kinds.count)])
        if pattern.kind == .tap { pattern.count = 1 + random.below(4) }
        if random.oneIn(2) {
            pattern.fingers = .none
            pattern.fingers.insert(max(pattern.kind.minimumFingers, 1 + random.below(2)))
        }
        if random.oneIn(3) {
            let far = 0.8
            pattern.area = Rectangle(
                x: random.oneIn(3) ? far : 0, y: random.oneIn(3) ? far : 0, width: 0.2, height: 0.2)
        }
        if pattern.kind == .longPress, random.oneIn(2) {
            pattern.minimumDuration = .milliseconds(300 + 100 * Int64(random.below(8)))
        }
        if pattern.kind == .swipe, random.oneIn(2) { pattern.direction = Direction.allCases[random.below(4)] }
        if pattern.kind == .drag, random.oneIn(3) { pattern.minimumDistance = Double(random.below(3) * 30) }
        if pattern.kind == .tap, random.oneIn(6) { pattern.maximumDuration = .milliseconds(100) }
        if pattern.kind == .tap || pattern.kind == .drag, random.oneIn(6) { pattern.restingFingers = 1 }
        if pattern.kind == .stroke { pattern.shape = .random(&random) }
        return pattern
    }
}
