import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text

/// The latest touches, and why they were what they were.
struct TouchHistory {
    private let options: GestureOptions
    private var surfaces: [(surface: Surface, settings: ConfiguredSetting.Finder?)] = []
    private var frames = TouchFrameCollector()
    private var engine: ExplainedEngine
    private var reaches: [ContactReach] = []
    /// For each touch, the parts that are decided, from old to new.
    private(set) var explanations: [[ExplainedPart]] = []
    /// What touches missed, in lines that nobody has taken yet.
    private var misses: [Miss] = []

    /// A line about a gesture that a touch missed, or about an ignored contact.
    struct Miss: Equatable {
        var time: Instant
        var text: String
    }

    /// How far a contact was from its landing.
    private struct ContactReach {
        var contact: ContactID
        var landing: Vector
        /// The largest distance so far, in pt.
        var reach: Points = 0
    }

    static let mostExplanations = 32
    /// More contacts than touches that are not explained yet have.
    private static let mostReaches = 64

    init(options: GestureOptions) {
        self.options = options
        engine = ExplainedEngine(options: options)
    }

    /// The earliest instant at which time alone decides on a touch; nil if nothing waits.
    var nextDeadline: Instant? { engine.nextDeadline }

    func surface(_ id: SurfaceID) -> Surface? { surfaces.first { $0.surface.id == id }?.surface }

    /// Adds a device, before its first event.
    ///
    /// - Parameter settings: finds the settings that decide on it.
    mutating func attach(_ surface: Surface, settings: ConfiguredSetting.Finder?) {
        guard self.surface(surface.id) == nil else { return }
        surfaces.append((surface, settings))
        engine.attach(surface, settings: settings)
    }

    /// Notes an event of a contact.
    mutating func note(_ event: Event, on surface: SurfaceID) {
        guard let contact = event.contact.map({ ContactID($0) }), let point = event.points else { return }
        if let before = frames.add(event, on: surface) { _ = process(before) }
        if let index = reaches.firstIndex(where: { $0.contact == contact }) {
            reaches[index].reach = max(reaches[index].reach, point.distance(to: reaches[index].landing))
        } else {
            if reaches.count >= Self.mostReaches { reaches.removeFirst() }
            reaches.append(ContactReach(contact: contact, landing: point))
        }
    }

    /// Lets time pass, once all events up to that time have arrived.
    ///
    /// - Returns: whether touches were explained.
    mutating func settle(at time: Instant) -> Bool {
        let collected = complete()
        engine.advance(to: time)
        return collect() || collected
    }

    /// Forgets touches that no event will end.
    mutating func loseTouches() {
        _ = frames.take()
        (explanations, reaches) = ([], [])
        engine = ExplainedEngine(options: options)
        for (surface, settings) in surfaces { engine.attach(surface, settings: settings) }
    }

    /// Returns what touches missed since the last call.
    mutating func takeMisses() -> [Miss] {
        defer { misses = [] }
        return misses
    }

    /// - Returns: whether touches were explained.
    private mutating func complete() -> Bool {
        frames.take().map { process($0) } ?? false
    }

    /// - Returns: whether touches were explained.
    private mutating func process(_ frame: TouchFrame) -> Bool {
        engine.process(frame)
        return collect()
    }

    /// - Returns: whether touches were explained.
    private mutating func collect() -> Bool {
        guard !engine.explanations.isEmpty else { return false }
        for touch in engine.explanations {
            let part = ExplainedPart(touch, by: engine)
            let place = part.region.map { "\($0): " } ?? ""
            misses += missed(by: touch).map { Miss(time: touch.ended, text: place + $0) }
            if let index = explanations.firstIndex(where: { $0[0].touch.number == touch.number }) {
                explanations[index].add(part)
            } else {
                explanations.append([part])
            }
        }
        if explanations.count > Self.mostExplanations {
            explanations.removeFirst(explanations.count - Self.mostExplanations)
        }
        return true
    }

    private func missed(by touch: TouchExplanation) -> [String] {
        if let reason = touch.ignored { return [Self.ignored(reason)] }
        // A finger that another region took counts there.
        let texts = touch.removals.filter { $0.reason.rule != .taken }.map { Self.ignored($0.reason) }
        if touch.isWithoutFingers { return texts }
        let reach = reaches.reduce(0) { touch.contacts.contains($1.contact) ? max($0, $1.reach) : $0 }
        return texts + NearMisses(touch, reach: reach).nearest
    }

    private static func ignored(_ reason: Reason) -> String {
        "finger ignored: " + (reason.rule == .lost ? "taken for a palm, or lost" : reason.text)
    }
}
