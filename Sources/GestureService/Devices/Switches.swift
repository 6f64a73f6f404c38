import GestureCore
import System
import TouchDevices

/// Follows the switches that say that nobody can touch the touchpad of a laptop.
final class Switches {
    private final class Switch {
        let path: String
        /// nil while it is not open; closing is by setting it to nil.
        var device: SwitchDevice?
        var source: DescriptorSource?

        init(path: String) { self.path = path }
    }

    private let loop: EventLoop
    private let onWake: () -> Void
    /// Called when ``active`` has changed.
    private let onChange: () -> Void
    /// No switch can keep touches waiting.
    private static let mostChangesAtOnce = 512
    /// All that there are, also those that are not open.
    private var switches: [Switch] = []
    /// The switch that is on; the first, if several are.
    private(set) var active: LaptopSwitch?

    init(_ loop: EventLoop, onWake: @escaping () -> Void, onChange: @escaping () -> Void) {
        self.loop = loop
        self.onWake = onWake
        self.onChange = onChange
    }

    /// Takes note of a node with switches; it is opened once there is a touchpad that they matter to.
    func add(path: String) {
        guard !switches.contains(where: { $0.path.utf8.elementsEqual(path.utf8) }) else { return }
        switches.append(Switch(path: path))
    }

    func removeAll() {
        for known in switches { remove(known) }
    }

    func remove(path: String) {
        for known in switches where known.path.utf8.elementsEqual(path.utf8) { remove(known) }
    }

    /// Opens those that are not open yet.
    ///
    /// - Parameter report: called with the node of each, and why it cannot be used, or nil.
    func openAll(report: (_ path: String, _ reason: String?) -> Void) {
        for known in switches where known.device == nil {
            do throws(EvdevError) {
                report(known.path, use(known, try EvdevDevice(path: known.path)))
            } catch {
                // One that has vanished since udev reported it is no news.
                if !error.isMissing { report(known.path, message(error.errno)) }
            }
        }
        update()
    }

    /// - Returns: why it cannot be used; nil if it is.
    private func use(_ known: Switch, _ evdev: consuming EvdevDevice) -> String? {
        let device = SwitchDevice(evdev)
        let fd = device.fd
        do throws(LoopError) {
            known.source = try DescriptorSource(loop, fd: fd, .readable) { [self] _ in read(known) }
        } catch {
            return message(error.errno)
        }
        known.device = .some(device)
        Log.info("following its lid and tablet-mode switches", .device(known.path))
        return nil
    }

    private func message(_ errno: CInt) -> String {
        errorMessage(errno)
            + ": touches on touchpads count also while the lid is closed or the laptop is folded to a tablet"
    }

    private func read(_ known: Switch) {
        reading: for _ in 0..<Self.mostChangesAtOnce {
            switch known.device?.read() {
            case .changed: continue
            case .empty, nil: break reading
            case .gone: remove(known)
            }
        }
        update()
        onWake()
    }

    private func remove(_ known: Switch) {
        switches.removeAll { $0 === known }
        guard known.device != nil else { return }
        known.source?.stop()
        known.device = nil
        Log.info("gone", .device(known.path))
        update()
    }

    private func update() {
        var found: LaptopSwitch?
        for known in switches {
            guard let active = known.device?.active else { continue }
            if active.rawValue < found?.rawValue ?? .max { found = active }
        }
        guard found != active else { return }
        active = found
        onChange()
    }
}

extension LaptopSwitch {
    /// In words for a person.
    var meaning: StaticString {
        switch self {
        case .lid: "the lid is closed"
        case .tabletMode: "the laptop is folded to a tablet"
        }
    }
}
