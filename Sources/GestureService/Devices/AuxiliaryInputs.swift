import GestureCore
import System
import Text
import TouchDevices

/// The inputs that change what touches mean: modifier keys of keyboards, pens, and switches of laptops.
final class AuxiliaryInputs {
    private let loop: EventLoop
    private let hub: GestureHub
    private let table: DeviceTable
    /// nil unless the configuration asks for modifier keys.
    private var keyboards: Keyboards?
    private let pens: Pens
    private let switches: Switches
    /// Set when udev reports the first pen.
    private var hasPens = false
    /// The time up to which keyboards and pens were read.
    private var readUntil = Instant.distantPast

    init(_ loop: EventLoop, hub: GestureHub, table: DeviceTable) {
        self.loop = loop
        self.hub = hub
        self.table = table
        pens = Pens(loop, table: table)
        switches = Switches(loop)
    }

    /// Opens keyboards from now on, or closes them all.
    func configure(readsModifiers: Bool) {
        if readsModifiers {
            if keyboards == nil { keyboards = Keyboards(loop, hub: hub) }
        } else {
            keyboards?.closeAll()
            keyboards = nil
            hub.forgetModifiers()
        }
    }

    /// Notes a node, and opens it if it matters to a device in use.
    func add(_ node: DeviceNode) {
        if node.isKeyboard {
            if let keyboards { table.report(node.path, keyboards.open(path: node.path)) }
        } else if node.isTablet, !node.parentPath.isEmpty {
            pens.add(node)
            hasPens = true
            if table.devices.contains(where: { $0.node.parentPath == node.parentPath }) {
                pens.open(parent: node.parentPath)
            }
        } else if node.hasLaptopSwitch {
            switches.add(path: node.path)
            if table.devices.contains(where: { $0.isBuiltInTouchpad }) { switches.openAll(table) }
        }
    }

    func remove(path: ByteString) {
        keyboards?.close(path: path)
        pens.remove(path: path)
        switches.remove(path: path)
    }

    func removeAll() {
        keyboards?.closeAll()
        pens.removeAll()
        switches.removeAll()
    }

    /// Reads the events of keyboards and pens up to `time`, so that they apply to a touch of that time.
    func read(upTo time: Instant) {
        guard time >= readUntil else { return }
        readUntil = time
        // Asked before: optional chaining alone would count references in every frame, though there is nothing to read.
        if keyboards != nil { keyboards?.readAll() }
        if hasPens { pens.readAll() }
    }

    // MARK: Pens

    /// Opens the pens that share a parent with a device that has come into use, and tells it if one is near.
    func openPens(of device: LiveDevice) {
        let parent = device.node.parentPath
        guard !parent.isEmpty else { return }
        if pens.isNear(parent) { device.note(penIsNear: true, at: EventLoop.now) }
        pens.open(parent: parent)
    }

    // MARK: Switches

    /// Reads the switches of a node.
    func readSwitches(fd: CInt) { switches.read(fd: fd) }

    /// Returns the switch because of which a device should be suspended; nil if none is on or none matters to it.
    func switchSuspending(_ device: LiveDevice) -> LaptopSwitch? {
        guard device.isBuiltInTouchpad else { return nil }
        switches.openAll(table)
        return switches.active
    }
}
