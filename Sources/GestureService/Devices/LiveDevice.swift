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
    var touch: DecodedDevice?
    /// The descriptor of ``touch``.
    let fd: CInt
    private var watch: DescriptorWatch?
    var next: NextFrame
    var grab = Grab()
    var filter = DeviceFilter()
    var suspension = Suspension()
    /// How often the kernel's queue overran until the device was closed.
    private(set) var overruns: UInt64 = 0
    /// The display that it belongs to; nil if that is unknown.
    var output: String?

    /// Watches the descriptor of the device.
    init(
        _ loop: EventLoop, node: DeviceNode, description: DeviceDescription, id: String, surface: SurfaceID,
        touch: consuming DecodedDevice
    ) throws(LoopError) {
        self.node = node
        self.description = description
        self.id = id
        self.surface = surface
        fd = touch.fd
        self.touch = .some(touch)
        next = NextFrame(on: surface)
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

    /// Grabs or releases the device as it is wanted, unless fingers are down: other programs would see a touch without its
    /// end, or without its beginning.
    ///
    /// - Returns: the errno of what failed, or 0.
    func updateGrab() -> CInt {
        guard let isUntouched = touch?.isUntouched, isUntouched else { return 0 }
        if grab.isPending {
            let error = touch?.grab(grab.isWanted) ?? 0
            grab.finish(succeeded: error == 0)
            guard error == 0 else { return error }
            if grab.isHeld, filter.hasClone, touch?.hasPendingEvents ?? false {
                // A finger has landed just before. Other programs must see its end: this is called again when it is lifted.
                _ = touch?.grab(false)
                grab.postpone()
                return 0
            }
        }
        return updateRelay()
    }

    /// Stops reading it.
    func suspend() {
        suspension.isActive = true
        touch?.setRelayBlocking(true, at: EventLoop.now)
        watch?.change(to: [])
        next.reset()
        _ = touch?.skip()
    }

    /// Reads it again, from now on. Fingers that are down are ignored until they are lifted.
    ///
    /// - Returns: whether it is still there.
    func resume() -> Bool {
        suspension.isActive = false
        watch?.change(to: [.readable, .edges])
        next.reset()
        return touch?.skip() ?? false
    }

    // MARK: Filter

    /// When ``advanceFilter(to:)`` has something to do; nil if never.
    var filterDeadline: Instant? { filter.hasClone ? filter.settlingEnd ?? touch?.relayDeadline : nil }

    /// Passes on touches that have been held back long enough.
    ///
    /// - Returns: whether other programs have had time to open the clone since the last call.
    func advanceFilter(to now: Instant) -> Bool {
        touch?.advanceRelay(to: now)
        return filter.advance(to: now)
    }

    /// Makes a clone if the device should be filtered, and has none.
    ///
    /// - Returns: why that failed; nil if it did not.
    func makeClone(at time: Instant) -> String? {
        guard let settings = filter.settings, !filter.hasClone else { return nil }
        // Another program may have grabbed the device. A clone that comes and goes would disturb others.
        if !grab.isHeld, touch?.isUntouched ?? false {
            let error = touch?.grab(true) ?? 0
            guard error == 0 else { return errorMessage(error) }
            _ = touch?.grab(false)
        }
        do throws(CloneFailure) {
            try touch?.makeClone(settings.rules, settings.thresholds)
        } catch {
            return error.message
        }
        filter.addClone(at: time)
        return nil
    }

    /// Removes the clone. Other programs read the device again once it is not grabbed.
    func removeClone() {
        filter.removeClone()
        touch?.removeClone()
    }

    /// Passes touches on from now on if the device is grabbed for that, or removes the clone if it is no longer.
    ///
    /// - Returns: the errno of what failed, or 0.
    private func updateRelay() -> CInt {
        guard filter.hasClone else { return 0 }
        if filter.settings == nil {
            if !grab.isHeld { removeClone() }
            return 0
        }
        guard grab.isHeld, filter.isReady, let isRelaying = touch?.isRelaying, !isRelaying else { return 0 }
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
        next.drainedPass = 0
        // A suspended device is not read: the notes would pile up until it is.
        if suspension.isActive { _ = touch?.skip() }
    }

    /// Becomes another surface, on which no finger is down.
    func reset(as surface: SurfaceID) {
        self.surface = surface
        next.reset()
    }

    /// Marks the next frame if it belongs to a touch that wakes the display.
    func markWaking() {
        next.mark(
            isWithheld: filter.hasClone && touch?.isWakingWithheld ?? false, contactsDown: touch?.contactsDown ?? 0)
    }
}
