/// Collects the events of one subscription's recognizers.
///
/// The buffer is kept from frame to frame. Once it has grown to the busiest frame so far, a frame allocates nothing.
struct Output: Equatable, Sendable {
    private(set) var events: [GestureEvent]
    /// The contacts that gestures claimed, each once. Empty, without memory of its own, unless gestures claim their fingers.
    private(set) var claims: [ContactClaim] = []
    /// The context of the next events: the surface, the region, and the landing point of the fingers on the region.
    var surface: Surface
    var region: RegionID?
    var origin = GestureEvent.Origin(point: .zero, time: .distantPast)
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
        _ details: GestureEvent.Details = .none, origin: GestureEvent.Origin? = nil
    ) {
        events.append(
            GestureEvent(
                kind: kind, phase: phase, gesture: gesture, surface: surface.id, time: time, fingers: fingers,
                point: point, position: surface.normalized(point), details: details, origin: origin ?? self.origin,
                region: region, group: group))
    }

    mutating func append(_ event: GestureEvent) { events.append(event) }

    /// Claims the fingers of a touch sequence that are down.
    mutating func claim(_ sequence: TouchSequence) {
        for index in sequence.fingers.indices where sequence.fingers[index].isDown {
            let claim = ContactClaim(surface: surface.id, contact: sequence.fingers[index].id)
            // Two gestures of one touch can begin in one frame.
            if !claims.contains(claim) { claims.append(claim) }
        }
    }
}
