internal import CLibevdev
internal import CLinux
import GestureCore
import Text
import TouchDecoding

/// A keyboard that is open for its modifier keys only. Its `deinit` closes the node.
///
/// The kernel delivers only these keys (EVIOCSMASK), so typed text never reaches this process. The keys that are down at the
/// start are not read, because EVIOCGKEY, which libevdev uses, is not subject to the mask. A modifier that is held already
/// counts once it is pressed again.
public struct KeyboardDevice: ~Copyable {
    /// For poll; read only through ``read()``.
    package let fd: CInt
    private var decoder = ModifierDecoder()

    /// The result of ``read()``.
    package enum Reading: Equatable, Sendable {
        /// These modifiers are active from now on.
        case held(EventModifiers, at: Instant)
        case empty
        /// The device is gone. Close it at once.
        case gone
    }

    /// - Throws: the reason if the keyboard cannot be used. It is closed then.
    package init(path: ByteString) throws(KeyboardError) {
        let fd = unsafe linux_open(path.description, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let error = linux_errno()
        guard fd >= 0 else { throw meansMissing(error) ? .missing : .open(errno: error) }
        let keys = Bitmap(ModifierDecoder.keys.map { $0.code })
        let leds = Bitmap([ModifierDecoder.capsLock])
        // The mask of type 0 selects types. EV_MSC is not one of them, because MSC_SCAN gives keys away.
        let types = Bitmap([EventType.syn, EventType.key, EventType.led])
        for (type, codes) in [(EventType.key, keys), (EventType.led, leds), (EventType.syn, types)] {
            let status = unsafe linux_mask_events(fd, CInt(type), codes.bytes, codes.bytes.count)
            guard status == 0 else {
                close(fd)
                throw .mask(errno: -status)
            }
        }
        // Selecting the clock discards the events that were queued before the mask.
        let status = linux_use_monotonic_events(fd)
        guard status == 0 else {
            close(fd)
            throw .clock(errno: -status)
        }
        self.init(limited: fd)
    }

    /// Takes over a descriptor that delivers only the modifier keys.
    init(limited fd: CInt) {
        self.fd = fd
        decoder.seed(capsLock: isCapsLockLit)
    }

    deinit { close(fd) }

    package var modifiers: EventModifiers { decoder.modifiers }

    /// Reads events until the modifiers change or no event is pending, without blocking.
    ///
    /// - Returns: `held` also after ``EvdevDevice/mostEventsWithoutChange``.
    package mutating func read() -> Reading {
        var event = input_event()
        let before = decoder.modifiers
        for _ in 0..<EvdevDevice.mostEventsWithoutChange {
            let count = unsafe withUnsafeMutableBytes(of: &event) {
                unsafe CLinux.read(fd, $0.baseAddress, $0.count)
            }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            if count < 0, error == EAGAIN { return .empty }
            guard count == MemoryLayout<input_event>.size else { return .gone }
            let raw = RawEvent(event)
            decoder.handle(raw)
            if raw.isDropped { decoder.seed(capsLock: isCapsLockLit) }
            if decoder.modifiers != before { break }
        }
        return .held(decoder.modifiers, at: RawEvent(event).time)
    }

    private var isCapsLockLit: Bool { linux_is_led_lit(fd, CInt(ModifierDecoder.capsLock)) > 0 }
}

/// Why a keyboard is not used.
package enum KeyboardError: Error, Equatable, Sendable {
    /// The node, or the device behind it, does not exist.
    case missing
    case open(errno: CInt)
    /// The kernel cannot limit the keys that it delivers.
    case mask(errno: CInt)
    case clock(errno: CInt)
}
