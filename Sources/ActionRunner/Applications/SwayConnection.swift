import GestureProtocol
import System
import Text

/// The focus as sway reports it over its IPC socket.
///
/// Events say that something has changed, and the tree says what has the focus then. At most one request for the tree is
/// unanswered, so many events at once cost two trees.
final class SwayConnection {
    private(set) var application: ByteString?

    private let socket: CompositorSocket
    private var messages = SwayMessages()
    private var awaitsTree = true
    /// Whether something has changed since the tree was requested.
    private var isOutdated = false

    init(_ path: String, loop: EventLoop) throws(CompositorError) {
        socket = try CompositorSocket(path, loop: loop)
        let subscribe = SwayMessages.request(SwayMessages.Kind.subscribe, "[\"window\",\"workspace\"]")
        try socket.send(subscribe + SwayMessages.request(SwayMessages.Kind.tree))
    }

    func read() throws(CompositorError) {
        messages.append(try socket.receiveOrFail())
        while let message = try next() { try handle(message) }
        guard isOutdated, !awaitsTree else { return }
        try socket.send(SwayMessages.request(SwayMessages.Kind.tree))
        (isOutdated, awaitsTree) = (false, true)
    }

    private func next() throws(CompositorError) -> SwayMessages.Message? {
        do throws(SwayMessages.Problem) {
            return try messages.next()
        } catch {
            switch error {
            case .notIPC: throw socket.failure("sent no message of sway's IPC")
            case .tooLarge(let size):
                throw socket.failure("sent a message of \(size) bytes, limit \(SwayMessages.largestPayload)")
            }
        }
    }

    private func handle(_ message: SwayMessages.Message) throws(CompositorError) {
        guard let content = SwayTree.parse(message.payload) else { throw socket.failure("sent invalid JSON") }
        switch message.kind {
        case SwayMessages.Kind.subscribe:
            guard content["success"]?.bool == true else { throw socket.failure("refuses to send events") }
        case SwayMessages.Kind.tree:
            awaitsTree = false
            application = SwayTree.focusedApplication(in: content)
        case SwayMessages.Kind.windowEvent, SwayMessages.Kind.workspaceEvent:
            if SwayTree.canMoveFocus(content) { isOutdated = true }
        default: break
        }
    }
}
