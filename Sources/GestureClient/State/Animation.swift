import GestureCore

/// The progress of a value from its old state to its new one, over time.
///
/// The library draws nothing. A program asks for the progress in each frame that it draws, and mixes the old and the new value:
///
/// ```swift
/// let animation = Animation.easeOut(duration: .milliseconds(200))
/// let elapsed = ContinuousClock.now - start
/// let x = old + (new - old) * animation.value(at: elapsed)
/// let isDone = elapsed >= animation.duration
/// ```
///
/// Durations, and sums of delays, are limited to 0 … 24 hours.
public struct Animation: Hashable, Sendable {
    private enum Curve: Hashable, Sendable {
        case linear
        case bezier(CubicBezier)
        case spring(Spring)
        case pulse(FeedbackPulse)
    }

    private let curve: Curve
    /// The duration without the delay.
    private let length: Duration
    private var delay = Duration.zero

    private init(_ curve: Curve, _ length: Duration) {
        self.curve = curve
        self.length = length.limited
    }

    /// The time from the start until the animation is at its end, including the delay.
    ///
    /// A spring only approaches its end. Its duration ends when it stays within 0.1 % of the end; it is set to the end then.
    public var duration: Duration { delay + length }

    /// The progress after a time since the start.
    ///
    /// - Returns: 0 up to the end of the delay, and 1 from ``duration`` on. In between, springs with a positive bounce, and timing
    ///   curves with control points outside of 0 … 1, can leave that range. An animation without duration goes from 0 to 1 at
    ///   the end of its delay. For ``tap`` and ``doubleTap``, the brightness of a highlight: 0 … 1, and 0 at the end.
    public func value(at elapsed: Duration) -> Double {
        if elapsed >= duration {
            if case .pulse = curve { return 0 }
            return 1
        }
        guard elapsed > delay else { return 0 }
        let elapsed = elapsed - delay
        return switch curve {
        case .linear: elapsed / length
        case .bezier(let bezier): bezier.y(atX: elapsed / length)
        case .spring(let spring): spring.value(at: elapsed / length)
        case .pulse(let pulse): pulse.value(at: Interval(elapsed))
        }
    }

    /// Returns the same animation, started later. Delays add up.
    public func delay(_ delay: Duration) -> Animation {
        var animation = self
        animation.delay = (animation.delay + delay.limited).limited
        return animation
    }
}

/// Timing curves.
extension Animation {
    /// SwiftUI's duration.
    public static let defaultDuration = Duration.milliseconds(350)

    /// Constant speed, for 350 ms.
    public static let linear = linear(duration: defaultDuration)
    /// Starts slowly and stops at full speed, for 350 ms.
    public static let easeIn = easeIn(duration: defaultDuration)
    /// Starts at full speed and stops slowly, for 350 ms.
    public static let easeOut = easeOut(duration: defaultDuration)
    /// Starts and stops slowly, for 350 ms.
    public static let easeInOut = easeInOut(duration: defaultDuration)

    /// Constant speed.
    public static func linear(duration: Duration) -> Animation { Animation(.linear, duration) }

    /// Starts slowly and stops at full speed (the control points are those of CSS and of Core Animation).
    public static func easeIn(duration: Duration) -> Animation { timingCurve(0.42, 0, 1, 1, duration: duration) }

    /// Starts at full speed and stops slowly.
    public static func easeOut(duration: Duration) -> Animation { timingCurve(0, 0, 0.58, 1, duration: duration) }

    /// Starts and stops slowly.
    public static func easeInOut(duration: Duration) -> Animation { timingCurve(0.42, 0, 0.58, 1, duration: duration) }

    /// A cubic Bézier curve from (0, 0) to (1, 1): progress over the fraction of the duration.
    ///
    /// - Parameters:
    ///   - c0x: the fraction of the duration at the first control point, limited to 0 … 1.
    ///   - c0y: the progress at the first control point, limited to -100 … 100.
    ///   - c1x: as `c0x`, at the second control point.
    ///   - c1y: as `c0y`, at the second control point.
    public static func timingCurve(
        _ c0x: Double, _ c0y: Double, _ c1x: Double, _ c1y: Double, duration: Duration = defaultDuration
    ) -> Animation {
        Animation(.bezier(CubicBezier(c0x, c0y, c1x, c1y)), duration)
    }
}

/// Springs and pulses.
extension Animation {
    /// A spring without bounce that seems to take 550 ms: the default of SwiftUI.
    public static let `default` = spring(duration: .milliseconds(550))

    /// A spring, released at rest.
    ///
    /// - Parameters:
    ///   - duration: the time that the movement seems to take: the period of the spring without damping. The animation's own
    ///     ``duration``, until it has settled, is longer: 1.5 times without bounce, 2.1 times with a bounce of 0.3.
    ///   - bounce: 0 to go to the end without overshooting; up to 0.9 to swing around it; down to -0.9 to approach it more
    ///     slowly. Limited to that range, because a bounce of 1 never ends.
    public static func spring(duration: Duration = .milliseconds(500), bounce: Double = 0) -> Animation {
        let spring = Spring(bounce: bounce)
        return Animation(.spring(spring), duration.limited * spring.settlingPeriods)
    }

    /// The pulse that shows a tap: rises for 175 ms, stays at 1 for 250 ms, and falls for 175 ms; 600 ms in all.
    public static let tap = Animation(.tap)

    /// The pulse that shows a double tap: two flashes of 175 ms, 25 ms apart; 375 ms in all. Each flash rises for half of its
    /// time and falls for the other half.
    public static let doubleTap = Animation(.doubleTap)

    private init(_ pulse: FeedbackPulse) {
        self.init(.pulse(pulse), .microseconds(pulse.duration.microseconds))
    }
}

extension Duration {
    /// Limited to what cannot overflow: 0 … 24 hours.
    fileprivate var limited: Duration { max(.zero, min(self, .seconds(24 * 60 * 60))) }
}
