import GestureCore

/// The runs of one binding in a ``CommandQueue``, oldest first.
struct WaitingRuns<Run> {
    private struct Item {
        var run: Run
        /// Counts the runs of all bindings.
        var number: UInt64
        var time: Instant
    }

    private let isOrdered: Bool
    private var items: [Item] = []
    /// The index of the oldest run. Items before it have started.
    private var first = 0
    /// The commands that run.
    private(set) var running = 0
    /// The last time a command of the binding started or ended.
    private(set) var lastProgress = Instant.distantPast
    /// Is set while a command of the binding hangs.
    var hang: Drops?
    /// Is set while too many runs wait.
    var overflow: Drops?

    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    /// The number of runs that wait.
    var count: Int { items.count - first }

    /// Whether the binding must wait until one of its own commands ends.
    var isAtLimit: Bool { running >= (isOrdered ? 1 : CommandLimits.runningOfBinding) }

    var oldestNumber: UInt64? { first < items.count ? items[first].number : nil }

    var oldestTime: Instant? { first < items.count ? items[first].time : nil }

    mutating func append(_ run: Run, number: UInt64, at now: Instant) {
        items.append(Item(run: run, number: number, time: now))
    }

    /// Takes the oldest run, and counts it as running; nil if none waits.
    mutating func start(at now: Instant) -> Run? {
        guard first < items.count else { return nil }
        let run = items[first].run
        first += 1
        // Moves the rest once per as many starts, not at each.
        if first * 2 >= items.count {
            items.removeFirst(first)
            first = 0
        }
        running += 1
        lastProgress = now
        return run
    }

    mutating func end(at now: Instant) {
        running -= 1
        lastProgress = now
    }

    /// Discards all runs that wait, and returns their number.
    mutating func dropAll() -> Int {
        defer { (items, first) = ([], 0) }
        return count
    }
}
