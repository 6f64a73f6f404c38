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
    private let writer = EventWriter()

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
    }

    deinit {
        unsafe libevdev_uinput_destroy(uinput)
        close(fd)
    }

    /// Writes events at once; see ``EventWriter/write(_:slot:to:)``.
    ///
    /// - Returns: 0, or an errno.
    func write(_ events: [RawEvent], slot: Int32) -> CInt { writer.write(events, slot: slot, to: fd) }
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
