internal import CLinux
import GestureConnection
import GestureProtocol
import Text

extension Command {
    static var monitor: Command {
        Command(
            name: "monitor", topic: .gestures,
            options: SubscriptionOptions.all + [
                MonitorCommand.json, MonitorCommand.count, MonitorCommand.timeout, MonitorCommand.reconnect,
            ],
            summary: "Print gestures as they are recognized.",
            example: "gesturectl monitor --gestures 'swipe left 3, tap 2'"
        ) { invocation throws(Failure) in try MonitorCommand(invocation).run() }
    }
}

/// `gesturectl monitor`: prints gestures as they are recognized.
struct MonitorCommand {
    static let json = Option("--json", help: "Print each event as one line of JSON.")
    static let count = Option("--count", "N", help: "Exit after N events.")
    static let timeout = Option("--timeout", "SECONDS", help: "Exit after this time.")
    static let reconnect = Option("--reconnect", help: "Connect again when the service has restarted.")

    private let socket: String
    private let json: Bool
    private let reconnects: Bool
    private let count: Int?
    private let timeout: Int?
    private let options: SubscriptionOptions

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        json = invocation.has(Self.json)
        reconnects = invocation.has(Self.reconnect)
        count = try invocation.number(of: Self.count)
        timeout = try invocation.number(of: Self.timeout)
        options = SubscriptionOptions(invocation)
    }

    func run() throws(Failure) {
        let request = try options.request()
        let stream = GestureStream(path: socket, parameters: try options.json(), reconnects: reconnects)
        do throws(ConnectionError) {
            try follow(stream, request)
        } catch .timedOut {
            return
        } catch {
            throw Failure(error)
        }
    }

    private func follow(_ stream: GestureStream, _ request: SubscriptionRequest) throws(ConnectionError) {
        let text = EventText(terminal: .current)
        let end = timeout.map { linux_monotonic_microseconds() + Int64($0) * 1_000_000 }
        var left = count
        var (isAway, wasThere) = (false, false)
        while left != 0 {
            let wait = end.map { Int(clamping: max(0, ($0 - linux_monotonic_microseconds()) / 1000)) }
            // Events that are already there would be printed without end.
            if wait == 0 { return }
            switch try stream.next(timeout: wait) {
            case .state(let state):
                if isAway { Output.error("gesturectl: connected" + (wasThere ? " again" : "")) }
                (isAway, wasThere) = (false, true)
                if !json { Output.write(text.line(state: state, of: request)) }
            case .event(let event):
                Output.write(json ? event.text + [UInt8(ascii: "\n")] : text.line(event: event))
                left = left.map { $0 - 1 }
            case .disconnected(let error):
                isAway = true
                Output.error("gesturectl: disconnected: \(error.message)")
            }
        }
    }
}
