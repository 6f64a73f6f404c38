/// A player that waits until a program has subscribed.
struct SubscriptionWaiter: Sendable {
    fileprivate let id: Int
    /// The number of open subscriptions that it waits for; nil for the first one.
    fileprivate let count: Int?
    let continuation: CheckedContinuation<Bool, Never>
}

extension PlayedService {
    /// A program has subscribed long before, even on a busy machine.
    private static let patience = Duration.seconds(30)

    /// Waits until this number of subscriptions are open.
    ///
    /// - Parameter count: nil to wait for the first one.
    /// - Returns: false after 30 s, or if the task is cancelled.
    func whenSubscribed(_ count: Int?) async -> Bool {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let alarm = Task {
            try await Task.sleep(for: Self.patience)
            giveUp(id)
        }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.hasSubscriptions(count) { return true }
                    if Task.isCancelled { return false }
                    state.waiters.append(SubscriptionWaiter(id: id, count: count, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func giveUp(_ id: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }
}

extension PlayedService.State {
    fileprivate func hasSubscriptions(_ count: Int?) -> Bool {
        count.map { subscriptions.count >= $0 } ?? (subscribed > 0)
    }

    /// Removes the waiters that wait no longer.
    mutating func takeSatisfiedWaiters() -> [SubscriptionWaiter] {
        let waiting = waiters
        waiters = waiting.filter { !hasSubscriptions($0.count) }
        return waiting.filter { hasSubscriptions($0.count) }
    }
}
