internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System

/// What the clients of one user take of the service together.
final class Account {
    enum Owner: Equatable {
        case root
        case user(uid_t)
        /// All users that the system does not know: with a user namespace, one person has thousands of user ids.
        case unknown
    }

    let owner: Owner
    fileprivate(set) var connections = 0
    /// Of its subscriptions.
    private(set) var cost = GestureCost.zero
    /// Bytes of calls that have arrived and are not answered.
    var unread = 0
    /// Until when the time that its calls took is more than its share of the service's time.
    private var busyUntil = Instant.distantPast
    /// When the last of the connections that wait for that is served.
    private var lastTurn = Instant.distantPast

    init(_ owner: Owner = .root) { self.owner = owner }

    /// Root could stop the service anyway.
    var isLimited: Bool { owner != .root }

    /// The number of its subscriptions.
    private var subscriptions = 0

    /// Whether it has so much recognized that the clients of others are served first. Far more than any program needs. To send events
    /// to one client takes as long as many recognizers.
    var isHeavy: Bool { cost.recognizers + 16 * subscriptions > 512 }

    func add(_ cost: GestureCost) {
        self.cost += cost
        subscriptions += 1
    }

    func remove(_ cost: GestureCost) {
        self.cost -= cost
        subscriptions -= 1
    }

    // MARK: Time

    /// A user's calls take no more than this part of the service's time, so that touches mostly find it idle.
    private static let share: Int64 = 4
    /// The work that it does for a user before that, e.g. when a kiosk starts and all its programs subscribe.
    private static let credit = Interval.milliseconds(50)
    /// No call takes longer; connections that wait are served at this interval.
    private static let longestCall = Interval.milliseconds(2)

    /// - Parameter work: how long the service was busy for it.
    func charge(_ work: Interval, at now: Instant) {
        guard isLimited else { return }
        busyUntil = max(busyUntil, now) + Interval(microseconds: work.microseconds * Self.share)
    }

    /// When its next call may be answered; nil for at once.
    func turn(at now: Instant) -> Instant? {
        let free = busyUntil + Interval(microseconds: -Self.credit.microseconds * Self.share)
        guard free > now else { return nil }
        // One after the other: all at once would only find that the first has used up the time. No later than if all its connections
        // waited: those that are gone meanwhile need no turn.
        let turn = Self.longestCall.microseconds * Self.share
        lastTurn = min(
            max(free, lastTurn + Interval(microseconds: turn)), free + Interval(microseconds: turn * Int64(connections))
        )
        return lastTurn
    }

    /// Whether it can be forgotten.
    fileprivate func isOver(at now: Instant) -> Bool { connections == 0 && busyUntil <= now }
}

/// The accounts of all users that have connections.
final class Accounts {
    private var accounts: [Account] = []

    /// The account of a user who connects.
    func open(_ uid: uid_t, at now: Instant) -> Account {
        let owner = owner(of: uid)
        let account = accounts.first { $0.owner == owner } ?? Account(owner)
        account.connections += 1
        accounts.removeAll { $0.isOver(at: now) }
        if account.connections == 1, !accounts.contains(where: { $0 === account }) { accounts.append(account) }
        return account
    }

    func close(_ account: Account) { account.connections -= 1 }

    private func owner(of uid: uid_t) -> Account.Owner {
        if uid == 0 { return .root }
        if accounts.contains(where: { $0.owner == .user(uid) }) || isKnownUser(uid) { return .user(uid) }
        return .unknown
    }

    /// Connections of root, or those of all others.
    func connections(ofRoot: Bool) -> Int {
        accounts.reduce(0) { $0 + (($1.owner == .root) == ofRoot ? $1.connections : 0) }
    }

    /// The limit that a subscription would exceed.
    ///
    /// - Parameter old: the cost of the subscription that it replaces.
    func limitExceeded(
        by cost: GestureCost, insteadOf old: GestureCost = .zero, _ account: Account, _ limits: Limits
    ) -> VarlinkError? {
        if cost.recognizers > limits.recognizersPerSubscription {
            return .limitExceeded("recognizersPerSubscription", limits.recognizersPerSubscription)
        }
        if cost.memory > limits.memoryPerSubscription {
            return .limitExceeded("memoryPerSubscription", limits.memoryPerSubscription)
        }
        guard account.isLimited else { return nil }
        var (own, all) = (account.cost, total)
        own -= old
        own += cost
        all -= old
        all += cost
        // Less than before is allowed even if a reload has lowered the limit.
        if cost.recognizers > old.recognizers {
            if own.recognizers > limits.recognizersPerUser {
                return .limitExceeded("recognizersPerUser", limits.recognizersPerUser)
            }
            if all.recognizers > limits.recognizers { return .limitExceeded("recognizers", limits.recognizers) }
        }
        if cost.memory > old.memory {
            if own.memory > limits.memoryPerUser { return .limitExceeded("memoryPerUser", limits.memoryPerUser) }
            if all.memory > limits.memory { return .limitExceeded("memory", limits.memory) }
        }
        return nil
    }

    /// Of all users but root.
    private var total: GestureCost {
        accounts.reduce(into: .zero) { if $1.isLimited { $0 += $1.cost } }
    }
}
