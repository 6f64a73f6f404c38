import GestureCore
import GestureProtocol
import Testing

@testable import Terminal

/// An event in JSON.
private func event(_ gesture: Int, _ kind: String, _ phase: String, at time: Int = 1_000_000, _ more: String = "")
    -> Event
{
    let json = #"{"gesture":\#(gesture),"kind":"\#(kind)","phase":"\#(phase)","time":\#(time)\#(more)}"#
    return Event(JSONDocument(Array(json.utf8))!.root)
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct EventTextTests {
    private func row(_ event: Event, on terminal: Terminal = .test) -> String {
        text(EventText(terminal: terminal, start: Instant(microseconds: 0)).line(event: event).rows(on: terminal))
    }

    private static var swipe: Event {
        event(
            1, "swipe", "ended", at: 12_345_678, #","direction":"left","fingers":3,"x":0.25,"y":0.5"#)
    }

    @Test func `a line has the time, the symbol and the fields`() {
        #expect(row(Self.swipe, on: .pipe) == " 12.345 s  ← swipe left  3 fingers  at 25 % 50 %\n")
        #expect(row(Self.swipe) == " 12.345 s  \u{1b}[31m← swipe left  3 fingers  at 25 % 50 %\u{1b}[0m\n")
        var console = Terminal.test
        (console.isConsole, console.hasColours) = (true, false)
        #expect(row(Self.swipe, on: console) == " 12.345 s  < swipe left  3 fingers  at 25 % 50 %\n")
    }

    @Test func `a gesture that may not come true is dim`() {
        #expect(row(event(1, "tap", "possible")) == "  1.000 s  \u{1b}[2;36m○ tap possible\u{1b}[0m\n")
        #expect(row(event(1, "press", "cancelled")) == "  1.000 s  \u{1b}[2;39m· press cancelled\u{1b}[0m\n")
        #expect(row(event(1, "longPress", "began")) == "  1.000 s  \u{1b}[35m● long press began\u{1b}[0m\n")
    }

    @Test func `lengths are in mm`() {
        #expect(
            row(event(1, "swipe", "ended", #","direction":"up","translation":{"x":13,"y":-567}"#), on: .pipe)
                == "  1.000 s  ↑ swipe up  by 2 -90 mm\n")
        #expect(
            row(event(1, "longPress", "ended", #","translation":{"x":3,"y":-3}"#), on: .pipe)
                == "  1.000 s  ● long press ended\n")
    }

    @Test(arguments: [
        (
            #","direction":"right","edge":"left","section":"middle""#,
            "edge swipe from left to right  middle third"
        ),
        (#","direction":"up","edge":"bottom""#, "edge swipe from bottom up"),
        (#","direction":"downRight","edge":"topLeft""#, "edge swipe from the top left corner down to the right"),
        // Names of a newer service.
        (#","direction":"inwards","edge":"hinge""#, "edge swipe from hinge inwards"),
    ])
    func `an edge swipe says where it began and which way it went`(fields: String, words: String) {
        let line = EventText(terminal: .pipe, start: Instant(microseconds: 0)).line(
            event: event(1, "edgeSwipe", "ended", fields))
        // The symbol is before the words.
        #expect(text(line.words).split(separator: " ", maxSplits: 1).last.map(String.init) == words)
    }

    @Test(arguments: [(-11, "11° counterclockwise"), (11, "11° clockwise")])
    func `a rotation says which way it turned`(degrees: Int, words: String) {
        let line = row(event(1, "rotation", "changed", #","rotation":\#(degrees)"#), on: .pipe)
        #expect(line == "  1.000 s  @ rotation changed  \(words)\n")
    }

    @Test func `times count from the start`() {
        let line = EventText(terminal: .pipe, start: Instant(microseconds: 900_000)).line(
            event: event(1, "press", "ended"))
        #expect(text(line.rows(on: .pipe)) == "  0.100 s  · press ended\n")
        // An event from before the start.
        #expect(
            text(EventText(terminal: .pipe, start: .distantFuture).line(event: event(1, "press", "ended")).stamp)
                == "  0.000 s  "
        )
        #expect(
            text(EventText(terminal: .pipe, start: .distantPast).line(event: event(1, "press", "ended")).stamp)
                .hasSuffix(
                    ".775 s  "))
    }

    @Test func `a narrow terminal has several rows, or one that is cut`() {
        var terminal = Terminal.test
        (terminal.hasColours, terminal.size.columns) = (false, 44)
        let line = EventText(terminal: terminal, start: Instant(microseconds: 0)).line(event: Self.swipe)
        #expect(text(line.rows(on: terminal)) == " 12.345 s  ← swipe left  3 fingers\n           at 25 % 50 %\n")
        #expect(text(line.row(on: terminal)) == " 12.345 s  ← swipe left  3 fingers  at 25 %…")
        terminal.size.columns = 48
        #expect(text(line.row(on: terminal)) == " 12.345 s  ← swipe left  3 fingers  at 25 % 50 %")
        terminal.size.columns = 1
        #expect(text(line.row(on: terminal)) == "…")
    }
}

@Suite struct GestureLogTests {
    private let standard = try! CompiledSubscription(parameters: nil, thresholds: Thresholds())

    private func request(_ parameters: String) throws -> CompiledSubscription {
        try CompiledSubscription(parameters: JSONDocument(Array(parameters.utf8))!.root, thresholds: Thresholds())
    }

    private func phases(_ log: GestureLog) -> [String] { log.unfinished.map { $0.phase.description } }

    /// The gestures to keep after an event.
    private func kept(_ log: inout GestureLog, _ event: Event) -> [UInt64] {
        log.handle(event)
        return kept(&log)
    }

    private func kept(_ log: inout GestureLog) -> [UInt64] {
        var gestures: [UInt64] = []
        while let event = log.next() { gestures.append(event.gesture) }
        return gestures
    }

    @Test func `a gesture is kept once it has ended`() throws {
        var log = GestureLog(try request(#"{"gestures":[{"kind":"press"},{"kind":"drag"}]}"#), showsAll: false)
        #expect(kept(&log, event(1, "press", "began")) == [])
        #expect(kept(&log, event(2, "drag", "began")) == [])
        #expect(kept(&log, event(1, "press", "changed")) == [])
        #expect(phases(log) == ["changed", "began"])
        #expect(kept(&log, event(1, "press", "cancelled")) == [1])
        #expect(phases(log) == ["began"])
        #expect(kept(&log, event(3, "swipe", "ended")) == [3])
        log.removeOpen()
        #expect(log.unfinished.isEmpty)
    }

    @Test func `a swipe takes the place of the drag that ended as it`() {
        var log = GestureLog(standard, showsAll: false)
        #expect(kept(&log, event(1, "drag", "began")) == [])
        #expect(kept(&log, event(1, "drag", "ended")) == [])
        #expect(phases(log) == ["ended"] && log.isWaiting)
        #expect(kept(&log, event(2, "swipe", "ended")) == [2])
        #expect(log.unfinished.isEmpty && !log.isWaiting)
    }

    @Test(arguments: [
        event(2, "drag", "began"), event(2, "swipe", "ended", at: 1_000_001),
        event(2, "swipe", "ended", #","device":"other""#), event(2, "swipe", "ended", #","region":"other""#),
        event(2, "tap", "ended"),
    ])
    func `other events leave a drag that has ended its place`(next: Event) {
        var log = GestureLog(standard, showsAll: false)
        #expect(kept(&log, event(1, "drag", "ended")) == [])
        #expect(kept(&log, next).first == 1)
    }

    @Test func `a drag that no swipe follows is kept on demand`() {
        var log = GestureLog(standard, showsAll: false)
        #expect(kept(&log, event(1, "drag", "ended")) == [])
        log.keepDrag()
        #expect(kept(&log) == [1])
        log.keepDrag()
        #expect(kept(&log) == [])
        #expect(kept(&log, event(2, "drag", "cancelled")) == [2])
    }

    @Test func `presses and drags of swipes are kept if they were asked for`() throws {
        var log = GestureLog(standard, showsAll: false)
        #expect(kept(&log, event(1, "press", "ended")) == [])
        log = GestureLog(
            try request(#"{"gestures":[{"kind":"press"},{"kind":"drag"},{"kind":"swipe"}]}"#), showsAll: false)
        #expect(kept(&log, event(1, "press", "ended")) == [1])
        #expect(kept(&log, event(2, "drag", "ended")) == [2])
        #expect(kept(&log, event(3, "swipe", "ended")) == [3])
    }

    @Test func `each event is kept if the ends are missing`() throws {
        for phases in [#"["began","changed","ended"]"#, #"["began","cancelled"]"#] {
            var log = GestureLog(try request(#"{"phases":\#(phases)}"#), showsAll: false)
            #expect(kept(&log, event(1, "press", "began")) == [1])
            #expect(log.unfinished.isEmpty)
        }
        var log = GestureLog(standard, showsAll: true)
        #expect(kept(&log, event(1, "press", "began")) == [1])
    }

    @Test func `too many gestures that go on are not remembered`() {
        var log = GestureLog(standard, showsAll: false)
        for gesture in 1...256 { #expect(kept(&log, event(gesture, "pinch", "began")) == []) }
        #expect(kept(&log, event(257, "pinch", "began")) == [1])
        #expect(log.unfinished.count == 256)
    }
}

@Suite struct LiveRowsTests {
    private func line(_ words: String) -> EventLine {
        EventLine(stamp: [], words: Array(words.utf8), colour: .plain, isDim: false)
    }

    private func terminal(_ columns: Int, rows: Int = 24) -> Terminal {
        var terminal = Terminal.test
        (terminal.hasColours, terminal.size) = (false, .init(columns: columns, rows: rows))
        return terminal
    }

    @Test func `rows are written over`() {
        var rows = LiveRows()
        #expect(text(rows.replace(with: [line("a"), line("b")], below: [], on: terminal(80))) == "a\nb\n")
        #expect(
            text(rows.replace(with: [line("c")], below: [line("a")], on: terminal(80))) == "\u{1b}[2A\u{1b}[Ja\nc\n")
        #expect(text(rows.replace(with: [], below: [line("c")], on: terminal(80))) == "\u{1b}[1A\u{1b}[Jc\n")
        #expect(text(rows.replace(with: [line("d")], below: [], on: terminal(80))) == "d\n")
        rows.detach()
        #expect(text(rows.replace(with: [line("e")], below: [], on: terminal(80))) == "e\n")
    }

    @Test func `rows that no longer fit stay where they are`() {
        var rows = LiveRows()
        _ = rows.replace(with: [line("123456")], below: [], on: terminal(80))
        #expect(text(rows.replace(with: [line("123456")], below: [], on: terminal(6))) == "\u{1b}[1A\u{1b}[J123456\n")
        #expect(text(rows.replace(with: [line("123456")], below: [], on: terminal(5))) == "1234…\n")
        #expect(text(rows.replace(with: [line("123456")], below: [], on: terminal(6))) == "\u{1b}[1A\u{1b}[J123456\n")
    }

    @Test func `there are fewer rows than the terminal has`() {
        var rows = LiveRows()
        let lines = [line("a"), line("b"), line("c")]
        #expect(text(rows.replace(with: lines, below: [], on: terminal(80, rows: 3))) == "b\nc\n")
        #expect(text(rows.replace(with: lines, below: [], on: terminal(80, rows: 4))) == "\u{1b}[2A\u{1b}[Ja\nb\nc\n")
        #expect(text(rows.replace(with: lines, below: [], on: terminal(80, rows: 1))) == "\u{1b}[3A\u{1b}[J")
    }
}
