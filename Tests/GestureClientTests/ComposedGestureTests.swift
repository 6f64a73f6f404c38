import GestureClient
import Testing

@Suite("Gestures of programs") struct ComposedGestureTests {
    private struct Move: Gesture {
        var body: some Gesture<SequenceGesture<LongPressGesture, DragGesture>.Value> {
            LongPressGesture().sequenced(before: DragGesture())
        }
    }

    private struct Confirm: Gesture {
        var body: some Gesture<Bool> { TapGesture(count: 2).map { _ in true } }
    }

    private func value<Value>(of _: some GestureSource<Value>) -> Value.Type { Value.self }

    @Test("the values of a gesture are those of its body")
    func values() {
        #expect(value(of: Move()) == SequenceGesture<LongPressGesture, DragGesture>.Value.self)
        #expect(value(of: Confirm()) == Bool.self)
        #expect(value(of: Confirm().sequenced(before: Move())) == SequenceGesture<Confirm, Move>.Value.self)
    }
}
