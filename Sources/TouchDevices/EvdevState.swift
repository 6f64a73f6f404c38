internal import CLibevdev
internal import CLinux
import Text
import TouchDecoding

/// The state of a device at one moment, as the kernel reports it: also of events that are not delivered.
@safe
struct EvdevState: ~Copyable, DeviceState {
    private let fd: CInt
    private let evdev: OpaquePointer

    /// Opens the node once more: asking for the keys that are down discards key events that wait for the same descriptor.
    ///
    /// - Parameter path: of the node.
    /// - Throws: the errno of the call that failed.
    init(path: ByteString) throws(CloneError) {
        let fd = unsafe linux_open(path.description, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let error = linux_errno()
        guard fd >= 0 else { throw CloneError(errno: error) }
        var evdev: OpaquePointer?
        let status = unsafe libevdev_new_from_fd(fd, &evdev)
        guard status == 0, let evdev = unsafe evdev else {
            close(fd)
            throw CloneError(errno: -status)
        }
        self.fd = fd
        unsafe self.evdev = evdev
    }

    deinit {
        unsafe libevdev_free(evdev)
        close(fd)
    }

    var pressedKeys: [UInt16] { unsafe TouchDevices.pressedKeys(of: evdev) }
    var currentSlot: Int { Int(unsafe libevdev_get_current_slot(evdev)) }

    func slot(_ index: Int, _ code: UInt16) -> Int32 {
        unsafe libevdev_get_slot_value(evdev, UInt32(index), UInt32(code))
    }

    func axis(_ code: UInt16) -> Int32 { unsafe libevdev_get_event_value(evdev, UInt32(EventType.abs), UInt32(code)) }

    /// Makes a uinput device like this one. Palms can be reported by it, even if this device does not.
    ///
    /// - Parameter uinput: an open uinput node.
    /// - Returns: libevdev's handle. Destroy it before the node is closed.
    func makeClone(_ uinput: CInt) throws(CloneError) -> OpaquePointer {
        // uinput would ask this process for the effects of a haptic device.
        unsafe libevdev_disable_event_type(evdev, UInt32(EventType.forceFeedback))
        let tool = UInt32(EventCode.absMTToolType)
        if unsafe libevdev_get_num_slots(evdev) > 0 {
            if unsafe libevdev_has_event_code(evdev, UInt32(EventType.abs), tool) == 0 {
                var range = input_absinfo()
                unsafe libevdev_enable_event_code(evdev, UInt32(EventType.abs), tool, &range)
            }
            if unsafe libevdev_get_abs_maximum(evdev, tool) < MT_TOOL_PALM {
                unsafe libevdev_set_abs_maximum(evdev, tool, MT_TOOL_PALM)
            }
        }
        var clone: OpaquePointer?
        let status = unsafe libevdev_uinput_create_from_device(evdev, uinput, &clone)
        guard status == 0, let clone = unsafe clone else { throw CloneError(errno: -status) }
        return unsafe clone
    }
}

extension EvdevDevice: DeviceState {
    package var pressedKeys: [UInt16] { unsafe TouchDevices.pressedKeys(of: evdev) }

    package func slot(_ index: Int, _ code: UInt16) -> Int32 {
        unsafe libevdev_get_slot_value(evdev, UInt32(index), UInt32(code))
    }
}

private func pressedKeys(of evdev: OpaquePointer) -> [UInt16] {
    (0..<EventCode.count(of: EventType.key)).filter {
        unsafe libevdev_get_event_value(evdev, UInt32(EventType.key), UInt32($0)) != 0
    }
}
