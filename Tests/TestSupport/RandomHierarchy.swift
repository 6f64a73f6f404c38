import GestureCore
import Text

/// Random regions within regions, up to 8 levels deep. No sibling overlaps another, and each lies within its parent.
private struct RandomHierarchy {
    static let most = 12
    static let levels = 8

    var random: SplitMix64
    var regions: [TrackedRegion] = []
    /// Makes the properties and the gestures of a region.
    var decorate: (inout TrackedRegion, inout SplitMix64) -> Void

    /// Adds one or two regions beside each other, and regions within them.
    mutating func fill(_ space: Rectangle, parent: ByteString?, depth: Int) {
        guard depth < Self.levels else { return }
        let columns = random.oneIn(3) ? 2 : 1
        for column in 0..<columns where regions.count < Self.most {
            // Slightly smaller at each level, so that fingers land on every level.
            let width = space.width / Double(columns)
            let (left, top) = (fraction(10) * width, fraction(10) * space.height)
            let rectangle = Rectangle(
                x: space.x + width * Double(column) + left, y: space.y + top,
                width: (width - left) * (1 - fraction(10)), height: (space.height - top) * (1 - fraction(10)))
            var region = TrackedRegion("\(regions.count)", rectangle, parent: parent)
            decorate(&region, &random)
            regions.append(region)
            if !random.oneIn(6) { fill(rectangle, parent: region.name, depth: depth + 1) }
        }
    }

    /// A number from 0 to below one in `parts`. No finger lands on a side, because sides are not at eighths of a pt.
    private mutating func fraction(_ parts: Int) -> Double { Double(1 + random.below(997)) / 1000.7 / Double(parts) }
}

extension GestureOptions {
    /// Random requests with nested regions, with every priority and mask.
    public static func randomHierarchy(seed: UInt64) -> GestureOptions {
        var options = GestureOptions.random(seed: seed)
        let random = SplitMix64(seed: seed &* 15_485_863)
        var hierarchy = RandomHierarchy(random: random) { region, random in
            if random.oneIn(6) { region.mask = GestureMask.allCases[random.below(4)] }
            region.isEnabled = !random.oneIn(8)
            if random.oneIn(3) { region.slop = Double(random.below(40)) }
            if !random.oneIn(4) { region.gestures = .randomOfLevel(&random) }
            if random.oneIn(4) { region.tracking = .reenter }
            region.suppressesTapWhileCoasting = random.oneIn(4)
            if random.oneIn(6) { region.slopWhileCoasting = Double(random.below(60)) }
        }
        hierarchy.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), parent: nil, depth: 0)
        options.regions = hierarchy.regions
        return options
    }

    /// Random requests with nested regions whose gestures are all simultaneous. There are no presses, and every region is enabled,
    /// not masked, and does not depend on flings.
    public static func randomSimultaneousHierarchy(seed: UInt64) -> GestureOptions {
        var options = GestureOptions(gestures: GestureSet(selection: GestureSelection()))
        var random = SplitMix64(seed: seed &* 32_452_843)
        if random.oneIn(3) { options.thresholds = .random(&random) }
        var hierarchy = RandomHierarchy(random: random) { region, random in
            if random.oneIn(3) { region.slop = Double(random.below(40)) }
            region.gestures = .randomSimultaneous(&random)
        }
        hierarchy.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), parent: nil, depth: 0)
        options.regions = hierarchy.regions
        return options
    }
}

extension GestureSet {
    /// A few gestures, as a view asks for, with any priority.
    fileprivate static func randomOfLevel(_ random: inout SplitMix64) -> GestureSet {
        var set = GestureSet.random(&random)
        // Otherwise the deepest region would claim every finger.
        for kind in GestureKind.allCases where kind.isStandard && kind != .tap && !random.oneIn(3) {
            set.selection[kind] = .none
        }
        set.selection.axisLockedDrag = set.selection[.drag].isEmpty ? .none : set.selection.axisLockedDrag
        let priorities = GesturePriority.allCases
        for index in set.compositions.indices where random.oneIn(2) {
            set.compositions[index].priority = priorities[random.below(priorities.count)]
        }
        for priority in priorities where priority != .normal && random.oneIn(4) {
            set.compositions.append(.randomPlain(&random, priority))
        }
        return set
    }

    fileprivate static func randomSimultaneous(_ random: inout SplitMix64) -> GestureSet {
        var selection = GestureSelection()
        selection.touch = random.oneIn(4)
        var set = GestureSet(selection: selection)
        for index in 0..<random.below(4) {
            let expression = GestureExpression.random(&random, depth: 0)
            set.compositions.append(Composition(name: "\(index)", expression, priority: .simultaneous))
        }
        if random.oneIn(2) { set.compositions.append(.randomPlain(&random, .simultaneous)) }
        return set
    }
}

extension Composition {
    /// Gestures without conditions that share recognizers.
    fileprivate static func randomPlain(_ random: inout SplitMix64, _ priority: GesturePriority) -> Composition {
        let kinds: [GestureKind] = [.tap, .tap, .longPress, .drag, .swipe, .edgeSwipe, .pinch, .rotation]
        var members: [GestureExpression] = []
        for _ in 0...random.below(4) {
            var pattern = GesturePattern(kinds[random.below(kinds.count)])
            pattern.count = 1 + random.below(3)
            members.append(.gesture(pattern))
        }
        return Composition(.simultaneous(members), priority: priority, joinsEntries: true)
    }
}
