import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import Text
import TouchDecoding
import TouchDevices

/// The touchscreens and touchpads of this machine: their frames, and what clients and the configuration ask of them.
final class LiveInput {
    private let hub: GestureHub
    private let table = DeviceTable()
    private let auxiliary: AuxiliaryInputs
    private let control: InputControl
    private let merger: FrameMerger
    private let hotplug: Hotplug
    private let flightRecorder = FlightRecorder()
    private let sleepDetector: SleepDetector

    init(_ loop: EventLoop, hub: GestureHub, configuration: Configuration) throws(InputError) {
        self.hub = hub
        auxiliary = AuxiliaryInputs(loop, hub: hub, table: table)
        control = InputControl(hub: hub, table: table)
        merger = FrameMerger(hub: hub, table: table, auxiliary: auxiliary, control: control)
        do throws(LoopError) {
            sleepDetector = try SleepDetector(loop)
        } catch {
            throw .loop(errno: error.errno)
        }
        hotplug = try Hotplug(
            loop, hub: hub, DeviceResolver(configuration), table: table, auxiliary: auxiliary, control: control,
            merger: merger, flightRecorder: flightRecorder)
        flightRecorder.configure(configuration.recorderKeep, devices: [])
        configureHaptics(from: Configuration(), to: configuration)
        auxiliary.configure(readsModifiers: configuration.readsModifiers)
        hotplug.openAll()
        if table.devices.isEmpty { Log.info("no touchscreen or touchpad is readable: waiting for one") }
    }

    // MARK: Frames

    /// Reads all devices, and processes their frames.
    ///
    /// - Returns: the instant up to which all input was processed; nil if more is left to read.
    func processAll() -> Instant? { merger.processAll() }

    /// Keeps the fingers from other programs that gestures have claimed. Call it when time alone has decided about gestures.
    func withholdClaims(at time: Instant) { merger.withholdClaims(at: time) }

    /// Logs the messages of libevdev about devices. Call it after events are sent.
    func reportMessages() { table.reportMessages() }

    // MARK: Events

    func followDeviceChanges() { hotplug.followChanges() }

    /// Closes a device that is gone. A suspended device is not read, which is how the service notices it for others.
    func handleHangUp(fd: CInt) {
        if let device = table.device(fd: fd), device.suspension.isActive { table.close(device) }
    }

    func readSwitches(fd: CInt) {
        auxiliary.readSwitches(fd: fd)
        hotplug.followSwitches()
    }

    /// Cancels all touches if the machine has slept. The kernel's clock stood still: gestures that wait for a time would go on
    /// as if nobody had been away.
    func handleClockChange() {
        guard sleepDetector.hasSlept() else { return }
        for device in table.devices {
            if let geometry = device.touch?.geometry { hotplug.renew(device, geometry) }
        }
    }

    /// Follows the input mode of the hub, which has changed.
    func followInputMode() { control.applyToAll() }

    // MARK: Configuration

    /// Applies another configuration. Touches on devices that it does not change go on.
    func configure(_ configuration: Configuration) {
        let old = hotplug.resolver.configuration
        hotplug.resolver.configuration = configuration
        flightRecorder.configure(configuration.recorderKeep, devices: table.devices)
        configureHaptics(from: old, to: configuration)
        auxiliary.configure(readsModifiers: configuration.readsModifiers)
        hotplug.openAll()
        control.applyToAll()
    }

    private func configureHaptics(from old: Configuration, to new: Configuration) {
        if !isSame(old.hapticDevice ?? "", new.hapticDevice ?? "") {
            hotplug.haptics?.close()
            hotplug.haptics = new.hapticDevice.map { Haptics(device: $0) }
        }
        let isWanted = hotplug.haptics != nil && (new.pulsesOnPresses || new.pulsesOnTaps)
        hub.giveFeedback(
            isWanted
                ? HapticFeedback.Options(
                    presses: new.pulsesOnPresses, taps: new.pulsesOnTaps, thresholds: new.thresholds) : nil)
    }

    // MARK: Requests of clients

    /// The nodes that cannot be used, and why.
    var refusedDevices: [RefusedDeviceReport] { table.refused }

    /// Overrides the orientation or display of a device. Settings that are nil stay as they are.
    ///
    /// - Returns: false if no device in use has that name.
    func transform(_ name: [UInt8], to options: DeviceOptions) -> Bool {
        guard let device = device(named: name) else { return false }
        hotplug.resolver.request(options, forID: device.id)
        hotplug.setUp(device)
        return true
    }

    /// Grabs or releases a device; if fingers are down on it, once they are lifted.
    ///
    /// - Returns: the errno of what failed, or 0; nil if no device in use has that name.
    func grab(_ name: [UInt8], _ wanted: Bool) -> CInt? {
        guard let device = device(named: name) else { return nil }
        let before = hotplug.resolver
        let wasRequested = device.grab.isRequested
        var options = DeviceOptions()
        options.grab = wanted
        hotplug.resolver.request(options, forID: device.id)
        device.grab.isRequested = wanted
        let error = control.applyGrab(to: device)
        if error != 0 {
            // The client is told that the request failed, and does not expect the grab later.
            hotplug.resolver.restoreRequests(of: before)
            device.grab.isRequested = wasRequested
        }
        return error
    }

    /// The most recordings of one device at a time: each writes all events again. Enough for a person who records a fault, and for
    /// programs that record always.
    static let mostRecordings = 8

    /// Returns how many recordings of a device are made; nil if no device in use has that name.
    func recordings(of name: [UInt8]) -> Int? { device(named: name)?.touch?.recordings }

    /// Makes a recording of a device, until the recording is stopped or the device is gone.
    ///
    /// - Returns: nil if no device in use has that name.
    func record(_ name: [UInt8]) -> DeviceRecording? {
        guard let device = device(named: name) else { return nil }
        var context = DeviceContext(ofNode: device.node.path.description)
        context.settings = settings(of: device.description)
        guard let recorder = device.touch?.startRecording(context) else { return nil }
        return DeviceRecording(device, recorder)
    }

    /// For how long the last touches are kept; nil if they are not.
    var keptTime: Interval? { flightRecorder.keptTime }

    /// Reads the last touches of a device that is or was in use.
    ///
    /// - Parameter name: its id or name; nil for the device that was touched last.
    /// - Returns: nil if no events of such a device are kept.
    func readLast(_ name: [UInt8]?) -> LastRecording? { flightRecorder.read(name) { settings(of: $0) } }

    /// The settings of the configuration that decide what is recognized on a device.
    private func settings(of device: DeviceDescription) -> [ConfiguredSetting] {
        hotplug.resolver.configuration.recognition.filter { $0.concerns(deviceNamed: device.names) }
    }

    private func device(named name: [UInt8]) -> LiveDevice? {
        hub.device(called: name).flatMap { table.device(of: $0.surface.id) }
    }

    // MARK: Haptics

    /// Makes the haptic device pulse.
    ///
    /// - Returns: whether there is one.
    func pulse(_ count: Int) -> Bool { hotplug.haptics?.pulse(count, at: EventLoop.now) ?? false }

    // MARK: Deadlines

    /// When a pulse is due, or a filter has something to do; nil if never. The latter is done by ``advanceFilters(to:)``.
    var nextDeadline: Instant? {
        earlier(hotplug.haptics?.nextDeadline, table.hasFilters ? table.filterDeadline : nil)
    }

    func advance(to now: Instant) { hotplug.haptics?.advance(to: now) }

    /// Lets filters do what is due. Call it once all input up to `now` was processed: a finger may have moved before its time
    /// was up.
    func advanceFilters(to now: Instant) { control.advanceFilters(to: now) }
}

/// Why no input can be read.
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
