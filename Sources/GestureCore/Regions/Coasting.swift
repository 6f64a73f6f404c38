/// How long what was flung goes on by itself.
///
/// It loses speed as UIScrollView has it: each millisecond keeps the same part, until it is slower than 20 pt/s.
struct Coasting: Equatable, Sendable {
    private var since = Instant.distantPast
    /// In pt/s; 0 at rest.
    private var speed = 0.0

    private static let slowest = 20.0

    mutating func fling(at now: Instant, velocity: Velocity) {
        since = now
        speed = velocity.speed
    }

    mutating func stop() { speed = 0 }

    /// - Parameter rate: which part of its speed it keeps each millisecond, below 1.
    func isMoving(at now: Instant, rate: Double) -> Bool {
        guard speed >= Self.slowest else { return false }
        var milliseconds = (now - since).microseconds / 1000
        // rate to the power of the milliseconds, a bit of their number at a time.
        var (left, power) = (speed, rate)
        while milliseconds > 0, left >= Self.slowest {
            if milliseconds & 1 == 1 { left *= power }
            power *= power
            milliseconds >>= 1
        }
        return left >= Self.slowest
    }
}
