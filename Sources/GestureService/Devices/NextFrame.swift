import GestureCore
import TouchDevices

/// The next frame of a device, and the marks that it gets.
struct NextFrame {
    /// The frame, if ``isRead``.
    var frame: TouchFrame
    /// Whether the frame was read and is not processed yet.
    var isRead = false
    /// The last pass of ``FrameMerger`` in which the device was read until nothing was left.
    var drainedPass: UInt64 = 0
    /// The time of the last frame.
    var lastTime: Instant?
    /// Tells whether its display is dark; nil unless touches that wake a display are swallowed.
    var power: DisplayPower?
    private var isUntouched = true
    private var isWaking = false

    init(on surface: SurfaceID) {
        frame = TouchFrame(surface: surface, time: .distantPast)
        frame.changes.reserveCapacity(64)
    }

    /// Marks the frame if it belongs to a touch that began on a dark display, or on an idle one whose touches are filtered.
    ///
    /// - Parameters:
    ///   - isWithheld: whether the filter withholds the touch because of that.
    ///   - contactsDown: the number of contacts after the frame. Counted only if a display can be dark.
    @inline(__always)  // called in one place, for each frame
    mutating func mark(isWithheld: Bool, contactsDown: @autoclosure () -> Int) {
        frame.isWaking = isWithheld
        guard let power else { return }
        if isUntouched, frame.changes.contains(where: { $0.action == .down }) { isWaking = power.isDark }
        isUntouched = contactsDown() == 0
        if isWaking { frame.isWaking = true }
    }

    /// Drops the frame: no finger is down from now on.
    mutating func reset() {
        isRead = false
        isUntouched = true
        isWaking = false
    }
}
