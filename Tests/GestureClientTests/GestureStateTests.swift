import Testing

@testable import GestureClient

@Suite struct GestureStateTests {
    /// A program's state, as in SwiftUI.
    private struct Canvas {
        @GestureState var offset = 3
        @GestureState(initialValue: 4) var size
        @GestureState(resetTransaction: Transaction(animation: .easeOut)) var angle = 5
        @GestureState(initialValue: 6, resetTransaction: Transaction(animation: .easeIn)) var scale
        @GestureState(reset: { $1.animation = $0 > 8 ? .tap : .doubleTap }) var taps = 7
        @GestureState(initialValue: 8, reset: { $1.animation = .tap }) var presses
    }

    private func latestTransaction(_ state: GestureState<Int>) -> Transaction { state.storage.latest.transaction }

    @Test func `begins with the initial value`() {
        let canvas = Canvas()
        #expect(
            [canvas.offset, canvas.size, canvas.angle, canvas.scale, canvas.taps, canvas.presses] == [3, 4, 5, 6, 7, 8])
    }

    @Test func `all copies have the same value`() {
        let canvas = Canvas()
        let copy = canvas
        canvas.$offset.set(10, Transaction())
        #expect(copy.offset == 10)
        #expect(copy.$offset.wrappedValue == 10)
        canvas.$offset.reset()
        #expect(copy.offset == 3)
    }

    @Test func `a state returns to its initial value at once by default`() {
        let canvas = Canvas()
        for state in [canvas.$offset, canvas.$size] {
            let initial = state.wrappedValue
            state.set(10, Transaction(animation: .linear))
            withAnimation(.spring()) { state.reset() }
            #expect(state.wrappedValue == initial)
            #expect(latestTransaction(state) == Transaction())
        }
    }

    @Test func `a state returns with its reset transaction`() {
        let canvas = Canvas()
        for (state, animation) in [(canvas.$angle, Animation.easeOut), (canvas.$scale, .easeIn)] {
            state.set(10, Transaction())
            state.reset()
            #expect(latestTransaction(state) == Transaction(animation: animation))
        }
    }

    @Test func `a reset function gets the last value and changes the transaction`() {
        let canvas = Canvas()
        for (value, animation) in [(8, Animation.doubleTap), (9, .tap)] {
            canvas.$taps.set(value, Transaction())
            canvas.$taps.reset()
            #expect(canvas.taps == 7)
            #expect(latestTransaction(canvas.$taps).animation == animation)
        }
        canvas.$presses.set(9, Transaction())
        canvas.$presses.reset()
        #expect(canvas.presses == 8)
        #expect(latestTransaction(canvas.$presses).animation == .tap)
    }

    @Test func `a reset function starts with the current transaction`() {
        let state = GestureState(initialValue: 0) { _, _ in }
        state.set(1, Transaction())
        withAnimation(.easeIn) { state.reset() }
        #expect(latestTransaction(state).animation == .easeIn)
    }

    @Test func `a change has its transaction`() {
        let state = GestureState(initialValue: 0)
        state.set(1, Transaction(animation: .tap))
        #expect(latestTransaction(state).animation == .tap)
        state.set(2, Transaction())
        #expect(latestTransaction(state) == Transaction())
    }

    @Test func `neither changes nor resets are animated while animations are disabled`() {
        let state = GestureState(initialValue: 0, resetTransaction: Transaction(animation: .easeIn))
        withTransaction(\.disablesAnimations, true) {
            state.set(1, Transaction(animation: .linear))
            #expect(state.wrappedValue == 1)
            #expect(latestTransaction(state) == .current)
            state.reset()
            #expect(state.wrappedValue == 0)
            #expect(latestTransaction(state) == .current)
            #expect(latestTransaction(state).animation == nil)
        }
    }

    @Test func `a reset without a change publishes nothing`() {
        let state = GestureState(initialValue: 0) { _, _ in Issue.record("reset") }
        state.reset()
        #expect(state.storage.latest.version == 0)
    }

    @Test func `a second reset publishes nothing`() {
        let state = GestureState(initialValue: 0)
        state.set(0, Transaction())
        state.reset()
        state.reset()
        #expect(state.storage.latest.version == 2)
    }

    @Test func `a change during a reset wins`() {
        let storage = GestureStateStorage(0)
        storage.set(1, Transaction())
        #expect(storage.beginReset() == 1)
        storage.set(2, Transaction())
        storage.endReset(0, Transaction())
        #expect(storage.latest.value == 2)
        #expect(storage.beginReset() == 2)
        storage.endReset(0, Transaction())
        #expect(storage.latest.value == 0)
    }
}
