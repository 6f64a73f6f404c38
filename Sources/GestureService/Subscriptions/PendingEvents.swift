import GestureCore
import GestureProtocol

/// The events of a shared engine that its members have not got yet, as JSON. Only the start of each is missing, which every
/// subscription writes with its own numbers.
///
/// A wake-up that finds several frames sends once, at its end. A `changed` is then replaced by a later one of its gesture, as in
/// the queue of a slow client: the more the service is behind, the less it has to send.
///
/// Nothing is allocated unless a single frame has more than 8 KB of events.
final class PendingEvents {
    struct Event {
        /// The number of the event since ``removeAll()``, replaced ones included, from 1.
        var ordinal: UInt64
        /// The number of its gesture in the engine.
        var gesture: UInt64
        var isChange: Bool
        /// Its range in ``bytes``.
        var range: Range<Int>
    }

    private(set) var events: [Event] = []
    /// The number of events, replaced ones included.
    private(set) var count: UInt64 = 0
    private var writer = JSONWriter()
    /// The number of events that are older than the current frame.
    private var olderCount = 0

    /// In bytes. A buffer that has grown to more than twice of it is released again.
    static let capacity = 16_384

    init() {
        events.reserveCapacity(64)
        writer.bytes.reserveCapacity(Self.capacity)
    }

    var bytes: [UInt8] { writer.bytes }
    var isEmpty: Bool { count == 0 }
    /// Whether half of the capacity is used. The events are then sent before the wake-up ends.
    var isLarge: Bool { writer.bytes.count > Self.capacity / 2 }
    /// How many events were replaced by a later one.
    var replaced: UInt64 { count - UInt64(events.count) }

    func removeAll() {
        events.clear()
        if writer.bytes.capacity > 2 * Self.capacity {
            writer.bytes = []
            writer.bytes.reserveCapacity(Self.capacity)
        } else {
            writer.bytes.removeAll(keepingCapacity: true)
        }
        count = 0
    }

    /// Starts the events of a frame, which may replace `changed` events of earlier frames.
    func startFrame() { olderCount = events.count }

    /// - Parameter modifiers: the modifier keys that were held at the time of the event.
    func append(
        _ event: EngineEvent, device: DeviceLabels, labels: EventLabels, modifiers: EventModifiers,
        includesPositions: Bool
    ) {
        let (gesture, isChange) = (event.gesture, event.phase == .changed)
        if isChange, olderCount > 0 { removeOlderChange(of: gesture) }
        let start = writer.bytes.count
        writer.eventReplyRest(
            event, device: device, labels: labels, modifiers: modifiers, includesPositions: includesPositions)
        count += 1
        events.append(
            Event(ordinal: count, gesture: gesture, isChange: isChange, range: start..<writer.bytes.count))
    }

    private func removeOlderChange(of gesture: UInt64) {
        guard let index = events[..<olderCount].lastIndex(where: { $0.isChange && $0.gesture == gesture }) else {
            return
        }
        let range = events.remove(at: index).range
        writer.bytes.removeSubrange(range)
        for later in index..<events.count {
            let start = events[later].range.lowerBound - range.count
            events[later].range = start..<start + events[later].range.count
        }
        olderCount -= 1
    }
}
