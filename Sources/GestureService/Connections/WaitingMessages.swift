import GestureCore
import GestureProtocol

/// The messages to one client that are not sent yet, in their order.
///
/// Once it has to wait, a `changed` is replaced by the next of its gesture; everything else stays. As long as all is sent at
/// once, all that this costs is to note where a `changed` is.
struct WaitingMessages {
    /// Append whole messages to it.
    var writer = JSONWriter()
    /// How many bytes of it are sent already; the first message that is not gone may be half sent.
    private(set) var sent = 0
    /// Whether there is more than the socket took.
    private(set) var isWaiting = false
    /// How many events were replaced by a newer one, ever.
    private(set) var coalesced: UInt64 = 0
    /// Every `changed` of which nothing is sent yet.
    private var changes: [Change] = []
    /// Of those that were replaced and are still in the buffer.
    private var replacedBytes = 0

    private struct Change {
        var gesture: UInt64
        /// Where its message is in the buffer, in bytes.
        var start: Int
        var count: Int
        var isReplaced = false
    }

    /// Beyond this the buffer of a client that was slow is given back, in bytes.
    private static let keptCapacity = 65_536

    init() {
        writer.bytes.reserveCapacity(4096)
    }

    /// Makes room for the events of one wake-up, so that a subscription allocates nothing later.
    mutating func reserve(_ count: Int) {
        writer.bytes.reserveCapacity(count + count / 8)
        changes.reserveCapacity(64)
    }

    var isEmpty: Bool { writer.bytes.count == sent }

    /// How many bytes are still to be sent.
    var count: Int { writer.bytes.count - sent - replacedBytes }

    /// Takes note that what was appended from `start` on is a `changed` of a gesture.
    mutating func noteChange(of gesture: UInt64, from start: Int) {
        let count = writer.bytes.count - start
        if isWaiting { replaceLast(of: gesture) }
        // It is the last still, where others were taken out.
        changes.append(Change(gesture: gesture, start: writer.bytes.count - count, count: count))
    }

    /// Counts events that were replaced before they came here.
    mutating func noteCoalesced(_ count: UInt64) { coalesced += count }

    private mutating func replaceLast(of gesture: UInt64) {
        // From the newest on: what goes on was told a moment ago.
        guard let index = changes.lastIndex(where: { $0.gesture == gesture && !$0.isReplaced }) else { return }
        changes[index].isReplaced = true
        replacedBytes += changes[index].count
        coalesced += 1
        // So no more than a quarter of the buffer is waste, and at most three bytes are moved for each that was replaced.
        if replacedBytes > writer.bytes.count / 4 { removeReplaced() }
    }

    // MARK: Sending

    /// Sends all there is by calls of `send`, which is given what is left and says how much of it was taken; until that is
    /// nothing.
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
        // Only the tail of the last message may be split off: keep what marks where a message starts.
        let gone = max(0, sent - 1)
        writer.bytes.removeFirst(gone)
        changes.removeAll { $0.start < sent }
        for index in changes.indices { changes[index].start -= gone }
        sent -= gone
        isWaiting = true
    }

    /// Takes out all that waits but a message that is half sent, without whose end the client could not read the next. What
    /// is left is to be sent anew.
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

    // MARK: What was replaced

    /// Takes it out of the buffer, moving each of the others once.
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

    /// - Returns: the end of where it is now.
    private mutating func move(_ place: Range<Int>, to target: Int) -> Int {
        if place.lowerBound > target {
            unsafe writer.bytes.withUnsafeMutableBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[target...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place]))
            }
        }
        return target + place.count
    }
}
