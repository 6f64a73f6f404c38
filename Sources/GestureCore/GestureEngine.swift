/// Recognizes the gestures that one subscription asks for, on any number of surfaces.
///
/// A value without a clock: it knows only the time stamps of what it is given, so the same input gives the same events,
/// whatever the load. Input stamped *t* comes before a deadline equal to *t* and after an earlier one, so that every
/// window includes its end.
///
/// Each call leaves its answer in ``events``, a buffer that is reused: in the steady state nothing is allocated.
public struct GestureEngine: Equatable, Sendable {
    private struct TrackedSurface: Equatable, Sendable {
        var surface: Surface
        var region = RegionTracker()
    }

    public let options: GestureOptions
    private var surfaces: [TrackedSurface] = []
    private var output = Output(
        surface: Surface(id: SurfaceID(.max), kind: .touchscreen, size: Vector(x: 1, y: 1)))
    private var now = Instant.distantPast

    public init(options: GestureOptions = GestureOptions()) { self.options = options }

    /// What the last call recognized, in the order in which it is to be published.
    public var events: [GestureEvent] { output.events }

    /// The earliest instant at which time alone decides something; nil when only a finger can.
    ///
    /// It has passed once all input up to and including this instant was processed: see ``advance(to:)``.
    public var nextDeadline: Instant? {
        var next: Instant?
        for tracked in surfaces {
            guard let deadline = tracked.region.nextDeadline(options) else { continue }
            next = min(deadline, next ?? deadline)
        }
        return next
    }

    /// Takes a surface in, before its first frame. One that is known already is left as it is.
    public mutating func attach(_ surface: Surface) {
        guard index(of: surface.id) == nil else { return }
        surfaces.append(TrackedSurface(surface: surface))
    }

    /// Takes a surface out: what is open on it is cancelled, a tap held back is published.
    public mutating func detach(_ id: SurfaceID, at time: Instant) {
        start(at: time)
        guard let index = index(of: id) else { return }
        output.surface = surfaces[index].surface
        surfaces[index].region.lose(at: now, options, into: &output)
        surfaces.remove(at: index)
    }

    /// Processes all that changed on one surface at one time stamp.
    ///
    /// Of a frame of a surface that is not attached only the time counts; a time stamp that goes back counts as the latest seen.
    public mutating func process(_ frame: TouchFrame) {
        start(at: frame.time)
        guard let index = index(of: frame.surface) else { return }
        output.surface = surfaces[index].surface
        surfaces[index].region.process(frame.changes, at: now, options, into: &output)
    }

    /// Lets time pass: every deadline before `time` fires. One at `time` itself waits, for input of that very instant may
    /// still come. Calling it more often changes nothing.
    public mutating func advance(to time: Instant) { start(at: time) }

    private mutating func start(at time: Instant) {
        output.removeAll()
        while let deadline = nextDeadline, deadline < time { pass(deadline) }
        now = max(now, time)
    }

    private mutating func pass(_ deadline: Instant) {
        now = max(now, deadline)
        for index in surfaces.indices where surfaces[index].region.nextDeadline(options) == deadline {
            output.surface = surfaces[index].surface
            surfaces[index].region.pass(deadline: deadline, options, into: &output)
        }
    }

    private func index(of id: SurfaceID) -> Int? {
        for index in surfaces.indices where surfaces[index].surface.id == id { return index }
        return nil
    }
}
