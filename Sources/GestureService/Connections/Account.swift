internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System

/// The resources that the clients of one user use together.
final class Account {
    enum Owner: Equatable {
        case root
        case user(uid_t)
        /// All users that the system does not know. With a user namespace, one person has thousands of user ids.
        case unknown
    }

    let owner: Owner
    fileprivate(set) var connections = 0
    /// The cost of its subscriptions.
    private(set) var cost = GestureCost.zero
    /// The bytes of calls that have arrived and are not answered yet.
    var unread = 0
    /// The end of the time that its calls have used up, if they may use only their share.
    private(set) var busyUntil = Instant.distantPast
    /// When the last of its postponed connections has its turn.
    private var lastTurn = Instant.distantPast

    init(_ owner: Owner = .root) { self.owner = owner }

    /// Root is unrestricted: it could stop the service anyway.
    var isLimited: Bool { owner != .root }

    /// The number of its subscriptions.
    private var subscriptions: Int64 = 0

    /// Whether the clients of other users are served first. The limit is far more than any program needs. Sending events to one
    /// client takes as long as 16 recognizers.
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

    /// The clients of a user can take one part in four of the service's time, so that the service is mostly idle when a touch comes.
    private static let share: Int64 = 4
    /// The work that the service does for a user before it applies the share, e.g. when a kiosk starts and all its programs
    /// subscribe.
    private static let credit = Interval.milliseconds(50)
    /// Postponed connections have their turns at this interval: the time of most dear calls. The next one waits longer if a call takes
    /// longer, such as a subscription with 250 nested regions (6 ms).
    private static let dearCall = Interval.milliseconds(2)

    /// The longest that a connection waits for its turn, and that a user waits after work beyond the share. Connections that are refused
    /// can take more than the share: the user's other programs must not wait for as long as that lasts, or for hours after it.
    static let longestWait = Interval.milliseconds(2000)

    /// Charges the user for work.
    ///
    /// - Parameter work: how long the service was busy.
    func charge(_ work: Interval, at now: Instant) {
        guard isLimited else { return }
        let latest = now + Self.longestWait + Interval(microseconds: Self.credit.microseconds * Self.share)
        busyUntil = min(max(busyUntil, now) + Interval(microseconds: work.microseconds * Self.share), latest)
    }

    /// Returns when its next call may be answered; nil for at once.
    func turn(at now: Instant) -> Instant? {
        let free = busyUntil + Interval(microseconds: -Self.credit.microseconds * Self.share)
        guard free > now else { return nil }
        // One after the other, since the first may use up the time. No later than if all its connections waited, since
        // connections that are closed meanwhile need no turn.
        let turn = Self.dearCall.microseconds * Self.share
        lastTurn = min(
            max(free, lastTurn + Interval(microseconds: turn)), free + Interval(microseconds: turn * Int64(connections))
        )
        return lastTurn
    }

    /// Returns whether it can be forgotten: not while a lock is left of its clients.
    fileprivate func isOver(at now: Instant) -> Bool { connections == 0 && subscriptions == 0 && busyUntil <= now }
}

/// The users of this machine.
private struct KnownUsers {
    private var users: [uid_t] = []
    /// When /etc/passwd was last read.
    private var lastRead = Instant.distantPast
    /// A person with many user ids that nobody knows must not have the file read for each connection.
    private static let pause = Interval.milliseconds(1000)

    /// Returns whether a user id belongs to an account of this machine: in /etc/passwd, or in systemd's ranges for dynamic users and
    /// homes (UIDS-GIDS.md). Asks no name service, which might block.
    mutating func contains(_ uid: uid_t, at now: Instant) -> Bool {
        if 61_184...65_519 ~= uid || 60_001...60_513 ~= uid || users.contains(uid) { return true }
        guard lastRead == .distantPast || now - lastRead >= Self.pause else { return false }
        lastRead = now
        users = usersInPasswd()
        return users.contains(uid)
    }
}

/// The accounts of all users that have connections.
final class Accounts {
    private var accounts: [Account] = []
    private var knownUsers = KnownUsers()

    /// Returns the account of a user who connects.
    func open(_ uid: uid_t, at now: Instant) -> Account {
        let owner = owner(of: uid, at: now)
        let account = accounts.first { $0.owner == owner } ?? Account(owner)
        account.connections += 1
        accounts.removeAll { $0.isOver(at: now) }
        if account.connections == 1, !accounts.contains(where: { $0 === account }) { accounts.append(account) }
        return account
    }

    func close(_ account: Account) { account.connections -= 1 }

    private func owner(of uid: uid_t, at now: Instant) -> Account.Owner {
        if uid == 0 { return .root }
        if accounts.contains(where: { $0.owner == .user(uid) }) || knownUsers.contains(uid, at: now) {
            return .user(uid)
        }
        return .unknown
    }

    /// Returns the number of connections of root, or of all other users.
    func connections(ofRoot: Bool) -> Int {
        accounts.reduce(0) { $0 + (($1.owner == .root) == ofRoot ? $1.connections : 0) }
    }

    /// Returns the limit that the last connection of an account exceeds; nil if there is room for it.
    func limitExceeded(byConnectionOf account: Account, _ limits: Limits) -> VarlinkError? {
        // Root is counted separately: it could keep users out by other means, and must get in whatever they do.
        if connections(ofRoot: account.owner == .root) > limits.connections,
            account.connections > limits.connectionsAlwaysFree
        {
            return .limitExceeded(.known(.connections), limits.connections)
        }
        guard account.isLimited, account.connections > limits.connectionsPerUser else { return nil }
        return .limitExceeded(.known(.connectionsPerUser), limits.connectionsPerUser)
    }

    /// Returns the limit that a subscription would exceed; nil if there is room for it.
    ///
    /// - Parameters:
    ///   - cost: the cost on the devices in use.
    ///   - single: the cost for one person. The limits of a subscription apply to it, so that a larger screen does not refuse what
    ///     another one accepts.
    ///   - old: the cost of the subscription that it replaces.
    func limitExceeded(
        by cost: GestureCost, ofOnePerson single: GestureCost, insteadOf old: GestureCost = .zero, _ account: Account,
        _ limits: Limits
    ) -> VarlinkError? {
        if single.recognizers > limits.recognizersPerSubscription {
            return .limitExceeded(.known(.recognizersPerSubscription), limits.recognizersPerSubscription)
        }
        if single.memory > limits.memoryPerSubscription {
            return .limitExceeded(.known(.memoryPerSubscription), limits.memoryPerSubscription)
        }
        guard account.isLimited else { return nil }
        var (own, all) = (account.cost, total)
        own -= old
        own += cost
        all -= old
        all += cost
        // A lower cost than before is allowed even if a reload has lowered the limit.
        if cost.recognizers > old.recognizers {
            if own.recognizers > limits.recognizersPerUser {
                return .limitExceeded(.known(.recognizersPerUser), limits.recognizersPerUser)
            }
            if all.recognizers > limits.recognizers, own.recognizers > limits.recognizersAlwaysFree {
                return .limitExceeded(.known(.recognizers), limits.recognizers)
            }
        }
        if cost.memory > old.memory {
            if own.memory > limits.memoryPerUser { return .limitExceeded(.known(.memoryPerUser), limits.memoryPerUser) }
            if all.memory > limits.memory, own.memory > limits.memoryAlwaysFree {
                return .limitExceeded(.known(.memory), limits.memory)
            }
        }
        return nil
    }

    /// The cost of the subscriptions of all users except root.
    private var total: GestureCost {
        accounts.reduce(into: .zero) { if $1.isLimited { $0 += $1.cost } }
    }
}
