import GestureCore
import System
import TouchDevices

/// Makes the haptic device pulse that the configuration names.
final class Haptics {
    /// From the end of one pulse to the beginning of the next.
    private static let gap = Interval.milliseconds(75)

    private let name: String
    private var timer: TimerSource?
    /// nil while there is none.
    private var device: HapticDevice?
    private var path = ""
    /// How many pulses are still to come.
    private var rest = 0

    /// - Parameter name: what the configuration calls the device.
    init(_ loop: EventLoop, device name: String) {
        self.name = name
        timer = TimerSource(loop) { [self] in playNext() }
    }

    /// Whether a node is that of the device.
    func wants(_ node: DeviceNode) -> Bool {
        node.hasForceFeedback && node.names.contains { $0.utf8.elementsEqual(name.utf8) }
    }

    /// Opens its node; where it is open already, that stays as it is.
    ///
    /// - Returns: why it is not used; nil where it is, or has vanished.
    func open(path: String) -> String? {
        guard device == nil else { return nil }
        do throws(HapticError) {
            device = .some(try HapticDevice(path: path))
            self.path = path
            Log.info("it pulses", .device(path, name: name))
            return nil
        } catch {
            return error == .missing ? nil : error.message
        }
    }

    func close(path: String) {
        guard device != nil, path.utf8.elementsEqual(self.path.utf8) else { return }
        close()
    }

    /// Lets the device go for good.
    func stop() {
        if device != nil { close() }
        timer = nil
    }

    private func close() {
        device = nil
        rest = 0
        timer?.arm(at: nil)
        Log.info("gone", .device(path, name: name))
    }

    /// Pulses so many times, in place of what is still to come.
    ///
    /// - Returns: whether there is a device.
    func pulse(_ count: Int) -> Bool {
        guard device != nil else { return false }
        rest = count
        playNext()
        return device != nil
    }

    private func playNext() {
        guard let taken = device?.pulse() else { return }
        guard taken else {
            close()
            return
        }
        rest -= 1
        timer?.arm(at: rest > 0 ? EventLoop.now + HapticDevice.pulse + Self.gap : nil)
    }
}

extension HapticError {
    /// In words for a person.
    fileprivate var message: String {
        switch self {
        case .missing: "it is not there any more"
        case .open(let errno): errorMessage(errno) + ": to pulse it has to be writable, see gestured.conf(5)"
        case .upload(let errno): "it takes no rumble effect (EVIOCSFF: \(errorMessage(errno)))"
        }
    }
}
