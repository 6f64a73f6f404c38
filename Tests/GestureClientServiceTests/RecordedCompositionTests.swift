import GestureClient
import Testing

/// Compositions against the service: the values of their members, compared with `gesturectl replay`, and their phases.
@Suite(.timeLimit(.minutes(20)))
struct RecordedCompositionTests {
    private static let pinch = Recording(
        "two fingers that move apart and turn",
        Touch(0, at: 0, through: (800, 800), (600, 500), (500, 900), duration: 200),
        Touch(1, at: 0, through: (900, 900), (1200, 1200), (1300, 800), duration: 200))
    private static let longPressAndDrag = Recording(
        "a long press that becomes a drag",
        Touch(at: 0, through: (500, 500), (900, 540), rest: 800, duration: 200))
    private static let doubleTap = Recording("two taps", Touch(at: 0, 500, 500), Touch(at: 150, 500, 500))

    private func phases<Value: Described>(
        of gesture: some Gesture<Value>, _ recording: Recording, untilOver count: Int = 1
    ) async throws -> [String] {
        let service = try await RunningService(playing: recording)
        return try await ComparedStream([gesture.described], playing: recording, from: service)
            .phases(untilOver: count)
    }

    @Test("a pinch and a rotation go on side by side")
    func simultaneous() async throws {
        let gesture = MagnifyGesture().simultaneously(with: RotateGesture())
        #expect(try await phases(of: gesture, Self.pinch) == ["began", "changed", "ended"])
    }

    @Test("a drag follows a long press")
    func sequence() async throws {
        let gesture = LongPressGesture().sequenced(before: DragGesture())
        #expect(try await phases(of: gesture, Self.longPressAndDrag) == ["began", "changed", "ended"])
    }

    @Test("a tap that a second one does not follow is possible and then cancelled")
    func sequenceOfTaps() async throws {
        let gesture = TapGesture().sequenced(before: TapGesture(), within: .seconds(2))
        #expect(try await phases(of: gesture, Self.doubleTap) == ["possible", "ended"])
    }

    @Test("the first gesture that is recognized wins")
    func exclusive() async throws {
        let gesture = TapGesture(count: 2).exclusively(before: TapGesture())
        #expect(try await phases(of: gesture, Self.doubleTap).last == "ended")
    }

    @Test("compositions nest")
    func nested() async throws {
        let gesture = LongPressGesture().sequenced(before: DragGesture().simultaneously(with: RotateGesture()))
            .exclusively(before: SwipeGesture())
        #expect(try await phases(of: gesture, Self.longPressAndDrag) == ["began", "changed", "ended"])
    }

    @Test("a gesture of the program is what its body is")
    func body() async throws {
        #expect(try await phases(of: Move(), Self.longPressAndDrag) == ["began", "changed", "ended"])
    }

    private struct Move: Gesture {
        var body: some Gesture<SequenceGesture<LongPressGesture, DragGesture>.Value> {
            LongPressGesture().sequenced(before: DragGesture())
        }
    }
}
