import GestureCore

/// Looks whether a stream of events keeps what it promises to whoever reads it.
struct BalanceChecker {
    private struct Open {
        var kind: GestureKind
        var surface: SurfaceID
        /// Nil once it is closed.
        var phase: GesturePhase?
    }

    private let options: GestureOptions
    private var gestures: [Open] = []
    private var latest = Instant.distantPast
    /// What was broken first.
    private(set) var complaint: String?

    init(_ options: GestureOptions) { self.options = options }

    mutating func check(_ events: [GestureEvent]) {
        for event in events where complaint == nil {
            complaint = complaint(about: event).map { "\($0): \(event)" }
        }
    }

    mutating func checkEnd(_ engine: GestureEngine) {
        guard complaint == nil else { return }
        if let deadline = engine.nextDeadline { complaint = "still waits for \(deadline)" }
        for (index, gesture) in gestures.enumerated() where gesture.phase != nil {
            complaint = "gesture \(index + 1), a \(gesture.kind), was never closed"
        }
    }

    private mutating func complaint(about event: GestureEvent) -> String? {
        let index = Int(event.gesture) - 1
        if index == gestures.count {
            if !starts(event) { return "starts in the wrong phase" }
            gestures.append(Open(kind: event.kind, surface: event.surface, phase: event.phase))
        } else {
            guard gestures.indices.contains(index) else { return "a number out of order" }
            guard let phase = gestures[index].phase else { return "goes on after it was closed" }
            guard gestures[index].kind == event.kind, gestures[index].surface == event.surface else {
                return "the number of another gesture"
            }
            if !follows(event.phase, after: phase) { return "does not follow \(phase)" }
            gestures[index].phase = event.phase
        }
        if event.phase == .ended || event.phase == .cancelled { gestures[index].phase = nil }
        return complaintAboutTime(of: event) ?? complaintAboutContent(of: event)
    }

    private func starts(_ event: GestureEvent) -> Bool {
        switch event.kind {
        case .press, .longPress, .drag: event.phase == .began
        case .tap: event.phase == .possible || event.phase == .ended
        case .swipe: event.phase == .ended
        }
    }

    private func follows(_ phase: GesturePhase, after before: GesturePhase) -> Bool {
        switch before {
        case .possible: phase == .possible || phase == .ended
        case .began, .changed: phase == .changed || phase == .ended || phase == .cancelled
        case .ended, .cancelled: false
        }
    }

    /// Events are published in the order in which they become final.
    private mutating func complaintAboutTime(of event: GestureEvent) -> String? {
        var final = event.time
        if case .tap(_, _, let decided) = event.details {
            if (decided == nil) != (event.phase == .possible) { return "wrongly decided" }
            final = decided ?? event.time
            if final < event.time { return "decided before it happened" }
        }
        if final < latest { return "out of order" }
        latest = final
        return nil
    }

    private func complaintAboutContent(of event: GestureEvent) -> String? {
        let selection = options.selection
        let isWanted =
            switch (event.kind, event.details) {
            case (.press, .none): selection.press && event.phase != .ended
            case (.press, .press(inside: true)): selection.press && event.phase == .ended
            case (.tap, .tap(let count, let run, _)):
                selection.tapCounts(fingers: event.fingers).contains(count) && run >= count
            case (.longPress, .none), (.longPress, .motion): selection.longPress.contains(event.fingers)
            case (.drag, .motion): selection.drag.contains(event.fingers)
            case (.swipe, .swipe): selection.swipe.contains(event.fingers)
            default: false
            }
        if !isWanted { return "not asked for" }
        let numbers: [Vector]
        switch event.details {
        case .motion(let translation, let velocity), .swipe(_, let translation, let velocity):
            numbers = [event.point, event.position, translation, velocity]
        case .none, .press, .tap: numbers = [event.point, event.position]
        }
        return numbers.allSatisfy { $0.x.isFinite && $0.y.isFinite } ? nil : "not a number"
    }
}
