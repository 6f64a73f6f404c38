import GestureConfiguration
import GestureCore
import GestureProtocol

extension Log {
    /// Logs that a client has reached a limit; does nothing for another error.
    static func warning(exceeded error: VarlinkError, _ subject: Subject) {
        guard case .limitExceeded(let limit, let maximum) = error else { return }
        warning("refused: the limit \(limit.text) of \(maximum) is reached", subject)
    }
}

extension Limits {
    /// The connections that each user can have even if others have all ``connections``: 8 by default, for a program that subscribes,
    /// one that calls, gesturectl and others.
    var connectionsAlwaysFree: Int { max(1, connections / 32) }

    /// The recognizers of subscriptions that each user can have even if others have all ``recognizers``: 128 by default, for a dozen
    /// subscriptions without parameters.
    var recognizersAlwaysFree: Int { recognizers / Self.subscribersAtOnce }

    /// The bytes of subscriptions that each user can have even if others have all of ``memory``: 1 MiB by default, for as many.
    var memoryAlwaysFree: Int { memory / Self.subscribersAtOnce }

    /// The users among whom the limits on all subscriptions could be divided so that each has a dozen.
    private static let subscribersAtOnce = 96

    /// The bytes of incomplete calls of one user: a quarter of its memory.
    var unreadPerUser: Int { memoryPerUser / 4 }

    /// The bytes that may wait for one client. The clients of one user share the memory that its subscriptions and calls leave.
    func queueSize(of account: Account) -> Int {
        guard account.isLimited else { return queueSize }
        let left = Int(clamping: Int64(memoryPerUser - unreadPerUser) - account.cost.memory)
        return min(queueSize, max(left / max(account.connections, 1), Self.leastQueueSize))
    }

    private static let leastQueueSize = 16_384
}
