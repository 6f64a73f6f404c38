internal import CLibevdev
import GestureCore

/// Gives fingers their slots on a device that sends all of them anew in every frame: multitouch protocol A, by libmtdev.
@safe
final class AnonymousTracker {
    private let device: UnsafeMutablePointer<mtdev>

    /// - Throws: when there is no memory for it.
    init(_ description: DeviceDescription) throws(UnusableDevice) {
        guard let device = unsafe mtdev_new() else { throw .noTracker }
        unsafe self.device = unsafe device
        _ = unsafe mtdev_init(device)
        for code in EventCode.absMTTouchMajor...EventCode.absMTDistance {
            guard let axis = description.axis(code) else { continue }
            unsafe mtdev_set_mt_event(device, CInt(code), 1)
            unsafe mtdev_set_abs_minimum(device, CInt(code), axis.minimum)
            unsafe mtdev_set_abs_maximum(device, CInt(code), axis.maximum)
            unsafe mtdev_set_abs_fuzz(device, CInt(code), axis.fuzz)
            unsafe mtdev_set_abs_resolution(device, CInt(code), axis.resolution)
        }
    }

    deinit { unsafe mtdev_delete(device) }

    /// Takes an event of the device; ``next()`` then gives what it means for the slots.
    func put(_ event: RawEvent) {
        var raw = input_event()
        raw.time.tv_sec = Int(event.time.microseconds / 1_000_000)
        raw.time.tv_usec = Int(event.time.microseconds % 1_000_000)
        raw.type = event.type
        raw.code = event.code
        raw.value = event.value
        unsafe mtdev_put_event(device, &raw)
    }

    func next() -> RawEvent? {
        guard unsafe mtdev_empty(device) == 0 else { return nil }
        var raw = input_event()
        unsafe mtdev_get_event(device, &raw)
        return RawEvent(raw)
    }
}
