import GestureCore

/// Checks the rules that every stream of events follows: phases in order, times that do not go back, finite numbers, and only
/// gestures that were requested.
public struct BalanceChecker {
    private struct Open {
        var kind: GestureKind
        var surface: SurfaceID
        var phase: GesturePhase
        var time: Instant
    }

    private let options: GestureOptions
    /// By the number of the gesture.
    private var open: [UInt64: Open] = [:]
    /// The number of gestures so far.
    public private(set) var gestures: UInt64 = 0
    private var latest = Instant.distantPast
    /// The first violation.
    public private(set) var complaint: String?

    public init(_ options: GestureOptions) { self.options = options }

    public mutating func check(_ events: [EngineEvent]) {
        for event in events where complaint == nil {
            complaint = complaint(about: event).map { "\($0): \(event)" }
        }
    }

    /// Checks a complete stream.
    public mutating func checkAll(_ events: [EngineEvent]) {
        check(events)
        finish()
    }

    /// Checks that no gesture is open at the end of the stream.
    public mutating func finish() {
        guard complaint == nil else { return }
        complaint = open.min { $0.key < $1.key }.map { "gesture \($0.key), a \($0.value.kind), was never closed" }
    }

    private mutating func complaint(about event: EngineEvent) -> String? {
        if event.gesture == gestures + 1 {
            if !starts(event) { return "starts in the wrong phase" }
            gestures += 1
        } else {
            guard 1...max(gestures, 1) ~= event.gesture else { return "a number out of order" }
            guard let before = open[event.gesture] else { return "goes on after it was closed" }
            guard before.kind == event.kind, before.surface == event.surface else {
                return "the number of another gesture"
            }
            guard event.time >= before.time else { return "goes back in time" }
            guard follows(event.phase, after: before.phase, canLose: event.part != nil || isNested) else {
                return "does not follow \(before.phase)"
            }
        }
        let isClosed = event.phase == .ended || event.phase == .cancelled
        open[event.gesture] =
            isClosed ? nil : Open(kind: event.kind, surface: event.surface, phase: event.phase, time: event.time)
        return complaintAboutTime(of: event) ?? complaintAboutContent(of: event)
    }

    private func starts(_ event: EngineEvent) -> Bool {
        event.phase == event.kind.recognitionPhase || event.kind == .tap && event.phase == .possible
    }

    /// Whether a gesture of another region can win over a possible tap.
    private var isNested: Bool { options.regions.contains { $0.parent != nil } }

    /// - Parameter canLose: whether another gesture can win over a possible tap: another part of a composition, or of another level.
    private func follows(_ phase: GesturePhase, after before: GesturePhase, canLose: Bool) -> Bool {
        switch before {
        case .possible: phase == .possible || phase == .ended || (canLose && phase == .cancelled)
        case .began, .changed: phase == .changed || phase == .ended || phase == .cancelled
        case .ended, .cancelled: false
        }
    }

    /// Events are published in the order in which they become final.
    private mutating func complaintAboutTime(of event: EngineEvent) -> String? {
        var final = event.time
        if case .tap(_, _, let decided) = event.details {
            if event.phase == .possible ? decided != nil : event.phase == .ended && decided == nil {
                return "wrongly decided"
            }
            final = decided ?? event.time
            if final < event.time { return "decided before it happened" }
        }
        if final < latest { return "out of order" }
        latest = final
        return nil
    }

    private func complaintAboutContent(of event: EngineEvent) -> String? {
        if !isWanted(event) { return "not asked for" }
        var numbers = [event.point.x, event.point.y, event.position.x, event.position.y]
        switch event.details {
        case .motion(let translation, let velocity), .drag(_, let translation, let velocity),
            .swipe(_, let translation, let velocity), .edgeSwipe(_, _, let translation, let velocity):
            numbers += [translation.x, translation.y, velocity.x, velocity.y]
        case .pinch(let number, let velocity), .rotation(let number, let velocity):
            numbers += [number, velocity]
        case .stroke(_, let score): numbers.append(score)
        case .none, .press, .touch, .activity, .tap: break
        }
        if case .pinch(let scale, _) = event.details, scale <= 0 { return "no scale" }
        if case .stroke(_, let score) = event.details, !(0...1 ~= score) { return "no score" }
        return numbers.allSatisfy { $0.isFinite } ? nil : "not a number"
    }

    private func isWanted(_ event: EngineEvent) -> Bool {
        var gestures = options.gestures
        if !options.regions.isEmpty, event.kind != .activity {
            guard let region = event.region?.number, options.regions.indices.contains(Int(region) - 1) else {
                return false
            }
            gestures = options.regions[Int(region) - 1].gestures ?? gestures
        }
        var selection = gestures.selection
        if let part = event.part {
            selection = GestureSelection()
            gestures.compositions[part.composition].expression.insert(into: &selection)
        }
        return switch (event.kind, event.details) {
        case (.press, .none): selection.press && event.phase != .ended
        case (.press, .press(let isInside)):
            selection.press
                && (event.phase == .changed || (event.phase == .ended && isInside) || !options.regions.isEmpty)
        case (.touch, .touch): selection.touch
        case (.activity, .activity(let isActive)):
            options.gestures.selection.idleTime != nil && isActive == (event.phase == .began)
        case (.tap, .tap(let count, let run, _)):
            event.phase == .cancelled
                || (selection.tapCounts(fingers: event.fingers).contains(count) && run >= count)
        case (.longPress, .none), (.longPress, .motion), (.drag, .drag), (.swipe, .swipe), (.edgeSwipe, .edgeSwipe),
            (.pinch, .pinch), (.rotation, .rotation), (.stroke, .stroke):
            selection[event.kind].contains(event.fingers)
        default: false
        }
    }
}

extension GestureExpression {
    /// Adds every gesture of the expression.
    func insert(into selection: inout GestureSelection) {
        switch self {
        case .gesture(let pattern): selection.insert(pattern)
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            for member in members { member.insert(into: &selection) }
        }
    }
}
