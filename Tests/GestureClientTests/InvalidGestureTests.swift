import GestureClient
import GestureClientTesting
import Testing

/// Values that the service does not accept.
struct InvalidGestureTests {
    let program = Program()

    private static let invalid: [(any Gesture, String)] = [
        (TapGesture(count: 0), "gestures[1].count"), (TapGesture(count: 11), "gestures[1].count"),
        (TapGesture(fingers: []), "gestures[1].fingers"),
        (TapGesture(whileResting: 10), "gestures[1].while"),
        (TapGesture(minimumDuration: .seconds(61)), "gestures[1].minimumDuration"),
        (TapGesture(in: Rectangle(x: 0, y: 0, width: 0, height: 1)), "gestures[1].area"),
        (LongPressGesture(minimumDuration: .seconds(61)), "gestures[1].minimumDuration"),
        (DragGesture(minimumDistance: -1), "gestures[1].minimumDistance"),
        (DragGesture(minimumDistance: 10_001), "gestures[1].minimumDistance"),
        (DragGesture(minimumDistance: .nan), "gestures[1].minimumDistance"),
        (DragGesture(.up, axis: .vertical), "gestures[1].axis"),
        (DragGesture(axis: .horizontal, minimumDistance: 0), "gestures[1].minimumDistance"),
        (SwipeGesture(maximumDuration: .zero), "gestures[1].maximumDuration"),
        (StrokeGesture("", templates: [[.zero, Vector(x: 100, y: 0), Vector(x: 100, y: 100)]]), "gestures[1].name"),
        (StrokeGesture("dot", templates: []), "gestures[1].templates"),
        (StrokeGesture("dot", templates: [[.zero]]), "gestures[1].templates"),
        (StrokeGesture(.caret, score: 2), "gestures[1].score"),
        (StrokeGesture(.caret, rotation: .degrees(181)), "gestures[1].rotation"),
        (TapGesture().sequenced(before: TapGesture(), within: .zero), "gestures[1].within"),
        (TapGesture().exclusively(before: TapGesture(count: 0)), "gestures[1].exclusive[1].count"),
    ]

    @Test(arguments: invalid.indices)
    func `is refused with the parameter and what is expected`(index: Int) async throws {
        let (gesture, parameter) = Self.invalid[index]
        try program.attach("tap", TapGesture())
        let error = #expect(throws: GestureClientError.self) { try program.client.attach(gesture) }
        guard case .invalidParameter(let name, let expected, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name == parameter)
        #expect(!expected.isEmpty)
        // The others stay attached.
        try await program.touches.play("0 down a 100,100; 50 up a")
        #expect(program.lines() == ["tap ends"])
    }

    @Test func `is refused by streams, too`() async throws {
        let error = await #expect(throws: GestureClientError.self) {
            for try await _ in program.client.events(of: TapGesture(count: 0)) {}
        }
        guard case .invalidParameter("gestures[0].count", _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        (Region("", Rectangle(x: 0, y: 0, width: 1, height: 1)), "regions[0].name"),
        (Region("r", Rectangle(x: 0, y: 0, width: 0, height: 1)), "regions[0].rectangle"),
        (Region("r", Rectangle(x: .nan, y: 0, width: 1, height: 1)), "regions[0].rectangle"),
    ])
    func `regions are refused with the parameter`(region: Region, parameter: String) throws {
        let error = #expect(throws: GestureClientError.self) { try program.client.attach(TapGesture(), to: region) }
        guard case .invalidParameter(let name, _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name == parameter)
    }
}
