import GestureCore
import GestureProtocol

/// A subscription over as many connections as it takes: what the program is told, and when to connect again. Without I/O and without a
/// clock; whoever drives it has both.
///
/// The driver connects, sends Subscribe, and passes each reply to ``receive(_:)``. It passes each failure, of a connection or of
/// connecting, to ``fail(isPassing:)``, which says when to connect again.
package struct SubscriptionCourse {
    /// What follows from a failure.
    package enum Consequence: Equatable {
        /// Connecting again cannot solve it: the subscription is over.
        case final
        /// To connect again after a time. If it `isNew`, the program has to know that the service is away: no event will end the
        /// gestures that had begun.
        case away(isNew: Bool, retryAfter: Interval)
    }

    /// A restarted service accepts connections within a few tenths of a second. The delay doubles up to the longest one.
    private static let firstDelay = Interval.milliseconds(100)
    private static let longestDelay = Interval.milliseconds(2000)

    private let reconnects: Bool
    private var isAway = false
    /// The time from the next failure to the next connection.
    private var delay = firstDelay

    /// - Parameter reconnects: false if each failure ends the subscription.
    package init(reconnects: Bool = true) { self.reconnects = reconnects }

    /// Takes a reply to Subscribe.
    ///
    /// - Returns: nil if it is neither a state nor an event. Later versions can send others: the driver skips them.
    package mutating func receive(_ parameters: JSONValue?) -> SubscriptionReply.Content? {
        let content = SubscriptionReply.Content(parameters)
        if case .state? = content { noteState() }
        return content
    }

    /// Notes that the state has come, for a driver that reads replies elsewhere.
    package mutating func noteState() {
        isAway = false
        delay = Self.firstDelay
    }

    /// Takes the failure of a connection, or of connecting.
    ///
    /// - Parameter isPassing: whether connecting again can succeed.
    package mutating func fail(isPassing: Bool) -> Consequence {
        guard reconnects, isPassing else { return .final }
        let consequence = Consequence.away(isNew: !isAway, retryAfter: delay)
        isAway = true
        delay = min(Interval(microseconds: 2 * delay.microseconds), Self.longestDelay)
        return consequence
    }
}
