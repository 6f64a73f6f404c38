/// Reports each contact by itself: its position, pressure and size.
struct TouchTracker: Equatable, Sendable {
    private struct Touch: Equatable, Sendable {
        var change: ContactChange
        var gesture: UInt64
        var region: RegionID?
        var origin: EngineEvent.Origin
    }

    private var touches: [Touch] = []

    /// Whether a reported contact is down.
    var isTouched: Bool { !touches.isEmpty }

    /// - Parameter owners: the group that gets each change that is a landing; empty if one gets all.
    mutating func follow(
        _ changes: [ContactChange], owners: [FingerGroup?], of trackers: [RegionTracker], at now: Instant,
        into output: inout Output
    ) {
        let actions = ContactChange.Actions(of: changes)
        for action in ContactChange.Action.allCases where actions.contains(action) {
            follow(action, of: changes, owners: owners, of: trackers, at: now, into: &output)
        }
    }

    private mutating func follow(
        _ action: ContactChange.Action, of changes: [ContactChange], owners: [FingerGroup?],
        of trackers: [RegionTracker], at now: Instant, into output: inout Output
    ) {
        var guess = 0
        // By index: copying a change is slower than the comparison.
        for index in changes.indices where changes[index].action == action {
            let known = self.index(of: changes[index].contact, near: guess)
            switch (action, known) {
            case (.down, nil):
                guard let owner = owners.isEmpty ? FingerGroup(region: 0) : owners[index],
                    let tracker = trackers.index(of: owner), trackers[tracker].wantsTouches
                else { continue }
                touches.append(
                    Touch(
                        change: changes[index], gesture: output.newGesture(), region: trackers[tracker].id,
                        origin: EngineEvent.Origin(point: changes[index].position, time: now)))
                emit(.began, touches.count - 1, at: now, into: &output)
            case (.move, let known?):
                touches[known].change = changes[index]
                emit(.changed, known, at: now, into: &output)
                guess = known + 1
            case (.up, let known?):
                emit(.ended, known, at: now, into: &output)
                touches.remove(at: known)
            case (.cancel, let known?):
                emit(.cancelled, known, at: now, into: &output)
                touches.remove(at: known)
            case (.down, _), (.move, nil), (.up, nil), (.cancel, nil):
                break  // a contact that was already down when tracking began, or that is not reported
            }
        }
    }

    /// Follows the contacts that are reported, where several regions can report one.
    mutating func follow(
        _ changes: [ContactChange], _ actions: ContactChange.Actions, at now: Instant, into output: inout Output
    ) {
        for action in ContactChange.Action.allCases where action != .down && actions.contains(action) {
            for index in changes.indices where changes[index].action == action {
                var known = 0
                while known < touches.count {
                    guard touches[known].change.contact == changes[index].contact else {
                        known += 1
                        continue
                    }
                    touches[known].change = action == .move ? changes[index] : touches[known].change
                    emit(
                        action == .move ? .changed : action == .up ? .ended : .cancelled, known, at: now, into: &output)
                    if action == .move { known += 1 } else { touches.remove(at: known) }
                }
            }
        }
    }

    /// Reports a landing on one of the regions of its chain.
    mutating func land(_ change: ContactChange, on region: RegionID, at now: Instant, into output: inout Output) {
        for index in touches.indices where touches[index].change.contact == change.contact {
            if touches[index].region == region { return }
        }
        touches.append(
            Touch(
                change: change, gesture: output.newGesture(), region: region,
                origin: EngineEvent.Origin(point: change.position, time: now)))
        emit(.began, touches.count - 1, at: now, into: &output)
    }

    /// - Parameter guess: the likely index: fingers come in the same order in every frame.
    private func index(of contact: ContactID, near guess: Int) -> Int? {
        if guess < touches.count, touches[guess].change.contact == contact { return guess }
        for index in touches.indices where touches[index].change.contact == contact { return index }
        return nil
    }

    /// Cancels all contacts, as when the device is unplugged.
    mutating func lose(at now: Instant, into output: inout Output) {
        for index in touches.indices { emit(.cancelled, index, at: now, into: &output) }
        touches.removeAll(keepingCapacity: true)
    }

    @inline(never)
    private func emit(_ phase: GesturePhase, _ index: Int, at now: Instant, into output: inout Output) {
        output.region = touches[index].region
        output.emit(
            .touch, phase, touches[index].gesture, at: now, fingers: 1, point: touches[index].change.position,
            .touch(touches[index].change.contact, touches[index].change.shape), origin: touches[index].origin)
    }
}
