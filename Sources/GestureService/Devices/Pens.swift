import GestureCore
import System
import TouchDevices

/// Follows the pens that are used on devices for touch.
final class Pens {
    private final class Pen {
        let node: DeviceNode
        /// nil where it is not open, or gone: that closes the descriptor.
        var device: PenDevice?
        var source: DescriptorSource?
        var isNear = false

        init(node: DeviceNode) { self.node = node }
    }

    private let loop: EventLoop
    private let onWake: () -> Void
    /// Called when the first pen comes near a body, and when the last has gone.
    private let onChange: (_ body: String, _ isNear: Bool, _ time: Instant) -> Void
    /// All that there are, those of other devices too.
    private var pens: [Pen] = []

    /// No pen can keep touches waiting.
    private static let mostChangesAtOnce = 512

    init(
        _ loop: EventLoop, onWake: @escaping () -> Void,
        onChange: @escaping (_ body: String, _ isNear: Bool, _ time: Instant) -> Void
    ) {
        self.loop = loop
        self.onWake = onWake
        self.onChange = onChange
    }

    /// Whether a pen is near a body.
    func isNear(_ body: String) -> Bool {
        pens.contains { $0.isNear && $0.node.body.utf8.elementsEqual(body.utf8) }
    }

    /// Takes note of one that is there; it is opened when its body has touches.
    func add(_ node: DeviceNode) {
        guard !pens.contains(where: { $0.node.path.utf8.elementsEqual(node.path.utf8) }) else { return }
        pens.append(Pen(node: node))
    }

    func removeAll() {
        for pen in pens { close(pen) }
        pens.removeAll()
    }

    func remove(path: String) {
        for pen in pens where pen.node.path.utf8.elementsEqual(path.utf8) { close(pen) }
        pens.removeAll { $0.node.path.utf8.elementsEqual(path.utf8) }
    }

    /// Opens those of a body that are not open yet.
    ///
    /// - Parameter report: called with the node of each, and why it cannot be used, or nil.
    func open(body: String, report: (_ path: String, _ reason: String?) -> Void) {
        for pen in pens where pen.device == nil && pen.node.body.utf8.elementsEqual(body.utf8) {
            do throws(EvdevError) {
                report(pen.node.path, use(pen, try EvdevDevice(path: pen.node.path)))
            } catch {
                // One that has vanished since udev told of it is no news.
                if !error.isMissing { report(pen.node.path, message(error.errno)) }
            }
        }
    }

    /// - Returns: why that cannot be.
    private func use(_ pen: Pen, _ evdev: consuming EvdevDevice) -> String? {
        let device = PenDevice(evdev)
        let (fd, isNear) = (device.fd, device.isNear)
        do throws(LoopError) {
            pen.source = try DescriptorSource(loop, fd: fd, .readable) { [self] _ in onWake() }
        } catch {
            return message(error.errno)
        }
        pen.device = .some(device)
        set(pen, isNear: isNear, at: EventLoop.now)
        Log.info("touches do not count while this pen is near", .device(pen.node.path))
        return nil
    }

    private func message(_ errno: CInt) -> String {
        errorMessage(errno) + ": touches count also while this pen is near"
    }

    private func close(_ pen: Pen) {
        guard pen.device != nil else { return }
        pen.source?.stop()
        pen.device = nil
        set(pen, isNear: false, at: EventLoop.now)
        Log.info("gone", .device(pen.node.path))
    }

    private func set(_ pen: Pen, isNear: Bool, at time: Instant) {
        let before = self.isNear(pen.node.body)
        pen.isNear = isNear
        let after = self.isNear(pen.node.body)
        if after != before { onChange(pen.node.body, after, time) }
    }

    /// Reads every pen's queue dry.
    func readAll() {
        for pen in pens {
            reading: for _ in 0..<Self.mostChangesAtOnce {
                switch pen.device?.read() {
                case .near(let isNear, let time): set(pen, isNear: isNear, at: time)
                case .empty, nil: break reading
                case .gone: close(pen)
                }
            }
        }
    }
}
