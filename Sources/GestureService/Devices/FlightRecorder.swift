import GestureCore
import System
import Text
import TouchDecoding
import TouchDevices
import TouchRecordings

/// Keeps the last events of touch devices, also of devices that are gone.
final class FlightRecorder {
    /// For how long events are kept; nil if they are not.
    private(set) var keptTime: Interval?
    private var devices: [KeptDevice] = []

    /// The largest number of devices, those that are gone included. It bounds the memory.
    static let mostDevices = 8

    /// A device whose events are kept.
    private struct KeptDevice {
        var device: LiveDevice
        /// The properties of the device in udev, which has none once it is gone.
        let properties: DeviceContext
        var geometry: TouchGeometry
        var history: EventHistory

        var isGone: Bool { device.touch == nil }
        var id: ByteString { ByteString(device.id) }

        func isCalled(_ name: ByteString) -> Bool { id == name || ByteString(device.description.name) == name }
    }

    /// Turns it on or off, or changes the time. Events that are kept stay, as far as the new time covers them.
    ///
    /// - Parameter live: the devices in use.
    func configure(_ keep: Interval?, devices live: [LiveDevice]) {
        guard keep != keptTime else { return }
        keptTime = keep
        guard let keep else {
            for kept in devices { kept.history.clear() }
            devices.removeAll()
            for device in live { device.touch?.dropHistory() }
            Log.info("keeps no touches any more")
            return
        }
        let capacity = EventHistory.capacity(for: keep)
        for index in devices.indices where devices[index].isGone && devices[index].history.capacity != capacity {
            devices[index].history = EventHistory(capacity: capacity, devices[index].history)
        }
        for device in live {
            if let geometry = device.touch?.geometry { self.keep(device, geometry) }
        }
        Log.info("keeps the last \(keep.microseconds / 1_000_000) s of touches")
    }

    /// Keeps the events of a device in use from now on, if the recorder is on.
    ///
    /// - Parameter geometry: as the device is set up now.
    func keep(_ device: LiveDevice, _ geometry: TouchGeometry) {
        guard let keptTime else { return }
        let capacity = EventHistory.capacity(for: keptTime)
        if let index = devices.firstIndex(where: { $0.device === device }) {
            devices[index].geometry = geometry
            if devices[index].history.capacity == capacity { return }
            device.touch?.keepHistory(capacity: capacity, past: devices[index].history, lossTime: nil)
            if let history = device.touch?.history { devices[index].history = history }
            return
        }
        // The same device is back, for example after it failed: its earlier touches stay.
        let former = devices.firstIndex {
            $0.isGone && $0.id == ByteString(device.id) && $0.device.description == device.description
        }
        let past = former.map { devices.remove(at: $0).history }
        if devices.count == Self.mostDevices {
            guard let oldest = devices.firstIndex(where: { $0.isGone }) else {
                Log.warning("its touches are not kept: \(Self.mostDevices) devices are in use", device.subject)
                return
            }
            devices.remove(at: oldest).history.clear()
        }
        device.touch?.keepHistory(capacity: capacity, past: past, lossTime: EventLoop.now)
        guard let history = device.touch?.history else { return }
        devices.append(
            KeptDevice(
                device: device, properties: DeviceContext(ofNode: device.node.path.description), geometry: geometry,
                history: history))
    }

    /// Reads the last touches of a device.
    ///
    /// - Parameters:
    ///   - name: its id, or its name if only one device has it; nil for the device that was touched last.
    ///   - settings: returns what the configuration sets for the recognition of a device.
    /// - Returns: nil if there is no such device.
    func read(_ name: [UInt8]?, settings: (DeviceDescription) -> [ConfiguredSetting]) -> LastRecording? {
        guard let keptTime, let kept = name.map({ device(named: ByteString($0)) }) ?? lastTouched else { return nil }
        var context = kept.properties
        let description = kept.device.description
        context.settings = settings(description)
        context.add(kept.geometry.kind, kept.geometry.size, kept.geometry.setup.orientation, of: description)
        return LastRecording(
            device: kept.id, reader: HistoryReader(kept.history, keep: keptTime, description, context))
    }

    private func device(named name: ByteString) -> KeptDevice? {
        let called = devices.filter { $0.isCalled(name) }
        return called.count == 1 ? called[0] : called.first { $0.id == name }
    }

    private var lastTouched: KeptDevice? {
        devices.max { $0.history.lastTime ?? .distantPast < $1.history.lastTime ?? .distantPast }
    }
}

/// The last touches of a device.
struct LastRecording {
    /// The id of the device.
    let device: ByteString
    let reader: HistoryReader
}
