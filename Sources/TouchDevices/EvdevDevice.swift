internal import CEvdevMessages
internal import CLibevdev
internal import CLinux
import GestureCore
import System
import Text
import TouchDecoding

/// An evdev node that is open for reading. Its `deinit` closes the node.
@safe
public struct EvdevDevice: ~Copyable {
    /// For poll; read only through ``read()``.
    package let fd: CInt
    package let path: ByteString
    package let description: DeviceDescription
    let evdev: OpaquePointer
    /// Receives libevdev's messages; owned.
    private let messages: UnsafeMutablePointer<evdev_messages>

    /// The result of ``read()``.
    package enum Reading: Equatable, Sendable {
        case event(RawEvent)
        /// The kernel's queue overflowed and events were lost. ``slot(_:)`` has the current state.
        case overrun(at: Instant)
        case empty
        /// The device is unplugged or revoked, and can only be closed.
        case gone
    }

    /// Opens a node, with its events stamped by CLOCK_MONOTONIC.
    ///
    /// - Throws: the errno of the call that failed.
    package init(path: ByteString) throws(EvdevError) {
        let fd = unsafe linux_open(path.description, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let error = linux_errno()
        guard fd >= 0 else {
            throw EvdevError(path: path, errno: error, isMissing: meansMissing(error))
        }
        let messages = UnsafeMutablePointer<evdev_messages>.allocate(capacity: 1)
        var pointer: OpaquePointer?
        let status = unsafe evdev_messages_open(messages, fd, &pointer)
        guard status == 0, let evdev = unsafe pointer else {
            unsafe messages.deallocate()
            close(fd)
            throw EvdevError(path: path, errno: -status)
        }
        // If the clock cannot be selected, as on an emulated node, time stamps are used as they are.
        _ = unsafe libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
        self.fd = fd
        self.path = path
        unsafe self.evdev = evdev
        unsafe self.messages = unsafe messages
        description = unsafe DeviceDescription(evdev)
    }

    deinit {
        unsafe libevdev_free(evdev)
        unsafe messages.deallocate()
        close(fd)
    }

    /// Returns whether a message about any device was kept since the last call.
    package static func hasNewMessages() -> Bool { evdev_messages_are_new() }

    /// Takes the latest of the 1st, 10th, 100th, … message of libevdev about the device; nil if there is no new one.
    package func takeMessage() -> EvdevMessage? {
        var text: UnsafePointer<CChar>?
        let number = unsafe evdev_messages_take(messages, &text)
        guard number > 0, let text = unsafe text else { return nil }
        return unsafe EvdevMessage(text: String(cString: text), number: number)
    }

    /// Grabs the device exclusively, or ends the grab (EVIOCGRAB). Closing the node ends it, too.
    ///
    /// - Returns: 0, or an errno.
    package func grab(_ wanted: Bool) -> CInt {
        -(unsafe libevdev_grab(evdev, wanted ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB))
    }

    /// Limits the events that the kernel delivers to this descriptor (EVIOCSMASK), so that unused ones cost nothing.
    ///
    /// Kernels before Linux 4.4 and emulated nodes deliver all events nevertheless. libevdev's state of events that are not
    /// delivered is out of date, see ``axis(_:)``.
    ///
    /// - Parameters:
    ///   - types: EV_SYN included; nil for all.
    ///   - axes: of EV_ABS; nil for all.
    func select(types: [UInt16]?, axes: [UInt16]?) {
        for (type, codes) in [(EventType.syn, types), (EventType.abs, axes)] {
            let bytes = codes.map { Bitmap($0).bytes } ?? [UInt8](repeating: .max, count: EvdevDevice.widestMask)
            _ = unsafe linux_mask_events(fd, CInt(type), bytes, bytes.count)
        }
    }

    /// The size of the largest mask in bytes: a bit for each key code.
    private static let widestMask = 0x300 / 8

    /// Asks the kernel for the value of an axis, which works even if its events are not delivered; 0 if the device does not have it.
    package func axis(_ code: UInt16) -> Int32 { linux_axis_value(fd, CInt(code)) }

    /// Reads the next event without blocking.
    @inline(__always)  // a call would copy the device, for each event
    package func read() -> Reading {
        var event = input_event()
        while true {
            let status = unsafe libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
            if status == CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue) { return .event(RawEvent(event)) }
            if status == CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue) {
                let time = RawEvent(event).time
                unsafe Self.synchronize(evdev)
                return .overrun(at: time)
            }
            if status == -EINTR { continue }
            return status == -EAGAIN ? .empty : .gone
        }
    }

    /// The most events that one call reads from an auxiliary input before it returns, though nothing has changed that matters: a
    /// switch or pen that floods must not block the service.
    static let mostEventsWithoutChange = 16

    /// Returns the values of one slot; 0 for axes that the device does not have.
    package func slot(_ index: Int) -> SlotValues {
        func value(_ code: UInt16) -> Int32 { unsafe libevdev_get_slot_value(evdev, UInt32(index), UInt32(code)) }
        return SlotValues(
            x: value(EventCode.absMTPositionX), y: value(EventCode.absMTPositionY),
            trackingID: value(EventCode.absMTTrackingID), pressure: value(EventCode.absMTPressure),
            major: value(EventCode.absMTTouchMajor), tool: value(EventCode.absMTToolType),
            distance: value(EventCode.absMTDistance))
    }

    /// Returns the value of an axis, key or switch; 0 if the device does not have it.
    func value(_ type: UInt16, _ code: UInt16) -> Int32 {
        unsafe libevdev_get_event_value(evdev, UInt32(type), UInt32(code))
    }

    /// Returns whether events wait to be read from the kernel.
    package var hasPendingEvents: Bool { linux_wait_readable(fd, 0) > 0 }

    /// The slot of the next events.
    package var currentSlot: Int { Int(unsafe libevdev_get_current_slot(evdev)) }

    package var slotCount: Int { max(0, Int(unsafe libevdev_get_num_slots(evdev))) }

    /// Makes libevdev read the state of the device, and discards the events that it generates for the difference: what happened
    /// in between is unknown.
    @inline(never)  // not a method of the device, which each call of read() would copy
    private static func synchronize(_ evdev: OpaquePointer) {
        var event = input_event()
        while unsafe libevdev_next_event(evdev, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
            == CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        {}
    }
}

/// A message of libevdev about a fault of a device.
package struct EvdevMessage: Equatable, Sendable {
    /// Contains the name of the device, unescaped.
    package var text: String
    /// Counts the messages about the device from 1.
    package var number: UInt64

    /// The message for the log.
    package var line: String { "libevdev: \(text)" + (number == 1 ? "" : " (message \(number) about this device)") }
}

/// Why a node could not be opened.
package struct EvdevError: Error, Equatable, Sendable {
    package var path: ByteString
    package var errno: CInt
    /// Whether the node, or the device behind it, does not exist.
    package var isMissing = false
}

extension RawEvent {
    init(_ event: input_event) {
        self.init(
            seconds: input_event_seconds(event), microseconds: input_event_microseconds(event), type: event.type,
            code: event.code, value: event.value)
    }
}

extension DeviceDescription {
    fileprivate init(_ evdev: OpaquePointer) {
        self.init()
        name = unsafe text(libevdev_get_name(evdev))
        physicalPath = unsafe text(libevdev_get_phys(evdev))
        bus = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(evdev))
        vendor = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(evdev))
        product = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(evdev))
        version = UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(evdev))
        for property in 0..<InputProperty.count where unsafe libevdev_has_property(evdev, UInt32(property)) != 0 {
            properties.insert(property)
        }
        for type in 0..<EventType.count where unsafe libevdev_has_event_type(evdev, UInt32(type)) != 0 {
            // The kernel reports the set of types as the codes of type 0.
            codes[Int(EventType.syn)].insert(Int(type))
            for code in 0..<EventCode.count(of: type)
            where unsafe type != EventType.syn && libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) != 0 {
                codes[Int(type)].insert(Int(code))
            }
        }
        for code in 0..<axes.count {
            guard let info = unsafe libevdev_get_abs_info(evdev, UInt32(code)) else { continue }
            axes[code] = unsafe AxisRange(
                minimum: info.pointee.minimum, maximum: info.pointee.maximum, fuzz: info.pointee.fuzz,
                flat: info.pointee.flat, resolution: info.pointee.resolution)
        }
    }
}
