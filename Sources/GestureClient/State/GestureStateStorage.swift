import Synchronization

/// The value that all copies of a ``GestureState`` share, and the tasks that wait for its next change.
///
/// Observers compare version numbers. The storage knows them only while they wait, so an observer that is gone leaves nothing
/// behind.
final class GestureStateStorage<Value: Sendable>: Sendable {
    struct Latest: Sendable {
        var value: Value
        var transaction = Transaction()
        /// The number of changes so far.
        var version = 0
    }

    private struct State {
        var latest: Latest
        /// Set since the last reset.
        var isSet = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        /// The key of the next task in `waiting`.
        var nextKey = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(State(latest: Latest(value: value))) }

    var latest: Latest { state.withLock { $0.latest } }

    /// The number of tasks that wait for a change.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func set(_ value: Value, _ transaction: Transaction) {
        change(to: value, transaction, isSet: true) { _ in true }
    }

    /// Starts a reset.
    ///
    /// - Returns: the value, if it was set since the last reset.
    func beginReset() -> Value? {
        state.withLock { state in
            guard state.isSet else { return nil }
            state.isSet = false
            return state.latest.value
        }
    }

    /// Completes a reset, unless the value was set after ``beginReset()``.
    func endReset(_ initialValue: Value, _ transaction: Transaction) {
        change(to: initialValue, transaction, isSet: false) { !$0.isSet }
    }

    private func change(
        to value: Value, _ transaction: Transaction, isSet: Bool, if condition: (State) -> Bool
    ) {
        let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            guard condition(state) else { return [:] }
            state.latest = Latest(value: value, transaction: transaction, version: state.latest.version + 1)
            state.isSet = isSet
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Returns when there is a later version, or the task is cancelled.
    nonisolated(nonsending) func waitForChange(since version: Int) async {
        let key = state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A task that is cancelled after this check removes itself, because it waits for the lock.
                    if state.latest.version != version || Task.isCancelled { return true }
                    state.waiting[key] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume()
        }
    }
}
