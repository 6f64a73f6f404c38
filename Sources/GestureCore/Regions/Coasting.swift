/// The motion of a fling after the fingers were lifted.
///
/// The speed decays as in UIScrollView: each millisecond keeps the same fraction of it. The fling ends below 20 pt/s.
struct Coasting: Equatable, Sendable {
    private var since = Instant.distantPast
    /// The speed at `since` in pt/s; 0 at rest.
    private var speed = 0.0

    private static let slowest = 20.0

    mutating func fling(at now: Instant, velocity: Velocity) {
        since = now
        speed = velocity.speed
    }

    mutating func stop() { speed = 0 }

    /// - Parameter rate: the fraction of its speed that the fling keeps each millisecond, below 1.
    func isMoving(at now: Instant, rate: Double) -> Bool {
        guard speed >= Self.slowest else { return false }
        var milliseconds = (now - since).microseconds / 1000
        // Computes `rate` to the power of `milliseconds`, one bit of the exponent at a time.
        var (left, power) = (speed, rate)
        while milliseconds > 0, left >= Self.slowest {
            if milliseconds & 1 == 1 { left *= power }
            power *= power
            milliseconds >>= 1
        }
        return left >= Self.slowest
    }
}
