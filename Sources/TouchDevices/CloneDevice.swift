internal import CLibevdev
internal import CLinux
import GestureCore
import System
import Text
import TouchDecoding

/// A uinput device that is like an evdev device, for other programs to read in its place. Its `deinit` removes it.
///
/// It has the name, ids, axes and properties of the original. It differs in its physical path, which contains the original's node, and
/// it can report palms. If this process ends in any way, the kernel removes the device, and lifts its contacts.
@safe
struct CloneDevice: ~Copyable {
    private let fd: CInt
    private let uinput: OpaquePointer
    private let buffer: UnsafeMutablePointer<input_event>

    /// The largest number of events in one write.
    private static let capacity = 512

    init(of original: borrowing EvdevDevice) throws(CloneError) {
        let state = try EvdevState(path: original.path)
        let name = String(decoding: original.path.bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        let fd = unsafe linux_open_uinput(DeviceDescription.clonePath + name)
        guard fd >= 0 else { throw CloneError(errno: -fd) }
        do throws(CloneError) {
            unsafe uinput = try state.makeClone(fd)
        } catch {
            close(fd)
            throw error
        }
        self.fd = fd
        unsafe buffer = .allocate(capacity: Self.capacity)
    }

    deinit {
        unsafe libevdev_uinput_destroy(uinput)
        close(fd)
        unsafe buffer.deallocate()
    }

    /// Writes events at once, with their time stamps, which newer kernels pass on.
    ///
    /// - Parameter slot: of the first event.
    /// - Returns: 0, or an errno.
    func write(_ events: [RawEvent], slot: Int32) -> CInt {
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

/// Why a device could not be cloned.
package struct CloneError: Error, Equatable, Sendable {
    package var errno: CInt

    /// The reason, and what to do.
    package var message: String {
        let cause = "/dev/uinput: \(errorMessage(errno))"
        return switch errno {
        case EACCES, EPERM, ENOENT, ENODEV: "\(cause); to permit it, run: sudo \(installedScript("allow-filter"))"
        default: cause
        }
    }
}
