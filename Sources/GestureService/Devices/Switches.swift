import GestureCore
import System
import Text
import TouchDevices

/// Follows the switches of a laptop that are on while nobody can touch its touchpad.
final class Switches {
    /// A node with switches.
    private final class SwitchNode {
        let path: ByteString
        /// nil while it is not open: setting it to nil closes the descriptor.
        var device: SwitchDevice?
        var watch: DescriptorWatch?

        init(path: ByteString) { self.path = path }
    }

    private let loop: EventLoop
    /// The most changes that one call reads, so that no switch keeps touches waiting.
    private static let mostChangesAtOnce = 512
    /// All nodes with switches, also those that are not open.
    private var nodes: [SwitchNode] = []
    /// The switch that is on; the first, if several are.
    private(set) var active: LaptopSwitch?

    init(_ loop: EventLoop) { self.loop = loop }

    /// Notes a node with switches; it is opened once a touchpad is in use that they matter to.
    func add(path: ByteString) {
        guard !nodes.contains(where: { $0.path == path }) else { return }
        nodes.append(SwitchNode(path: path))
    }

    func removeAll() {
        for node in nodes { remove(node) }
    }

    func remove(path: ByteString) {
        for node in nodes where node.path == path { remove(node) }
    }

    /// Opens the nodes that are not open yet, and notes in the table which of them cannot be used.
    func openAll(_ table: DeviceTable) {
        for node in nodes where node.device == nil {
            do throws(EvdevError) {
                table.report(node.path, use(node, try EvdevDevice(path: node.path)))
            } catch {
                // It is normal for a node to vanish before it can be opened.
                if !error.isMissing { table.report(node.path, message(error.errno)) }
            }
        }
        update()
    }

    /// - Returns: why it cannot be used; nil if it can.
    private func use(_ node: SwitchNode, _ evdev: consuming EvdevDevice) -> String? {
        let device = SwitchDevice(evdev)
        let fd = device.fd
        do throws(LoopError) {
            node.watch = try DescriptorWatch(loop, fd: fd, as: .laptopSwitch, for: .readable)
        } catch {
            return message(error.errno)
        }
        node.device = .some(device)
        Log.info("following its lid and tablet-mode switches", .device(node.path))
        return nil
    }

    private func message(_ errno: CInt) -> String {
        errorMessage(errno)
            + ": touches on touchpads are not ignored while the lid is closed or the laptop is in tablet mode"
    }

    /// Reads the node with that descriptor until its queue is empty.
    func read(fd: CInt) {
        guard let node = nodes.first(where: { $0.device?.fd == fd }) else { return }
        reading: for _ in 0..<Self.mostChangesAtOnce {
            switch node.device?.read() {
            case .changed: continue
            case .empty, nil: break reading
            case .gone: remove(node)
            }
        }
        update()
    }

    private func remove(_ node: SwitchNode) {
        nodes.removeAll { $0 === node }
        guard node.device != nil else { return }
        node.watch = nil
        node.device = nil
        Log.info("gone", .device(node.path))
        update()
    }

    private func update() {
        active = nil
        for node in nodes {
            guard let found = node.device?.active else { continue }
            if found.rawValue < active?.rawValue ?? .max { active = found }
        }
    }
}

extension LaptopSwitch {
    /// The state of the machine while it is on, for log lines.
    var meaning: StaticString {
        switch self {
        case .lid: "the lid is closed"
        case .tabletMode: "the laptop is in tablet mode"
        }
    }
}
