import GestureCore
import TouchDecoding

/// Keeps the last events of a device in a ring of fixed size: the flight recorder.
///
/// The memory is allocated once. Events are counted from the first one, so a position in the history stays valid until its event is
/// overwritten.
package final class EventHistory {
    /// A number of events that is a power of two.
    private var ring: [RawEvent]
    private let mask: Int
    /// The state of the device before the event at ``start``.
    fileprivate private(set) var startState: DeviceSnapshot
    /// Whether the event at ``start`` is the first of a frame.
    fileprivate private(set) var startsWithFrame = true
    /// The position of the oldest event.
    package private(set) var start: UInt64 = 0
    /// The position after the latest event.
    package private(set) var end: UInt64 = 0
    /// The time of the latest event of the device; nil before the first one. A note that events were lost does not count.
    package private(set) var lastTime: Instant?

    /// More than two moving fingers on a panel that reports 120 times a second.
    private static let eventsPerSecond: Int64 = 1000
    /// The largest capacity: 1 MiB.
    package static let mostEvents = 1 << 16

    /// Returns the number of events that suffice for a time.
    package static func capacity(for keep: Interval) -> Int {
        let wanted = min(keep.microseconds / 1000 * eventsPerSecond / 1000, Int64(mostEvents))
        var capacity = 1
        while capacity < wanted { capacity *= 2 }
        return capacity
    }

    /// - Parameters:
    ///   - capacity: a power of two.
    ///   - state: the state of the device before the first event.
    package init(capacity: Int, _ state: DeviceSnapshot) {
        ring = [RawEvent](repeating: Self.unused, count: capacity)
        mask = capacity - 1
        startState = state
    }

    /// Takes over the events of another history, as far as they fit, at the same positions.
    package convenience init(capacity: Int, _ other: EventHistory) {
        self.init(capacity: capacity, other.startState)
        startsWithFrame = other.startsWithFrame
        (start, end, lastTime) = (other.start, other.end, other.lastTime)
        while end - start > UInt64(capacity) { drop(other[start]) }
        var position = start
        while position < end {
            ring[Int(truncatingIfNeeded: position) & mask] = other[position]
            position += 1
        }
    }

    package var capacity: Int { ring.count }

    /// Overwrites the events and releases their memory. Nothing can be appended after that.
    package func clear() {
        erase()
        ring = []
        startState = DeviceSnapshot()
        start = end
    }

    deinit { erase() }

    private static let unused = RawEvent(time: Instant(microseconds: 0), type: 0, code: 0, value: 0)

    private func erase() { unsafe ring.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: Self.unused) } }

    fileprivate var isCleared: Bool { ring.isEmpty }

    /// - Parameter position: from ``start`` to before ``end``.
    subscript(position: UInt64) -> RawEvent { ring[Int(truncatingIfNeeded: position) & mask] }

    /// Appends an event of the device.
    package func append(_ event: RawEvent) {
        lastTime = event.time
        store(event)
    }

    /// Overwrites the oldest event if the ring is full.
    private func store(_ event: RawEvent) {
        let index = Int(truncatingIfNeeded: end) & mask
        if end - start > UInt64(mask) { drop(ring[index]) }
        ring[index] = event
        end += 1
    }

    private func drop(_ oldest: RawEvent) {
        startState.apply(oldest)
        startsWithFrame = oldest.isReport
        start += 1
    }

    /// Notes that events were lost.
    ///
    /// - Parameter state: the state of the device after that.
    package func append(overrunAt time: Instant, _ state: DeviceSnapshot, of description: DeviceDescription) {
        for event in state.overrunEvents(at: time, of: description) { store(event) }
    }
}

/// Writes the last events of a history as a recording, in parts, while the history receives further events.
///
/// The recording begins before the first touch that was on the device in the kept time, with no finger down. If the beginning of
/// that touch is overwritten, it begins after it; if the touch lasts until the end, it begins with the oldest frame, and the fingers
/// that are down are ignored in a replay.
package final class HistoryReader {
    private let history: EventHistory
    private let description: DeviceDescription
    private let context: DeviceContext
    private let keep: Interval
    /// The time of the latest event.
    private let latest: Instant
    /// The position after the last complete frame.
    private let end: UInt64
    private var position: UInt64 = 0
    private var phase = Phase.searching

    private enum Phase {
        case searching
        case writing(DeviceRecorder)
        case finished
        case overwritten
    }

    /// The state of the device before the event at ``position``, while searching.
    private var state = DeviceSnapshot()
    /// Whether the current frame has, or may have, contacts of protocol A, which are no part of ``state``.
    private var hasContacts = false
    private var oldestFrame: Boundary?
    /// The last boundary before the kept time at which no finger is down.
    private var untouched: Boundary?

    /// A position between two frames.
    private struct Boundary {
        var position: UInt64
        var state: DeviceSnapshot
    }

    /// - Parameters:
    ///   - keep: the time before the latest event that the recording covers.
    ///   - context: what udev and the configuration say about the device.
    package init(
        _ history: EventHistory, keep: Interval, _ description: DeviceDescription, _ context: DeviceContext
    ) {
        self.history = history
        self.description = description
        self.context = context
        self.keep = keep
        latest = history.lastTime ?? .distantPast
        var end = history.end
        while end > history.start, !history[end - 1].isReport { end -= 1 }
        self.end = end
        startSearch()
    }

    /// Whether nothing more follows.
    package var isFinished: Bool { if case .finished = phase { true } else { false } }
    /// Whether events were overwritten before they were read: the recording cannot be completed.
    package var isOverwritten: Bool { if case .overwritten = phase { true } else { false } }

    /// Reads the next events, up to `count`, and appends what is written to `text`: whole lines.
    package func read(_ count: Int, into text: inout [UInt8]) {
        if history.isCleared, !isFinished { phase = .overwritten }
        for _ in 0..<count {
            switch phase {
            case .searching:
                if history.start > position { startSearch() }
                searchNext()
            case .writing(let recorder):
                guard position < end else {
                    recorder.finish()
                    text += recorder.take()
                    phase = .finished
                    return
                }
                guard history.start <= position else {
                    phase = .overwritten
                    return
                }
                recorder.append(history[position])
                position += 1
            case .finished, .overwritten: return
            }
        }
        if case .writing(let recorder) = phase { text += recorder.take() }
    }

    // MARK: The beginning

    /// Begins a search for the first touch to write, from the oldest event on.
    private func startSearch() {
        position = history.start
        state = history.startState
        // Nobody knows which contacts the overwritten frames had.
        hasContacts = description.isProtocolA && history.start > 0
        oldestFrame = nil
        untouched = nil
        guard history.startsWithFrame else { return }
        note(frameEndsBefore: position)
        hasContacts = false
    }

    private func searchNext() {
        guard position < end else {
            begin(at: untouched ?? oldestFrame ?? Boundary(position: position, state: state))
            return
        }
        let event = history[position]
        if let untouched, event.time + keep >= latest {
            begin(at: untouched)
            return
        }
        state.apply(event)
        position += 1
        if description.isProtocolA, event.isContact { hasContacts = true }
        guard event.isReport else { return }
        note(frameEndsBefore: position)
        hasContacts = false
    }

    private func note(frameEndsBefore position: UInt64) {
        let boundary = Boundary(position: position, state: state)
        if oldestFrame == nil { oldestFrame = boundary }
        if !state.hasContacts, !hasContacts { untouched = boundary }
    }

    private func begin(at boundary: Boundary) {
        position = boundary.position
        phase = .writing(DeviceRecorder(description, context, boundary.state, isAnonymous: false))
    }
}
