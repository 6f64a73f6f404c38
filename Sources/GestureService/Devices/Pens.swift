import GestureCore
import System
import Text
import TouchDevices

/// Follows the pens that are used on touch devices.
final class Pens {
    private final class Pen {
        let node: DeviceNode
        /// nil while it is not open: setting it to nil closes the descriptor.
        var device: PenDevice?
        var watch: DescriptorWatch?
        var isNear = false

        init(node: DeviceNode) { self.node = node }
    }

    private let loop: EventLoop
    private let table: DeviceTable
    /// All pens, also those of devices that are not in use.
    private var pens: [Pen] = []

    /// The most changes that one call reads from a pen, so that no pen keeps touches waiting.
    private static let mostChangesAtOnce = 512

    init(_ loop: EventLoop, table: DeviceTable) {
        self.loop = loop
        self.table = table
    }

    /// Returns whether a pen is near a device with that parent path.
    func isNear(_ parent: ByteString) -> Bool {
        pens.contains { $0.isNear && $0.node.parentPath == parent }
    }

    /// Notes a pen; it is opened when a touch device with the same parent is in use.
    func add(_ node: DeviceNode) {
        guard !pens.contains(where: { $0.node.path == node.path }) else { return }
        pens.append(Pen(node: node))
    }

    func removeAll() {
        for pen in pens { close(pen) }
        pens.removeAll()
    }

    func remove(path: ByteString) {
        for pen in pens where pen.node.path == path { close(pen) }
        pens.removeAll { $0.node.path == path }
    }

    /// Opens the pens with that parent path that are not open yet.
    func open(parent: ByteString) {
        for pen in pens where pen.device == nil && pen.node.parentPath == parent {
            do throws(EvdevError) {
                table.report(pen.node.path, use(pen, try EvdevDevice(path: pen.node.path)))
            } catch {
                // It is normal for a node to vanish before it can be opened.
                if !error.isMissing { table.report(pen.node.path, message(error.errno)) }
            }
        }
    }

    /// - Returns: why it cannot be used; nil if it can.
    private func use(_ pen: Pen, _ evdev: consuming EvdevDevice) -> String? {
        let device = PenDevice(evdev)
        let (fd, isNear) = (device.fd, device.isNear)
        do throws(LoopError) {
            pen.watch = try DescriptorWatch(loop, fd: fd, as: .auxiliaryInput, for: .readable)
        } catch {
            return message(error.errno)
        }
        pen.device = .some(device)
        set(pen, isNear: isNear, at: EventLoop.now)
        Log.info("ignoring touches while this pen is near", .device(pen.node.path))
        return nil
    }

    private func message(_ errno: CInt) -> String {
        errorMessage(errno) + ": touches are not ignored while this pen is near"
    }

    private func close(_ pen: Pen) {
        guard pen.device != nil else { return }
        pen.watch = nil
        pen.device = nil
        set(pen, isNear: false, at: EventLoop.now)
        Log.info("gone", .device(pen.node.path))
    }

    /// Tells touch devices when the first pen comes near, and when the last has gone.
    private func set(_ pen: Pen, isNear: Bool, at time: Instant) {
        let before = self.isNear(pen.node.parentPath)
        pen.isNear = isNear
        let after = self.isNear(pen.node.parentPath)
        if after != before { table.note(penIsNear: after, onParent: pen.node.parentPath, at: time) }
    }

    /// Reads the queues of all pens until they are empty.
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
