import Foundation
import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// A client without the right to positions gets the same bytes for touches at any place: random touches are moved, each by itself, and
/// compared for random requests. ``Exception`` lists the positions that the client learns nevertheless.
@Suite struct HiddenPositionsTests {
    /// What depends on the place. The touches of the test avoid each; docs/security.md has the same list.
    enum Exception: String, CaseIterable {
        /// The event contains it. Touches that can be swipes stay at their edge, or away from all edges: farther than a finger that comes
        /// from outside can be when it is first reported.
        case edge = "the edge or the corner at which a swipe begins"
        /// A double tap is two taps at one place. Touches that are moved apart are further apart in time.
        case taps = "whether two taps in quick succession are near each other"
        /// Whoever touches a screen with several hands. Fingers of one touch are moved together.
        case reach = "whether fingers on a large screen are within reach of each other"
        /// A setting of the administrator, which the test does not make.
        case repeats = "whether a touch is near the last one, with ignore-repeat"
        /// The filters of palms and thumbs. Touches on the touchpad stay in its middle, and fingers are moved together.
        case palms = "a palm at the end of a touchpad, or a thumb below the other fingers"
        /// The event contains its name.
        case device = "the device"
        /// Another client's gesture, which can be limited to an area.
        case lock = "the end of a lock that a gesture opens"
        /// Other clients read their events.
        case slowClient = "the end of another client"
        /// Fingers of one touch are moved together.
        case distance = "how far apart the fingers of a pinch or a rotation are"
        /// There are no other clients.
        case delay = "whether a touch is where another client has hundreds of gestures"
        /// Random travels are shorter or longer.
        case rounding = "whether a travel that is exactly as long as a threshold has reached it"
    }

    @Test func `the page about security has the same exceptions`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/security.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "## Without positions").last?.components(separatedBy: "\n## ").first)
        let rows = section.components(separatedBy: "| what | when |").last?.split(separator: "\n").dropFirst().prefix {
            $0.hasPrefix("|")
        }
        let listed = rows?.compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) } ?? []
        #expect(listed == Exception.allCases.map(\.rawValue))
    }

    private static let batch = 25

    @Test(arguments: randomRuns(40))
    func `touches at other places give the same bytes`(_ batch: Int) throws {
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            let options = GestureOptions.hidingPositions(seed: seed)
            var touches = PlacedTouches(seed: seed)
            let here = try messages(touches.placed(), options)
            let there = try messages(touches.placed(), options)
            if let index = zip(here, there).map({ $0 == $1 }).firstIndex(of: false) {
                Issue.record("seed \(seed): \(here[index]) and \(there[index]), \(options)")
            }
            #expect(here.count == there.count, "seed \(seed), \(options)")
        }
    }

    @Test func `the touches and requests of this suite give every kind of event`() throws {
        var seen: Set<String> = []
        for seed in 0..<UInt64(400) {
            var touches = PlacedTouches(seed: seed)
            for message in try messages(touches.placed(), .hidingPositions(seed: seed)) {
                for kind in GestureKind.allCases where message.contains("\"kind\":\"\(kind.name)\"") {
                    seen.insert("\(kind)")
                }
                for word in ["\"count\":2", "\"stage\":2", "\"edge\":\"topLeft\"", "\"edge\":\"bottom\"", "\"path\""]
                where message.contains(word) {
                    seen.insert(word)
                }
            }
        }
        let words = ["\"count\":2", "\"stage\":2", "\"edge\":\"topLeft\"", "\"edge\":\"bottom\"", "\"path\""]
        #expect(seen == Set(GestureKind.allCases.filter { $0 != .touch }.map { "\($0)" } + words))
    }

    private func messages(_ steps: [TouchScript.Step], _ options: GestureOptions) throws -> [String] {
        let hub = GestureHub()
        let client = try TestClient()
        hub.add(
            Subscriber(
                CompiledSubscription(options: options), name: [],
                client: OutgoingQueue(fd: client.far, limit: 1 << 24, attention: QueueAttention()),
                includesPositions: false))
        for step in steps {
            hub.play(step)
            client.read()
        }
        return client.messages
    }
}

extension GestureOptions {
    /// Returns a random request that a client without the right to positions can make.
    fileprivate static func hidingPositions(seed: UInt64) -> GestureOptions {
        var random = SplitMix64(seed: seed &* 15_485_863)
        while true {
            var options = GestureOptions.random(seed: random.next() >> 32)
            if !random.oneIn(8) { options.regions = [] }
            options.thresholds = Thresholds()
            // Values of their own, since nearly every request with several would be refused.
            if random.oneIn(2) { options.thresholds.change(&random) }
            if random.oneIn(6) { options.holdDuration = .milliseconds(Int64(random.below(300))) }
            if random.oneIn(6) { options.ignoreRepeat = .milliseconds(Int64(random.below(4000))) }
            if random.oneIn(2) {
                options.gestures.compositions.append(Composition(name: "own", .gesture(.travelling(&random))))
            }
            if options.parameterRevealingPositions(beyond: Thresholds()) == nil { return options }
        }
    }
}

extension GesturePattern {
    /// A drag or a swipe, often with the conditions that depend on the landing.
    fileprivate static func travelling(_ random: inout SplitMix64) -> GesturePattern {
        var pattern = GesturePattern([.drag, .swipe, .edgeSwipe][random.below(3)])
        if pattern.kind != .swipe, random.oneIn(2) { pattern.edge = EdgeLocation.Edge.allCases[random.below(4)] }
        if !random.oneIn(3) { pattern.minimumDistance = Double(random.below(8) * 10) }
        return pattern
    }
}

extension Thresholds {
    /// Sets one threshold to a random value.
    fileprivate mutating func change(_ random: inout SplitMix64) {
        switch random.below(8) {
        case 0: slop = Double(random.below(40))
        case 1: tapGap = .milliseconds(Int64(random.below(10_000)))
        case 2: tapDistance = Double(random.below(10_000))
        case 3: tapRun = .milliseconds(Int64(random.below(10_000)))
        case 4: longPress = .milliseconds(Int64(random.below(1000)))
        case 5: swipeDistance = Double(random.below(200))
        case 6: edge = Double(random.below(1000))
        default: reach = Double(random.below(1000))
        }
    }
}

/// Random touches, whose places are chosen by themselves.
private struct PlacedTouches {
    /// Fingers that land, move and are lifted before the next touch begins. Positions are relative to its place, in the smallest steps
    /// of a device: eighths of a pt, or a little less.
    fileprivate struct Touch {
        var surface = Surface.screen
        var frames: [(time: Int64, changes: [ContactChange])] = []
        var low = Vector.zero
        var high = Vector.zero
        /// Whether a finger goes so far that it can make a swipe.
        var isFar = false
        var location: EdgeLocation?
        var contacts: [(id: ContactID, landing: Vector, position: Vector)] = []
        var time: Int64 = 0

        mutating func add(_ changes: [ContactChange], after milliseconds: Int) {
            time += Int64(milliseconds)
            frames.append((time, changes))
        }

        mutating func include(_ point: Vector) {
            low = Vector(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Vector(x: max(high.x, point.x), y: max(high.y, point.y))
        }
    }

    private var random: SplitMix64
    private var touches: [Touch] = []
    private var contactCount: UInt64 = 0
    /// Positions count from the top left corner in steps of eight times this. Only eighths themselves have sums without rounding errors.
    private let scale: Double

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        scale = random.oneIn(2) ? 1 : 1 - Double(1 + random.below(149)) / 10_000
        for _ in 0..<14 { touches.append(touch()) }
    }

    /// Returns all touches, each at a random place.
    mutating func placed() -> [TouchScript.Step] {
        var steps: [TouchScript.Step] = [.plug(.screen), .plug(.pad)]
        var start: Int64 = 1000
        for touch in touches {
            let place = place(touch)
            // Far from the left and the top, smaller steps would lead away from the edge.
            let scale = touch.location == nil ? scale : 1
            for frame in touch.frames {
                steps.append(
                    .frame(
                        TouchFrame(
                            surface: touch.surface.id, time: .milliseconds(start + frame.time),
                            changes: frame.changes.map {
                                ContactChange($0.contact, $0.action, at: ($0.position + place) * scale)
                            })))
            }
            // Longer than the gap and the run of taps.
            start += touch.time + 501
        }
        steps.append(.wake(at: .milliseconds(start + 100_000)))
        return steps
    }

    private mutating func touch() -> Touch {
        var touch = Touch()
        if random.oneIn(4) { touch.surface = .pad }
        let isFar = random.oneIn(2)
        if isFar, touch.surface == .screen, random.oneIn(2) {
            touch.location = Self.locations[random.below(Self.locations.count)]
        }
        for _ in 0..<1 + (isFar ? 0 : random.below(4)) {
            land(touch.location == nil && random.oneIn(2) ? 1 + random.below(3) : 1, in: &touch)
            move(isFar: isFar, in: &touch)
            lift(in: &touch)
            touch.time += Int64(random.below(400))
        }
        return touch
    }

    private mutating func land(_ count: Int, in touch: inout Touch) {
        var changes: [ContactChange] = []
        for _ in 0..<count {
            contactCount += 1
            let point = touch.location == nil ? way(100) : .zero
            let id = ContactID(contactCount)
            touch.include(point)
            touch.contacts.append((id, point, point))
            changes.append(ContactChange(id, .down, at: point))
            if random.oneIn(3) {
                touch.add(changes, after: random.below(60))
                changes = []
            }
        }
        if !changes.isEmpty { touch.add(changes, after: random.below(20)) }
    }

    private mutating func move(isFar: Bool, in touch: inout Touch) {
        if isFar, touch.contacts.count == 1, touch.location == nil, random.oneIn(3) { drawCaret(in: &touch) }
        let drift = isFar ? way(20) : way(3)
        let turn = random.oneIn(3)
        for _ in 0..<random.below(14) {
            var changes: [ContactChange] = []
            for index in touch.contacts.indices {
                let step = (turn && index == 1 ? drift * -1 : drift) + way(1)
                let point = touch.contacts[index].position + step
                // Below 50 pt.
                let travel = point - touch.contacts[index].landing
                if !isFar, travel.length >= 49 { continue }
                touch.contacts[index].position = point
                touch.include(point)
                changes.append(ContactChange(touch.contacts[index].id, .move, at: point))
            }
            if !changes.isEmpty { touch.add(changes, after: random.oneIn(10) ? random.below(700) : 8) }
        }
        touch.isFar = isFar
    }

    private func drawCaret(in touch: inout Touch) {
        for step in 0..<16 {
            touch.contacts[0].position += Vector(x: 5, y: step < 8 ? -10 : 10)
            let contact = touch.contacts[0]
            touch.include(contact.position)
            touch.add([ContactChange(contact.id, .move, at: contact.position)], after: 8)
        }
    }

    private mutating func lift(in touch: inout Touch) {
        while !touch.contacts.isEmpty {
            let contact = touch.contacts.removeLast()
            let action: ContactChange.Action = random.oneIn(12) ? .cancel : .up
            touch.add(
                [ContactChange(contact.id, action, at: contact.position)], after: random.oneIn(2) ? 0 : random.below(80)
            )
        }
    }

    private static let locations: [EdgeLocation] = [
        .edge(.left, .middle), .edge(.right, .middle), .edge(.top, .middle), .edge(.bottom, .middle), .corner(.topLeft),
        .corner(.bottomRight),
    ]

    /// A place at which all of the touch is on the surface, and that none of the exceptions distinguishes from another one.
    private mutating func place(_ touch: Touch) -> Vector {
        let size = touch.surface.size
        var x = 0.0...size.x
        var y = 0.0...size.y
        if touch.surface == .pad {
            x = 51...(size.x - 51)
            y = 25...(size.y * 0.85)
        }
        if touch.isFar, touch.location == nil, touch.surface == .screen {
            // Away from the edges, like all landings: the longest step of a finger, 12 mm, and the rim of 1 mm.
            x = 82...(size.x - 82)
            y = 82...(size.y - 82)
        }
        return Vector(
            x: coordinate(x, -touch.low.x, touch.high.x, touch.band(of: .horizontal)),
            y: coordinate(y, -touch.low.y, touch.high.y, touch.band(of: .vertical)))
    }

    private mutating func coordinate(
        _ range: ClosedRange<Double>, _ before: Double, _ after: Double, _ band: ClosedRange<Double>?
    ) -> Double {
        let low = range.lowerBound + before
        let high = max(low, range.upperBound - after)
        if let band { return eighth(band) }
        // Often at the very edge.
        switch random.below(6) {
        case 0: return low.rounded(.up)
        case 1: return high.rounded(.down)
        default: return eighth(low...high)
        }
    }

    private mutating func eighth(_ range: ClosedRange<Double>) -> Double {
        let (low, high) = (Int((range.lowerBound * 8).rounded(.up)), Int((range.upperBound * 8).rounded(.down)))
        return Double(low + random.below(max(1, high - low + 1))) / 8
    }

    private mutating func way(_ most: Int) -> Vector {
        Vector(
            x: Double(random.below(16 * most + 1) - 8 * most) / 8, y: Double(random.below(16 * most + 1) - 8 * most) / 8
        )
    }
}

extension PlacedTouches.Touch {
    /// Where the finger can land so that the touch begins at its location, along an axis; nil if it begins nowhere in particular.
    fileprivate func band(of axis: Axis) -> ClosedRange<Double>? {
        let length = axis == .horizontal ? surface.size.x : surface.size.y
        let (first, last, between) = (0.0...24.0, (length - 24)...length, 25.0...(length - 25))
        return switch (location, axis) {
        case (nil, _): nil
        case (.edge(.left, _), .horizontal), (.edge(.top, _), .vertical), (.corner(.topLeft), _): first
        case (.edge(.right, _), .horizontal), (.edge(.bottom, _), .vertical), (.corner(.bottomRight), _): last
        case (.edge, _): between
        case (.corner, _): nil
        }
    }
}
