import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var lock: Command {
        Command(
            name: "lock", topic: .control,
            options: [LockCommand.until, LockCommand.timeLimit],
            summary: "Block all touches, for example to clean the screen.",
            details: """
                Waits until touches are unlocked. At least one option is required. Interrupting the command leaves touches locked; 'gesturectl
                unlock' unlocks them.
                """,
            example: "sudo gesturectl lock --for 60 --until 'hold 2s 2 fingers'"
        ) { invocation throws(Failure) in try LockCommand(invocation).run() }
    }
}

/// `gesturectl lock`: blocks all touches, and waits until they are unlocked.
struct LockCommand {
    static let until = Option(
        "--until", "GESTURES",
        .someOf(GestureKind.allCases.filter { $0.isComposable }.map { $0.shortNotation }),
        help: "Unlock when one of these gestures is recognized, e.g. 'hold 2s 2 fingers'.")
    static let timeLimit = Option("--for", "SECONDS", help: "Unlock after this time, 1 to 86400.")

    private let socket: String
    private let gestures: String?
    private let seconds: Int?

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        gestures = invocation.value(of: Self.until)
        seconds = try invocation.number(of: Self.timeLimit)
        if gestures == nil, seconds == nil { throw .usage("--until GESTURES or --for SECONDS is required") }
    }

    func run() throws(Failure) {
        let lock = RequestedLock(
            gestures: try gestures.map { list throws(Failure) in try [RequestedGesture](notation: list, of: Self.until)
            },
            seconds: seconds.map { Int64($0) })
        let call = Call.lock(lock)
        let connection = try connect(socket)
        do throws(ConnectionError) {
            _ = try connection.call(call, timeout: replyTimeout)
            Console.write("touches are locked \(end); 'gesturectl unlock' unlocks them, Ctrl-C does not\n")
            while try connection.next(of: call).locked {}
            Console.write("touches are unlocked\n")
        } catch {
            throw Failure(error)
        }
    }

    /// The conditions that end the lock.
    private var end: String {
        var conditions: [String] = []
        if let gestures { conditions.append("until \(String(decoding: printable(gestures), as: UTF8.self))") }
        if let seconds { conditions.append("for \(duration(Int64(seconds) * 1_000_000))") }
        return joined(conditions, " or ")
    }
}
