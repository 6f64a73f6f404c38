/// The way in which a change of state is shown.
///
/// ```swift
/// withAnimation(.easeOut) {
///     print(Transaction.current.animation == .easeOut)  // true, in functions called from here, too
/// }
/// ```
///
/// ``GestureState`` publishes each change together with the transaction in which it was made.
public struct Transaction: Hashable, Sendable {
    /// The animation with which to show the change; nil to show it at once.
    public var animation: Animation?

    /// Keeps other code from adding an animation.
    ///
    /// A current transaction that disables animations stays current: ``withTransaction(_:_:)`` and ``withAnimation(_:_:)`` in its
    /// scope run their body in it, and ``GestureState`` publishes changes with it. Its own animation, usually nil, still
    /// applies. This turns off animations in a whole program:
    ///
    /// ```swift
    /// try await withTransaction(\.disablesAnimations, true) {
    ///     try await run()
    /// }
    /// ```
    public var disablesAnimations = false

    /// Creates a transaction that shows changes at once.
    public init() {}

    /// Creates a transaction that shows changes with an animation, or at once if it is nil.
    public init(animation: Animation?) { self.animation = animation }

    /// The transaction of the current scope: that of the innermost ``withTransaction(_:_:)`` or ``withAnimation(_:_:)``.
    ///
    /// Child tasks and unstructured tasks inherit it; detached tasks do not.
    @TaskLocal public static var current = Transaction()

    /// The transaction that applies if code asks for this one: the current one if that disables animations.
    var permitted: Transaction { Self.current.disablesAnimations ? Self.current : self }
}

/// Runs a function with a current transaction.
///
/// Inside a transaction that disables animations, that one stays current.
public func withTransaction<Result, Failure>(
    _ transaction: Transaction, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    let result = Transaction.$current.withValue(transaction.permitted) { () -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
}

/// Runs an asynchronous function with a current transaction, on the caller's actor.
///
/// Inside a transaction that disables animations, that one stays current.
nonisolated(nonsending) public func withTransaction<Result, Failure>(
    _ transaction: Transaction, _ body: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    let result = await Transaction.$current.withValue(transaction.permitted) { () -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
}

/// Runs a function with the current transaction, one property of which is changed.
///
/// Inside a transaction that disables animations, that one stays current.
public func withTransaction<Value, Result, Failure>(
    _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try withTransaction(.current(with: keyPath, value), body)
}

/// Runs an asynchronous function with the current transaction, one property of which is changed, on the caller's actor.
///
/// Inside a transaction that disables animations, that one stays current.
nonisolated(nonsending) public func withTransaction<Value, Result, Failure>(
    _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withTransaction(.current(with: keyPath, value), body)
}

/// Runs a function that changes state, to show the changes with an animation.
///
/// - Parameter animation: nil to show the changes at once.
public func withAnimation<Result, Failure>(
    _ animation: Animation? = .default, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try withTransaction(\.animation, animation, body)
}

/// Runs an asynchronous function that changes state, to show the changes with an animation, on the caller's actor.
///
/// - Parameter animation: nil to show the changes at once.
nonisolated(nonsending) public func withAnimation<Result, Failure>(
    _ animation: Animation? = .default, _ body: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withTransaction(\.animation, animation, body)
}

extension Transaction {
    fileprivate static func current<Value>(
        with keyPath: WritableKeyPath<Transaction, Value>, _ value: Value
    ) -> Transaction {
        var transaction = current
        transaction[keyPath: keyPath] = value
        return transaction
    }
}
