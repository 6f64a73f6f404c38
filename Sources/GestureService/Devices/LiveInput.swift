import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import TouchDecoding
import TouchDevices

/// Reads the touchscreens and touchpads of this machine, and follows them as they come and go.
final class LiveInput {
    private let loop: EventLoop
    private let hub: GestureHub
    private var configuration: Configuration
    private let monitor: DeviceMonitor
    private var monitorSource: DescriptorSource?
    private var sleepSource: SleepSource?
    private var devices: [OpenDevice] = []
    private var recordings: [DeviceRecording] = []
    private var contacts = ContactNumbers()
    /// Surfaces of devices that are gone, until the input of the others is read that came before.
    private var lost: [SurfaceID] = []
    private var displays: [Display] = []
    /// nil where nobody wants to know of modifier keys.
    private var keyboards: Keyboards?
    private var pens: Pens?
    private var switches: Switches?
    /// Set when udev reports the first pen.
    private var hasPens = false
    /// nil where the configuration names no device that pulses.
    private var haptics: Haptics?
    /// Counts the passes over all devices: in each, a device is read until it is empty once.
    private var pass: UInt64 = 0
    /// Up to when keyboards and pens were read.
    private var companionsRead = Instant.distantPast
    /// What was asked for while the service runs, by the device's id: it outlives the device.
    private var requests: [(id: String, options: DeviceOptions)] = []
    /// Called after every wake-up, with what ``readAll()`` gave.
    private let onWake: (_ complete: Instant?) -> Void

    /// The most frames that one wake-up reads, and about how long it may take: a driver that floods must not lock clients out, and
    /// events are sent at the end of the wake-up.
    private static let mostFramesAtOnce = 512
    static let longestWakeUp = Interval.milliseconds(4)
    /// How many frames are processed between two looks at the clock.
    private static let framesPerClock = 2

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
            sleepSource = try SleepSource(loop) { [self] in
                // The kernel's clock stood still: what waits for time would go on as if nobody had been away.
                for device in devices {
                    if let geometry = device.touch?.geometry { renew(device, geometry) }
                }
                wake()
            }
        } catch {
            throw .loop(errno: error.errno)
        }
        displays = monitor.displays()
        setHaptics(before: Configuration())
        setKeyboards()
        pens = Pens(
            loop, onWake: { [self] in wake() },
            onChange: { [self] body, isNear, time in
                for device in devices where same(device.node.body, body) {
                    device.note(penIsNear: isNear, at: time)
                }
            })
        switches = Switches(
            loop, onWake: { [self] in wake() },
            onChange: { [self] in
                for device in devices { followSwitches(device) }
            })
        hub.onReceptionChanged = { [self] in
            for device in devices { settle(device) }
        }
        for node in monitor.presentNodes() { open(node) }
        if devices.isEmpty { Log.info("no touchscreen or touchpad that can be read: waiting for one") }
    }

    // MARK: Configuration

    /// Goes on by another configuration. A device that it does not change goes on in the middle of a touch.
    func configure(_ new: Configuration) {
        let old = configuration
        configuration = new
        setHaptics(before: old)
        setKeyboards()
        // What could not be used before, or was not asked for, may be now; what is used is set up anew.
        openAll(monitor.presentNodes())
        for device in devices { setGrab(device) }
    }

    private func setHaptics(before old: Configuration) {
        if !same(old.hapticDevice ?? "", configuration.hapticDevice ?? "") {
            haptics?.stop()
            haptics = nil
            if let name = configuration.hapticDevice { haptics = Haptics(loop, device: name) }
        }
        guard haptics != nil, configuration.pulsesOnTaps else {
            hub.listener = nil
            return
        }
        // One that listens already is in the middle of a tap, maybe.
        if hub.listener == nil || old.thresholds != configuration.thresholds {
            hub.listener = TapListener(configuration.thresholds) { [self] in _ = pulse($0) }
        }
    }

    private func setKeyboards() {
        if configuration.readsModifiers {
            if keyboards == nil { keyboards = Keyboards(loop, hub: hub) { [self] in wake() } }
        } else {
            keyboards?.closeAll()
            keyboards = nil
            hub.modifiers = ModifierHistory()
        }
    }

    // MARK: Devices that come and go

    private func followNodes() {
        while let change = monitor.receive() {
            switch change {
            case .present(let node):
                open(node)
            case .removed(let path):
                forgetRefusal(of: path)
                closeCompanion(path)
                haptics?.close(path: path)
                if let device = device(at: path) { close(device) }
            case .displays:
                followDisplays()
            case .overrun:
                followNodesAfterOverrun()
                followDisplays()
            }
        }
        wake()
    }

    /// Looks at what is there now: nodes may have come, gone, or been replaced by others of the same path.
    private func followNodesAfterOverrun() {
        let nodes = monitor.presentNodes()
        for device in devices where !nodes.contains(where: { same($0.systemPath, device.node.systemPath) }) {
            close(device)
        }
        keyboards?.closeAll()
        pens?.removeAll()
        switches?.removeAll()
        openAll(nodes)
    }

    /// Opens nodes that are not open yet, those that were refused before included.
    private func openAll(_ nodes: [DeviceNode]) {
        hub.refused.removeAll()
        for node in nodes { open(node) }
    }

    private func followDisplays() {
        displays = monitor.displays()
        for device in devices { setUp(device) }
    }

    /// Opens a node that is for touch, or takes over what udev says anew of one that is open.
    private func open(_ node: DeviceNode) {
        openHaptics(node)
        if let device = device(at: node.path) {
            if !same(device.node.calibration, node.calibration) { checkCalibration(of: node) }
            device.node = node
            if kind(of: node, device.description, options(of: device.description, id: device.id)) != nil {
                setUp(device)
                followSwitches(device)
                return
            }
            close(device, "not used any more")
        }
        // One that is plugged in again gets its name back only when its former self has given it up.
        if !lost.isEmpty, readAll() == nil { detachLost(at: .distantPast) }
        let options = configuration.options(named: node.names + [hub.uniqueID(node.stableID)])
        switch (options.kind, node.verdict) {
        case (.ignore, _):
            closeCompanion(node.path)
            forgetRefusal(of: node.path)
            return
        case (nil, .other):
            openCompanion(node)
            return
        case (.touch, .other): closeCompanion(node.path)
        case (.touch, _), (nil, _): break
        }
        do throws(EvdevError) {
            let evdev = try EvdevDevice(path: node.path)
            use(evdev, node)
        } catch {
            // One that has vanished since udev told of it is no news. And where udev has not said that it is for touch, it is
            // most likely not ours to open.
            guard !error.isMissing else { return }
            switch (node.verdict, options.kind) {
            case (.touch, _): refuse(node.path, errorMessage(error.errno))
            case (_, .touch):
                refuse(
                    node.path, "\(errorMessage(error.errno)): 'gesturectl doctor' says how to let the service read it")
            case (.none, _), (.other, _): break
            }
        }
    }

    /// Opens a node that pulses, if that is what the configuration names. It may be for touch as well.
    private func openHaptics(_ node: DeviceNode) {
        guard let haptics, haptics.wants(node) else { return }
        let reason = haptics.open(path: node.path)
        if case .touch = node.verdict {
            if let reason { Log.warning("cannot pulse: \(reason)", .device(node.path)) }
        } else {
            report(node.path, reason)
        }
    }

    /// Opens a node that says something about touches on others.
    private func openCompanion(_ node: DeviceNode) {
        if node.isKeyboard {
            if let keyboards { report(node.path, keyboards.open(path: node.path)) }
        } else if node.isTablet, !node.body.utf8.isEmpty {
            pens?.add(node)
            hasPens = true
            if devices.contains(where: { same($0.node.body, node.body) }) {
                pens?.open(body: node.body) { [self] in report($0, $1) }
            }
        } else if node.hasLaptopSwitch {
            switches?.add(path: node.path)
            if devices.contains(where: { $0.isBuiltInTouchpad }) { openSwitches() }
        }
    }

    private func openSwitches() { switches?.openAll { [self] in report($0, $1) } }

    private func closeCompanion(_ path: String) {
        keyboards?.close(path: path)
        pens?.remove(path: path)
        switches?.remove(path: path)
    }

    /// Takes down whether a node can be used, and if not, why.
    private func report(_ path: String, _ reason: String?) {
        if let reason { refuse(path, reason) } else { forgetRefusal(of: path) }
    }

    private func use(_ evdev: consuming EvdevDevice, _ node: DeviceNode) {
        var description = evdev.description
        // What the kernel cannot say of where it is plugged in, udev may.
        if description.physicalPath.utf8.isEmpty { description.physicalPath = node.port }
        let id = hub.uniqueID(description.stableID)
        let options = options(of: description, id: id)
        guard let kind = kind(of: node, description, options) else { return }
        do throws(UnusableDevice) {
            let setup = setup(of: node, kind, options)
            checkCalibration(of: node)
            start(try TouchDevice(evdev, kind: kind, setup: setup), node, description, id: id)
        } catch {
            refuse(node.path, "\(description.name): \(error.message)")
        }
    }

    private func start(
        _ touch: consuming TouchDevice, _ node: DeviceNode, _ description: DeviceDescription, id: String
    ) {
        let geometry = touch.geometry
        let fd = touch.fd
        let device = OpenDevice(
            node: node, description: description, id: id, surface: hub.newSurfaceID(), touch: touch)
        do throws(LoopError) {
            let path = node.path
            device.source = try DescriptorSource(loop, fd: fd, [.readable, .edges]) { [self] readiness in
                // One that is not read says in no other way that it is gone.
                if !readiness.isDisjoint(with: .hungUp), let device = self.device(at: path), device.isResting {
                    close(device)
                }
                wake()
            }
        } catch {
            refuse(node.path, "\(description.name): \(errorMessage(error.errno))")
            return
        }
        forgetRefusal(of: node.path)
        devices.append(device)
        attach(device, geometry)
        settle(device)
        if !node.body.utf8.isEmpty {
            if pens?.isNear(node.body) ?? false { device.note(penIsNear: true, at: EventLoop.now) }
            pens?.open(body: node.body) { [self] in report($0, $1) }
        }
        Log.info("using \(geometry.kind.name) \(description.name), \(geometry.size.text)", device.subject)
        followSwitches(device)
    }

    /// Makes it a device of the hub, as it is set up now.
    private func attach(_ device: OpenDevice, _ geometry: TouchGeometry) {
        let options = options(of: device.description, id: device.id)
        device.output = output(device.node, options)
        setPower(device)
        device.frame.surface = device.surface
        hub.attach(
            AttachedDevice(
                surface: geometry.surface(device.surface), id: device.id, name: device.description.name,
                output: device.output
            ) { labels in
                DeviceReport(
                    labels, name: device.description.name, node: device.node.path,
                    geometry: device.touch?.geometry ?? geometry, isGrabbed: device.isGrabbed,
                    contacts: device.touch?.contactsDown ?? 0, overruns: device.touch?.overruns ?? device.overruns,
                    lastFrame: device.lastFrame, suspendedBy: device.suspendedBy?.name)
            })
    }

    private func refuse(_ path: String, _ reason: String) {
        let report = RefusedDeviceReport(node: Array(path.utf8), reason: Array(reason.utf8))
        guard !hub.refused.contains(report) else { return }
        forgetRefusal(of: path)
        hub.refused.append(report)
        Log.warning("\(reason): ignoring the device until udev tells of a change", .device(path))
    }

    private func forgetRefusal(of path: String) {
        hub.refused.removeAll { $0.node.elementsEqual(path.utf8) }
    }

    /// Closes the descriptor at once: the kernel keeps an unplugged device for as long as it is open.
    private func close(_ device: OpenDevice, _ reason: StaticString = "gone") {
        device.source?.stop()
        device.overruns = device.touch?.overruns ?? 0
        for recording in recordings where recording.device === device {
            recording.send()
            stop(recording)
            recording.onEnd()
        }
        reportMessage(about: device)
        device.touch = nil
        devices.removeAll { $0 === device }
        lost.append(device.surface)
        Log.info("\(reason)", device.subject)
    }

    private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    // MARK: How devices are set up

    private func options(of description: DeviceDescription, id: String) -> DeviceOptions {
        var options = requests.first { same($0.id, id) }?.options ?? DeviceOptions()
        options.fill(from: configuration.options(of: description, id: id))
        return options
    }

    /// How a device is used: as configured, else as udev says, else as the kernel says; nil if it is not used.
    private func kind(
        of node: DeviceNode, _ description: DeviceDescription, _ options: DeviceOptions
    ) -> Surface.Kind? {
        switch (options.kind, node.verdict) {
        case (.touch(let kind), _): kind
        case (.ignore, _), (nil, .other): nil
        case (nil, .touch(let kind)): kind
        case (nil, .none): description.surfaceKind
        }
    }

    private func setup(of node: DeviceNode, _ kind: Surface.Kind, _ options: DeviceOptions) -> DeviceSetup {
        let candidates = displays(of: output(node, options))
        let display = kind == .touchscreen && candidates.count == 1 ? candidates[0].size : nil
        return options.setup(display: display, calibration: Affine(calibration: node.calibration))
    }

    /// Says where udev has a calibration that is none, which is then left out.
    private func checkCalibration(of node: DeviceNode) {
        guard !node.calibration.utf8.isEmpty, Affine(calibration: node.calibration) == nil else { return }
        Log.warning(
            "LIBINPUT_CALIBRATION_MATRIX \"\(node.calibration)\": expected six numbers: ignored", .device(node.path))
    }

    private func output(_ node: DeviceNode, _ options: DeviceOptions) -> String? {
        options.output ?? (node.output.utf8.isEmpty ? nil : node.output)
    }

    /// The display of that name, or all, where a device is not said to belong to one.
    private func displays(of output: String?) -> [Display] {
        guard let output else { return displays }
        return displays.filter { same($0.name, output) }
    }

    /// The lights are behind the display that is built in.
    private func backlights(of output: String?) -> [String] {
        output == nil || displays(of: output).contains { $0.isBuiltIn } ? monitor.backlights() : []
    }

    /// Sets a device up anew, where anything has changed about it: what it was touched with until now is lost.
    private func setUp(_ device: OpenDevice) {
        guard let before = device.touch?.geometry else { return }
        let options = options(of: device.description, id: device.id)
        let kind = kind(of: device.node, device.description, options) ?? before.kind
        let setup = setup(of: device.node, kind, options)
        do throws(UnusableDevice) {
            let geometry = try TouchGeometry(device.description, kind: kind, setup: setup)
            if geometry != before || output(device.node, options) != device.output {
                renew(device, geometry)
                Log.info("set up anew, \(geometry.size.text)", device.subject)
            }
        } catch {
            Log.warning("stays as it was: \(error.message)", device.subject)
        }
        setPower(device)
    }

    /// Makes it another surface, on which nothing has happened yet.
    private func renew(_ device: OpenDevice, _ geometry: TouchGeometry) {
        // Where more is to be read, no deadline passes on others: older input of theirs may still wait.
        let time = readAll() ?? .distantPast
        guard (try? device.touch?.renew(geometry)) != nil else { return }
        hub.detach(device.surface, at: time, isGone: false)
        device.renew(as: hub.newSurfaceID())
        attach(device, geometry)
    }

    /// What says whether the person sees anything, where somebody wants to know.
    private func setPower(_ device: OpenDevice) {
        guard configuration.swallowsWakeTouch else {
            device.power = nil
            return
        }
        device.power = DisplayPower(displays(of: device.output), backlights: backlights(of: device.output))
    }

    /// Gives a device another orientation or display from now on, what is not said staying as it is.
    ///
    /// - Returns: false where no device in use is called so.
    func transform(_ name: [UInt8], to options: DeviceOptions) -> Bool {
        guard let device = device(called: name) else { return false }
        request(options, for: device)
        setUp(device)
        return true
    }

    /// Grabs a device or lets it go; if fingers are down on it, once they are lifted.
    ///
    /// - Returns: the errno of what failed, or 0; nil where no device in use is called so.
    func grab(_ name: [UInt8], _ wanted: Bool) -> CInt? {
        guard let device = device(called: name) else { return nil }
        let before = requests
        var options = DeviceOptions()
        options.grab = wanted
        request(options, for: device)
        let error = setGrab(device)
        // Who was told that it cannot be does not expect it later.
        if error != 0 { requests = before }
        return error
    }

    /// Makes the haptic device pulse.
    ///
    /// - Returns: whether there is one.
    func pulse(_ count: Int) -> Bool { haptics?.pulse(count) ?? false }

    private func device(at path: String) -> OpenDevice? { devices.first { same($0.node.path, path) } }

    private func device(called name: [UInt8]) -> OpenDevice? {
        guard let surface = hub.device(called: name)?.surface.id else { return nil }
        return devices.first { $0.surface == surface }
    }

    private func request(_ options: DeviceOptions, for device: OpenDevice) {
        var all = options
        if let index = requests.firstIndex(where: { same($0.id, device.id) }) {
            all.fill(from: requests.remove(at: index).options)
        }
        requests.append((device.id, all))
    }

    @discardableResult
    private func setGrab(_ device: OpenDevice) -> CInt {
        // While recognition is paused, touches are for others.
        device.wantsGrab =
            !hub.isPaused && (hub.isLocked || options(of: device.description, id: device.id).grab ?? false)
        let error = device.settleGrab()
        if error != 0 { Log.warning("cannot be grabbed: \(errorMessage(error))", device.subject) }
        return error
    }

    /// Reads a device and grabs it as is to be now.
    private func settle(_ device: OpenDevice) {
        if !hub.isPaused, device.suspendedBy == nil, device.isResting, !device.goOn() {
            close(device)
            return
        }
        setGrab(device)
        restIfUnwanted(device)
    }

    /// Stops reading a device that is suspended; and while recognition is paused any, once nobody is kept from it any more.
    private func restIfUnwanted(_ device: OpenDevice) {
        guard !device.isResting else { return }
        if device.suspendedBy != nil || hub.isPaused && device.wantsGrab == device.isGrabbed { device.rest() }
    }

    /// Suspends a touchpad of a laptop while nobody can touch it, and resumes it: under a closed lid, or folded behind the screen, it
    /// sends touches that nobody makes. libinput does the same, and like libinput this leaves touchscreens alone.
    private func followSwitches(_ device: OpenDevice) {
        let isBuiltIn = device.isBuiltInTouchpad
        if isBuiltIn { openSwitches() }
        let active = isBuiltIn ? switches?.active : nil
        guard let geometry = device.touch?.geometry, active != device.suspendedBy else { return }
        // What is going on is cancelled.
        if device.suspendedBy == nil { renew(device, geometry) }
        // Reading its last touches may have shown that it is gone.
        guard device.touch != nil else { return }
        device.suspendedBy = active
        Log.info(active.map { "suspended: \($0.meaning)" } ?? "resumed", device.subject)
        settle(device)
    }

    // MARK: Recordings

    /// Records a device, until ``stop(_:)`` or until it is gone.
    ///
    /// - Parameters:
    ///   - onText: called with whole lines of the recording, as they come.
    ///   - onEnd: called when the device is gone.
    /// - Returns: nil where no device in use is called so.
    func record(
        _ name: [UInt8], onText: @escaping ([UInt8]) -> Void, onEnd: @escaping () -> Void
    ) -> DeviceRecording? {
        guard let device = device(called: name),
            let recorder = device.touch?.startRecording(DeviceSurroundings(ofNode: device.node.path))
        else { return nil }
        let recording = DeviceRecording(device, recorder, onText: onText, onEnd: onEnd)
        recordings.append(recording)
        return recording
    }

    func stop(_ recording: DeviceRecording) {
        recording.device.touch?.stop(recording.recorder)
        recordings.removeAll { $0 === recording }
    }

    // MARK: Frames

    private func wake() { onWake(readAll()) }

    /// Logs the messages of libevdev about devices. Call it after events are sent.
    func reportMessages() {
        // Going through the devices in every wake-up is slower (measured: 340 instructions with one device).
        guard EvdevDevice.hasNewMessages() else { return }
        for device in devices { reportMessage(about: device) }
    }

    private func reportMessage(about device: OpenDevice) {
        if let message = device.touch?.takeMessage() { Log.warning(message.line, device.subject) }
    }

    /// Reads every device's queue dry and processes the frames in the order of their time stamps.
    ///
    /// - Returns: an instant up to which all input was processed; nil when there is more to read.
    func readAll() -> Instant? {
        let complete = processAll()
        // Only now: who records does not keep others waiting.
        for recording in recordings { recording.send() }
        return complete
    }

    private func processAll() -> Instant? {
        // From before the first is read: what comes while we read may be left for the next time.
        let woken = EventLoop.now
        var start = woken
        startPass(at: start)
        for count in 1...Self.mostFramesAtOnce {
            var next = earliest()
            if let device = next, device.frame.time > start {
                // It came during this pass. Frames that have come to other devices meanwhile may be older.
                start = EventLoop.now
                if start - woken > Self.longestWakeUp { return nil }
                startPass(at: start)
                next = earliest()
            }
            guard let device = next else {
                detachLost(at: start)
                return start
            }
            // A device with stamps in the future must not make the others' deadlines pass.
            if device.frame.time > start { device.frame.time = min(device.frame.time, EventLoop.now) }
            // Nor one whose stamps go back: what happened before something else cannot come after it.
            device.frame.time = max(device.frame.time, device.lastFrame ?? .distantPast)
            device.lastFrame = device.frame.time
            device.noteWaking()
            readCompanions(for: device.frame.time)
            hub.process(device.frame)
            device.hasFrame = false
            if count % Self.framesPerClock == 0, EventLoop.now - woken > Self.longestWakeUp { return nil }
        }
        return nil
    }

    /// Reads all devices again from now on, also those that were empty.
    private func startPass(at time: Instant) {
        pass += 1
        readCompanions(for: time)
    }

    private func detachLost(at time: Instant) {
        for surface in lost { hub.detach(surface, at: time) }
        lost.removeAll()
    }

    /// Takes in what happened on keyboards and with pens up to `time`: it holds for a touch of that time.
    private func readCompanions(for time: Instant) {
        guard time >= companionsRead else { return }
        companionsRead = time
        // Asked before: optional chaining alone would count references in every frame, though there is nothing to read.
        if keyboards != nil { keyboards?.readAll() }
        if hasPens { pens?.readAll() }
    }

    /// The device whose next frame is the oldest.
    private func earliest() -> OpenDevice? {
        var earliest: OpenDevice?
        for device in devices where !device.isResting {
            if !device.hasFrame {
                if device.drained == pass { continue }
                switch device.touch?.read(contacts: &contacts, into: &device.frame) {
                case .frame: device.hasFrame = true
                case .empty:
                    device.drained = pass
                    // Here and not after a frame: fingers that do not count are lifted without any.
                    if device.wantsGrab != device.isGrabbed, device.settleGrab() != 0 {
                        Log.warning("cannot be grabbed: another program has it", device.subject)
                    }
                    restIfUnwanted(device)
                    continue
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
package enum InputError: Error, Equatable, Sendable {
    case noUdev
    case loop(errno: CInt)

    package var message: String {
        switch self {
        case .noUdev: "cannot reach udev: no device can be found"
        case .loop(let errno): "cannot watch devices: \(errorMessage(errno))"
        }
    }
}
