/// Where the recognizers of one subscription put what they find.
///
/// One buffer, kept from frame to frame: a frame allocates nothing once it has grown to the busiest frame so far.
struct Output: Equatable, Sendable {
    private(set) var events: [GestureEvent]
    /// What is being handled: the surface, the region, and where the fingers on it landed.
    var surface: Surface
    var region: RegionID?
    var origin = GestureEvent.Origin(point: .zero, time: .distantPast)
    /// How many gestures have a number.
    private(set) var gestures: UInt64 = 0

    /// - Parameter room: for how many events of one frame there is room from the start.
    init(surface: Surface, room: Int) {
        self.surface = surface
        events = []
        events.reserveCapacity(room)
    }

    mutating func removeAll() {
        // Not clear(): an event is large, and the last one would be copied out.
        if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    }

    /// The number of a gesture that starts now.
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
                region: region))
    }

    mutating func append(_ event: GestureEvent) { events.append(event) }
}
