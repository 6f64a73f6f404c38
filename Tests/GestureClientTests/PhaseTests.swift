import GestureClient
import GestureClientTesting
import Testing

/// Streams of a program that wants some phases only.
struct PhaseTests {
    let program = Program()
    static let begin = "0 down a 100,100; 20 move a by 40,0"

    private static let wanted: [(Set<GesturePhase>, [String])] = [
        ([.began], ["connected", "began by 20,0", "disconnected"]),
        ([.changed, .cancelled], ["connected", "changed by 30,0", "disconnected"]),
        ([.cancelled], ["connected", "disconnected"]),
    ]

    @Test(arguments: wanted)
    func `a stream delivers the phases that the program wants`(
        phases: Set<GesturePhase>, expected: [String]
    ) async throws {
        let events = program.client.events(of: DragGesture(), options: SubscriptionOptions(phases: phases))
        let task = program.follow(events, connections: true)
        try await program.touches.play("\(Self.begin); 40 move a by 10,0; 60 up a")
        await program.touches.disconnect()
        #expect(program.lines() == expected)
        task.cancel()
    }

    @Test func `a gesture that is lost is cancelled, whatever other phases the program wants`() async throws {
        let events = program.client.events(of: DragGesture(), options: SubscriptionOptions(phases: [.cancelled]))
        let task = program.follow(events)
        try await program.touches.play(Self.begin)
        await program.touches.disconnect()
        #expect(program.lines() == ["cancelled by 20,0"])
        task.cancel()
    }
}
