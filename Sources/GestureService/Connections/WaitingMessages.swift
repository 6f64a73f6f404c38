import GestureCore
import GestureProtocol

/// The messages to one client that are not sent yet, in order.
///
/// If messages have to wait, a `changed` is replaced by the next one of its gesture; all other messages stay. As long as
/// messages are sent at once, the only cost is to note where each `changed` is.
struct WaitingMessages {
    /// The buffer. Append whole messages to it.
    var writer = JSONWriter()
    /// How many bytes of the buffer are sent. The first message after them may be sent in part.
    private(set) var sent = 0
    /// Whether the socket did not take everything.
    private(set) var isWaiting = false
    /// How many events were replaced by a newer one since the client connected.
    private(set) var coalesced: UInt64 = 0
    /// The `changed` messages of which nothing is sent yet.
    private var changes: [Change] = []
    /// The bytes of replaced messages that are still in the buffer.
    private var replacedBytes = 0

    private struct Change {
        var gesture: UInt64
        /// The position of its message in the buffer, in bytes.
        var start: Int
        var count: Int
        var isReplaced = false
    }

    /// A larger buffer of a slow client is released once it is empty. In bytes.
    private static let keptCapacity = 65_536

    init() {
        writer.bytes.reserveCapacity(4096)
    }

    /// Makes room for the events of one wake-up, so that nothing is allocated later.
    mutating func reserve(_ count: Int) {
        writer.bytes.reserveCapacity(count + count / 8)
        changes.reserveCapacity(64)
    }

    var isEmpty: Bool { writer.bytes.count == sent }

    /// The number of bytes that are still to be sent.
    var count: Int { writer.bytes.count - sent - replacedBytes }

    /// Notes that the message appended from `start` on is a `changed` of a gesture.
    mutating func noteChange(of gesture: UInt64, from start: Int) {
        let count = writer.bytes.count - start
        if isWaiting { replaceLast(of: gesture) }
        // It is still the last message, even if others were removed.
        changes.append(Change(gesture: gesture, start: writer.bytes.count - count, count: count))
    }

    /// Counts events that were replaced before they were appended.
    mutating func noteCoalesced(_ count: UInt64) { coalesced += count }

    private mutating func replaceLast(of gesture: UInt64) {
        // From the end: the last `changed` of a gesture that continues is recent.
        guard let index = changes.lastIndex(where: { $0.gesture == gesture && !$0.isReplaced }) else { return }
        changes[index].isReplaced = true
        replacedBytes += changes[index].count
        coalesced += 1
        // At most a quarter of the buffer is wasted, and at most three bytes are moved for each byte that was replaced.
        if replacedBytes > writer.bytes.count / 4 { removeReplaced() }
    }

    // MARK: Sending

    /// Sends all messages.
    ///
    /// - Parameter send: is called with the bytes that are left, and returns how many the socket took. It is called until that
    ///   is 0.
    mutating func send(_ send: (UnsafeRawBufferPointer) -> Int) {
        removeReplaced()
        while !isEmpty {
            let taken = unsafe writer.bytes.withUnsafeBytes { bytes in
                unsafe send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            guard taken > 0 else {
                keepRest()
                return
            }
            sent += taken
        }
        if isWaiting, writer.bytes.capacity > Self.keptCapacity { writer.bytes = [] }
        removeAll()
    }

    mutating func removeAll() {
        writer.bytes.removeAll(keepingCapacity: true)
        changes.clear()
        sent = 0
        replacedBytes = 0
        isWaiting = false
    }

    private mutating func keepRest() {
        // Keeps the byte before the rest: it is 0 if the rest starts with a whole message.
        let gone = max(0, sent - 1)
        writer.bytes.removeFirst(gone)
        changes.removeAll { $0.start < sent }
        for index in changes.indices { changes[index].start -= gone }
        sent -= gone
        isWaiting = true
    }

    /// Removes all messages except one that is sent in part: without its end, the client could not read the next one. Send the
    /// rest again.
    mutating func removeWaiting() {
        var end = sent
        if sent > 0, writer.bytes[sent - 1] != 0 {
            while end < writer.bytes.count, writer.bytes[end] != 0 { end += 1 }
            end = min(end + 1, writer.bytes.count)
        }
        writer.bytes.removeSubrange(end...)
        changes.removeAll()
        replacedBytes = 0
        isWaiting = false
    }

    // MARK: Replaced messages

    /// Removes them from the buffer, and moves each other message once.
    private mutating func removeReplaced() {
        guard replacedBytes > 0 else { return }
        var (source, target) = (0, 0)
        for index in changes.indices {
            if changes[index].isReplaced {
                target = move(source..<changes[index].start, to: target)
                source = changes[index].start + changes[index].count
            } else {
                changes[index].start -= source - target
            }
        }
        target = move(source..<writer.bytes.count, to: target)
        writer.bytes.removeSubrange(target...)
        changes.removeAll { $0.isReplaced }
        replacedBytes = 0
    }

    /// - Returns: the end of the bytes at their new position.
    private mutating func move(_ range: Range<Int>, to target: Int) -> Int {
        if range.lowerBound > target {
            unsafe writer.bytes.withUnsafeMutableBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[target...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
            }
        }
        return target + range.count
    }
}
