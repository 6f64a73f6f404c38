import GestureClient
import GestureClientTesting
import Testing

/// Gestures of one list or region, which share recognizers of the service.
struct SharedGestureTests {
    let program = Program()
    static let region = Region("a", Rectangle(x: 0, y: 0, width: 1, height: 1))
    static let begin = "0 down a 100,100; 20 move a by 40,0"

    @Test func `a drag of one finger is cancelled when a second finger joins the drag of another gesture`() async throws
    {
        let offset = GestureState(wrappedValue: 0.0)
        try program.attach("any", DragGesture())
        try program.attach(
            "one", DragGesture(fingers: 1).updating(offset) { drag, offset, _ in offset = drag.translation.x })
        try await program.touches.play(Self.begin)
        #expect(program.lines() == ["any changes", "one changes"])
        #expect(offset.wrappedValue == 20)
        try await program.touches.play("0 move a by 10,0; 20 down b 200,100; 40 move a by 40,0")
        #expect(program.lines() == ["any changes", "one changes", "any changes"])
        #expect(offset.wrappedValue == 0)
        try await program.touches.play("0 up all")
        #expect(program.lines() == ["any ends"])
    }

    @Test func `a gesture whose fingers join a drag does not get the rest of it`() async throws {
        try program.attach("any", DragGesture())
        try program.attach("two", DragGesture(fingers: 2))
        try await program.touches.play("\(Self.begin); 40 down b 200,100; 60 move a by 40,0; 80 up all")
        #expect(program.lines() == ["any changes", "any changes", "any ends"])
    }

    @Test func `a gesture that is attached in mid-drag gets the next drag`() async throws {
        let old = try program.attach("old", DragGesture(), to: Self.region)
        try await program.touches.play(Self.begin)
        old.cancel()
        try program.attach("new", DragGesture(), to: Self.region, including: .gesture)
        try await program.touches.play("0 move a by 10,0; 20 up a")
        #expect(program.lines() == ["old changes"])
        try await program.touches.play("\(Self.begin); 40 up a")
        #expect(program.lines() == ["new changes", "new ends"])
    }

    @Test func `a stroke can have any name`() async throws {
        let v = StrokeGesture("2", templates: [[.zero, Vector(x: 100, y: 200), Vector(x: 200, y: 0)]])
        try program.attach("stroke", v)
        // The second gesture, which has a condition.
        try program.attach("tap", TapGesture(minimumDuration: .milliseconds(10)))
        try await program.touches.play(
            "0 down a 300,300; 10 glide a 400,500 for 200; 220 glide a 500,300 for 200; 430 up a")
        #expect(program.lines() == ["stroke ends"])
    }
}
