import Testing

@testable import GestureClient

/// The time limit ends observers that would wait for ever.
@Suite(.timeLimit(.minutes(20))) struct GestureStateUpdatesTests {
    private let state = GestureState(initialValue: 0, resetTransaction: Transaction(animation: .easeOut))
    private let linear = Transaction(animation: .linear)

    /// Returns once that many tasks wait for a change.
    private func waiting(_ count: Int) async {
        while state.storage.waitingCount != count, !Task.isCancelled { await Task.yield() }
    }

    @Test func `begins with the current value, not animated`() async {
        state.set(1, linear)
        var iterator = state.updates.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first?.value == 1)
        #expect(first?.transaction == Transaction())
    }

    @Test func `then gives each change with its transaction`() async {
        var iterator = state.updates.makeAsyncIterator()
        #expect(await iterator.next()?.value == 0)
        state.set(1, linear)
        var next = await iterator.next()
        #expect(next?.value == 1)
        #expect(next?.transaction == linear)
        state.reset()
        next = await iterator.next()
        #expect(next?.value == 0)
        #expect(next?.transaction == Transaction(animation: .easeOut))
    }

    @Test func `a slow observer gets only the newest change`() async {
        var iterator = state.updates.makeAsyncIterator()
        #expect(await iterator.next()?.value == 0)
        for value in 1...100 { state.set(value, linear) }
        #expect(await iterator.next()?.value == 100)
        state.set(101, linear)
        #expect(await iterator.next()?.value == 101)
    }

    @Test func `wakes all observers that wait`() async {
        await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var values: [Int] = []
                    for await update in state.updates {
                        values.append(update.value)
                        if values.count == 3 { break }
                    }
                    return values
                }
            }
            await waiting(3)
            state.set(1, linear)
            await waiting(3)
            state.set(2, linear)
            for await values in group { #expect(values == [0, 1, 2]) }
        }
        #expect(state.storage.waitingCount == 0)
    }

    @Test func `a cancelled observer ends and leaves nothing behind`() async {
        let task = Task {
            var values: [Int] = []
            for await update in state.updates { values.append(update.value) }
            return values
        }
        await waiting(1)
        task.cancel()
        #expect(await task.value == [0])
        #expect(state.storage.waitingCount == 0)
        state.set(1, linear)
        #expect(state.wrappedValue == 1)
    }

    @Test func `cancelling one observer does not disturb another`() async {
        let observe = { @Sendable () async -> [Int] in
            var iterator = state.updates.makeAsyncIterator()
            return [await iterator.next(), await iterator.next()].compactMap { $0?.value }
        }
        let cancelled = Task { await observe() }
        await waiting(1)
        let other = Task { await observe() }
        await waiting(2)
        cancelled.cancel()
        #expect(await cancelled.value == [0])
        #expect(state.storage.waitingCount == 1)
        state.set(1, linear)
        #expect(await other.value == [0, 1])
    }

    @Test func `an observer that was cancelled before it starts gets nothing`() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            state.set(1, linear)
            for await _ in state.updates { return false }
            return true
        }
        task.cancel()
        #expect(await task.value)
    }

    @Test func `a cancelled task does not wait for a change`() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await state.storage.waitForChange(since: 0)
        }
        task.cancel()
        await task.value
        #expect(state.storage.waitingCount == 0)
    }

    @Test func `leaving the loop leaves nothing behind`() async {
        weak var storage: GestureStateStorage<Int>?
        do {
            let state = GestureState(initialValue: 0)
            storage = state.storage
            for await _ in state.updates { break }
            #expect(storage?.waitingCount == 0)
        }
        #expect(storage == nil)
    }

    @Test func `an observer ends although changes and cancellation compete`() async {
        for _ in 0..<200 {
            let tasks = (0..<5).map { _ in Task { for await _ in state.updates {} } }
            let changes = Task { for value in 0..<20 { state.set(value, linear) } }
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
            await changes.value
            #expect(state.storage.waitingCount == 0)
        }
    }

    @MainActor
    @Test func `gives updates on the caller's actor`() async {
        var values: [Int] = []
        for await update in state.updates {
            MainActor.assertIsolated()
            values.append(update.value)
            if update.value == 2 { break }
            state.set(update.value + 1, linear)
        }
        #expect(values == [0, 1, 2])
    }
}
