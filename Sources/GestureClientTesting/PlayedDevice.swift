import GestureCore
import GestureProtocol
import Text
import TouchRecordings

/// A device that a ``PlayedService`` has in use.
struct PlayedDevice: Sendable {
    let surface: Surface
    let id: [UInt8]
    let labels: DeviceLabels
    private let description: DeviceReport
    private var use = SurfaceUse()
    private var lastFrame: Instant?

    /// A device of scripts.
    init(_ surface: Surface) {
        let id = surface.id == Surface.pad.id ? "pad" : "screen"
        self.init(surface, id: id, name: id, slots: 10, sizeSource: "configuration")
    }

    init(_ recording: RecordedDevice, _ surface: SurfaceID, path: String) {
        self.init(
            recording.geometry.surface(surface), id: recording.description.stableID, name: recording.description.name,
            node: path, slots: recording.geometry.slots, sizeSource: recording.geometry.size.source.name)
    }

    private init(
        _ surface: Surface, id: String, name: String, node: String = "", slots: Int, sizeSource: StaticString
    ) {
        self.surface = surface
        self.id = Array(id.utf8)
        labels = DeviceLabels(id: id)
        var report = DeviceReport(labels)
        report.name = ByteString(name)
        report.node = ByteString(node)
        report.kind = .known(surface.kind)
        report.multitouch = "B"
        report.width = surface.size.x * Points.millimetresPerPoint
        report.height = surface.size.y * Points.millimetresPerPoint
        report.sizeSource = ByteString(word: sizeSource)
        report.slots = slots
        description = report
    }

    var contactsDown: Int { use.contactCount }

    func isWanted(by request: CompiledSubscription) -> Bool {
        request.wants(deviceID: id, name: description.name.bytes)
    }

    /// - Parameter idleTime: the time without touches after which the device is not active.
    func report(at time: Instant, idleTime: Interval) -> DeviceReport {
        var report = description
        report.isActive = use.isActive(at: time, idleTime: idleTime)
        report.contacts = contactsDown
        report.lastFrame = lastFrame
        return report
    }

    mutating func note(_ frame: TouchFrame, at time: Instant) {
        use.follow(frame.changes, at: time)
        lastFrame = time
    }

    /// Has an engine process this device.
    func attach(to engine: inout GestureEngine, at time: Instant) { engine.attach(surface, use, at: time) }
}
