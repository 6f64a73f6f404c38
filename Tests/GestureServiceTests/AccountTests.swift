import GestureConfiguration
import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// Limits that the clients of one user share, and the order in which clients are served.
@Suite struct AccountTests {
    private static let noon = Instant(microseconds: 1_000_000_000)

    private static func ms(_ milliseconds: Int64) -> Instant { noon + .milliseconds(milliseconds) }

    // MARK: Time

    @Test func `calls wait once they have taken 50 ms and more than a quarter of the time`() {
        let account = Account(.user(1))
        #expect(account.turn(at: Self.noon) == nil)
        account.charge(.milliseconds(50), at: Self.noon)
        #expect(account.turn(at: Self.noon) == nil)
        account.charge(.milliseconds(1), at: Self.noon)
        // The wait is four times as long as the work beyond the credit.
        #expect(account.turn(at: Self.noon) == Self.ms(4))
        #expect(account.turn(at: Self.ms(3)) != nil)
        #expect(account.turn(at: Self.ms(4)) == nil)
        // The credit is restored over time.
        account.charge(.milliseconds(50), at: Self.ms(204))
        #expect(account.turn(at: Self.ms(204)) == nil)
    }

    @Test func `postponed connections have their turns one after the other`() {
        let accounts = Accounts()
        let account = accounts.open(1, at: Self.noon)
        for _ in 1..<4 { _ = accounts.open(1, at: Self.noon) }
        account.charge(.milliseconds(60), at: Self.noon)
        let turns = (0..<8).map { _ in account.turn(at: Self.noon) }
        // Connections closed while they wait do not delay the four that remain.
        #expect(turns == [40, 48, 56, 64, 72, 72, 72, 72].map { Self.ms($0) })
    }

    @Test func `a user waits for two seconds at most, however much the clients have taken`() {
        let account = Account(.user(1))
        for _ in 0..<100 { account.charge(.milliseconds(1000), at: Self.noon) }
        #expect(account.turn(at: Self.ms(1999)) != nil)
        #expect(account.turn(at: Self.ms(2000)) == nil)
    }

    @Test func `root never waits`() {
        let account = Account(.root)
        account.charge(.milliseconds(10_000), at: Self.noon)
        #expect(account.turn(at: Self.noon) == nil)
    }

    @Test func `a user who reconnects at once gets no new credit`() {
        let accounts = Accounts()
        let first = accounts.open(1, at: Self.noon)
        first.charge(.milliseconds(60), at: Self.noon)
        accounts.close(first)
        let second = accounts.open(1, at: Self.ms(1))
        #expect(second === first && second.connections == 1)
        accounts.close(second)
        // 60 ms of work, at a quarter of the time.
        #expect(accounts.open(2, at: Self.ms(241)) !== first)
        #expect(accounts.open(1, at: Self.ms(241)) !== first)
    }

    // MARK: The meter

    @Test func `what a wake-up takes is charged to its users, with all that follows until the next one`() {
        let (one, two) = (Account(.user(1)), Account(.user(2)))
        var meter = WorkMeter()
        meter.begin(at: 1000)
        meter.note(one)
        meter.end(at: 1007, Self.noon)
        #expect(one.charged(at: Self.noon) == 7)
        // Waiting for the next event took 3 µs.
        meter.begin(at: 1010)
        for account in [one, two, two] { meter.note(account) }
        meter.end(at: 1018, Self.noon)
        // 11 µs: nothing is lost by rounding.
        #expect(one.charged(at: Self.noon) == 7 + 3 && two.charged(at: Self.noon) == 8)
        // Touches.
        meter.stop()
        meter.begin(at: 5000)
        meter.note(two)
        meter.end(at: 5001, Self.noon)
        #expect(two.charged(at: Self.noon) == 9)
        meter.begin(at: 9999)
        meter.end(at: 10_000, Self.noon)
        meter.begin(at: 20_000)
        meter.note(one)
        meter.end(at: 20_002, Self.noon)
        #expect(one.charged(at: Self.noon) == 12)
    }

    // MARK: Users

    @Test func `each user can always have a few connections`() {
        var limits = Limits()
        (limits.connections, limits.connectionsPerUser) = (64, 40)
        let accounts = Accounts()
        func connect(_ uid: UInt32) -> String? {
            let account = accounts.open(uid, at: Self.noon)
            guard let error = accounts.limitExceeded(byConnectionOf: account, limits) else { return nil }
            accounts.close(account)
            guard case .limitExceeded(let name, _) = error else { return "another error" }
            return "\(name)"
        }
        #expect((0..<41).map { _ in connect(1) } == Array(repeating: nil, count: 40) + ["connectionsPerUser"])
        #expect((0..<25).map { _ in connect(2) } == Array(repeating: nil, count: 24) + ["connections"])
        // A thirty-second part.
        #expect((0..<3).map { _ in connect(3) } == [nil, nil, "connections"])
        // Thousands of ids of one person are one user.
        #expect((0..<3).map { connect(100_000 + $0) } == [nil, nil, "connections"])
        #expect((0..<65).map { _ in connect(0) } == Array(repeating: nil, count: 64) + ["connections"])
        limits.connections = 3
        #expect(limits.connectionsAlwaysFree == 1)
    }

    @Test func `each user can always have a few subscriptions`() {
        let (limits, accounts) = (Limits(), Accounts())
        func subscribe(_ uid: UInt32, _ recognizers: Int64, _ memory: Int64) -> String? {
            let account = accounts.open(uid, at: Self.noon)
            var cost = GestureCost.zero
            (cost.recognizers, cost.memory) = (recognizers, memory)
            switch accounts.limitExceeded(by: cost, ofOnePerson: .zero, account, limits) {
            case .limitExceeded(let name, _): return "\(name)"
            case .some: return "another error"
            case nil:
                account.add(cost)
                return nil
            }
        }
        #expect((1...3).map { subscribe($0, 4096, 32 << 20) } == [nil, nil, nil])
        // A ninety-sixth part, of each of the two.
        #expect(subscribe(4, 129, 0) == "recognizers")
        #expect(subscribe(4, 0, (1 << 20) + 1) == "memory")
        #expect([64, 64, 1].map { subscribe(4, $0, 0) } == [nil, nil, "recognizers"])
        #expect([1 << 19, 1 << 19, 1].map { subscribe(4, 0, $0) } == [nil, nil, "memory"])
        // Thousands of ids of one person are one user.
        #expect([100_001, 100_002].map { subscribe($0, 128, 1 << 20) } == [nil, "recognizers"])
    }

    @Test func `a user keeps the account while a lock is left of its clients`() {
        let accounts = Accounts()
        let locking = accounts.open(1, at: Self.noon)
        locking.add(.zero)
        accounts.close(locking)
        #expect(accounts.open(2, at: Self.noon) !== locking)
        #expect(accounts.open(1, at: Self.noon) === locking)
        accounts.close(locking)
        locking.remove(.zero)
        #expect(accounts.open(2, at: Self.noon) !== locking)
        #expect(accounts.open(1, at: Self.noon) !== locking)
    }

    @Test(arguments: [0, 1, 65_534, 61_184, 65_519, 60_001, 60_513] as [UInt32])
    func `each user that the system knows has an account`(uid: UInt32) {
        #expect(Accounts().open(uid, at: Self.noon).owner == (uid == 0 ? .root : .user(uid)))
    }

    @Test(arguments: [100_000, 4_000_000_000, .max] as [UInt32])
    func `users that the system does not know share one account`(uid: UInt32) {
        #expect(Accounts().open(uid, at: Self.noon).owner == .unknown)
    }

    @Test func `each user has one account`() {
        let accounts = Accounts()
        let users = [1, 2, 1, 100_001, 100_002, 0].map { accounts.open($0, at: Self.noon) }
        #expect(users[0] === users[2] && users[0] !== users[1] && users[3] === users[4])
        #expect(users.map(\.connections) == [2, 1, 2, 2, 2, 1])
        #expect(accounts.connections(ofRoot: true) == 1 && accounts.connections(ofRoot: false) == 5)
    }

    // MARK: Order

    @Test func `a user with many recognizers gets its events after others, and all of them`() throws {
        let hub = GestureHub()
        let (heavy, light, twin) = (try TestClient(), try TestClient(), try TestClient())
        let busy = Account(.user(1))
        func add(_ client: TestClient, _ compositions: Int, _ account: Account) -> Subscriber {
            let composition = Composition(TapGesture().expression)
            let gestures = GestureSet(compositions: Array(repeating: composition, count: compositions))
            let subscriber = Subscriber(
                CompiledSubscription(options: GestureOptions(gestures: gestures)), name: [],
                client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention()), account: account)
            hub.add(subscriber)
            return subscriber
        }
        let much = add(heavy, 80, busy)
        // The same request as the light one, by the busy user.
        let same = add(twin, 0, busy)
        let plain = add(light, 0, Account(.user(2)))
        #expect(hub.engines.map { $0.members.count } == [2, 1])
        #expect(hub.engines[0].members[0] === plain && hub.engines[0].members[1] === same)
        let steps = try TouchScript("0 down a 600,400; 50 up a; 100 down b 900,400; 600 move b by 50,0; 700 up b").steps
        for step in steps.prefix(2) { hub.take(step) }
        light.read()
        heavy.read()
        #expect(!light.bytes.isEmpty && heavy.bytes.isEmpty)
        hub.flush()
        for step in steps.dropFirst(2) { hub.take(step) }
        hub.take(.wake(at: .distantFuture))
        hub.flush()
        for client in [light, heavy, twin] { client.read() }
        #expect(light.bytes == twin.bytes)
        // The heavy client also gets a tap of each of its 80 compositions.
        #expect(try heavy.events().count > light.events().count)
        hub.remove(much)
        #expect(busy.cost == plain.cost)
        hub.remove(same)
        #expect(busy.cost == .zero && hub.engines.count == 1)
    }

    @Test func `a subscription costs more while it has a screen for several people`() throws {
        let hub = GestureHub()
        let account = Account(.user(1))
        func add(_ reach: Points?) -> Subscriber {
            var request = CompiledSubscription()
            request.options.thresholds.reach = reach
            let subscriber = Subscriber(
                request, name: [], client: OutgoingQueue(fd: -1, limit: 1 << 20, attention: QueueAttention()),
                account: account)
            hub.add(subscriber)
            return subscriber
        }
        func attach(_ id: UInt32, reach: Points?) {
            let surface = Surface(
                id: SurfaceID(id), kind: .touchscreen, size: Vector(x: 4000, y: 3000), reach: reach)
            hub.attach(AttachedDevice(surface: surface, id: "\(id)", name: "") { DeviceReport($0) })
        }
        let (one, several) = (add(nil), add(nil))
        let unlimited = add(100_000)
        let plain = account.cost
        #expect(one.cost.recognizers == 8 && account.cost.recognizers == 24)
        attach(1, reach: nil)
        #expect(account.cost == plain)
        attach(2, reach: 1500)
        #expect([one, several, unlimited].map(\.cost.recognizers) == [80, 80, 8])
        #expect(account.cost.recognizers == 168)
        hub.remove(one)
        #expect(account.cost.recognizers == 88)
        hub.detach(SurfaceID(2), at: .milliseconds(1))
        #expect(account.cost.recognizers == 16)
        hub.remove(several)
        hub.remove(unlimited)
        #expect(account.cost == .zero)
    }
}

extension Account {
    /// The work in µs that the account was charged for, if it was charged at this instant only.
    fileprivate func charged(at now: Instant) -> Int64 { (busyUntil - now).microseconds / 4 }
}
