internal import CLinux
import GestureConnection
import GestureProtocol

/// `gesturectl monitor`: prints gestures as they come.
struct MonitorCommand {
    private let socket: String
    private var json = false
    private var reconnects = false
    private var count: Int?
    private var timeout: Int?
    private var options = SubscriptionOptions()

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        while let word = arguments.next() {
            if try options.take(word, &arguments) { continue }
            switch word {
            case "--json": json = true
            case "--reconnect": reconnects = true
            case "--count": count = try arguments.number(of: word)
            case "--timeout": timeout = try arguments.number(of: word)
            default: throw .unknownArgument(word, of: "monitor")
            }
        }
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
        let isPlain = unsafe getenv("NO_COLOR") != nil
        let text = EventText(colours: Output.isTerminal && !isPlain)
        let end = timeout.map { linux_monotonic_microseconds() + Int64($0) * 1_000_000 }
        var left = count
        var (isAway, wasThere) = (false, false)
        while left != 0 {
            let wait = end.map { Int(max(0, ($0 - linux_monotonic_microseconds()) / 1000)) }
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
