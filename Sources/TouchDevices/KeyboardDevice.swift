internal import CLibevdev
internal import CLinux
import GestureCore
import TouchDecoding

/// One keyboard that is open for its modifier keys, and for nothing else. Closes it when it goes.
///
/// The kernel hands over these keys alone (EVIOCSMASK), so what is typed never reaches this process. It is not asked which
/// keys are down either: that answer (EVIOCGKEY) no mask holds back, and libevdev asks for it. So a key that is held already
/// counts from when it is pressed again.
public struct KeyboardDevice: ~Copyable {
    /// For poll; read only through ``read()``.
    package let fd: CInt
    private var decoder = ModifierDecoder()

    /// What a reading gave.
    package enum Reading: Equatable, Sendable {
        /// What is held is this from now on.
        case held(Modifiers, at: Instant)
        case empty
        /// The device is gone: close it at once.
        case gone
    }

    /// - Throws: what failed; the keyboard is closed again then.
    package init(path: String) throws(KeyboardError) {
        let fd = unsafe linux_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let error = linux_errno()
        guard fd >= 0 else { throw meansMissing(error) ? .missing : .open(errno: error) }
        let keys = Bitmap(ModifierDecoder.keys.map { $0.code })
        let lamps = Bitmap([ModifierDecoder.capsLock])
        // The mask of type 0 is that of the types. Above all EV_MSC is not among them: MSC_SCAN gives keys away.
        let types = Bitmap([EventType.syn, EventType.key, EventType.led])
        for (type, codes) in [(EventType.key, keys), (EventType.led, lamps), (EventType.syn, types)] {
            let status = unsafe linux_mask_events(fd, CInt(type), codes.bytes, codes.bytes.count)
            guard status == 0 else {
                close(fd)
                throw .mask(errno: -status)
            }
        }
        // Choosing the clock throws away what was queued before the mask.
        let status = linux_use_monotonic_events(fd)
        guard status == 0 else {
            close(fd)
            throw .clock(errno: -status)
        }
        self.fd = fd
        decoder.seed(capsLock: isCapsLockLit)
    }

    deinit { close(fd) }

    package var modifiers: Modifiers { decoder.modifiers }

    /// Reads on until what is held changes or nothing is left; never waits.
    package mutating func read() -> Reading {
        var event = input_event()
        while true {
            let count = unsafe withUnsafeMutableBytes(of: &event) {
                unsafe CLinux.read(fd, $0.baseAddress, $0.count)
            }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            if count < 0, error == EAGAIN { return .empty }
            guard count == MemoryLayout<input_event>.size else { return .gone }
            let before = decoder.modifiers
            let raw = RawEvent(event)
            decoder.handle(raw)
            if raw.isDropped { decoder.seed(capsLock: isCapsLockLit) }
            if decoder.modifiers != before { return .held(decoder.modifiers, at: raw.time) }
        }
    }

    private var isCapsLockLit: Bool { linux_is_led_lit(fd, CInt(ModifierDecoder.capsLock)) > 0 }
}

/// Why a keyboard is not used.
package enum KeyboardError: Error, Equatable, Sendable {
    /// There is no such node, or no device behind it any more.
    case missing
    case open(errno: CInt)
    /// The kernel would hand over what is typed.
    case mask(errno: CInt)
    case clock(errno: CInt)
}
