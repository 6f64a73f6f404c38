import GestureCore
import GestureProtocol
import Platform
import TouchInput

/// Reads the touchscreens and touchpads of this machine, and follows them as they come and go.
final class LiveInput {
    private let loop: EventLoop
    private let hub: GestureHub
    private let configuration: Configuration
    private let monitor: DeviceMonitor
    private var monitorSource: DescriptorSource?
    private var devices: [OpenDevice] = []
    private var contacts = ContactNumbers()
    /// Surfaces of devices that are gone, until the input of the others is read that came before.
    private var lost: [SurfaceID] = []
    /// Called after every wake-up, with what ``readAll()`` gave.
    private let onWake: (_ complete: Instant?) -> Void

    /// How many frames are read before the loop looks at anything else: a driver that floods must not lock clients out.
    private static let mostFramesAtOnce = 512

    /// A device that is open, and the frame of it that is next.
    private final class OpenDevice {
        let node: String
        let surface: SurfaceID
        /// nil once the device is gone: that closes the descriptor.
        var touch: TouchDevice?
        var source: DescriptorSource?
        var frame: TouchFrame
        var hasFrame = false
        /// How many there were when it went.
        var overruns = 0

        init(node: String, surface: SurfaceID, touch: consuming TouchDevice) {
            self.node = node
            self.surface = surface
            self.touch = .some(touch)
            frame = TouchFrame(surface: surface, time: .distantPast)
            frame.changes.reserveCapacity(64)
        }
    }

    init(
        _ loop: EventLoop, hub: GestureHub, configuration: Configuration,
        onWake: @escaping (_ complete: Instant?) -> Void
    ) throws(InputError) {
        self.loop = loop
        self.hub = hub
        self.configuration = configuration
        self.onWake = onWake
        do throws(DeviceMonitorError) {
            monitor = try DeviceMonitor()
        } catch {
            throw .noUdev
        }
        do throws(LoopError) {
            monitorSource = try DescriptorSource(loop, fd: monitor.fd, .readable) { [self] _ in followNodes() }
        } catch {
            throw .loop(errno: error.errno)
        }
        for node in monitor.presentNodes() { open(node) }
        if devices.isEmpty { Log.info("no touchscreen or touchpad that can be read: waiting for one") }
    }

    // MARK: Devices that come and go

    private func followNodes() {
        while let change = monitor.receive() {
            switch change {
            case .present(let node):
                open(node)
            case .removed(let path):
                forgetRefusal(of: path)
                if let device = devices.first(where: { same($0.node, path) }) { close(device) }
            }
        }
        wake()
    }

    /// Opens a node that is for touch; one that is open already stays as it is.
    private func open(_ node: DeviceNode) {
        guard !devices.contains(where: { same($0.node, node.path) }) else { return }
        if case .other = node.verdict { return }
        // One that is plugged in again gets its name back only when its former self has given it up.
        if !lost.isEmpty { _ = readAll() }
        do throws(EvdevError) {
            let evdev = try EvdevDevice(path: node.path)
            use(evdev, node)
        } catch {
            // Where udev has not said that it is for touch, it is most likely not ours to open.
            if case .touch = node.verdict { refuse(node.path, errorMessage(error.errno)) }
        }
    }

    private func use(_ evdev: consuming EvdevDevice, _ node: DeviceNode) {
        let description = evdev.description
        let kind: Surface.Kind
        if case .touch(let told) = node.verdict {
            kind = told
        } else if let own = description.surfaceKind {
            kind = own
        } else {
            return
        }
        do throws(UnusableDevice) {
            let touch = try TouchDevice(evdev, kind: kind, configured: configuration.size(of: description))
            start(touch, node, description)
        } catch {
            refuse(node.path, "\(description.name): \(error.message)")
        }
    }

    private func start(_ touch: consuming TouchDevice, _ node: DeviceNode, _ description: DeviceDescription) {
        let surface = hub.newSurfaceID()
        let geometry = touch.geometry
        let fd = touch.fd
        let device = OpenDevice(node: node.path, surface: surface, touch: touch)
        do throws(LoopError) {
            device.source = try DescriptorSource(loop, fd: fd, .readable) { [self] _ in wake() }
        } catch {
            refuse(node.path, "\(description.name): \(errorMessage(error.errno))")
            return
        }
        forgetRefusal(of: node.path)
        devices.append(device)
        let (name, path) = (Array(description.name.utf8), Array(node.path.utf8))
        hub.attach(
            AttachedDevice(
                surface: geometry.surface(surface), id: hub.uniqueID(description.stableID), name: description.name
            ) { id in
                DeviceReport(
                    id: id, name: name, node: path, geometry: geometry, contacts: device.touch?.contactsDown ?? 0,
                    overruns: device.touch?.overruns ?? device.overruns)
            })
        Log.info("\(node.path): using \(geometry.kind.name) \(description.name), \(geometry.size.text)")
    }

    private func refuse(_ path: String, _ reason: String) {
        let report = RefusedDeviceReport(node: Array(path.utf8), reason: Array(reason.utf8))
        guard !hub.refused.contains(report) else { return }
        forgetRefusal(of: path)
        hub.refused.append(report)
        Log.warning("\(path): \(reason): ignoring the device until udev tells of a change")
    }

    private func forgetRefusal(of path: String) {
        hub.refused.removeAll { $0.node.elementsEqual(path.utf8) }
    }

    /// Closes the descriptor at once: the kernel keeps an unplugged device for as long as it is open.
    private func close(_ device: OpenDevice) {
        device.source?.stop()
        device.overruns = device.touch?.overruns ?? 0
        device.touch = nil
        devices.removeAll { $0 === device }
        lost.append(device.surface)
        Log.info("\(device.node): gone")
    }

    private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    // MARK: Frames

    private func wake() { onWake(readAll()) }

    /// Reads every device's queue dry and processes the frames in the order of their time stamps.
    ///
    /// - Returns: an instant up to which all input was processed; nil when there is more to read.
    func readAll() -> Instant? {
        // Taken first: what comes while we read may be left for the next time.
        let start = EventLoop.now
        for _ in 0..<Self.mostFramesAtOnce {
            guard let device = earliest() else {
                for surface in lost { hub.detach(surface, at: start) }
                lost.removeAll()
                return start
            }
            // A device whose stamps run ahead must not make the others' deadlines pass.
            if device.frame.time > start { device.frame.time = min(device.frame.time, EventLoop.now) }
            hub.process(device.frame)
            device.hasFrame = false
        }
        return nil
    }

    /// The device whose next frame is the oldest.
    private func earliest() -> OpenDevice? {
        var earliest: OpenDevice?
        for device in devices {
            if !device.hasFrame {
                switch device.touch?.read(contacts: &contacts, into: &device.frame) {
                case .frame: device.hasFrame = true
                case .empty: continue
                case .gone, nil:
                    close(device)
                    continue
                }
            }
            if let other = earliest, other.frame.time <= device.frame.time { continue }
            earliest = device
        }
        return earliest
    }
}

/// Why no input can be read at all.
public enum InputError: Error, Equatable, Sendable {
    case noUdev
    case loop(errno: CInt)

    public var message: String {
        switch self {
        case .noUdev: "cannot reach udev: no device can be found"
        case .loop(let errno): "cannot watch devices: \(errorMessage(errno))"
        }
    }
}
