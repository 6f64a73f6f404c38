import GestureCore
import Testing

@testable import GestureService

@Suite struct ConnectionStateTests {
    private static let time = Instant(microseconds: 5_000_000)

    /// A state as the questions that connections ask: open, reading, postponed, closing, closed.
    private func answers(_ state: ConnectionState) -> [Bool] {
        [state.isOpen, state.isReading, state.isPostponed, state.isClosing, state.isClosed]
    }

    @Test func `a postponed connection is open and reads later`() {
        #expect(answers(.open) == [true, true, false, false, false])
        #expect(answers(.postponed(until: Self.time)) == [true, false, true, false, false])
        #expect(answers(.closing(timeout: Self.time)) == [false, false, false, true, false])
        #expect(answers(.closed) == [false, false, false, false, true])
    }

    @Test func `only a state that ends by itself has a deadline`() {
        let deadlines = [
            ConnectionState.open, .postponed(until: Self.time), .closing(timeout: Self.time), .closed,
        ].map { $0.deadline }
        #expect(deadlines == [nil, Self.time, Self.time, nil])
    }
}
