import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var pulse: Command {
        Command(
            name: "pulse", topic: .control,
            arguments: [Argument(name: "COUNT", isRequired: false, help: "the number of pulses", completion: .none)],
            summary: "Pulse the haptic device.",
            details: """
                COUNT is the number of pulses, 1 to 10 (default: 1).
                """,
            example: "sudo gesturectl pulse 2"
        ) { invocation throws(Failure) in try PulseCommand(invocation).run() }
    }
}

/// `gesturectl pulse`: pulses the haptic device.
struct PulseCommand {
    private let socket: String
    private let count: Int64?

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        guard let word = invocation.arguments.first else {
            count = nil
            return
        }
        count = Int64(word)
        if count == nil { throw .usage("COUNT must be a whole number, not '\(word)'") }
    }

    func run() throws(Failure) {
        try call(socket, .pulse(count))
        Console.write("pulsed \(times(count ?? 1))\n")
    }
}
