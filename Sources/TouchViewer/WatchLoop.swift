internal import CLinux
import GestureConnection
import GestureCore
import ServiceAccess
import System
import Terminal

/// What became ready, as a tag of the loop.
enum WatchTag {
    static let signals: UInt64 = 1
    static let screen: UInt64 = 2
    static let touches: UInt64 = 3
    static let gestures: UInt64 = 4
}

/// The loop of `gesturectl watch`: events in, frames out, one thread.
final class WatchLoop<Source: WatchSource> {
    private let loop: EventLoop
    private let terminal: Terminal
    private let renderer: WatchRenderer
    private var source: Source
    private var model: WatchModel
    private var status = WatchStatus()
    /// nil until there is something to show.
    private var screen: WatchScreen?
    private var size: Terminal.Size
    /// The cells that the terminal shows; nil if that is not known.
    private var shown: CellGrid?
    private var needsDrawing = true
    /// When the picture changes by itself, in the model's time; nil if it stays as it is.
    private var nextChange: Instant?
    /// When the next frame can be drawn, of the clock.
    private var nextFrame = Instant.distantPast
    private var isEnding = false
    private var keyReader = KeyReader()

    /// 60 frames a second.
    private static var frameInterval: Interval { Interval(microseconds: 16_667) }

    init(
        _ source: Source, _ model: WatchModel, _ renderer: WatchRenderer, terminal: Terminal, _ loop: EventLoop
    ) throws(Failure) {
        self.source = source
        self.model = model
        self.renderer = renderer
        self.terminal = terminal
        self.loop = loop
        size = terminal.size
        try loop.takeSignals(
            [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT], tag: WatchTag.signals)
    }

    /// Runs until the person or a signal ends it.
    func run() throws(Failure) {
        defer { screen?.leave() }
        while !isEnding {
            let now = Instant.now
            let hasChanged = try source.work(&model, &status, at: now)
            needsDrawing = needsDrawing || hasChanged
            if !hasChanged, model.settle(at: source.time(at: now) + settlingTime(-1)) { needsDrawing = true }
            try enterScreen()
            draw(at: Instant.now)
            // Events that were received already do not end a wait.
            switch try loop.next(until: deadline, blocks: !hasChanged)?.tag {
            case WatchTag.signals: takeSignals()
            case WatchTag.screen: takeScreen()
            default: break
            }
        }
    }

    private func settlingTime(_ factor: Int64) -> Interval {
        Interval(microseconds: factor * source.settlingTime.microseconds)
    }

    private func enterScreen() throws(Failure) {
        guard screen == nil, source.isReady else { return }
        let screen = try WatchScreen()
        loop.add(screen.fd, tag: WatchTag.screen)
        self.screen = screen
    }

    // MARK: Drawing

    private func draw(at now: Instant) {
        let time = source.time(at: now)
        guard let screen, !screen.isBusy, now >= nextFrame else { return }
        guard needsDrawing || nextChange.map({ $0 <= time }) ?? false else { return }
        model.advance(to: time)
        let grid = renderer.draw(model, status, size, at: time)
        if grid != shown {
            let update = ScreenUpdate(from: shown, to: grid, hasColours: terminal.hasColours)
            screen.write(update.bytes)
            shown = grid
            if screen.isBusy { watchScreen([.readable, .writable]) }
        }
        needsDrawing = false
        nextChange = model.nextChange(after: time)
        nextFrame = now + Self.frameInterval
    }

    /// When there is something to do even if no event comes, of the clock; nil if there is nothing.
    private var deadline: Instant? {
        var earliest = source.deadline
        // The deadline itself has to be over.
        if let waiting = model.history.nextDeadline,
            let decision = source.clock(at: waiting + settlingTime(1) + Interval(microseconds: 1))
        {
            earliest = min(earliest ?? .distantFuture, decision)
        }
        guard let screen, !screen.isBusy else { return earliest }
        let change = needsDrawing ? nextFrame : nextChange.flatMap { source.clock(at: $0) }
        if let change { earliest = min(earliest ?? .distantFuture, max(change, nextFrame)) }
        return earliest
    }

    // MARK: The terminal

    /// Waits for keys, and for room for output.
    private func watchScreen(_ readiness: Readiness) {
        if let screen { loop.change(screen.fd, tag: WatchTag.screen, to: readiness) }
    }

    private func takeScreen() {
        guard let screen else { return }
        if screen.isBusy {
            screen.flush()
            if !screen.isBusy { watchScreen(.readable) }
        }
        guard let keys = screen.keys() else {
            isEnding = true
            return
        }
        for key in keys where keyReader.isKey(key) { press(key) }
    }

    private func press(_ key: UInt8) {
        switch key {
        case UInt8(ascii: "0"): model.chooseNone()
        case UInt8(ascii: "q"): isEnding = true
        case UInt8(ascii: "e"): if status.hasPositions { model.toggleExplanations() }
        case UInt8(ascii: "1")...UInt8(ascii: "9"): model.choose(Int(key - UInt8(ascii: "1")))
        // Ctrl-L
        case 0x0c: shown = nil
        default: source.press(key, &model, &status, at: Instant.now)
        }
        needsDrawing = true
    }

    private func takeSignals() {
        while true {
            switch loop.takeSignal() {
            case 0: return
            case SIGWINCH:
                size = Terminal.currentSize
                needsDrawing = true
            case SIGTSTP:
                screen?.leave()
                kill(getpid(), SIGSTOP)
            case SIGCONT:
                screen?.enter()
                size = Terminal.currentSize
                shown = nil
                needsDrawing = true
            default:
                isEnding = true
                return
            }
        }
    }
}
