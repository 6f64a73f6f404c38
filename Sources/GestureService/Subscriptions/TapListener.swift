import GestureCore

/// Tells the service itself of taps and double taps, as it would tell a client that asks for both.
final class TapListener {
    private var engine: GestureEngine
    private let onTap: (_ count: Int) -> Void

    /// - Parameter onTap: called for each that is final: 1 for a tap, 2 for a double tap.
    init(_ thresholds: Thresholds, onTap: @escaping (_ count: Int) -> Void) {
        var selection = GestureSelection()
        for count in 1...2 { selection.insertTap(count: count, fingers: .any) }
        engine = GestureEngine(options: GestureOptions(selection: selection, thresholds: thresholds))
        self.onTap = onTap
    }

    var nextDeadline: Instant? { engine.nextDeadline }

    func attach(_ surface: Surface) { engine.attach(surface) }

    func detach(_ id: SurfaceID, at time: Instant) {
        engine.detach(id, at: time)
        tell()
    }

    func process(_ frame: TouchFrame) {
        engine.process(frame)
        tell()
    }

    func advance(to time: Instant) {
        engine.advance(to: time)
        tell()
    }

    private func tell() {
        for event in engine.events where event.phase == .ended {
            if case .tap(let count, _, _) = event.details { onTap(count) }
        }
    }
}
