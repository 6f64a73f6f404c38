internal import CLibevdev
internal import CLinux
import GestureCore
import TouchDecoding

/// Writes events as the kernel takes them.
@safe
struct EventWriter: ~Copyable {
    private let buffer: UnsafeMutablePointer<input_event>

    /// The largest number of events in one write.
    static let capacity = 512

    init() { unsafe buffer = .allocate(capacity: Self.capacity) }

    deinit { unsafe buffer.deallocate() }

    /// Writes events at once, with their time stamps, which newer kernels pass on.
    ///
    /// - Parameters:
    ///   - slot: of the first event.
    ///   - fd: the open uinput node. A pipe also takes them, in tests.
    /// - Returns: 0, or an errno.
    func write(_ events: [RawEvent], slot: Int32, to fd: CInt) -> CInt {
        guard let first = events.first else { return 0 }
        // A program that can write to the clone may have selected another slot. The kernel drops the event if none has.
        put(RawEvent(time: first.time, type: EventType.abs, code: EventCode.absMTSlot, value: slot), at: 0)
        var used = 1
        var next = 0
        while next < events.count {
            let count = min(events.count - next, Self.capacity - used)
            for index in 0..<count { put(events[next + index], at: used + index) }
            var written = 0
            let size = (used + count) * MemoryLayout<input_event>.size
            used = 0
            while written < size {
                let result = unsafe CLinux.write(fd, UnsafeRawPointer(buffer) + written, size - written)
                let error = linux_errno()
                if result > 0 {
                    written += result
                } else if result < 0, error == EINTR {
                    continue
                } else {
                    return error
                }
            }
            next += count
        }
        return 0
    }

    private func put(_ event: RawEvent, at index: Int) {
        let (seconds, microseconds) = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        unsafe buffer[index] = input_event_of(
            Int(truncatingIfNeeded: seconds), Int(truncatingIfNeeded: microseconds), event.type, event.code,
            event.value)
    }
}
