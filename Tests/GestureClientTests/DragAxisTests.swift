import GestureClient
import GestureClientTesting
import Testing

/// Drags that have to begin along an axis.
struct DragAxisTests {
    private static let right = "0 down a 500,500; 20 move a by 40,0; 40 up a"
    private static let left = "0 down a 500,500; 20 move a by -40,0; 40 up a"
    private static let down = "0 down a 500,500; 20 move a by 0,40; 40 up a"

    @Test(arguments: [
        Case("right is horizontal", DragGesture(axis: .horizontal), right, "began by 20,0; ended by 20,0"),
        Case("left is horizontal", DragGesture(axis: .horizontal), left, "began by -20,0; ended by -20,0"),
        Case("down is not horizontal", DragGesture(axis: .horizontal), down, ""),
        Case("down is vertical", DragGesture(axis: .vertical), down, "began by 0,20; ended by 0,20"),
        Case("right is not vertical", DragGesture(axis: .vertical), right, ""),
        Case(
            "a drag that has begun can turn", DragGesture(axis: .horizontal),
            "0 down a 500,500; 20 move a by 40,0; 40 move a by 0,40; 60 up a",
            "began by 20,0; changed by 20,40; ended by 20,40"),
    ])
    func `a drag begins along its axis`(_ example: Case) async throws { try await example.check() }

    @Test func `each drag of a region gets the fingers that move along its axis`() async throws {
        let program = Program()
        try program.attach("row", DragGesture(axis: .horizontal))
        try program.attach("list", DragGesture(axis: .vertical))
        try await program.touches.play(Self.left)
        #expect(program.lines() == ["row changes", "row ends"])
        try await program.touches.play(Self.down)
        #expect(program.lines() == ["list changes", "list ends"])
    }
}
