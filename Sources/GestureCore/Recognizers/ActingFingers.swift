/// Follows the fingers that act while others rest, such as one that taps beside a held one.
///
/// A finger rests while it is within slop of its landing point. A finger acts if it lands while exactly as many others rest as have
/// to, no other finger is down, and all of them have been down for longer than the fingers of one hand take to land. Fingers that
/// land while another acts act too. If a resting finger moves beyond slop or is lifted, the acting fingers are lost; as long as
/// they stay down, they can only rest.
struct ActingFingers: Equatable, Sendable {
    /// The acting fingers alone.
    private(set) var sequence: TouchSequence
    /// The number of fingers that have to rest.
    private let restingCount: Int

    init(besides restingCount: Int, on kind: Surface.Kind) {
        self.restingCount = restingCount
        sequence = TouchSequence(on: kind)
    }

    /// - Parameter all: all fingers, after this step.
    /// - Returns: whether the step concerned an acting finger.
    mutating func follow(
        _ step: TouchSequence.Step, of changes: [ContactChange], among all: TouchSequence, at now: Instant, slop: Points
    ) -> Bool {
        if step == .landed, sequence.downCount == 0, !rest(in: all, landedBefore: now, slop: slop) { return false }
        sequence.foresee(changes)
        return sequence.follow(step, of: changes, at: now, slop: slop)
    }

    /// Returns true unless exactly as many fingers rest as have to, beside those that act.
    func isRestOver(in all: TouchSequence, slop: Points) -> Bool {
        var count = 0
        for finger in all.fingers where finger.isDown && !sequence.isDown(finger.id) {
            guard !finger.travel.length.exceeds(slop) else { return true }
            count += 1
        }
        return count != restingCount
    }

    mutating func dropAll() { sequence.dropAll() }

    /// Returns whether the fingers that were down before this instant are as many as have to rest, and all of them rest.
    private func rest(in all: TouchSequence, landedBefore now: Instant, slop: Points) -> Bool {
        var count = 0
        for finger in all.fingers where finger.isDown && finger.landed < now {
            guard now - finger.landed > Thresholds.together, !finger.travel.length.exceeds(slop) else { return false }
            count += 1
        }
        return count == restingCount
    }
}
