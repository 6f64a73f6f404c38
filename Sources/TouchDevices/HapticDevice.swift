internal import CLinux
import GestureCore

/// One device that can make itself felt (EV_FF, FF_RUMBLE), open for writing. Closes it when it goes, and with it its effect.
public struct HapticDevice: ~Copyable {
    private let fd: CInt
    private let effect: CInt

    /// How long one pulse is: felt as a knock and not as a hum.
    package static let pulse = Interval.milliseconds(20)

    /// - Throws: why it cannot be used.
    package init(path: String) throws(HapticError) {
        let fd = unsafe linux_open(path, O_RDWR | O_NONBLOCK | O_NOCTTY)
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

    /// Starts one pulse; does not wait for its end.
    ///
    /// - Returns: whether the device took it.
    package func pulse() -> Bool { linux_play_effect(fd, effect) == 0 }
}

/// Why a haptic device is not used.
package enum HapticError: Error, Equatable, Sendable {
    /// There is no such node, or no device behind it any more.
    case missing
    case open(errno: CInt)
    /// It takes no rumble effect.
    case upload(errno: CInt)
}
