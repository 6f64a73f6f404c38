import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var monitor: Command {
        Command(
            name: "monitor", topic: .gestures,
            options: RequestOptions.all + [
                MonitorCommand.all, MonitorCommand.json, MonitorCommand.count, MonitorCommand.timeout,
                MonitorCommand.reconnect,
            ],
            summary: "Print gestures as they are recognized.",
            details: """
                Prints one line for each gesture when it ends, with the time since the command was started. On a terminal, the line appears
                when the gesture begins, and follows it. If --phases leaves out ended or cancelled, prints one line for each event. Without
                --gestures and --parameters, presses have no line, and a drag that ends as a swipe has one line, as a swipe.
                """,
            example: "gesturectl monitor --gestures 'swipe left 3 fingers, double tap'"
        ) { invocation throws(Failure) in try MonitorCommand(invocation).run() }
    }
}

/// `gesturectl monitor`: prints gestures as they are recognized.
struct MonitorCommand {
    static let all = Option("--all", help: "Print one line for each event.")
    static let json = Option("--json", help: "Print each event as one line of JSON.")
    static let count = Option("--count", "N", help: "Exit after N lines.")
    static let timeout = Option("--timeout", "SECONDS", help: "Exit after this time.")
    static let reconnect = Option("--reconnect", help: "Connect again when the service has restarted.")

    private let socket: String
    private let showsAll: Bool
    private let json: Bool
    private let reconnects: Bool
    private let count: Int?
    private let timeout: Int?
    private let options: RequestOptions

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        showsAll = invocation.has(Self.all)
        json = invocation.has(Self.json)
        reconnects = invocation.has(Self.reconnect)
        count = try invocation.number(of: Self.count)
        timeout = try invocation.number(of: Self.timeout)
        options = try RequestOptions(invocation)
    }

    func run() throws(Failure) {
        let request = try options.request()
        let compiled = try request.compiled()
        let stream = GestureStream(request, path: socket, reconnects: reconnects)
        do throws(ConnectionError) {
            try follow(stream, compiled)
        } catch .timedOut {
            return
        } catch {
            throw Failure(error)
        }
    }

    private func follow(_ stream: GestureStream, _ request: CompiledSubscription) throws(ConnectionError) {
        let start = Instant.now
        let end = timeout.map { start + Interval(seconds: $0) }
        var display = GestureDisplay(request, showsAll: showsAll, count: count, terminal: .current, start: start)
        var (isAway, wasThere) = (false, false)
        while display.linesLeft != 0 {
            let now = Instant.now
            display.refresh(at: now)
            // Events that are already there would be printed without end.
            if let end, now >= end { break }
            let next = display.nextRefresh.map { min($0, end ?? $0) } ?? end
            let item: GestureStream.Item
            do throws(ConnectionError) {
                item = try stream.next(timeout: next.map { ($0 - now).timeout })
            } catch .timedOut {
                continue
            } catch {
                display.finish()
                throw error
            }
            switch item {
            case .state(let state):
                if isAway { Console.error("gesturectl: connected" + (wasThere ? " again" : "")) }
                (isAway, wasThere) = (false, true)
                if !json { display.show(state: StateReport(state), of: request) }
            case .event(let event):
                if json {
                    display.show(json: event.text)
                } else {
                    display.show(event: Event(event), at: .now)
                }
            case .disconnected(let error):
                isAway = true
                display.finish()
                Console.error("gesturectl: disconnected: \(error.message)")
            }
        }
        display.finish()
    }
}

extension Interval {
    fileprivate init(seconds: Int) {
        let (milliseconds, isTooLong) = Int64(seconds).multipliedReportingOverflow(by: 1000)
        self = isTooLong ? .max : .milliseconds(milliseconds)
    }
}
