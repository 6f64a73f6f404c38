/// The current value of a ``GestureState``, and then each change.
///
/// Each iteration begins with the current value, in a transaction without animation. A task that is slower than the changes
/// gets only the newest. Any number of tasks can iterate at the same time. The sequence ends when its task is cancelled.
public struct GestureStateUpdates<Value: Sendable>: AsyncSequence, Sendable {
    /// A value, and the transaction in which it was set.
    public struct Element: Sendable {
        public var value: Value
        /// Says how to show the change.
        public var transaction: Transaction
    }

    let storage: GestureStateStorage<Value>

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let storage: GestureStateStorage<Value>
        /// The version of the last element; nil before the first.
        fileprivate var version: Int?

        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            while !Task.isCancelled {
                let latest = storage.latest
                if let version, version == latest.version {
                    await storage.waitForChange(since: version)
                } else {
                    let transaction = version == nil ? Transaction() : latest.transaction
                    version = latest.version
                    return Element(value: latest.value, transaction: transaction)
                }
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }
}
