import GestureClient
import GestureClientTesting
import Testing

/// Gestures of one region that have different priorities.
struct PriorityTests {
    private static let tap = "0 down a 100,100; 50 up a"
    private static let drag = "0 down a 100,100; 20 move a by 40,0; 40 up a"

    let program = Program()

    private func attach(_ name: String, _ gesture: some GestureSource, _ priority: GesturePriority) throws {
        try program.client.attach(
            gesture.onEnded { [output = program.output] _ in output.write(name) }, to: AttachmentTests.left,
            priority: priority)
    }

    @Test(arguments: GesturePriority.allCases) func `a gesture with a priority ends once`(
        priority: GesturePriority
    ) async throws {
        try attach("tap", TapGesture(), .normal)
        try attach("prioritized tap", TapGesture(), priority)
        try await program.touches.play(Self.tap)
        #expect(program.lines().sorted() == ["prioritized tap", "tap"])
    }

    @Test func `a tap with a priority does not wait for a double tap with another one`() async throws {
        try attach("double tap", TapGesture(count: 2), .normal)
        try attach("tap", TapGesture(), .simultaneous)
        try await program.touches.play("\(Self.tap); 150 down a 100,100; 200 up a")
        #expect(program.lines() == ["tap", "double tap", "tap"])
    }

    @Test func `drags with different priorities both begin and end`() async throws {
        try attach("drag", DragGesture(), .normal)
        try attach("high drag", DragGesture(), .high)
        try await program.touches.play(Self.drag)
        #expect(program.lines().sorted() == ["drag", "high drag"])
    }

    @Test func `strokes with different priorities end once each`() async throws {
        let v = StrokeGesture("v", templates: [[.zero, Vector(x: 100, y: 200), Vector(x: 200, y: 0)]])
        try attach("stroke", v.map(\.shape), .normal)
        try attach("high stroke", v.map(\.shape), .high)
        try await program.touches.play(
            "0 down a 300,300; 10 glide a 400,500 for 200; 220 glide a 500,300 for 200; 430 up a")
        #expect(program.lines().sorted() == ["high stroke", "stroke"])
    }

    @Test(arguments: [GesturePriority.simultaneous, .high])
    func `presses and touches refuse a priority`(priority: GesturePriority) throws {
        let error = GestureClientError.invalidParameter(
            "regions[0].gestures[0].priority", expected: "not with press, touch and activity")
        #expect(throws: error) { try attach("press", PressGesture(), priority) }
        #expect(throws: error) { try attach("touch", TouchGesture(), priority) }
    }
}
