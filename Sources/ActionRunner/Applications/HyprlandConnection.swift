import GestureProtocol
import System
import Text

/// The focus as Hyprland reports it: changes on one socket, and the state at the start as a reply on another one.
final class HyprlandConnection {
    private(set) var application: ByteString?

    private let events: CompositorSocket
    private var lines = HyprlandLines()
    /// nil once the reply is complete, or an event is newer.
    private var query: CompositorSocket?
    private var reply: [UInt8] = []

    /// The largest reply in bytes.
    private static let largestReply = 65_536

    /// - Parameter folder: where the instance has its sockets.
    init(_ folder: String, loop: EventLoop) throws(CompositorError) {
        // First the events: none is missed while the state is requested.
        events = try CompositorSocket(Self.eventSocket(in: folder), loop: loop)
        let query = try CompositorSocket("\(folder)/.socket.sock", loop: loop)
        try query.send(Array("j/activewindow".utf8))
        self.query = query
    }

    static func eventSocket(in folder: String) -> String { "\(folder)/.socket2.sock" }

    func read() throws(CompositorError) {
        try readReply()
        lines.append(try events.receiveOrFail())
        while let line = lines.next() {
            guard let name = HyprlandLines.activeClass(line) else { continue }
            application = reportedName(name)
            query = nil
        }
        if lines.isTooLong { throw events.failure("sent a line of more than \(HyprlandLines.longest) bytes") }
    }

    private func readReply() throws(CompositorError) {
        guard let query else { return }
        guard let bytes = try query.receive() else {
            // An empty object if no window has the focus.
            application = JSONDocument(reply)?.root["class"]?.string.flatMap { reportedName($0) }
            self.query = nil
            return
        }
        reply += bytes
        if reply.count > Self.largestReply { throw query.failure("replied with more than \(Self.largestReply) bytes") }
    }
}
