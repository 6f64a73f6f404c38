/// The first movement of fingers, which tells whether they came from outside the surface.
///
/// A finger that comes from outside is reported in the next frame, when it may have left the zone along the edge: at 700 mm/s and 60
/// frames a second, after 12 mm. It moves as fast as before, so that one step further back leads out again. A finger that lands inside
/// starts from rest, and its second step is longer than its first by more than the first was. What it gains is therefore subtracted.
struct Onset: Equatable, Sendable {
    /// The movement in the frame before the fingers were reported, if they were on their way; otherwise zero. In pt.
    private(set) var stepBefore = Vector.zero
    /// The time of the first step.
    private var time = Interval.zero
    /// How many steps were followed, up to 2.
    private var steps: UInt8 = 0

    /// Whether further movement tells nothing.
    var isKnown: Bool { steps == 2 }

    /// - Parameters:
    ///   - travel: the whole travel of the centre.
    ///   - start: the time of the landing.
    @inline(never)  // twice in a touch
    mutating func follow(_ travel: Vector, since start: Instant, at now: Instant) {
        steps += 1
        guard steps == 2 else {
            time = now - start
            let isUsual = time > .zero && time <= Self.longestFrame && !travel.length.exceeds(Self.longestStep)
            if isUsual { stepBefore = travel } else { steps = 2 }
            return
        }
        let first = stepBefore
        let before = first.length / time.seconds
        let after = (travel - first).length / ((now - start).seconds - time.seconds)
        stepBefore = before > 0 ? first * min(max(2 - after / before, 0), 1) : .zero
    }

    /// The longest time between two frames of a device: slow panels report 30 frames a second.
    private static let longestFrame = Interval.milliseconds(40)
    /// The longest step that tells from where a finger came, in pt: 12 mm, as of 700 mm/s at 60 Hz.
    private static let longestStep: Points = 75.6
    /// The width of the rim on which a panel can be blind, in pt: 1 mm.
    static let rim: Points = 6.3
}
