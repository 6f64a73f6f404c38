/// Collects the events of one subscription's recognizers.
///
/// The buffer is kept from frame to frame. Once it has grown to the busiest frame so far, a frame allocates nothing.
struct Output: Equatable, Sendable {
    private(set) var events: [EngineEvent]
    /// The contacts that gestures claimed, each once. Empty, without memory of its own, unless gestures claim their fingers.
    var claims: [ContactClaim] = []
    /// The context of the next events: the surface, the region, and the landing point of the fingers on the region.
    var surface: Surface
    var region: RegionID?
    var origin = EngineEvent.Origin(point: .zero, time: .distantPast)
    /// The index of the recognizers that find the next events of a composition.
    var group = 0
    /// The modifier keys that were held at each time.
    var modifiers: ModifierHistory?
    /// The number of gestures so far, which is also the number of the latest one.
    private(set) var gestures: UInt64 = 0

    /// - Parameter room: the initial capacity of the buffer, in events.
    init(surface: Surface, room: Int) {
        self.surface = surface
        events = []
        events.reserveCapacity(room)
    }

    mutating func removeAll() {
        // clear() would copy the last event out, and an event is large.
        if !events.isEmpty { events.removeAll(keepingCapacity: true) }
        if !claims.isEmpty { claims.removeAll(keepingCapacity: true) }
    }

    /// Returns the number of a new gesture.
    mutating func newGesture() -> UInt64 {
        gestures += 1
        return gestures
    }

    mutating func emit(
        _ kind: GestureKind, _ phase: GesturePhase, _ gesture: UInt64, at time: Instant, fingers: Int, point: Vector,
        _ details: EngineEvent.Details = .none, origin: EngineEvent.Origin? = nil
    ) {
        events.append(
            EngineEvent(
                kind: kind, phase: phase, gesture: gesture, surface: surface.id, time: time, fingers: fingers,
                point: point, position: surface.normalized(point), details: details, origin: origin ?? self.origin,
                region: region, group: group))
    }

    /// Removes the first event of a press if it was published since there were `frame` events.
    ///
    /// - Returns: false if the press began earlier.
    mutating func removeBegin(of press: UInt64, since frame: Int) -> Bool {
        guard let index = events[frame...].firstIndex(where: { $0.gesture == press && $0.phase == .began }) else {
            return false
        }
        events.remove(at: index)
        return true
    }

    /// Makes a press in the current region that ended since there were `frame` events a cancelled one.
    ///
    /// - Parameter start: the point where its finger landed.
    mutating func cancelPress(from start: Vector, since frame: Int) {
        for index in events[frame...].indices
        where events[index].kind == .press && events[index].phase == .ended && events[index].region == region {
            guard events[index].origin.point == start else { continue }
            events[index].phase = .cancelled
            events[index].details = .none
        }
    }

    /// Moves the events from `end` on before those from `start` on.
    mutating func bringForward(from end: Int, to start: Int) {
        // Three reversals rotate without memory.
        events[start..<end].reverse()
        events[end...].reverse()
        events[start...].reverse()
    }

    /// The index of the first event since there were `first` events that claims its fingers: a gesture that begins or is recognized,
    /// but not a tap of an earlier touch.
    func indexOfClaim(since first: Int, at now: Instant) -> Int? {
        for index in first..<events.count {
            switch events[index].kind {
            case .press, .touch, .activity: continue
            case .tap: if events[index].phase == .ended, events[index].time == now { return index }
            case .longPress, .drag, .swipe, .edgeSwipe, .pinch, .rotation, .stroke:
                if events[index].phase == events[index].kind.recognitionPhase { return index }
            }
        }
        return nil
    }

    mutating func append(_ event: EngineEvent) { events.append(event) }

    /// Claims the fingers of a touch sequence that are down.
    mutating func claim(_ sequence: TouchSequence) {
        for index in sequence.fingers.indices where sequence.fingers[index].isDown {
            let claim = ContactClaim(surface: surface.id, contact: sequence.fingers[index].id)
            // Two gestures of one touch can begin in one frame.
            if !claims.contains(claim) { claims.append(claim) }
        }
    }
}
