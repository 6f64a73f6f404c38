import GestureCore
import TouchDecoding
import TouchDevices

/// A touch device that is in use, and the frame of it that is next.
final class OpenDevice {
    var node: DeviceNode
    let description: DeviceDescription
    /// What clients call it: the same when it is plugged in again.
    let id: String
    /// Another one whenever it counts as a new device: a surface never changes.
    private(set) var surface: SurfaceID
    /// nil once the device is gone: that closes the descriptor.
    var touch: TouchDevice?
    var source: DescriptorSource?
    var frame: TouchFrame
    var hasFrame = false
    /// The last pass in which it was read until nothing was left; see ``LiveInput``.
    var drained: UInt64 = 0
    var lastFrame: Instant?
    /// How many there were when it went.
    var overruns = 0
    var output: String?
    /// What tells whether the person sees anything; nil where nobody wants to know.
    var power: DisplayPower?
    /// Whether nobody else is to get its events, and whether that is so.
    var wantsGrab = false
    private(set) var isGrabbed = false
    /// The switch that says that nobody can touch it; nil if none does, or the device is no touchpad of a laptop.
    var suspendedBy: LaptopSwitch?
    /// Whether it is not read for now: it wakes nobody, and what happens on it is not known.
    private(set) var isResting = false
    private var isUntouched = true
    private var isWaking = false

    init(node: DeviceNode, description: DeviceDescription, id: String, surface: SurfaceID, touch: consuming TouchDevice)
    {
        self.node = node
        self.description = description
        self.id = id
        self.surface = surface
        self.touch = .some(touch)
        frame = TouchFrame(surface: surface, time: .distantPast)
        frame.changes.reserveCapacity(64)
    }

    /// Whether it is a touchpad that is a part of the machine. If udev does not say, those on USB and Bluetooth are not, as in
    /// systemd's hardware database.
    var isBuiltInTouchpad: Bool {
        touch?.geometry.kind == .touchpad && node.isBuiltIn ?? !description.isPluggable
    }

    /// What lines of the log call it.
    var subject: Log.Subject { .device(node.path, name: description.name) }

    /// Grabs it or lets it go as is wanted; not while fingers are down, for other programs would see a touch without its end or
    /// without its beginning.
    ///
    /// - Returns: the errno of what failed, or 0.
    func settleGrab() -> CInt {
        guard wantsGrab != isGrabbed, let isUntouched = touch?.isUntouched, isUntouched else { return 0 }
        let error = touch?.grab(wantsGrab) ?? 0
        if error == 0 { isGrabbed = wantsGrab } else { wantsGrab = isGrabbed }
        return error
    }

    /// Stops reading it.
    func rest() {
        isResting = true
        source?.watch(for: [])
        startAnew()
        _ = touch?.skip()
    }

    /// Reads it again, from now on. Fingers that are down are dead until they are lifted.
    ///
    /// - Returns: whether it is still there.
    func goOn() -> Bool {
        isResting = false
        source?.watch(for: [.readable, .edges])
        startAnew()
        return touch?.skip() ?? false
    }

    /// Takes note that a pen came near, or went.
    func note(penIsNear: Bool, at time: Instant) {
        touch?.note(penIsNear: penIsNear, at: time)
        // Takes effect when it is read, in this pass still.
        drained = 0
        // Else that would wait for touches, and become ever more.
        if isResting { _ = touch?.skip() }
    }

    /// Makes it another surface, on which nothing is going on.
    func renew(as surface: SurfaceID) {
        self.surface = surface
        startAnew()
    }

    private func startAnew() {
        hasFrame = false
        isUntouched = true
        isWaking = false
    }

    /// Takes note of whether the touch that the next frame is of began on a dark display.
    func noteWaking() {
        guard let power else { return }
        if isUntouched, frame.changes.contains(where: { $0.action == .down }) { isWaking = power.isDark }
        isUntouched = touch?.contactsDown ?? 0 == 0
        frame.isWaking = isWaking
    }
}
