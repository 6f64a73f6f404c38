import GestureCore
import System
import Text
import TouchDecoding
import TouchDevices

/// A touch device that the service reads: its node, its open descriptor, and its next frame.
final class LiveDevice {
    var node: DeviceNode
    let description: DeviceDescription
    /// What clients call it: the same when it is plugged in again.
    let id: String
    /// Becomes another one whenever the device is set up again: the properties of a surface never change.
    private(set) var surface: SurfaceID
    /// nil once the device is gone: that closes the descriptor.
    var touch: TouchDevice?
    /// The descriptor of ``touch``.
    let fd: CInt
    private var watch: DescriptorWatch?
    /// The next frame, if ``hasFrame``.
    var frame: TouchFrame
    var hasFrame = false
    /// The last pass of ``FrameMerger`` in which the device was read until nothing was left.
    var drainedPass: UInt64 = 0
    /// The time of the last frame.
    var lastFrame: Instant?
    /// How often the kernel's queue overran until the device was closed.
    private(set) var overruns: UInt64 = 0
    /// The display that it belongs to; nil if that is unknown.
    var output: String?
    /// Tells whether its display is dark; nil unless touches that wake a display are swallowed.
    var power: DisplayPower?
    /// Whether the settings ask to grab it.
    var isGrabRequested = false
    /// Whether it should be grabbed now. ``isGrabbed`` follows once no finger is down.
    var wantsGrab = false
    private(set) var isGrabbed = false
    /// Which touches to keep from other programs; nil if the device is not filtered.
    var filter: FilterSettings?
    /// Tells the filter whether the display is dark; nil if touches that wake it are not withheld.
    var filterPower: DisplayPower?
    /// Whether there is a clone for other programs.
    private(set) var hasClone = false
    /// When other programs have had time to open the clone; nil if they have, or there is none.
    private(set) var settlingEnd: Instant?
    /// The switch because of which it is suspended; nil if none is, or the device is no touchpad of a laptop.
    var suspendedBy: LaptopSwitch?
    /// Whether it is not read for now: it does not wake the service, and its touches are lost.
    private(set) var isSuspended = false
    private var isUntouched = true
    private var isWaking = false

    /// Watches the descriptor of the device.
    init(
        _ loop: EventLoop, node: DeviceNode, description: DeviceDescription, id: String, surface: SurfaceID,
        touch: consuming TouchDevice
    ) throws(LoopError) {
        self.node = node
        self.description = description
        self.id = id
        self.surface = surface
        fd = touch.fd
        self.touch = .some(touch)
        frame = TouchFrame(surface: surface, time: .distantPast)
        frame.changes.reserveCapacity(64)
        watch = try DescriptorWatch(loop, fd: fd, as: .touchDevice, for: [.readable, .edges])
    }

    func close() {
        overruns = touch?.overruns ?? 0
        watch = nil
        touch = nil
    }

    /// Whether it is a touchpad that is built into the machine. If udev does not say, touchpads on USB and Bluetooth are not, as
    /// in systemd's hardware database.
    var isBuiltInTouchpad: Bool {
        touch?.geometry.kind == .touchpad && node.isBuiltIn ?? !description.isPluggable
    }

    /// What log lines call it.
    var subject: Log.Subject { .device(node.path, name: description.name) }

    // MARK: Grab, suspend and resume

    /// Grabs or releases the device as ``wantsGrab`` says, unless fingers are down: other programs would see a touch without its
    /// end, or without its beginning.
    ///
    /// - Returns: the errno of what failed, or 0.
    func updateGrab() -> CInt {
        guard let isUntouched = touch?.isUntouched, isUntouched else { return 0 }
        if wantsGrab != isGrabbed {
            let error = touch?.grab(wantsGrab) ?? 0
            guard error == 0 else {
                wantsGrab = isGrabbed
                return error
            }
            isGrabbed = wantsGrab
            if isGrabbed, hasClone, touch?.hasPendingEvents ?? false {
                // A finger has landed just before. Other programs must see its end: this is called again when it is lifted.
                _ = touch?.grab(false)
                isGrabbed = false
                return 0
            }
        }
        return updateRelay()
    }

    /// Stops reading it.
    func suspend() {
        isSuspended = true
        touch?.setRelayBlocking(true, at: EventLoop.now)
        watch?.change(to: [])
        reset()
        _ = touch?.skip()
    }

    /// Reads it again, from now on. Fingers that are down are ignored until they are lifted.
    ///
    /// - Returns: whether it is still there.
    func resume() -> Bool {
        isSuspended = false
        watch?.change(to: [.readable, .edges])
        reset()
        return touch?.skip() ?? false
    }

    // MARK: Filter

    /// The time that other programs have for opening a clone: nothing tells when they have. Touches reach them through the device
    /// itself until then.
    private static let settlingTime = Interval.milliseconds(1000)

    /// Whether the device should be grabbed because its clone stands for it.
    var isFilterReady: Bool { filter != nil && hasClone && settlingEnd == nil }
    /// When ``advanceFilter(to:)`` has something to do; nil if never.
    var filterDeadline: Instant? { hasClone ? settlingEnd ?? touch?.relayDeadline : nil }

    /// Passes on touches that have been held back long enough.
    ///
    /// - Returns: whether other programs have had time to open the clone since the last call.
    func advanceFilter(to now: Instant) -> Bool {
        touch?.advanceRelay(to: now)
        guard let end = settlingEnd, end <= now else { return false }
        settlingEnd = nil
        return true
    }

    /// Makes a clone if the device should be filtered, and has none.
    ///
    /// - Returns: why that failed; nil if it did not.
    func makeClone(at time: Instant) -> String? {
        guard let filter, !hasClone else { return nil }
        // Another program may have grabbed the device. A clone that comes and goes would disturb others.
        if !isGrabbed, touch?.isUntouched ?? false {
            let error = touch?.grab(true) ?? 0
            guard error == 0 else { return errorMessage(error) }
            _ = touch?.grab(false)
        }
        do throws(CloneFailure) {
            try touch?.makeClone(filter.rules, filter.thresholds)
        } catch {
            return error.message
        }
        hasClone = true
        settlingEnd = time + Self.settlingTime
        return nil
    }

    /// Removes the clone. Other programs read the device again once it is not grabbed.
    func removeClone() {
        hasClone = false
        settlingEnd = nil
        touch?.removeClone()
    }

    /// Passes touches on from now on if the device is grabbed for that, or removes the clone if it is no longer.
    ///
    /// - Returns: the errno of what failed, or 0.
    private func updateRelay() -> CInt {
        guard hasClone else { return 0 }
        if filter == nil {
            if !isGrabbed { removeClone() }
            return 0
        }
        guard isGrabbed, isFilterReady, let isRelaying = touch?.isRelaying, !isRelaying else { return 0 }
        // The filter starts with the state after all events. If some wait, this is called again when they are read.
        if touch?.hasPendingEvents ?? true { return 0 }
        do throws(CloneError) {
            try touch?.startRelay()
            return 0
        } catch {
            return error.errno
        }
    }

    // MARK: Frames

    /// Notes that a pen came near, or went.
    func note(penIsNear: Bool, at time: Instant) {
        touch?.note(penIsNear: penIsNear, at: time)
        // Takes effect when it is read, in this pass still.
        drainedPass = 0
        // A suspended device is not read: the notes would pile up until it is.
        if isSuspended { _ = touch?.skip() }
    }

    /// Becomes another surface, on which no finger is down.
    func reset(as surface: SurfaceID) {
        self.surface = surface
        reset()
    }

    private func reset() {
        hasFrame = false
        isUntouched = true
        isWaking = false
    }

    /// Marks the next frame if it belongs to a touch that began on a dark display, or on an idle one whose touches are filtered.
    func markWaking() {
        frame.isWaking = hasClone && touch?.isWakingWithheld ?? false
        guard let power else { return }
        if isUntouched, frame.changes.contains(where: { $0.action == .down }) { isWaking = power.isDark }
        isUntouched = touch?.contactsDown ?? 0 == 0
        if isWaking { frame.isWaking = true }
    }
}

/// Which touches of a device are kept from other programs.
struct FilterSettings {
    var rules: WithholdingRules
    var thresholds: Thresholds
}
