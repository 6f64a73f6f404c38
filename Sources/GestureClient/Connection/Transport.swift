/// The way to a service: its socket, or in tests of programs a service that is part of the process.
package protocol Transport: Sendable {
    /// Sends a call over a connection of its own. The replies arrive in `receiver`, which is closed when the connection is lost.
    ///
    /// - Parameter call: a Varlink call, without the NUL at its end.
    func open(_ call: [UInt8], _ receiver: any MessageReceiver) throws(GestureClientError) -> any Connection

    /// The error that says that a connection was lost.
    var lost: GestureClientError { get }

    /// Runs an action when it is time to connect again.
    ///
    /// - Parameter delay: the usual time until then, in seconds.
    func retry(after delay: Double, _ action: @escaping @Sendable () -> Void)
}

/// A connection that a ``Transport`` opened.
package protocol Connection: Sendable {
    /// Closes the connection at once. Calling it again has no effect.
    func cancel()

    /// Delivers messages again after ``MessageReceiver/receive(_:)`` returned false.
    func resume()
}

/// Takes the messages of a connection.
package protocol MessageReceiver: Sendable {
    /// - Returns: false if no more messages should follow until the receiver resumes the connection. It still accepts messages that
    ///   have arrived already.
    func receive(_ message: [UInt8]) -> Bool
    /// Has the receiver resume a connection, to which it returned false, once it has room.
    func resumeOnceEmptier(_ connection: any Connection)
    /// No more messages follow, for this reason.
    func close(_ reason: GestureClientError)
    /// Waits until the program has handled all messages and waits for the next one, or takes no more.
    func whenConsumed() async
}
