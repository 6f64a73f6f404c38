/// Whether a device is grabbed, and whether it should be.
struct Grab: Equatable {
    /// Whether the settings ask for it.
    var isRequested = false
    /// Whether the device should be grabbed now. ``isHeld`` follows once no finger is down.
    var isWanted = false
    private(set) var isHeld = false

    /// Whether the device has to be grabbed or released.
    var isPending: Bool { isWanted != isHeld }

    /// Notes that the device was grabbed or released as it is wanted. If that failed, it is wanted no longer.
    mutating func finish(succeeded: Bool) {
        if succeeded { isHeld = isWanted } else { isWanted = isHeld }
    }

    /// Notes that the device was released, and is still wanted.
    mutating func postpone() { isHeld = false }
}
