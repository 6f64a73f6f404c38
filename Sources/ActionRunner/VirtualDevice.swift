internal import CLibevdev
internal import CLinux
import System

/// An input device that this program makes with uinput. Its `deinit` removes the device.
///
/// Programs see it a moment after it was made, when udev has classified it and the compositor has opened it. Earlier events are
/// lost.
@safe
struct VirtualDevice: ~Copyable {
    private let device: OpaquePointer

    /// - Parameters:
    ///   - keys: the codes of EV_KEY that it has.
    ///   - axisMaximum: if set, it has the axes ABS_X and ABS_Y from 0 to this value.
    init(name: StaticString, keys: [UInt16], axisMaximum: Int32? = nil) throws(VirtualDeviceError) {
        guard let model = unsafe libevdev_new() else { throw VirtualDeviceError(errno: ENOMEM) }
        defer { unsafe libevdev_free(model) }
        unsafe libevdev_set_name(model, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
        unsafe libevdev_set_id_bustype(model, BUS_VIRTUAL)
        for key in keys { unsafe libevdev_enable_event_code(model, UInt32(EV_KEY), UInt32(key), nil) }
        if let axisMaximum {
            var axis = input_absinfo()
            axis.maximum = axisMaximum
            for code in [ABS_X, ABS_Y] {
                unsafe libevdev_enable_event_code(model, UInt32(EV_ABS), UInt32(code), &axis)
            }
        }
        var made: OpaquePointer?
        let status = unsafe libevdev_uinput_create_from_device(
            model, CInt(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &made)
        guard status == 0, let device = unsafe made else { throw VirtualDeviceError(errno: -status) }
        unsafe self.device = device
    }

    deinit { unsafe libevdev_uinput_destroy(device) }

    /// Presses or releases a key or button, in a report of its own.
    ///
    /// - Returns: whether the kernel accepted it.
    func write(key: UInt16, isPressed: Bool) -> Bool {
        write(EV_KEY, key, isPressed ? 1 : 0) && synchronize()
    }

    /// Moves to a position, in a report of its own.
    ///
    /// - Returns: whether the kernel accepted it.
    func write(x: Int32, y: Int32) -> Bool {
        write(EV_ABS, UInt16(ABS_X), x) && write(EV_ABS, UInt16(ABS_Y), y) && synchronize()
    }

    private func synchronize() -> Bool { write(EV_SYN, UInt16(SYN_REPORT), 0) }

    private func write(_ type: Int32, _ code: UInt16, _ value: Int32) -> Bool {
        unsafe libevdev_uinput_write_event(device, UInt32(type), UInt32(code), value) == 0
    }
}

/// Why a virtual device could not be made.
struct VirtualDeviceError: Error, Equatable {
    var errno: Int32

    /// What failed and what to do.
    var message: String {
        let cause = "/dev/uinput: \(errorMessage(errno))"
        return switch errno {
        case EACCES, EPERM, ENOENT, ENODEV:
            "\(cause); to allow keys and clicks, run: sudo \(installedScript("allow-keys"))"
        default: cause
        }
    }
}
