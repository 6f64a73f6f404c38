import GestureCore
import GestureProtocol
import Text
import TouchDevices

/// The touch devices in use, and the nodes that cannot be used.
final class DeviceTable {
    private(set) var devices: [LiveDevice] = []
    /// The nodes that cannot be used, and why.
    private(set) var refused: [RefusedDeviceReport] = []
    /// Surfaces of devices that are gone. They are detached once the input that the other devices sent earlier is processed.
    private(set) var lostSurfaces: [SurfaceID] = []

    /// Whether any device has a clone.
    private(set) var hasFilters = false

    // MARK: Devices in use

    func add(_ device: LiveDevice) { devices.append(device) }

    func device(at path: ByteString) -> LiveDevice? { devices.first { $0.node.path == path } }
    func device(fd: CInt) -> LiveDevice? { devices.first { $0.fd == fd } }
    func device(of surface: SurfaceID) -> LiveDevice? { devices.first { $0.surface == surface } }

    /// Closes the descriptor at once: the kernel keeps an unplugged device for as long as it is open.
    func close(_ device: LiveDevice, _ reason: StaticString = "gone") {
        reportMessage(about: device)
        device.close()
        devices.removeAll { $0 === device }
        noteFilters()
        lostSurfaces.append(device.surface)
        Log.info("\(reason)", device.subject)
    }

    /// Call it after a clone was made or removed.
    func noteFilters() { hasFilters = devices.contains { $0.filter.hasClone } }

    /// When a filter has something to do; nil if never.
    var filterDeadline: Instant? {
        var deadline: Instant?
        for device in devices { deadline = earlier(deadline, device.filterDeadline) }
        return deadline
    }

    /// Returns the surfaces of devices that are gone, and forgets them.
    func takeLostSurfaces() -> [SurfaceID] {
        let surfaces = lostSurfaces
        lostSurfaces.removeAll()
        return surfaces
    }

    /// Tells the devices that share a parent with a pen that one came near, or that the last has gone.
    func note(penIsNear isNear: Bool, onParent path: ByteString, at time: Instant) {
        for device in devices where device.node.parentPath == path { device.note(penIsNear: isNear, at: time) }
    }

    // MARK: Nodes that cannot be used

    /// Notes whether a node can be used.
    ///
    /// - Parameter reason: why it cannot; nil if it can.
    func report(_ path: ByteString, _ reason: String?) {
        if let reason { refuse(path, reason) } else { forgetRefusal(of: path) }
    }

    func refuse(_ path: ByteString, _ reason: String) {
        let report = RefusedDeviceReport(node: path, reason: ByteString(reason))
        guard !refused.contains(report) else { return }
        forgetRefusal(of: path)
        refused.append(report)
        Log.warning("\(reason): ignoring the device until udev reports a change", .device(path))
    }

    func forgetRefusal(of path: ByteString) {
        refused.removeAll { $0.node == path }
    }

    func forgetRefusals() { refused.removeAll() }

    // MARK: Messages of libevdev

    /// Logs the messages of libevdev about devices. Call it after events are sent.
    func reportMessages() {
        // Going through the devices in every wake-up is slower (measured: 340 instructions with one device).
        guard EvdevDevice.hasNewMessages() else { return }
        for device in devices { reportMessage(about: device) }
    }

    private func reportMessage(about device: LiveDevice) {
        if let message = device.touch?.takeMessage() { Log.warning(message.line, device.subject) }
    }
}

/// Compares bytes: `==` of strings brings the tables of Unicode along.
func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
