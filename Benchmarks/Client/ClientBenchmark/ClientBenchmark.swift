import GestureClient
import GestureConnection
import Glibc
import Synchronization

/// Counts drag events in one of several ways: ClientBenchmark stream|attach|blocking SOCKET EVENTS
@main
enum ClientBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let events = Int(arguments[3]) else { fatalError("expected MODE SOCKET EVENTS") }
        let meter = Meter(events: events)
        switch arguments[1] {
        case "stream":
            for try await event in GestureClient(socket: arguments[2]).events(of: DragGesture()) {
                if event.value != nil, meter.count() { break }
            }
        case "attach":
            let offset = GestureState(wrappedValue: Vector.zero)
            let (ended, signal) = AsyncStream<Void>.makeStream()
            let attachment = try GestureClient(socket: arguments[2]).attach(
                DragGesture().updating(offset) { drag, offset, _ in
                    offset = drag.translation
                    if meter.count() { signal.finish() }
                })
            for await _ in ended {}
            attachment.cancel()
        default:
            let drag = #"{"gestures":[{"kind":"drag"}]}"#
            let stream = GestureStream(path: arguments[2], parameters: Array(drag.utf8))
            while true {
                if case .event = try stream.next(), meter.count() { break }
            }
        }
        meter.report()
    }
}

/// The resident memory after 1000 events, and the CPU time of those that follow.
private final class Meter: Sendable {
    private struct State {
        var count = 0
        var resident = 0
        var start = 0
        var cost = 0.0
    }

    private static let warmUp = 1000
    private let events: Int
    private let state = Mutex(State())

    init(events: Int) { self.events = events }

    /// - Returns: true after the last event.
    func count() -> Bool {
        state.withLock { state in
            state.count += 1
            if state.count == Self.warmUp {
                state.resident = Self.resident
                state.start = Self.microseconds
            }
            guard state.count == Self.warmUp + events else { return false }
            state.cost = Double(Self.microseconds - state.start) / Double(events)
            return true
        }
    }

    /// Prints kB and µs per event.
    func report() { state.withLock { print($0.resident, $0.cost) } }

    /// The CPU time of the process, in user and kernel mode.
    private static var microseconds: Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + usage.ru_utime.tv_usec
            + usage.ru_stime.tv_usec
    }

    /// In kB.
    private static var resident: Int {
        var text = [UInt8](repeating: 0, count: 64)
        let fd = unsafe open("/proc/self/statm", O_RDONLY)
        defer { close(fd) }
        let count = unsafe read(fd, &text, text.count)
        let words = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(getpagesize() / 1024)
    }
}
