import GestureCore
import GestureProtocol
import Glibc
import TestSupport

@testable import GestureService

/// A client that reads at once, and looks at all that it gets.
final class SimulatedClient {
    let subscriber: Subscriber
    private var checker: BalanceChecker
    private let near: CInt
    private var chunk = [UInt8](repeating: 0, count: 1 << 18)
    /// How many events it got.
    private(set) var events: UInt64 = 0

    /// - Parameter parameters: of Subscribe, as JSON.
    init(_ parameters: String) {
        var ends: [CInt] = [0, 0]
        demand(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0, "no sockets")
        near = ends[0]
        guard let document = JSONDocument(Array(parameters.utf8)),
            let request = try? CompiledSubscription(parameters: document.root, thresholds: Thresholds())
        else { fatalError("wrong parameters: \(parameters)") }
        subscriber = Subscriber(
            request, name: [], client: OutgoingQueue(fd: ends[1], limit: 1 << 20, attention: QueueAttention()))
        checker = BalanceChecker(request.options)
    }

    var gestures: UInt64 { checker.gestures }

    /// Looks at what the hub has just sent.
    func check(_ hub: GestureHub) {
        let events = engine(hub).engine.events
        checker.check(events)
        demand(checker.complaint == nil, checker.complaint ?? "")
        guard !events.isEmpty else { return }
        while true {
            let count = unsafe recv(near, &chunk, chunk.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { return }
            var start = 0
            for index in 0..<count where chunk[index] == 0 {
                check(chunk[start..<index])
                start = index + 1
            }
            demand(start == count, "a message that is not whole")
        }
    }

    private func check(_ message: ArraySlice<UInt8>) {
        events += 1
        let head = "{\"parameters\":{\"event\":{\"sequence\":\(events),"
        demand(message.starts(with: head.utf8), "not event \(events): \(String(decoding: message, as: UTF8.self))")
    }

    /// The engine of its subscription, which it shares with no other: no two clients have the same request.
    private func engine(_ hub: GestureHub) -> SharedEngine {
        guard let engine = hub.engine(of: subscriber) else { fatalError("a subscription is lost") }
        return engine
    }

    func finish(_ hub: GestureHub) {
        checker.finish()
        demand(checker.complaint == nil, checker.complaint ?? "")
        demand(engine(hub).engine.nextDeadline == nil, "something is awaited in the end")
    }
}
