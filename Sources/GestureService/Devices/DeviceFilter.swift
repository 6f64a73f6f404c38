import GestureCore
import TouchDecoding
import TouchDevices

/// Which touches of a device are kept from other programs, and the clone that they read in its place.
struct DeviceFilter {
    /// Which touches to keep from other programs; nil if the device should not be filtered.
    var settings: FilterSettings?
    /// Tells whether the display is dark; nil if touches that wake it are not withheld.
    var power: DisplayPower?
    /// Whether there is a clone for other programs.
    private(set) var hasClone = false
    /// When other programs have had time to open the clone; nil if they have, or there is none.
    private(set) var settlingEnd: Instant?

    /// The time that other programs have for opening a clone: nothing tells when they have. Touches reach them through the device
    /// itself until then.
    static let settlingTime = Interval.milliseconds(1000)

    /// Whether the device should be grabbed because its clone stands for it.
    var isReady: Bool { settings != nil && hasClone && settlingEnd == nil }

    /// Notes that a clone was made.
    mutating func addClone(at time: Instant) {
        hasClone = true
        settlingEnd = time + Self.settlingTime
    }

    /// Notes that the clone was removed.
    mutating func removeClone() {
        hasClone = false
        settlingEnd = nil
    }

    /// Returns whether other programs have had time to open the clone since the last call.
    mutating func advance(to now: Instant) -> Bool {
        guard let end = settlingEnd, end <= now else { return false }
        settlingEnd = nil
        return true
    }
}

/// Which touches of a device are kept from other programs.
struct FilterSettings {
    var rules: WithholdingRules
    var thresholds: Thresholds
}
