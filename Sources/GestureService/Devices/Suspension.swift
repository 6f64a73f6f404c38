import TouchDevices

/// Whether a device is not read, and why.
struct Suspension: Equatable {
    /// The switch because of which it is suspended; nil if none is, or the device is no touchpad of a laptop.
    var cause: LaptopSwitch?
    /// Whether it is not read for now: it does not wake the service, and its touches are lost.
    var isActive = false
}
