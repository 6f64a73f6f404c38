/// The first movement of fingers, which tells whether they came from outside the surface.
///
/// A finger that comes from outside is reported in the next frame, when it may have left the zone along the edge: at 700 mm/s and 60
/// frames a second, after 12 mm. It keeps its speed, so its first step, taken backwards, leads out again. A finger that lands inside
/// starts from rest and gains speed: its second step is more than twice as long as its first. The step before the first one is
/// therefore taken to be shorter than the first by as much as the second is longer.
///
/// In single precision: recognizers copy it in every frame.
struct Onset: Equatable, Sendable {
    private var step = SIMD2<Float>.zero
    /// The time of the first step, in seconds.
    private var time: Float = 0
    /// How many steps were followed, up to 2.
    private var steps: UInt8 = 0

    /// The movement in the frame before the fingers were reported, if they were on their way; otherwise zero. In pt.
    var stepBefore: Vector { Vector(x: Double(step.x), y: Double(step.y)) }

    /// Whether further movement tells nothing.
    var isKnown: Bool { steps == 2 }

    /// Ignores how fingers set out that had landed before.
    mutating func ignore() { steps = 2 }

    /// - Parameters:
    ///   - travel: the whole travel of the centre.
    ///   - start: the time of the landing.
    @inline(never)  // twice in a touch
    mutating func follow(_ travel: Vector, since start: Instant, at now: Instant) {
        steps += 1
        guard steps == 2 else {
            let isUsual =
                now > start && now - start <= Self.longestFrame && !travel.length.exceeds(Self.longestStep)
            guard isUsual else {
                steps = 2
                return
            }
            step = SIMD2(Float(travel.x), Float(travel.y))
            time = Float((now - start).seconds)
            return
        }
        let before = stepBefore.length / Double(time)
        let after = (travel - stepBefore).length / max((now - start).seconds - Double(time), 1e-6)
        step *= before > 0 ? Float(min(max(2 - after / before, 0), 1)) : 0
    }

    /// The longest time between two frames of a device: slow panels report 30 frames a second.
    private static let longestFrame = Interval.milliseconds(40)
    /// The longest step that tells from where a finger came, in pt: 12 mm, as of 700 mm/s at 60 Hz.
    private static let longestStep: Points = 75.6
    /// The width of the rim on which a panel can be blind, in pt: 1 mm.
    static let rim: Points = 6.3
}
