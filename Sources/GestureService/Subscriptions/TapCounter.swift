import GestureCore

/// Recognizes taps and double taps for the service itself, which makes the haptic device pulse for them.
struct TapCounter {
    let thresholds: Thresholds
    private var engine: GestureEngine
    /// The count of the last final tap, until it is taken: 1 for a tap, 2 for a double tap.
    private var count: Int?

    init(_ thresholds: Thresholds) {
        self.thresholds = thresholds
        var selection = GestureSelection()
        for count in 1...2 { selection.insertTap(count: count, fingers: .any) }
        engine = GestureEngine(options: GestureOptions(selection: selection, thresholds: thresholds))
    }

    var nextDeadline: Instant? { engine.nextDeadline }

    mutating func attach(_ surface: Surface) { engine.attach(surface) }

    mutating func detach(_ id: SurfaceID, at time: Instant) {
        engine.detach(id, at: time)
        noteTaps()
    }

    mutating func process(_ frame: TouchFrame) {
        engine.process(frame)
        noteTaps()
    }

    mutating func advance(to time: Instant) {
        engine.advance(to: time)
        noteTaps()
    }

    private mutating func noteTaps() {
        for event in engine.events where event.phase == .ended {
            if case .tap(let count, _, _) = event.details { self.count = count }
        }
    }

    /// Returns the count of the last tap that became final since the last call; nil if none did.
    mutating func takeCount() -> Int? {
        defer { count = nil }
        return count
    }
}
