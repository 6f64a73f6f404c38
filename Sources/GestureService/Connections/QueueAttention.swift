/// Whether any queue of a server needs the attention of its connection: which one, the queues know.
///
/// Queues set it whenever they send, also while the events of a frame are sent, when no connection may change.
/// ``SocketServer/reap()`` takes it after the frame, so that wake-ups in which nothing has set it do not visit all connections.
final class QueueAttention {
    private var isNeeded = false

    func request() { isNeeded = true }

    /// Returns whether a queue has needed attention since the last call.
    func take() -> Bool {
        defer { isNeeded = false }
        return isNeeded
    }
}
