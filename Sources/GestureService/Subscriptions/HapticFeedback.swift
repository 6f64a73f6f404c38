import GestureCore

/// Recognizes presses and taps for the service itself, which makes the haptic device pulse for them.
final class HapticFeedback {
    /// The settings in the configuration.
    struct Options: Equatable {
        var presses: Bool
        var taps: Bool
        var thresholds: Thresholds
    }

    let options: Options
    private var engine: GestureEngine
    /// The number of pulses for the presses and final taps so far, until it is taken: 1 for a press or a tap, 2 for a double tap,
    /// and the larger number for both.
    private var count: Int?

    init(_ options: Options) {
        self.options = options
        var selection = GestureSelection()
        selection.press = options.presses
        if options.taps {
            for count in 1...2 { selection.insertTap(count: count, fingers: .any) }
        }
        engine = GestureEngine(options: GestureOptions(selection: selection, thresholds: options.thresholds))
    }

    var nextDeadline: Instant? { engine.nextDeadline }

    func attach(_ surface: Surface) { engine.attach(surface) }

    func detach(_ id: SurfaceID, at time: Instant) {
        engine.detach(id, at: time)
        noteGestures()
    }

    func process(_ frame: TouchFrame) {
        engine.process(frame)
        noteGestures()
    }

    func advance(to time: Instant) {
        engine.advance(to: time)
        noteGestures()
    }

    private func noteGestures() {
        for event in engine.events {
            if event.kind == .press, event.phase == .began { pulse(1) }
            if case .tap(let count, _, _) = event.details, event.phase == .ended { pulse(count) }
        }
    }

    private func pulse(_ number: Int) { count = max(number, count ?? 0) }

    /// Returns the number of pulses for the presses and taps since the last call; nil if there were none.
    func takeCount() -> Int? {
        defer { count = nil }
        return count
    }
}
