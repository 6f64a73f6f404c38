import GestureCore
import GestureProtocol

/// The events that a recognition has found since its members were last sent any, as clients get them except for the start of
/// each, which every subscription writes with its own numbers.
///
/// A wake-up that finds several frames sends once, at its end. A `changed` is then replaced by a later one of its gesture, as in
/// the queue of a slow client: the more the service is behind, the less it has to send.
///
/// Nothing is allocated unless a single frame has more than 8 KB of events.
final class EventTexts {
    struct Text {
        /// Counts the events since ``removeAll()``, replaced ones included, from 1.
        var ordinal: UInt64
        /// The number of its gesture in the recognition.
        var gesture: UInt64
        var isChange: Bool
        /// Its range in ``bytes``.
        var place: Range<Int>
    }

    private(set) var texts: [Text] = []
    /// The number of events, replaced ones included.
    private(set) var count: UInt64 = 0
    private var writer = JSONWriter()
    /// The number of texts that are older than the events of the current frame.
    private var older = 0

    /// In bytes. A buffer that has grown to more than twice of it is released again.
    static let capacity = 16_384

    init() {
        texts.reserveCapacity(64)
        writer.bytes.reserveCapacity(Self.capacity)
    }

    var bytes: [UInt8] { writer.bytes }
    var isEmpty: Bool { count == 0 }
    /// Whether half of the capacity is used: it is then sent before the wake-up ends.
    var isLarge: Bool { writer.bytes.count > Self.capacity / 2 }
    /// How many events were replaced by a later one.
    var replaced: UInt64 { count - UInt64(texts.count) }

    func removeAll() {
        texts.clear()
        if writer.bytes.capacity > 2 * Self.capacity {
            writer.bytes = []
            writer.bytes.reserveCapacity(Self.capacity)
        } else {
            writer.bytes.removeAll(keepingCapacity: true)
        }
        count = 0
    }

    /// Starts the events of a frame, which may replace `changed` events of earlier frames.
    func startFrame() { older = texts.count }

    /// - Parameter modifiers: the keys that were held at its time.
    func append(
        _ event: GestureEvent, device: DeviceLabels, labels: borrowing EventLabels, modifiers: Modifiers,
        tellsPlaces: Bool
    ) {
        let (gesture, isChange) = (event.gesture, event.phase == .changed)
        if isChange, older > 0 { removeOlderChange(of: gesture) }
        let start = writer.bytes.count
        writer.eventReplyRest(event, device: device, labels: labels, modifiers: modifiers, tellsPlaces: tellsPlaces)
        count += 1
        texts.append(
            Text(ordinal: count, gesture: gesture, isChange: isChange, place: start..<writer.bytes.count))
    }

    private func removeOlderChange(of gesture: UInt64) {
        guard let index = texts[..<older].lastIndex(where: { $0.isChange && $0.gesture == gesture }) else { return }
        let place = texts.remove(at: index).place
        writer.bytes.removeSubrange(place)
        for later in index..<texts.count {
            let start = texts[later].place.lowerBound - place.count
            texts[later].place = start..<start + texts[later].place.count
        }
        older -= 1
    }
}
