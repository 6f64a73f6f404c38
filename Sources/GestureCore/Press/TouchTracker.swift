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

    /// - Parameter owners: the place of the tracker that has each change that is a landing; empty if one has all.
    mutating func follow(
        _ changes: [ContactChange], owners: [Int?], of trackers: [RegionTracker], at now: Instant,
        into output: inout Output
    ) {
        let actions = ContactChange.Actions(of: changes)
        for action in ContactChange.Action.allCases where actions.contains(action) {
            follow(action, of: changes, owners: owners, of: trackers, at: now, into: &output)
        }
    }

    private mutating func follow(
        _ action: ContactChange.Action, of changes: [ContactChange], owners: [Int?], of trackers: [RegionTracker],
        at now: Instant, into output: inout Output
    ) {
        var guess = 0
        // By their places: a copy of each change costs more than the question.
        for index in changes.indices where changes[index].action == action {
            let known = place(of: changes[index].contact, near: guess)
            switch (action, known) {
            case (.down, nil):
                guard let owner = owners.isEmpty ? 0 : owners[index],
                    let tracker = trackers.index(ofPlace: owner), trackers[tracker].wantsTouches
                else { continue }
                touches.append(
                    Touch(
                        change: changes[index], gesture: output.newGesture(), region: trackers[tracker].id,
                        origin: GestureEvent.Origin(point: changes[index].position, time: now)))
                tell(.began, touches.count - 1, at: now, into: &output)
            case (.move, let known?):
                touches[known].change = changes[index]
                tell(.changed, known, at: now, into: &output)
                guess = known + 1
            case (.up, let known?):
                tell(.ended, known, at: now, into: &output)
                touches.remove(at: known)
            case (.cancel, let known?):
                tell(.cancelled, known, at: now, into: &output)
                touches.remove(at: known)
            case (.down, _), (.move, nil), (.up, nil), (.cancel, nil):
                break  // a contact that was already down when tracking began, or that nobody wants to know of
            }
        }
    }

    /// - Parameter guess: where it probably is: fingers come in the same order in every frame.
    private func place(of contact: ContactID, near guess: Int) -> Int? {
        if guess < touches.count, touches[guess].change.contact == contact { return guess }
        for index in touches.indices where touches[index].change.contact == contact { return index }
        return nil
    }

    /// All contacts are lost, as when the device is unplugged.
    mutating func lose(at now: Instant, into output: inout Output) {
        for place in touches.indices { tell(.cancelled, place, at: now, into: &output) }
        touches.removeAll(keepingCapacity: true)
    }

    private func tell(_ phase: GesturePhase, _ place: Int, at now: Instant, into output: inout Output) {
        output.region = touches[place].region
        output.emit(
            .touch, phase, touches[place].gesture, at: now, fingers: 1, point: touches[place].change.position,
            .touch(touches[place].change.contact, touches[place].change.shape), origin: touches[place].origin)
    }
}
