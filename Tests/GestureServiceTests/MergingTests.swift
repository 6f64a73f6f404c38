import Foundation
import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// A wake-up that finds several frames sends once, and only the last `changed` of each gesture.
@Suite struct MergingTests {
    /// One event as a client reads it.
    private struct Event: Equatable, CustomStringConvertible {
        var sequence: Int
        var gesture: Int
        var phase: String
        var text: String

        var description: String { "\(sequence) \(phase) \(gesture)" }

        init(_ message: [String: Any], _ text: String) {
            sequence = message["sequence"] as? Int ?? 0
            gesture = message["gesture"] as? Int ?? 0
            phase = message["phase"] as? String ?? ""
            self.text = text
        }
    }

    private struct Received {
        /// The events of each wake-up.
        var wakeUps: [[Event]] = []
        var coalesced: UInt64 = 0
        var samples: UInt64 = 0
        var events: UInt64 = 0
    }

    /// Plays steps, `count` in each wake-up, to two clients with the same subscription; returns what the second reads.
    private func received(_ steps: [TouchScript.Step], _ options: GestureOptions, atOnce count: Int) throws -> Received
    {
        let hub = GestureHub()
        let (first, second) = (try TestClient(), try TestClient())
        for client in [first, second] {
            hub.add(
                Subscriber(
                    CompiledSubscription(options: options), name: [],
                    client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention())))
        }
        var received = Received()
        var wakeUp: [TouchScript.Step] = []
        func wake() throws {
            for step in wakeUp { hub.take(step) }
            hub.flush()
            wakeUp = []
            first.read()
            let read = second.bytes.count
            second.read()
            received.wakeUps.append(
                try second.bytes[read...].split(separator: 0).map { message in
                    let reply = try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any]
                    let event = (reply?["parameters"] as? [String: Any])?["event"] as? [String: Any]
                    return Event(event ?? [:], String(decoding: message, as: UTF8.self))
                })
        }
        for step in steps {
            wakeUp.append(step)
            if wakeUp.count == count { try wake() }
        }
        wakeUp.append(.wake(at: .distantFuture))
        try wake()
        #expect(first.bytes == second.bytes)
        let sent = hub.status(clients: 2, droppedClients: 0, refusedClients: 0)
        received.coalesced = try #require(sent.coalesced)
        received.events = try #require(sent.events)
        received.samples = try #require(sent.latency).samples
        return received
    }

    /// Returns the remaining events if each wake-up has `count` steps.
    private func merged(_ steps: [[Event]], atOnce count: Int) -> [Event] {
        stride(from: 0, to: steps.count, by: count).flatMap { start in
            // The events of one step are not merged.
            let steps = Array(steps[start..<min(start + count, steps.count)])
            return steps.indices.flatMap { index in
                steps[index].filter { event in
                    event.phase != "changed"
                        || !steps[(index + 1)...].joined().contains {
                            $0.phase == "changed" && $0.gesture == event.gesture
                        }
                }
            }
        }
    }

    /// The steps of a wake-up are few enough that their events are sent at its end: 8 KB of them would be sent before.
    @Test(arguments: [1, 2, 3, 5, 32], ["default", "random"])
    func `a changed event is dropped only if a later one of its gesture is sent with it`(
        count: Int, asking: String
    ) throws {
        var merges: UInt64 = 0
        for seed in 0..<UInt64(12) {
            let steps = RandomTouches(seed: seed, frames: 256).steps
            var options = asking == "random" ? GestureOptions.random(seed: seed) : GestureOptions()
            // Several people make more events than the service keeps until the wake-up ends.
            options.thresholds.reach = nil
            let single = try received(steps, options, atOnce: 1)
            let batched = try received(steps, options, atOnce: count)
            let expected = merged(single.wakeUps, atOnce: count)
            #expect(batched.wakeUps.flatMap { $0 } == expected, "seed \(seed)")
            let missing = single.wakeUps.joined().count - expected.count
            #expect((single.coalesced, batched.coalesced) == (0, UInt64(2 * missing)))
            #expect((batched.events, batched.samples) == (single.events, single.samples))
            merges += batched.coalesced
        }
        #expect((merges > 0) == (count > 1))
    }

    @Test func `a client gets no events from before its subscription`() throws {
        let hub = GestureHub()
        let client = try TestClient()
        let other = Subscriber(
            CompiledSubscription(), name: [], client: OutgoingQueue(fd: -1, limit: 1 << 20, attention: QueueAttention())
        )
        hub.add(other)
        // Nothing has been sent when the run of taps ends, so that the next client shares the engine.
        for step in try TouchScript("0 down a 600,400; 50 up a; 600 wake").steps { hub.take(step) }
        hub.add(
            Subscriber(
                CompiledSubscription(), name: [],
                client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention())))
        #expect(hub.engines.count == 1)
        hub.flush()
        client.read()
        #expect(client.bytes.isEmpty)
    }

    /// A flood of frames without a flush must not take more memory.
    @Test func `pending events stay small, however many frames there are`() throws {
        let hub = GestureHub()
        let engine: SharedEngine
        hub.add(
            Subscriber(
                CompiledSubscription(), name: [],
                client: OutgoingQueue(fd: -1, limit: 1 << 20, attention: QueueAttention())))
        engine = hub.engines[0]
        let script = "0 down a 600,400 b 900,400; glide a by 0,900 b by 0,900 for 4000"
        for step in try TouchScript(script).steps { hub.take(step) }
        #expect(engine.pending.count > 300 && engine.pending.bytes.count < 4096)
        hub.flush()
        #expect(engine.pending.isEmpty)
    }
}
