import GestureCore
import GestureProtocol

/// Prints gestures on standard output: those that have ended and, on a terminal, those that go on below them.
package struct GestureDisplay {
    private let text: EventText
    private var log: GestureLog
    private var terminal: Terminal
    private var rows = LiveRows()
    /// The lines to print above the gestures that go on.
    private var finished: [EventLine] = []
    private var hasChanged = false
    /// When the rows were written.
    private var lastRefresh = Instant.distantPast

    /// The least time between two refreshes: 60 a second.
    private static var interval: Interval { Interval(microseconds: 16_667) }

    /// - Parameter start: the time from which lines count.
    package init(_ request: CompiledSubscription, showsAll: Bool, terminal: Terminal, start: Instant) {
        text = EventText(terminal: terminal, start: start)
        log = GestureLog(request, showsAll: showsAll)
        self.terminal = terminal
    }

    /// Prints which devices are watched.
    package mutating func show(state: StateReport, of request: CompiledSubscription) {
        finish()
        write(text.line(state: state, of: request))
    }

    /// - Returns: whether the event makes a line that stays.
    package mutating func show(event: Event) -> Bool {
        guard let last = log.handle(event) else {
            hasChanged = true
            return false
        }
        let line = text.line(event: last)
        if followsGestures {
            finished.append(line)
            hasChanged = true
        } else {
            write(line)
        }
        return true
    }

    /// The time of the next refresh; nil if nothing has changed.
    package var nextRefresh: Instant? {
        hasChanged && followsGestures ? lastRefresh + Self.interval : nil
    }

    /// Writes the rows again, if something has changed and the time has come.
    package mutating func refresh(at now: Instant) {
        guard let nextRefresh, now >= nextRefresh else { return }
        lastRefresh = now
        refresh()
    }

    /// Writes what was not written yet, and leaves it where it is. The gestures that go on are forgotten.
    package mutating func finish() {
        if hasChanged, followsGestures { refresh() }
        log.removeOpen()
        rows.detach()
    }

    private mutating func write(_ line: EventLine) {
        terminal.size = Terminal.currentSize
        Console.write(line.rows(on: terminal))
    }

    private mutating func refresh() {
        terminal.size = Terminal.currentSize
        Console.write(rows.replace(with: log.open.map { text.line(event: $0) }, below: finished, on: terminal))
        finished = []
        hasChanged = false
    }

    private var followsGestures: Bool { terminal.canMoveCursor && !log.showsAll }
}
