import Foundation
import GestureClient
import Testing

/// A program that does not read for long, and a service that sends more than sockets and queues take.
@Suite(.timeLimit(.minutes(20)))
struct SlowProgramTests {
    /// Ten fingers that move 1000 times a second.
    private static let fingers = Recording(
        "ten fingers",
        (0..<10).map { finger in
            let x = 200 + 150 * Double(finger)
            return Touch(
                finger, at: 0, through: [(x, 400), (x, 1400), (x, 400)], duration: 60, every: 1)
        })

    @Test("only `changed` events are merged, and the newest arrives")
    func merged() async throws {
        let service = try await RunningService(playing: Self.fingers, loops: true)
        let client = GestureClient(socket: service.socket)
        let reader = GestureClient(socket: service.socket)
        var slow = client.events(of: TouchGesture()).makeAsyncIterator()
        _ = try await slow.next()
        // Another stream shows how many touches the program has missed.
        var fast = reader.events(of: TouchGesture(), options: SubscriptionOptions(phases: [.began, .ended]))
            .makeAsyncIterator()
        var missed = 0
        while missed < 40, let event = try await fast.next() {
            if case .ended = event { missed += 1 }
        }

        var open: Set<Int> = []
        var ended = 0
        var sequence = 0
        var newest: [Int: Duration] = [:]
        while ended < missed, let event = try await slow.next() {
            let value = try #require(event.value)
            #expect(value.context.sequence > sequence)
            sequence = value.context.sequence
            #expect(value.time >= newest[value.contact, default: .zero])
            newest[value.contact] = value.time
            switch event {
            case .began: #expect(open.insert(value.contact).inserted)
            case .changed: #expect(open.contains(value.contact))
            case .ended:
                #expect(open.remove(value.contact) != nil)
                ended += 1
            default: Issue.record("\(event)")
            }
        }
        #expect(sequence > 10 * ended, "no gaps: nothing was merged")
        #expect(try await client.status().droppedClients == 0)
    }
}
