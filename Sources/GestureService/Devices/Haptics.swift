import GestureCore
import System
import Text
import TouchDevices

/// Makes the haptic device pulse that the configuration names.
final class Haptics {
    /// The time from the end of one pulse to the start of the next.
    private static let gap = Interval.milliseconds(75)

    private let name: String
    /// nil while it is not there: setting it to nil closes the descriptor.
    private var device: HapticDevice?
    private var path: ByteString = ""
    /// The number of pulses that are still to come.
    private var remaining = 0
    /// When the next pulse is due; nil if none is.
    private(set) var nextDeadline: Instant?

    /// - Parameter name: the name of the device in the configuration.
    init(device name: String) { self.name = name }

    /// Returns whether a node belongs to the device.
    func wants(_ node: DeviceNode) -> Bool {
        node.hasForceFeedback && node.names.contains(ByteString(name))
    }

    /// Opens its node, unless it is open already.
    ///
    /// - Returns: why it cannot be used; nil if it can, or has vanished.
    func open(path: ByteString) -> String? {
        guard device == nil else { return nil }
        do throws(HapticError) {
            device = .some(try HapticDevice(path: path))
            self.path = path
            Log.info("using it for haptic pulses", .device(path, name: name))
            return nil
        } catch {
            return error == .missing ? nil : error.message
        }
    }

    func close(path: ByteString) {
        if path == self.path { close() }
    }

    /// Closes the device, if it is open.
    func close() {
        guard device != nil else { return }
        device = nil
        nextDeadline = nil
        Log.info("gone", .device(path, name: name))
    }

    /// Pulses `count` times. Pulses of an earlier call that are still to come are dropped.
    ///
    /// - Returns: whether there is a device.
    func pulse(_ count: Int, at now: Instant) -> Bool {
        guard device != nil else { return false }
        remaining = count
        playNext(at: now)
        return device != nil
    }

    /// Plays the next pulse if it is due.
    func advance(to now: Instant) {
        if let due = nextDeadline, due <= now { playNext(at: now) }
    }

    private func playNext(at now: Instant) {
        guard let taken = device?.pulse() else { return }
        guard taken else {
            close()
            return
        }
        remaining -= 1
        nextDeadline = remaining > 0 ? now + HapticDevice.pulse + Self.gap : nil
    }
}

extension HapticError {
    /// The reason, for log lines and clients.
    fileprivate var message: String {
        switch self {
        case .missing: "it is gone"
        case .open(let errno): errorMessage(errno) + ": pulses require write access, see gestured.conf(5)"
        case .upload(let errno): "it does not support rumble effects (EVIOCSFF: \(errorMessage(errno)))"
        }
    }
}
