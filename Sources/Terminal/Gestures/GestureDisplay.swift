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
    /// When a drag that has ended gets its line, if no swipe follows it.
    private var dragDeadline: Instant?
    /// The number of lines that can follow; nil if any number can.
    package private(set) var linesLeft: Int?

    /// The least time between two refreshes: 60 a second.
    private static var interval: Interval { Interval(microseconds: 16_667) }
    /// The service sends a drag that ends, and the swipe that it was, together.
    private static var dragTime: Interval { .milliseconds(50) }

    /// - Parameters:
    ///   - count: the largest number of lines for gestures; nil for any number.
    ///   - start: the time from which lines count.
    package init(_ request: CompiledSubscription, showsAll: Bool, count: Int?, terminal: Terminal, start: Instant) {
        text = EventText(terminal: terminal, start: start)
        log = GestureLog(request, showsAll: showsAll)
        linesLeft = count
        self.terminal = terminal
    }

    /// Prints which devices are watched.
    package mutating func show(state: StateReport, of request: CompiledSubscription) {
        finish()
        write(text.line(state: state, of: request))
    }

    /// Prints an event as JSON.
    package mutating func show(json: [UInt8]) {
        Console.write(json + [UInt8(ascii: "\n")])
        linesLeft = linesLeft.map { $0 - 1 }
    }

    package mutating func show(event: Event, at now: Instant) {
        log.handle(event)
        dragDeadline = log.isWaiting ? now + Self.dragTime : nil
        hasChanged = true
        printFinished()
    }

    /// The time of the next refresh; nil if nothing has changed.
    package var nextRefresh: Instant? {
        let refresh = hasChanged && followsGestures ? lastRefresh + Self.interval : nil
        return refresh.map { min($0, dragDeadline ?? $0) } ?? dragDeadline
    }

    /// Writes the rows again, if something has changed and the time has come.
    package mutating func refresh(at now: Instant) {
        guard let nextRefresh, now >= nextRefresh else { return }
        if let dragDeadline, now >= dragDeadline { keepDrag() }
        guard followsGestures else { return }
        lastRefresh = now
        refresh()
    }

    /// Writes what was not written yet, and leaves it where it is. The gestures that go on are forgotten.
    package mutating func finish() {
        keepDrag()
        if hasChanged, followsGestures { refresh() }
        log.removeOpen()
        rows.detach()
    }

    private mutating func keepDrag() {
        dragDeadline = nil
        log.keepDrag()
        printFinished()
    }

    /// Prints the lines of gestures that have ended.
    private mutating func printFinished() {
        while linesLeft != 0, let event = log.next() {
            linesLeft = linesLeft.map { $0 - 1 }
            if followsGestures {
                finished.append(text.line(event: event))
            } else {
                write(text.line(event: event))
            }
        }
    }

    private mutating func write(_ line: EventLine) {
        terminal.size = Terminal.currentSize
        Console.write(line.rows(on: terminal))
    }

    private mutating func refresh() {
        terminal.size = Terminal.currentSize
        Console.write(rows.replace(with: log.unfinished.map { text.line(event: $0) }, below: finished, on: terminal))
        finished = []
        hasChanged = false
    }

    private var followsGestures: Bool { terminal.canMoveCursor && !log.showsAll }
}
