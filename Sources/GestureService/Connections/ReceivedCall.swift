import GestureProtocol

/// A call whose turn has come, and the connection that it came from.
///
/// The service answers it, and then calls ``ClientConnection/finishAnswer()``.
struct ReceivedCall {
    let call: VarlinkCall
    let connection: ClientConnection
}
