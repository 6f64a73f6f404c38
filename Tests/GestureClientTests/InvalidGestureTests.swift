import GestureClient
import GestureClientTesting
import Testing

/// Values that the service does not accept.
struct InvalidGestureTests {
    let program = Program()

    private static let invalid: [(any Gesture, String)] = [
        (TapGesture(count: 0), "gestures.count"), (TapGesture(count: 11), "gestures.count"),
        (TapGesture(fingers: []), "gestures.fingers"),
        (TapGesture(whileResting: 10), "gestures.while"),
        (TapGesture(minimumDuration: .seconds(61)), "gestures.minimumDuration"),
        (TapGesture(in: Rectangle(x: 0, y: 0, width: 0, height: 1)), "gestures.area"),
        (LongPressGesture(minimumDuration: .seconds(61)), "gestures.minimumDuration"),
        (DragGesture(minimumDistance: -1), "gestures.minimumDistance"),
        (DragGesture(minimumDistance: 10_001), "gestures.minimumDistance"),
        (DragGesture(minimumDistance: .nan), "gestures.minimumDistance"),
        (DragGesture(.up, axis: .vertical), "gestures.axis"),
        (DragGesture(axis: .horizontal, minimumDistance: 0), "gestures.minimumDistance"),
        (SwipeGesture(maximumDuration: .zero), "gestures.maximumDuration"),
        (StrokeGesture("", templates: [[.zero, Vector(x: 100, y: 0), Vector(x: 100, y: 100)]]), "gestures.name"),
        (StrokeGesture("dot", templates: []), "gestures.templates"),
        (StrokeGesture("dot", templates: [[.zero]]), "gestures.templates"),
        (StrokeGesture(.caret, score: 2), "gestures.score"),
        (StrokeGesture(.caret, rotation: .degrees(181)), "gestures.rotation"),
        (TapGesture().sequenced(before: TapGesture(), within: .zero), "gestures.within"),
        (TapGesture().exclusively(before: TapGesture(count: 0)), "gestures.count"),
    ]

    @Test(arguments: invalid.indices)
    func `is refused with the parameter and what is expected`(index: Int) async throws {
        let (gesture, parameter) = Self.invalid[index]
        try program.attach("tap", TapGesture())
        let error = #expect(throws: GestureClientError.self) { try program.client.attach(gesture) }
        guard case .invalidParameter(let name, let expected) = error else {
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
        guard case .invalidParameter("gestures.count", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        (Region("", Rectangle(x: 0, y: 0, width: 1, height: 1)), "regions.name"),
        (Region("r", Rectangle(x: 0, y: 0, width: 0, height: 1)), "regions.rectangle"),
        (Region("r", Rectangle(x: .nan, y: 0, width: 1, height: 1)), "regions.rectangle"),
    ])
    func `regions are refused with the parameter`(region: Region, parameter: String) throws {
        let error = #expect(throws: GestureClientError.self) { try program.client.attach(TapGesture(), to: region) }
        guard case .invalidParameter(let name, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name == parameter)
    }
}
