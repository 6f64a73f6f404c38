internal import Glibc

/// The movement from 0 to 1 of a damped spring that is released at rest, over the time in which it settles.
struct Spring: Hashable, Sendable {
    /// The damping as a fraction of the least at which the spring does not overshoot: 0.1 … 10.
    private let damping: Double

    /// Creates a spring of a bounce, limited to -0.9 … 0.9; 0 for what is not a number. Damping follows from it as in SwiftUI.
    init(bounce: Double) {
        let bounce = bounce.limited(to: -0.9...0.9)
        damping = bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
    }

    /// The solution of (1 + s) exp(-s) = 0.001, rounded up.
    ///
    /// A spring is at most (1 + s) exp(-s) away from its end, where s is the time multiplied by ``decay``. Without bounce it is exactly that
    /// far away.
    private static let settled = 9.2335

    /// The slowest rate of decay, in rad of the undamped spring.
    private var decay: Double { damping > 1 ? damping - (damping * damping - 1).squareRoot() : damping }

    /// The time until the spring stays within 0.1 % of its end, in periods of the undamped spring.
    var settlingPeriods: Double { Self.settled / decay / (2 * .pi) }

    /// The position after a fraction of the settling time (0 … 1).
    func value(at fraction: Double) -> Double {
        let phase = Self.settled / decay * fraction
        let discriminant = damping * damping - 1
        let root = abs(discriminant).squareRoot()
        if discriminant < 0 {
            return 1 - exp(-damping * phase) * (cos(root * phase) + damping / root * sin(root * phase))
        }
        if discriminant > 0 {
            let (slow, fast) = (damping - root, damping + root)
            return 1 - (fast * exp(-slow * phase) - slow * exp(-fast * phase)) / (fast - slow)
        }
        return 1 - exp(-phase) * (1 + phase)
    }
}
