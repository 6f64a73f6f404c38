/// A value that changes while a gesture goes on, and returns to its initial value when the gesture ends, is cancelled, or the
/// connection to the service is lost.
///
/// Only the gesture's `updating` modifier changes it. All copies share one value.
///
/// ```swift
/// @GestureState(resetTransaction: Transaction(animation: .spring())) var offset = 0.0
///
/// for await change in $offset.updates {
///     draw(offset: change.value, with: change.transaction.animation)
/// }
/// ```
@propertyWrapper
public struct GestureState<Value: Sendable>: Sendable {
    private let initialValue: Value
    private let prepareReset: @Sendable (Value, inout Transaction) -> Void
    let storage: GestureStateStorage<Value>

    /// Creates a state.
    ///
    /// - Parameter resetTransaction: the transaction in which the state returns to its initial value.
    public init(wrappedValue: Value, resetTransaction: Transaction = Transaction()) {
        self.init(initialValue: wrappedValue, resetTransaction: resetTransaction)
    }

    /// Creates a state.
    ///
    /// - Parameter resetTransaction: the transaction in which the state returns to its initial value.
    public init(initialValue: Value, resetTransaction: Transaction = Transaction()) {
        self.init(initialValue: initialValue) { _, transaction in transaction = resetTransaction }
    }

    /// Creates a state.
    ///
    /// - Parameter reset: changes the transaction in which the state returns to its initial value. It gets the last value, and
    ///   the current transaction.
    public init(wrappedValue: Value, reset: @escaping @Sendable (Value, inout Transaction) -> Void) {
        self.init(initialValue: wrappedValue, reset: reset)
    }

    /// Creates a state.
    ///
    /// - Parameter reset: changes the transaction in which the state returns to its initial value. It gets the last value, and
    ///   the current transaction.
    public init(initialValue: Value, reset: @escaping @Sendable (Value, inout Transaction) -> Void) {
        self.initialValue = initialValue
        prepareReset = reset
        storage = GestureStateStorage(initialValue)
    }

    /// The current value.
    public var wrappedValue: Value { storage.latest.value }

    /// The state itself, to give to a gesture's `updating` modifier, and to observe.
    public var projectedValue: GestureState { self }

    /// The current value, and then each change.
    public var updates: GestureStateUpdates<Value> { GestureStateUpdates(storage: storage) }

    /// Changes the value, and publishes it with the transaction. One that disables animations and is current replaces that.
    func set(_ value: Value, _ transaction: Transaction) {
        storage.set(value, transaction.permitted)
    }

    /// Returns to the initial value and publishes it, if the value was set since the last reset.
    func reset() {
        guard let value = storage.beginReset() else { return }
        var transaction = Transaction.current
        prepareReset(value, &transaction)
        storage.endReset(initialValue, transaction.permitted)
    }
}
