internal import CLibevdev
import GestureCore

/// Assigns slots to the contacts of a device that reports all of them in every frame (multitouch protocol A), with libmtdev.
@safe
final class ProtocolATracker {
    private let device: UnsafeMutablePointer<mtdev>

    /// How many contacts of the current frame were passed on.
    private var contacts = 0
    /// The time of the last event. libmtdev would only copy it, and the kernel's structure cannot hold every time of a recording.
    private var time = Instant.distantPast

    /// The axes that libmtdev knows.
    private static let axes = EventCode.absMTTouchMajor...EventCode.absMTDistance
    /// The largest number of contacts per frame. libmtdev has 32 slots, does not check whether one is free, and needs two for
    /// each finger if all fingers are replaced in one frame.
    private static let mostContacts = 15

    /// - Throws: `noTracker` if memory is exhausted.
    init(_ description: DeviceDescription) throws(UnusableDevice) {
        guard let device = unsafe mtdev_new() else { throw .noTracker }
        guard unsafe mtdev_init(device) == 0 else {
            unsafe mtdev_delete(device)
            throw .noTracker
        }
        unsafe self.device = unsafe device
        for code in Self.axes {
            guard let axis = description.axis(code) else { continue }
            unsafe mtdev_set_mt_event(device, CInt(code), 1)
            unsafe mtdev_set_abs_minimum(device, CInt(code), axis.minimum)
            unsafe mtdev_set_abs_maximum(device, CInt(code), axis.maximum)
            unsafe mtdev_set_abs_fuzz(device, CInt(code), axis.fuzz)
            unsafe mtdev_set_abs_resolution(device, CInt(code), axis.resolution)
        }
    }

    deinit { unsafe mtdev_close_delete(device) }

    /// Returns whether libmtdev can handle an event: it does not check that an axis exists, nor that its queue has room.
    static func accepts(_ event: RawEvent) -> Bool {
        switch event.type {
        case EventType.abs: axes.contains(event.code)
        case EventType.syn: event.code == EventCode.synMTReport || event.isReport
        default: false
        }
    }

    /// Passes on an event of the device. Read the resulting slot events with ``next()``.
    func put(_ event: RawEvent) {
        if event.isReport {
            contacts = 0
        } else if contacts == Self.mostContacts {
            return
        } else if event.type == EventType.syn {
            contacts += 1
        }
        time = event.time
        var raw = input_event()
        raw.type = event.type
        raw.code = event.code
        raw.value = event.value
        unsafe mtdev_put_event(device, &raw)
    }

    /// Whether no event is pending. libmtdev drops the report of a frame without changes.
    var isEmpty: Bool { unsafe mtdev_empty(device) != 0 }

    func next() -> RawEvent? {
        guard !isEmpty else { return nil }
        var raw = input_event()
        unsafe mtdev_get_event(device, &raw)
        return RawEvent(time: time, type: raw.type, code: raw.code, value: raw.value)
    }
}
