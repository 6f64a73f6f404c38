import GestureCore
import GestureProtocol

/// Events as clients get them, but for the start of each, which every subscription writes with numbers of its own.
///
/// One buffer, kept from frame to frame: in the steady state nothing is allocated.
final class EventTexts {
    struct Text {
        /// The number of its gesture where it was recognized.
        var gesture: UInt64
        var isChange: Bool
        /// Where it is in ``bytes``.
        var place: Range<Int>
    }

    private(set) var texts: [Text] = []
    private var writer = JSONWriter()

    init() {
        texts.reserveCapacity(64)
        writer.bytes.reserveCapacity(4096)
    }

    var bytes: [UInt8] { writer.bytes }

    func removeAll() {
        texts.clear()
        writer.bytes.removeAll(keepingCapacity: true)
    }

    /// - Parameter modifiers: those that were held at its time.
    func append(
        _ event: GestureEvent, device: DeviceLabels, labels: EventLabels, modifiers: Modifiers, tellsPlaces: Bool
    ) {
        let start = writer.bytes.count
        writer.eventReplyRest(event, device: device, labels: labels, modifiers: modifiers, tellsPlaces: tellsPlaces)
        texts.append(
            Text(gesture: event.gesture, isChange: event.phase == .changed, place: start..<writer.bytes.count))
    }
}
