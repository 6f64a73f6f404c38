/// Tells of every contact by itself: where it is, how firmly and how broadly it touches.
struct TouchTracker: Equatable, Sendable {
    private struct Touch: Equatable, Sendable {
        var change: ContactChange
        var gesture: UInt64
        var region: RegionID?
        var origin: GestureEvent.Origin
    }

    private var touches: [Touch] = []

    /// Whether a contact is told of that is down.
    var isTouched: Bool { !touches.isEmpty }

    /// - Parameter owners: which of the trackers has each change that is a landing; none if there is but one tracker.
    mutating func follow(
        _ changes: [ContactChange], owners: [Int?], of trackers: [RegionTracker], at now: Instant,
        into output: inout Output
    ) {
        for action in ContactChange.Action.allCases {
            follow(action, of: changes, owners: owners, of: trackers, at: now, into: &output)
        }
    }

    private mutating func follow(
        _ action: ContactChange.Action, of changes: [ContactChange], owners: [Int?], of trackers: [RegionTracker],
        at now: Instant, into output: inout Output
    ) {
        for (index, change) in changes.enumerated() where change.action == action {
            let known = touches.firstIndex { $0.change.contact == change.contact }
            switch (change.action, known) {
            case (.down, nil):
                guard let owner = owners.isEmpty ? 0 : owners[index], trackers[owner].wantsTouches else { continue }
                touches.append(
                    Touch(
                        change: change, gesture: output.newGesture(), region: trackers[owner].id,
                        origin: GestureEvent.Origin(point: change.position, time: now)))
                tell(.began, touches[touches.count - 1], at: now, into: &output)
            case (.move, let known?):
                touches[known].change = change
                tell(.changed, touches[known], at: now, into: &output)
            case (.up, let known?):
                tell(.ended, touches.remove(at: known), at: now, into: &output)
            case (.cancel, let known?):
                tell(.cancelled, touches.remove(at: known), at: now, into: &output)
            case (.down, _), (.move, nil), (.up, nil), (.cancel, nil):
                break  // a contact that was already down when tracking began, or that nobody wants to know of
            }
        }
    }

    /// All contacts are lost, as when the device is unplugged.
    mutating func lose(at now: Instant, into output: inout Output) {
        for touch in touches { tell(.cancelled, touch, at: now, into: &output) }
        touches.removeAll(keepingCapacity: true)
    }

    private func tell(_ phase: GesturePhase, _ touch: Touch, at now: Instant, into output: inout Output) {
        output.region = touch.region
        output.emit(
            .touch, phase, touch.gesture, at: now, fingers: 1, point: touch.change.position,
            .touch(touch.change.contact, touch.change.shape), origin: touch.origin)
    }
}
