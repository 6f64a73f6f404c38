internal import CLibevdev
import GestureCore

/// Gives fingers their slots on a device that sends all of them anew in every frame: multitouch protocol A, by libmtdev.
@safe
final class AnonymousTracker {
    private let device: UnsafeMutablePointer<mtdev>

    /// How many contacts of the frame were taken.
    private var contacts = 0

    /// The axes that it deals with.
    private static let axes = EventCode.absMTTouchMajor...EventCode.absMTDistance
    /// How many contacts of one frame it is given. It has 32 slots, never checks that one is free, and needs twice as many as
    /// there are fingers where others replace them all in one frame.
    private static let mostContacts = 15

    /// - Throws: when there is no memory for it.
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

    /// Whether an event is for it: it looks axes up by their codes without asking whether there are such, and its queue does
    /// not ask whether there is room.
    static func takes(_ event: RawEvent) -> Bool {
        switch event.type {
        case EventType.abs: axes.contains(event.code)
        case EventType.syn: event.code == EventCode.synMTReport || event.isReport
        default: false
        }
    }

    /// Takes an event of the device; ``next()`` then gives what it means for the slots.
    func put(_ event: RawEvent) {
        if event.isReport {
            contacts = 0
        } else if contacts == Self.mostContacts {
            return
        } else if event.type == EventType.syn {
            contacts += 1
        }
        var raw = input_event()
        raw.time.tv_sec = Int(event.time.microseconds / 1_000_000)
        raw.time.tv_usec = Int(event.time.microseconds % 1_000_000)
        raw.type = event.type
        raw.code = event.code
        raw.value = event.value
        unsafe mtdev_put_event(device, &raw)
    }

    /// Whether ``next()`` has nothing: also after the report of a frame that changes nothing, which it swallows.
    var isEmpty: Bool { unsafe mtdev_empty(device) != 0 }

    func next() -> RawEvent? {
        guard !isEmpty else { return nil }
        var raw = input_event()
        unsafe mtdev_get_event(device, &raw)
        return RawEvent(
            seconds: raw.time.tv_sec, microseconds: raw.time.tv_usec, type: raw.type, code: raw.code, value: raw.value)
    }
}
