internal import CLinux
import GestureCore

/// Charges users for what the service does for them: everything from the end of one wake-up to the end of the next, system calls and
/// waiting included.
///
/// Touches are charged to nobody: they read no clock.
struct WorkMeter {
    /// The time of ``clock`` at the end of the last wake-up for clients, in µs; nil if others followed it.
    private var start: Int64?
    /// The accounts that this wake-up was for.
    private var accounts: [Account] = []

    /// The processor time of the thread, and the time for which clients made it wait, in µs.
    private static var clock: Int64 { linux_thread_microseconds() + linux_discard_microseconds() }

    init() { accounts.reserveCapacity(16) }

    /// Call it first when something is done for clients.
    ///
    /// - Parameter time: the time of ``clock``.
    mutating func begin(at time: @autoclosure () -> Int64 = Self.clock) {
        if start == nil { start = time() }
    }

    /// Notes that something was done for a user. Several users share what one wake-up takes.
    mutating func note(_ account: Account) { accounts.append(account) }

    /// Charges the accounts, and begins to measure for the next wake-up.
    mutating func end(
        at time: @autoclosure () -> Int64 = Self.clock, _ now: @autoclosure () -> Instant
    ) {
        guard let start, !accounts.isEmpty else {
            stop()
            return
        }
        let (end, now) = (time(), now())
        let (work, count) = (end - start, Int64(accounts.count))
        for index in accounts.indices {
            // The parts add up to all of it, though most are a few microseconds.
            let part = work * Int64(index + 1) / count - work * Int64(index) / count
            accounts[index].charge(Interval(microseconds: part), at: now)
        }
        accounts.clear()
        self.start = end
    }

    /// Measures nothing until the next ``begin()``.
    mutating func stop() {
        start = nil
        accounts.clear()
    }
}
