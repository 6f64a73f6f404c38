import GestureClient
import GestureClientTesting
import Testing

/// Regions that lie in others, and change.
struct RegionTests {
    let program = Program()

    private func lines(after script: String) async throws -> [String] {
        try await program.touches.play(script)
        return program.lines()
    }

    @Test func `a region can move into one that was attached later`() async throws {
        var button = AttachmentTests.button
        button.parent = nil
        try program.attach("button", TapGesture(), to: button)
        try program.attach("left", TapGesture(), to: AttachmentTests.left)
        try program.attach("press", PressGesture(), to: AttachmentTests.button)
        #expect(
            try await lines(after: AttachmentTests.tapButton) == ["press changes", "press ends", "button ends"])
        #expect(try await lines(after: AttachmentTests.tapLeft) == ["left ends"])
    }

    @Test func `an update can move a region into a new one`() async throws {
        var button = AttachmentTests.button
        button.parent = nil
        try program.attach("button", TapGesture(), to: button)
        button.parent = Region("small", Rectangle(x: 0, y: 0.5, width: 1, height: 0.5))
        try program.client.update(button)
        #expect(try await lines(after: AttachmentTests.tapButton).isEmpty)
        #expect(try await lines(after: "0 down a 100,700; 50 up a") == ["button ends"])
    }

    @Test func `a region stays where it was moved when a gesture is attached inside it`() async throws {
        try program.attach("left", TapGesture(), to: AttachmentTests.left)
        var moved = AttachmentTests.left
        moved.rectangle = AttachmentTests.right.rectangle
        try program.client.update(moved)
        try program.attach("button", TapGesture(), to: AttachmentTests.button)
        #expect(try await lines(after: AttachmentTests.tapRight) == ["left ends"])
    }

    @Test func `a region cannot lie in itself`() throws {
        var left = AttachmentTests.left
        left.parent = AttachmentTests.button
        #expect(
            throws: GestureClientError.invalidParameter(
                "regions[0].parent", expected: "the name of a region before it")
        ) { try program.attach("button", TapGesture(), to: left) }
    }
}
