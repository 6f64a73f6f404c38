import GestureCore

/// Decides which runs of commands start now and which wait.
///
/// The caller adds runs, starts those that ``next(at:)`` returns, and reports when their commands end. A binding whose commands
/// hang loses the runs that wait, so that they do not start in a burst later.
///
/// At most 16384 runs exist beside those that were started, so keep ``Run`` small.
package struct CommandQueue<Run> {
    private var bindings: [WaitingRuns<Run>]
    /// Changes with ``replaceBindings(areOrdered:)``.
    private var generation = 0
    /// The commands that run, including those of bindings that were replaced.
    package private(set) var runningCount = 0
    /// The runs that wait, of all bindings.
    package private(set) var waitingCount = 0
    private var runsAdded: UInt64 = 0
    /// The last time a command started or ended.
    private var lastProgress = Instant.distantPast
    /// Is set while all slots hang.
    private var blockage: Drops?
    private var reports: [CommandReport] = []

    /// - Parameter areOrdered: for each binding, whether its commands run one at a time, as steps do.
    package init(areOrdered: [Bool]) { bindings = areOrdered.map { WaitingRuns(isOrdered: $0) } }

    /// Takes other bindings, and discards all runs that wait. Commands that run keep their slots until they end.
    package mutating func replaceBindings(areOrdered: [Bool]) {
        bindings = areOrdered.map { WaitingRuns(isOrdered: $0) }
        waitingCount = 0
        generation += 1
    }

    /// Adds a run of a binding, or drops it if too many wait.
    package mutating func add(_ run: Run, of binding: Int, at now: Instant) {
        guard waitingCount < CommandLimits.waiting, bindings[binding].count < CommandLimits.waitingOfBinding else {
            report(Drops.add(1, to: &bindings[binding].overflow, .tooMany(binding: binding)))
            return
        }
        bindings[binding].append(run, number: runsAdded, at: now)
        runsAdded += 1
        waitingCount += 1
    }

    /// Returns the next run to start, and counts it as running; nil if none can start. Of all bindings, that whose oldest run has
    /// waited longest comes first.
    package mutating func next(at now: Instant) -> (ticket: CommandTicket, run: Run)? {
        guard runningCount < CommandLimits.running else { return nil }
        var oldest: (binding: Int, number: UInt64)?
        for (index, binding) in bindings.enumerated() where !binding.isAtLimit {
            guard let number = binding.oldestNumber else { continue }
            if number < oldest?.number ?? .max { oldest = (index, number) }
        }
        guard let binding = oldest?.binding, let run = bindings[binding].start(at: now) else { return nil }
        runningCount += 1
        waitingCount -= 1
        lastProgress = now
        endOverflows()
        return (CommandTicket(binding: binding, generation: generation), run)
    }

    /// Notes that a command has ended, or could not be started.
    package mutating func ended(_ ticket: CommandTicket, at now: Instant) {
        runningCount -= 1
        lastProgress = now
        report(Drops.end(&blockage, .noSlot(mostly: nil)))
        guard ticket.generation == generation else { return }
        bindings[ticket.binding].end(at: now)
        report(Drops.end(&bindings[ticket.binding].hang, .hangs(binding: ticket.binding)))
    }

    /// When ``advance(to:)`` has to be called; nil if nothing waits.
    package var deadline: Instant? {
        var earliest: Instant?
        for binding in bindings {
            guard let deadline = deadline(of: binding) else { continue }
            earliest = min(deadline, earliest ?? deadline)
        }
        return earliest
    }

    /// Drops the runs that have waited for a hanging command until their deadline.
    package mutating func advance(to now: Instant) {
        for index in bindings.indices {
            guard let deadline = deadline(of: bindings[index]), deadline <= now else { continue }
            let count = bindings[index].dropAll()
            waitingCount -= count
            if bindings[index].isAtLimit {
                report(Drops.add(count, to: &bindings[index].hang, .hangs(binding: index)))
            } else {
                report(Drops.add(count, to: &blockage, .noSlot(mostly: busiestBinding)))
            }
        }
        endOverflows()
    }

    /// Returns what has happened since the last call and belongs into a log. Each hang and each overflow gives one report when it
    /// begins, and another one when it is over if more runs were dropped.
    package mutating func takeReports() -> [CommandReport] {
        defer { reports = [] }
        return reports
    }

    /// When the runs of a binding are dropped; nil if none waits.
    private func deadline(of binding: WaitingRuns<Run>) -> Instant? {
        guard let oldest = binding.oldestTime else { return nil }
        return max(oldest, binding.isAtLimit ? binding.lastProgress : lastProgress) + CommandLimits.patience
    }

    /// The binding with the most running commands; nil if all that run belong to replaced bindings.
    private var busiestBinding: Int? {
        var busiest: Int?
        for (index, binding) in bindings.enumerated()
        where binding.running > (busiest.map { bindings[$0].running } ?? 0) {
            busiest = index
        }
        return busiest
    }

    private mutating func report(_ report: CommandReport?) {
        if let report { reports.append(report) }
    }

    /// An overflow is over when half of the room is free again, so that a queue that stays full gives one report.
    private mutating func endOverflows() {
        guard waitingCount <= CommandLimits.waiting / 2 else { return }
        for index in bindings.indices where bindings[index].count <= CommandLimits.waitingOfBinding / 2 {
            report(Drops.end(&bindings[index].overflow, .tooMany(binding: index)))
        }
    }
}

/// The limits of a ``CommandQueue``.
package enum CommandLimits {
    /// Commands that run at the same time.
    package static let running = 16
    /// Commands of one binding that run at the same time.
    static let runningOfBinding = 4
    /// Runs that wait.
    package static let waiting = 16_384
    /// Runs of one binding that wait.
    static let waitingOfBinding = 4096
    /// How long runs wait for a command that does not end.
    static let patience = Interval.milliseconds(5000)
}

/// A command that was started, for ``CommandQueue/ended(_:at:)``.
package struct CommandTicket: Equatable, Sendable {
    /// The index of the binding, among those that there were when the command started.
    package var binding: Int
    var generation: Int
}

/// Runs that were dropped.
package struct CommandReport: Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        /// No command of the binding has ended for five seconds while runs of it waited.
        case hangs(binding: Int)
        /// All slots are taken, and no command has ended for five seconds. `mostly` is the binding with the most of them; nil if
        /// it is not known any more.
        case noSlot(mostly: Int?)
        /// More runs wait than the queue takes.
        case tooMany(binding: Int)
    }

    package var cause: Cause
    /// The number of runs that were dropped, and are not in an earlier report.
    package var dropped: Int
    /// Whether the cause has ended, for which there was a report before.
    package var isOver: Bool

    package init(_ cause: Cause, dropped: Int, isOver: Bool = false) {
        self.cause = cause
        self.dropped = dropped
        self.isOver = isOver
    }
}

/// Counts the runs that were dropped since the first report about a cause.
struct Drops {
    private var unreported = 0

    /// Adds to the count. Returns the first report if the cause is new.
    static func add(_ count: Int, to drops: inout Drops?, _ cause: CommandReport.Cause) -> CommandReport? {
        guard drops == nil else {
            drops?.unreported += count
            return nil
        }
        drops = Drops()
        return CommandReport(cause, dropped: count)
    }

    /// Notes that the cause is over. Returns the last report; nil if there is nothing to report.
    static func end(_ drops: inout Drops?, _ cause: CommandReport.Cause) -> CommandReport? {
        defer { drops = nil }
        guard let count = drops?.unreported, count > 0 else { return nil }
        return CommandReport(cause, dropped: count, isOver: true)
    }
}
