internal import CLinux
import GestureActions
import GestureCore
import GestureProtocol
import Terminal
import Text

/// Carries out actions: starts commands within the limits of ``CommandQueue``, types keys and clicks.
struct ActionPerformer: ~Copyable {
    private var bindings: [Binding]
    private let path: String
    private var queue: CommandQueue<QueuedCommand>
    private var children = ChildProcesses<CommandTag>()
    private var keyboard: VirtualKeyboard?
    private var pointer: VirtualPointer?
    /// The error about the devices that was printed.
    private var deviceError: String?
    private var failures = FailureLog()

    private struct QueuedCommand {
        var run: ActionEngine.Run
        var application: ByteString?
    }

    private struct CommandTag {
        var ticket: CommandTicket
        var line: Int
        var text: ByteString
    }

    /// - Parameter path: the actions file, for messages.
    init(_ bindings: [Binding], path: String) {
        self.bindings = bindings
        self.path = path
        queue = CommandQueue(areOrdered: bindings.map { $0.isContinuous })
        openDevices()
    }

    /// Takes other bindings. Commands that run go on.
    mutating func replace(_ bindings: [Binding]) {
        let hadChords = chords
        self.bindings = bindings
        queue.replaceBindings(areOrdered: bindings.map { $0.isContinuous })
        if chords != hadChords { keyboard = nil }
        openDevices()
    }

    var deadline: Instant? { queue.deadline }

    // MARK: Runs

    /// - Parameters:
    ///   - application: the application that has the focus.
    ///   - device: the device of the event.
    mutating func perform(
        _ run: ActionEngine.Run, application: ByteString?, device: DeviceReport?, at now: Instant
    ) {
        switch bindings[run.binding].action {
        case .command: queue.add(QueuedCommand(run: run, application: application), of: run.binding, at: now)
        case .keys(let chords):
            if keyboard == nil { openDevices() }
            if let isTyped = keyboard?.type(chords), !isTyped { report(run.binding, "the kernel refused the keys") }
        case .click(let button):
            if pointer == nil { openDevices() }
            // A touchpad has a pointer already.
            let position = device?.kind.known == .touchscreen ? run.event?.position : nil
            let point = position.map { Vector(x: $0.x, y: $0.y) }
            if let isDone = pointer?.click(button, at: point), !isDone {
                report(run.binding, "the kernel refused the click")
            }
        }
    }

    /// Starts the commands that can start.
    mutating func startCommands(at now: Instant) {
        queue.advance(to: now)
        while let (ticket, queued) = queue.next(at: now) { start(queued, ticket, at: now) }
        for report in queue.takeReports() { print(report) }
    }

    private mutating func start(_ queued: QueuedCommand, _ ticket: CommandTicket, at now: Instant) {
        let binding = bindings[queued.run.binding]
        guard case .command(let command) = binding.action else { return }
        let variables = CommandVariables.assignments(
            of: queued.run, binding, application: queued.application, session: SessionEnvironment.additions())
        do throws(StartError) {
            try children.start(
                command.words, variables: variables,
                tag: CommandTag(ticket: ticket, line: binding.line, text: binding.text))
        } catch {
            queue.ended(ticket, at: now)
            print(binding.line, binding.text, error.message)
        }
    }

    /// Notes the commands that have ended.
    mutating func reap(at now: Instant) {
        for ended in children.takeEnded() {
            queue.ended(ended.tag.ticket, at: now)
            if let failure = ended.failure { print(ended.tag.line, ended.tag.text, failure) }
        }
    }

    /// Ends all commands. Takes up to three seconds.
    mutating func endAll() { children.endAll() }

    // MARK: Devices

    private var chords: [KeyChord] {
        var all: [KeyChord] = []
        for binding in bindings { if case .keys(let chords) = binding.action { all += chords } }
        return all
    }

    /// Makes the devices that the bindings need and that are missing.
    private mutating func openDevices() {
        do throws(VirtualDeviceError) {
            let chords = chords
            if keyboard == nil, !chords.isEmpty { keyboard = try VirtualKeyboard(for: chords) }
            if pointer == nil, bindings.contains(where: { if case .click = $0.action { true } else { false } }) {
                pointer = try VirtualPointer()
            }
            deviceError = nil
        } catch {
            if deviceError.map({ ByteString($0) != ByteString(error.message) }) ?? true {
                Console.log("gesturectl: \(error.message)")
            }
            deviceError = error.message
        }
    }

    // MARK: Messages

    private mutating func report(_ binding: Int, _ problem: String) {
        print(bindings[binding].line, bindings[binding].text, problem)
    }

    /// e.g. `actions.conf:12: 'wpctl set-volume …' failed with exit status 1`
    private mutating func print(_ line: Int, _ text: ByteString, _ problem: String) {
        failures.print("\(path):\(line): '\(shortened(text))' \(problem)")
    }

    private func print(_ report: CommandReport) {
        let count = counted(report.dropped, "run")
        switch report.cause {
        case .hangs(let index) where report.isOver: line(index, "\(count) dropped while its command did not end")
        case .hangs(let index):
            line(
                index,
                "its command has not ended for 5 s; \(count) that waited for it dropped; a program that stays open: setsid --fork"
            )
        case .noSlot(let index):
            let blamed = index.map { " (most of them of line \(bindings[$0].line))" } ?? ""
            Console.log("gesturectl: \(path): 16 commands are running\(blamed); \(count) dropped")
        case .tooMany(let index): line(index, "too many runs wait; \(count) dropped")
        }
    }

    private func line(_ index: Int, _ problem: String) {
        Console.log("gesturectl: \(path):\(bindings[index].line): '\(shortened(bindings[index].text))': \(problem)")
    }

    private func shortened(_ text: ByteString) -> ByteString {
        text.bytes.count <= 60 ? text : ByteString("\(ByteString(Array(text.bytes.prefix(57))))…")
    }
}

/// Prints failures of commands, at most ten in ten seconds.
private struct FailureLog {
    private var start: Int64 = 0
    private var count = 0
    private static let most = 10
    private static let period: Int64 = 10_000_000

    mutating func print(_ text: String) {
        let now = linux_monotonic_microseconds()
        if now - start > Self.period {
            if count > Self.most {
                Console.log("gesturectl: \(counted(count - Self.most, "similar message")) suppressed")
            }
            (start, count) = (now, 0)
        }
        count += 1
        if count <= Self.most { Console.log("gesturectl: \(text)") }
    }
}
