internal import CLinux
import GestureCore
import Text

/// A device with force feedback (FF_RUMBLE) that is open for writing. Its `deinit` closes the node, which removes the effect.
public struct HapticDevice: ~Copyable {
    private let fd: CInt
    private let effect: CInt

    /// The length of a pulse: short enough to feel like a click.
    package static let pulse = Interval.milliseconds(20)

    /// - Throws: the reason if it cannot be used.
    package init(path: ByteString) throws(HapticError) {
        let fd = unsafe linux_open(path.description, O_RDWR | O_NONBLOCK | O_NOCTTY)
        let error = linux_errno()
        guard fd >= 0 else { throw meansMissing(error) ? .missing : .open(errno: error) }
        let effect = linux_upload_rumble(fd, CInt(Self.pulse.microseconds / 1000), .max)
        guard effect >= 0 else {
            close(fd)
            throw .upload(errno: -effect)
        }
        self.fd = fd
        self.effect = effect
    }

    deinit { close(fd) }

    /// Starts one pulse, without waiting for its end.
    ///
    /// - Returns: whether the device accepted it.
    package func pulse() -> Bool { linux_play_effect(fd, effect) == 0 }
}

/// Why a haptic device is not used.
package enum HapticError: Error, Equatable, Sendable {
    /// The node, or the device behind it, does not exist.
    case missing
    case open(errno: CInt)
    /// It does not support rumble effects.
    case upload(errno: CInt)
}
