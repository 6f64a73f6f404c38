import GestureCore
import GestureProtocol

/// The latest touches, and on request why they were what they were.
///
/// Frames are kept, and explained only while somebody looks: that takes longer than all the rest.
struct TouchHistory {
    private let options: GestureOptions
    private var surfaces: [Surface] = []
    /// The latest complete frames, from old to new.
    private var frames: [TouchFrame] = []
    /// The frame whose events may not all have arrived.
    private var frame: TouchFrame?
    /// nil while nobody looks.
    private var engine: ExplainedEngine?
    /// For each touch, the parts that are decided, from old to new; empty while nobody looks.
    private(set) var explanations: [[ExplainedPart]] = []

    /// Enough for a minute with one finger.
    static let mostFrames = 4096
    static let mostExplanations = 32

    init(options: GestureOptions) { self.options = options }

    var isExplained: Bool { engine != nil }

    /// The earliest instant at which time alone decides on a touch; nil if nothing waits, or nobody looks.
    var nextDeadline: Instant? { engine?.nextDeadline }

    func surface(_ id: SurfaceID) -> Surface? { surfaces.first { $0.id == id } }

    /// Adds a device, before its first event.
    mutating func attach(_ surface: Surface) {
        guard self.surface(surface.id) == nil else { return }
        surfaces.append(surface)
        engine?.attach(surface)
    }

    /// Notes an event of a contact.
    mutating func note(_ event: Event, on surface: SurfaceID) {
        guard let contact = event.contact, let point = event.points else { return }
        if let frame, frame.surface != surface || frame.time != event.time { _ = complete() }
        let action: ContactChange.Action
        switch event.phase.known {
        case .began: action = .down
        case .changed, .possible: action = .move
        case .ended: action = .up
        case .cancelled: action = .cancel
        case nil: return
        }
        if frame == nil { frame = TouchFrame(surface: surface, time: event.time) }
        frame?.changes.append(ContactChange(ContactID(contact), action, at: point))
    }

    /// Lets time pass, once all events up to that time have arrived.
    ///
    /// - Returns: whether touches were explained.
    mutating func settle(at time: Instant) -> Bool {
        let collected = complete()
        engine?.advance(to: time)
        return collect() || collected
    }

    /// Forgets touches that no event will end.
    mutating func loseTouches() {
        frame = nil
        frames = []
        guard isExplained else { return }
        startEngine()
    }

    /// Explains touches, beginning with those that are kept.
    mutating func explain() {
        startEngine()
        for frame in frames {
            engine?.process(frame)
            _ = collect()
        }
    }

    private mutating func startEngine() {
        engine = ExplainedEngine(options: options)
        for surface in surfaces { engine?.attach(surface) }
    }

    mutating func stopExplaining() {
        engine = nil
        explanations = []
    }

    /// - Returns: whether touches were explained.
    private mutating func complete() -> Bool {
        guard let frame else { return false }
        self.frame = nil
        if frames.count >= Self.mostFrames { frames.removeFirst(Self.mostFrames / 4) }
        frames.append(frame)
        engine?.process(frame)
        return collect()
    }

    /// - Returns: whether touches were explained.
    private mutating func collect() -> Bool {
        guard let engine, !engine.explanations.isEmpty else { return false }
        for touch in engine.explanations {
            let part = ExplainedPart(touch, by: engine)
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
}
