import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import TestSupport
import Text

@testable import GestureService

/// Searches for the legal subscriptions that take the most time and memory for what they are said to cost.
///
/// Without arguments, it prints a plain subscription and the worst ones of the search: what is most, the recognizers, the bytes, the
/// bytes that ``GestureOptions/cost`` says, and the seeds, separated by tabs. How long a request takes is measured on this machine,
/// which may be busy: worst.py counts the instructions. For that, it plays the touches for the seeds in the argument.
@main
struct WorstRequest {
    private static let candidates = 1500

    private static let touches = Touches()
    private static let limits = Limits()

    static func main() {
        guard let argument = commandLineWords().first else { return search() }
        let seeds = argument.split(separator: ",").compactMap { UInt64($0) }
        let request = Request(seeds: seeds)
        print(request.options)
        _ = Measured(request, touches)
    }

    private static func search() {
        let plain = Measured(Request(seeds: []), touches)
        var worst = (mean: plain, longest: plain, memory: plain)
        var random = SplitMix64(seed: 14)
        for candidate in 0..<candidates {
            // Half of them are like the worst so far.
            let parent = [worst.mean, worst.longest, worst.memory][random.below(3)].request
            let request = Request(seeds: (candidate % 2 == 0 ? [] : parent.seeds) + [random.next()])
            let cost = Touches.cost(of: request.options)
            guard cost.recognizers <= limits.recognizersPerSubscription, cost.memory <= limits.memoryPerSubscription
            else { continue }
            let measured = Measured(request, touches)
            if measured.mean > worst.mean.mean { worst.mean = measured }
            if measured.longest > worst.longest.longest { worst.longest = measured }
            if measured.memory > worst.memory.memory { worst.memory = measured }
        }
        show("plain", plain)
        show("work", worst.mean)
        show("frame", worst.longest)
        show("memory", worst.memory)
    }

    private static func show(_ most: String, _ measured: Measured) {
        let cost = Touches.cost(of: measured.request.options)
        let seeds = measured.request.seeds.map { "\($0)" }.joined(separator: ",")
        print("\(most)\t\(cost.recognizers)\t\(measured.bytes)\t\(cost.memory)\t\(seeds)")
    }
}

/// A request that random numbers make again: the first seed a large one, each further seed a change of it. Without seeds, a plain one.
private struct Request {
    let seeds: [UInt64]
    let options: GestureOptions

    init(seeds: [UInt64]) {
        var options = GestureOptions()
        for (index, seed) in seeds.enumerated() {
            var random = SplitMix64(seed: seed)
            options = index == 0 ? .large(&random) : options.mutated(&random)
        }
        self.seeds = seeds
        self.options = options
    }
}

/// What a request takes for what it costs.
private struct Measured {
    let request: Request
    /// ns for each recognizer, on average and in the longest frame.
    let mean: Double
    let longest: Double
    let bytes: Int
    /// The part of the memory that it is said to cost.
    let memory: Double

    init(_ request: Request, _ touches: Touches) {
        let trial = Trial(CompiledSubscription(options: request.options), touches)
        let cost = Touches.cost(of: request.options)
        self.request = request
        mean = Double(trial.mean) / Double(cost.recognizers)
        longest = Double(trial.longest) / Double(cost.recognizers)
        bytes = trial.bytes
        memory = Double(trial.bytes) / Double(cost.memory)
    }
}

extension GestureOptions {
    /// Asks for as much as is nearly allowed, in one of many ways.
    fileprivate static func large(_ random: inout SplitMix64) -> GestureOptions {
        var options = GestureOptions()
        let areas = [0, 0, 1, 4, 10, 16, 64, 256][random.below(8)]
        let rows = areas > 16 ? areas / 16 : 2
        let columns = max(1, areas / rows)
        for index in 0..<areas {
            var region = TrackedRegion(
                "\(index)",
                Rectangle(
                    x: Double(index % columns) / Double(columns), y: Double(index / columns % rows) / Double(rows),
                    width: 1 / Double(columns), height: 1 / Double(rows)))
            if random.oneIn(8) { region.gestures = .large(&random, 1 + random.below(3)) }
            if random.oneIn(4) { region.suppressesTapWhileCoasting = true }
            if random.oneIn(4) { region.slopWhileCoasting = 40 }
            options.regions.append(region)
        }
        if random.oneIn(3) { options.regions = .chains(&random) }
        options.gestures = .large(&random, options.regions.isEmpty ? 1 + random.below(40) : 1 + random.below(4))
        if random.oneIn(3) { options.thresholds = .random(&random) }
        // Each finger is another person's while they are apart.
        if random.oneIn(2) { options.thresholds.reach = 200 }
        return options
    }

    fileprivate func mutated(_ random: inout SplitMix64) -> GestureOptions {
        var options = self
        switch random.below(7) {
        case 0: options.gestures.compositions.append(Composition(.large(&random, room: 63)))
        case 1 where !options.gestures.compositions.isEmpty:
            options.gestures.compositions[random.below(options.gestures.compositions.count)] = Composition(
                .large(&random, room: 63))
        case 2: options.thresholds = .random(&random)
        case 3: options.gestures.compositions += options.gestures.compositions.prefix(8)
        case 4 where !options.regions.isEmpty:
            options.regions[random.below(options.regions.count)].gestures = .large(&random, 1 + random.below(3))
        case 5 where options.regions.contains { $0.parent != nil }: options.regions = .chains(&random)
        default: options.gestures.selection.touch.toggle()
        }
        return options
    }
}

extension [TrackedRegion] {
    /// Chains of regions, of which the outermost have common regions around them, below all fingers or each below some of them.
    fileprivate static func chains(_ random: inout SplitMix64) -> [TrackedRegion] {
        let depth = 2 + random.below(TrackedRegion.largestDepth - 1)
        let common = random.below(depth + 1)
        let (columns, rows) = [(1, 1), (2, 1), (5, 1), (5, 2), (8, 4)][random.below(5)]
        // Many regions with the gestures of the subscription, or with few of their own, or with many.
        let most = [0, 1, 1, 8][random.below(4)]
        var regions: [TrackedRegion] = []
        func add(_ depth: Range<Int>, _ rectangle: Rectangle, parent: ByteString?) -> ByteString? {
            var parent = parent
            for _ in depth {
                var region = TrackedRegion("\(regions.count)", rectangle, parent: parent)
                if most > 0, !random.oneIn(8) { region.gestures = .ofLevel(&random, most) }
                if random.oneIn(16) { region.suppressesTapWhileCoasting = true }
                if random.oneIn(16) { region.tracking = .reenter }
                regions.append(region)
                parent = region.name
            }
            return parent
        }
        let parent = add(0..<common, Rectangle(x: 0, y: 0, width: 1, height: 1), parent: nil)
        for index in 0..<columns * rows {
            let rectangle = Rectangle(
                x: Double(index % columns) / Double(columns), y: Double(index / columns) / Double(rows),
                width: 1 / Double(columns), height: 1 / Double(rows))
            _ = add(common..<depth, rectangle, parent: parent)
        }
        return regions
    }
}

extension GestureSet {
    /// The gestures of a region in a chain: nothing, one or a few of a selection, or compositions of any priority.
    fileprivate static func ofLevel(_ random: inout SplitMix64, _ most: Int) -> GestureSet {
        var set = GestureSet(selection: GestureSelection())
        if random.oneIn(3) { set = .large(&random, 1 + random.below(2)) }
        for _ in 0..<1 + random.below(most) {
            if random.oneIn(2) {
                set.selection.insert(.likely(&random))
            } else {
                set.compositions.append(Composition(.gesture(.likely(&random))))
            }
        }
        set.selection.press = random.oneIn(4)
        set.selection.touch = random.oneIn(8)
        let priorities = GesturePriority.allCases
        for index in set.compositions.indices {
            set.compositions[index].priority = priorities[random.below(priorities.count)]
        }
        return set
    }

    fileprivate static func large(_ random: inout SplitMix64, _ compositions: Int) -> GestureSet {
        var set = GestureSet(selection: random.oneIn(3) ? .standard : GestureSelection())
        set.selection.touch = random.oneIn(4)
        let room = [1, 3, 10, 31, 63][random.below(5)]
        for index in 0..<compositions {
            set.compositions.append(Composition(name: "\(index)", .large(&random, room: room)))
        }
        return set
    }
}

extension GestureExpression {
    /// - Parameter room: the most nodes.
    fileprivate static func large(_ random: inout SplitMix64, room: Int) -> GestureExpression {
        guard room > 1 else { return .gesture(.likely(&random)) }
        var members: [GestureExpression] = []
        var left = room - 1
        let isFlat = random.oneIn(2)
        let leaf = GestureExpression.gesture(.likely(&random))
        while left > 0, members.count < 32 {
            let share = isFlat ? 1 : 1 + random.below(min(left, 31))
            members.append(isFlat ? leaf : large(&random, room: share))
            left -= share
        }
        switch random.below(4) {
        case 0: return .exclusive(members)
        case 1: return .sequence(members, within: random.oneIn(2) ? .milliseconds(4000) : nil)
        default: return .simultaneous(members)
        }
    }
}

extension GesturePattern {
    /// A gesture that the touches make.
    fileprivate static func likely(_ random: inout SplitMix64) -> GesturePattern {
        let kinds: [GestureKind] = [.drag, .drag, .drag, .tap, .longPress, .swipe, .pinch, .rotation, .edgeSwipe]
        var pattern = GesturePattern(kinds[random.below(kinds.count)])
        pattern.count = 1 + random.below(2)
        pattern.locksAxis = random.oneIn(4)
        if random.oneIn(4) { pattern.area = Rectangle(x: 0, y: 0, width: 1, height: 1) }
        return pattern
    }
}
