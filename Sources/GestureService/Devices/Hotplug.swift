import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import Text
import TouchDecoding
import TouchDevices

/// Opens touch devices when udev reports them, sets them up again when something about them changes, and closes them.
final class Hotplug {
    private let loop: EventLoop
    private let hub: GestureHub
    private let monitor: DeviceMonitor
    private var watch: DescriptorWatch?
    private let table: DeviceTable
    private let auxiliary: AuxiliaryInputs
    private let control: InputControl
    private let merger: FrameMerger
    private let flightRecorder: FlightRecorder
    var resolver: DeviceResolver
    /// nil unless the configuration names a haptic device.
    var haptics: Haptics?

    init(
        _ loop: EventLoop, hub: GestureHub, _ resolver: DeviceResolver, table: DeviceTable, auxiliary: AuxiliaryInputs,
        control: InputControl, merger: FrameMerger, flightRecorder: FlightRecorder
    ) throws(InputError) {
        do throws(DeviceMonitorError) {
            monitor = try DeviceMonitor()
        } catch {
            throw .noUdev
        }
        self.loop = loop
        self.hub = hub
        self.resolver = resolver
        self.table = table
        self.auxiliary = auxiliary
        self.control = control
        self.merger = merger
        self.flightRecorder = flightRecorder
        do throws(LoopError) {
            watch = try DescriptorWatch(loop, fd: monitor.fd, as: .udev, for: .readable)
        } catch {
            throw .loop(errno: error.errno)
        }
        self.resolver.displays = monitor.displays()
    }

    // MARK: Changes that udev reports

    /// Takes in the changes that udev has reported, or as many as one wake-up may: a flood of them must keep neither touches nor
    /// clients waiting.
    func followChanges() {
        let start = EventLoop.now
        while EventLoop.now - start < FrameMerger.longestWakeUp, let change = monitor.receive() {
            switch change {
            case .present(let node): open(node)
            case .removed(let path, let systemPath): remove(path, systemPath: systemPath)
            case .displays: followDisplays()
            case .overrun:
                followNodesAfterOverrun()
                followDisplays()
            }
        }
    }

    /// Opens the nodes that are not open yet, also those that were refused before, and sets up the others again if anything
    /// about them has changed.
    func openAll() { openAll(monitor.presentNodes()) }

    private func openAll(_ nodes: [DeviceNode]) {
        table.forgetRefusals()
        for node in nodes { open(node) }
    }

    private func remove(_ path: ByteString, systemPath: ByteString) {
        table.forgetRefusal(of: path)
        auxiliary.remove(path: path)
        followSwitches()
        haptics?.close(path: path)
        if let device = table.device(at: path), device.node.systemPath == systemPath { table.close(device) }
        // If changes were lost, the next device at that path was found before this old change was read, and is not announced again.
        if let node = monitor.presentNode(at: path), node.systemPath != systemPath { open(node) }
    }

    /// Looks at what is there now: nodes may have come, gone, or been replaced by others with the same path.
    private func followNodesAfterOverrun() {
        let nodes = monitor.presentNodes()
        for device in table.devices where !nodes.contains(where: { $0.systemPath == device.node.systemPath }) {
            table.close(device)
        }
        auxiliary.removeAll()
        followSwitches()
        openAll(nodes)
    }

    private func followDisplays() {
        resolver.displays = monitor.displays()
        for device in table.devices { setUp(device) }
    }

    // MARK: Opening

    /// Opens a node that is for touch, or applies what udev has changed about one that is open.
    private func open(_ node: DeviceNode) {
        openHaptics(node)
        if let device = table.device(at: node.path) {
            if device.node.systemPath != node.systemPath {
                table.close(device)
            } else {
                if update(device, to: node) { return }
                table.close(device, "no longer used")
            }
        }
        // A device that is plugged in again gets its id back only once its former surface is detached.
        if !table.lostSurfaces.isEmpty, merger.processAll() == nil { merger.detachLost(at: .distantPast) }
        let id = hub.uniqueID(node.stableID)
        switch resolver.use(of: node, id: id) {
        case .auxiliary:
            auxiliary.add(node)
            followSwitches()
        case .ignored:
            auxiliary.remove(path: node.path)
            followSwitches()
            table.forgetRefusal(of: node.path)
        case .touch:
            auxiliary.remove(path: node.path)
            openTouch(node, id: id)
        }
    }

    /// Applies what udev has changed about a device in use.
    ///
    /// - Returns: false if it must not be used any more.
    private func update(_ device: LiveDevice, to node: DeviceNode) -> Bool {
        if device.node.calibration != node.calibration { checkCalibration(of: node) }
        device.node = node
        let options = resolver.options(of: device.description, id: device.id)
        guard resolver.kind(of: node, device.description, options) != nil else { return false }
        setUp(device)
        followSwitches(device)
        return true
    }

    private func openTouch(_ node: DeviceNode, id: String) {
        guard !node.isClone else { return }
        do throws(EvdevError) {
            use(try EvdevDevice(path: node.path), node)
        } catch {
            // It is normal for a node to vanish before it can be opened.
            guard !error.isMissing, resolver.isTouchDevice(node, id: id) else { return }
            var reason = errorMessage(error.errno)
            switch node.classification {
            case .touch: break
            // No udev rule gives the service access to it.
            case .other, .none: reason += ": run 'gesturectl doctor' for a udev rule that lets the service read it"
            }
            table.refuse(node.path, reason)
        }
    }

    private func use(_ evdev: consuming EvdevDevice, _ node: DeviceNode) {
        var description = evdev.description
        // If the kernel does not know where it is plugged in, udev may.
        if description.physicalPath.utf8.isEmpty { description.physicalPath = node.port }
        let id = hub.uniqueID(description.stableID)
        let options = resolver.options(of: description, id: id)
        guard let kind = resolver.kind(of: node, description, options) else { return }
        checkCalibration(of: node)
        let device: LiveDevice
        do throws(UnusableDevice) {
            let touch = try DecodedDevice(evdev, kind: kind, setup: resolver.setup(of: node, kind, options))
            do throws(LoopError) {
                device = try LiveDevice(
                    loop, node: node, description: description, id: id, surface: hub.newSurfaceID(), touch: touch)
            } catch {
                table.refuse(node.path, "\(description.name): \(errorMessage(error.errno))")
                return
            }
        } catch {
            table.refuse(node.path, "\(description.name): \(error.message)")
            return
        }
        start(device)
    }

    private func start(_ device: LiveDevice) {
        guard let geometry = device.touch?.geometry else { return }
        table.forgetRefusal(of: device.node.path)
        table.add(device)
        attach(device, geometry)
        control.apply(to: device)
        auxiliary.openPens(of: device)
        Log.info("using \(geometry.kind.name) \(device.description.name), \(geometry.size.text)", device.subject)
        followSwitches(device)
    }

    /// Opens a node that pulses, if it belongs to the configured haptic device. It may be for touch as well.
    private func openHaptics(_ node: DeviceNode) {
        guard let haptics, haptics.wants(node) else { return }
        let reason = haptics.open(path: node.path)
        if case .touch = node.classification {
            if let reason { Log.warning("cannot pulse: \(reason)", .device(node.path)) }
        } else {
            table.report(node.path, reason)
        }
    }

    private func checkCalibration(of node: DeviceNode) {
        guard resolver.hasWrongCalibration(node) else { return }
        Log.warning(
            "LIBINPUT_CALIBRATION_MATRIX \"\(node.calibration)\": expected six numbers: ignoring it", .device(node.path)
        )
    }

    // MARK: Setting up

    /// Attaches a device to the hub, as it is set up now.
    private func attach(_ device: LiveDevice, _ geometry: TouchGeometry) {
        device.output = resolver.output(of: device.node, resolver.options(of: device.description, id: device.id))
        applySettings(to: device)
        device.next.frame.surface = device.surface
        flightRecorder.keep(device, geometry)
        hub.attach(
            AttachedDevice(
                surface: geometry.surface(device.surface), id: device.id, name: device.description.name,
                output: device.output
            ) { labels in
                DeviceReport(
                    labels, name: device.description.name, node: device.node.path.description,
                    geometry: device.touch?.geometry ?? geometry, isGrabbed: device.grab.isHeld,
                    isFiltered: device.touch?.isRelaying ?? false,
                    contacts: device.touch?.contactsDown ?? 0, overruns: device.touch?.overruns ?? device.overruns,
                    faults: device.touch?.faults ?? ContactFaults(), lastFrame: device.next.lastTime,
                    suspendedBy: device.suspension.cause?.name)
            })
    }

    /// Sets a device up again if anything about it has changed. Touches on it are cancelled then.
    func setUp(_ device: LiveDevice) {
        guard let before = device.touch?.geometry else { return }
        let options = resolver.options(of: device.description, id: device.id)
        let kind = resolver.kind(of: device.node, device.description, options) ?? before.kind
        let setup = resolver.setup(of: device.node, kind, options)
        do throws(UnusableDevice) {
            let geometry = try TouchGeometry(device.description, kind: kind, setup: setup)
            let output = resolver.output(of: device.node, options).map { ByteString($0) }
            if geometry != before || output != device.output.map({ ByteString($0) }) {
                renew(device, geometry)
                Log.info("set up again, \(geometry.size.text)", device.subject)
            }
        } catch {
            Log.warning("keeps its old settings: \(error.message)", device.subject)
        }
        applySettings(to: device)
    }

    /// Applies the settings that do not make it another surface.
    private func applySettings(to device: LiveDevice) {
        let options = resolver.options(of: device.description, id: device.id)
        device.grab.isRequested = options.grab ?? false
        let rules = options.filter ?? false ? options.withhold ?? WithholdingRules() : nil
        device.filter.settings = rules.map { FilterSettings(rules: $0, thresholds: resolver.configuration.thresholds) }
        let swallows = resolver.configuration.swallowsWakeTouch
        let power = swallows || rules?.wake ?? false ? displayPower(of: device) : nil
        device.next.power = swallows ? power : nil
        device.filter.power = rules?.wake ?? false ? power : nil
        if device.filter.hasClone || device.filter.settings != nil { control.applyFilter(to: device) }
    }

    private func displayPower(of device: LiveDevice) -> DisplayPower {
        let backlights = resolver.isBacklit(device.output) ? monitor.backlights() : []
        return DisplayPower(resolver.displays(of: device.output), backlights: backlights)
    }

    /// Makes a device another surface, on which no finger is down. Touches on it are cancelled.
    func renew(_ device: LiveDevice, _ geometry: TouchGeometry) {
        // If more is left to read, no deadline of other devices passes: older input of theirs may be among it.
        let time = merger.processAll() ?? .distantPast
        guard (try? device.touch?.renew(geometry)) != nil else { return }
        hub.detach(device.surface, at: time, isGone: false)
        device.reset(as: hub.newSurfaceID())
        attach(device, geometry)
    }

    // MARK: Switches of laptops

    func followSwitches() {
        for device in table.devices { followSwitches(device) }
    }

    /// Suspends a touchpad of a laptop while nobody can touch it, and resumes it: under a closed lid, or folded behind the
    /// screen, it sends touches that nobody makes. Touchscreens are left alone, as libinput does.
    private func followSwitches(_ device: LiveDevice) {
        let active = auxiliary.switchSuspending(device)
        guard let geometry = device.touch?.geometry, active != device.suspension.cause else { return }
        // Touches on it are cancelled.
        if device.suspension.cause == nil { renew(device, geometry) }
        // Reading its last touches may have shown that it is gone.
        guard device.touch != nil else { return }
        device.suspension.cause = active
        Log.info(active.map { "suspended: \($0.meaning)" } ?? "resumed", device.subject)
        control.apply(to: device)
    }
}
