import FuzzSupport
import GestureProtocol
import TestSupport

@testable import GestureClient

/// What a hostile service sends, in the chunks in which it arrives: the byte 1 stands between two of them.
@main
enum FuzzReplies {
    static func main() {
        unsafe runFuzzer { bytes, count in
            let input = unsafe UnsafeBufferPointer(start: bytes, count: count)
            let chunks = input.split(separator: 1, omittingEmptySubsequences: false)
            let sent = chunks.flatMap { $0 }.split(separator: 0, omittingEmptySubsequences: false)
            var buffer = MessageBuffer()
            var received: [[UInt8]] = []
            for chunk in chunks {
                buffer.append(chunk)
                // As clients do, who read no further than the largest reply.
                demand(buffer.hasMessage == chunk.contains(0), "a message is complete with its NUL")
                while let message = buffer.next() { received.append(message) }
            }
            demand(received == sent.dropLast().map(Array.init), "other messages were received than were sent")
            demand(buffer.count == sent.last?.count, "the rest has another length")
            for message in received { read(message) }
            return 0
        }
    }
}

/// Reads a message as each kind of reply that a program can wait for.
private func read(_ message: [UInt8]) {
    guard let reply = VarlinkReply(message) else { return }
    if let error = reply.error {
        let read = GestureClientError(error: error, parameters: reply.parameters)
        demand(!"\(read)".isEmpty, "an error without a description")
    }
    guard let parameters = reply.parameters else { return }
    _ = ServiceStatus(StatusReport(parameters))
    let list = DeviceList(parameters)
    let listed = parameters["devices"]
    let objects = (0..<(listed?.count ?? 0)).count { listed?[$0].kind == .object }
    demand(TouchDevices(list).used.count == objects, "devices are missing")
    let replies = SubscriptionReply(parameters)
    if let state = replies.state { _ = ServiceState(state) }
    if let event = replies.event { _ = WireEvent(event) }
}
