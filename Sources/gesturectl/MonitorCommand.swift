internal import CLinux
import GestureClient
import GestureProtocol

/// `gesturectl monitor`: prints gestures as they come.
struct MonitorCommand {
    private let socket: String
    private var json = false
    private var count: Int?
    private var timeout: Int?
    private var options = SubscriptionOptions()

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        while let word = arguments.next() {
            if try options.take(word, &arguments) { continue }
            switch word {
            case "--json": json = true
            case "--count": count = try arguments.number(of: word)
            case "--timeout": timeout = try arguments.number(of: word)
            default: throw .usage("monitor: unknown argument '\(word)'")
            }
        }
    }

    func run() throws(Failure) {
        let request = try options.request()
        let parameters = try options.json()
        do throws(ConnectionError) {
            let connection = try GestureConnection(path: socket)
            connection.send("org.gestured.Gestures.Subscribe", parameters: parameters, more: true)
            try follow(connection, request)
        } catch .timedOut {
            return
        } catch {
            throw Failure(error)
        }
    }

    private func follow(_ connection: GestureConnection, _ request: SubscriptionRequest) throws(ConnectionError) {
        let isPlain = unsafe getenv("NO_COLOR") != nil
        let text = EventText(colours: Output.isTerminal && !isPlain)
        let end = timeout.map { linux_monotonic_microseconds() + Int64($0) * 1_000_000 }
        var left = count
        if !json, let state = try connection.next(timeout: timeout.map { $0 * 1000 }).parameters?["state"] {
            Output.write(text.line(state: state, of: request))
        }
        while left != 0 {
            let wait = end.map { Int(max(0, ($0 - linux_monotonic_microseconds()) / 1000)) }
            let reply = try connection.next(timeout: wait)
            guard let event = reply.parameters?["event"] else { continue }
            Output.write(json ? event.text + [UInt8(ascii: "\n")] : text.line(event: event))
            left = left.map { $0 - 1 }
        }
    }
}
