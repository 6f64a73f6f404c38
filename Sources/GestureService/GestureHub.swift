import GestureCore
import GestureProtocol

/// A device that is in use.
public final class AttachedDevice {
    public let surface: Surface
    public let name: [UInt8]
    let report: () -> DeviceReport
    /// The id as a JSON string with its quotes, as it goes into every event.
    let quotedID: [UInt8]
    let id: [UInt8]

    public init(surface: Surface, id: String, name: String, report: @escaping (_ quotedID: [UInt8]) -> DeviceReport) {
        self.surface = surface
        self.id = Array(id.utf8)
        self.name = Array(name.utf8)
        var writer = JSONWriter()
        writer.string(id.utf8)
        let quoted = writer.bytes
        quotedID = quoted
        self.report = { report(quoted) }
    }
}

/// Brings frames to subscriptions and their events to clients.
public final class GestureHub {
    private(set) var devices: [AttachedDevice] = []
    /// What is there and cannot be used.
    var refused: [RefusedDeviceReport] = []
    private(set) var subscribers: [Subscriber] = []
    private var nextSurface: UInt32 = 0
    private var latency = LatencyHistogram()
    private var frames: UInt64 = 0
    private var events: UInt64 = 0
    /// Of devices that are gone.
    private var pastOverruns = 0
    private let started = EventLoop.now
    /// Names this run of the service.
    let instance: [UInt8]
    /// Called when the first subscriber has come.
    var onFirstSubscriber: (() -> Void)?

    public init() {
        var writer = JSONWriter()
        writer.integer(EventLoop.now.microseconds)
        writer.raw("-")
        writer.integer(Int(processID()))
        instance = writer.bytes
    }

    // MARK: Devices

    func newSurfaceID() -> SurfaceID {
        nextSurface += 1
        return SurfaceID(nextSurface)
    }

    /// An id that no other device in use has.
    func uniqueID(_ wanted: String) -> String {
        var id = wanted
        var number = 1
        while devices.contains(where: { $0.id.elementsEqual(id.utf8) }) {
            number += 1
            id = "\(wanted)#\(number)"
        }
        return id
    }

    func attach(_ device: AttachedDevice) {
        devices.append(device)
        for subscriber in subscribers { subscriber.attach(device) }
    }

    func detach(_ id: SurfaceID, at time: Instant) {
        for subscriber in subscribers {
            subscriber.engine.detach(id, at: time)
            publish(subscriber)
        }
        devices.removeAll { device in
            guard device.surface.id == id else { return false }
            pastOverruns += device.report().overruns
            return true
        }
    }

    func contactsDown() -> Int { devices.reduce(0) { $0 + $1.report().contacts } }

    // MARK: Subscribers

    func add(_ subscriber: Subscriber) {
        for device in devices { subscriber.attach(device) }
        subscribers.append(subscriber)
        if subscribers.count == 1 { onFirstSubscriber?() }
    }

    func remove(_ subscriber: Subscriber) { subscribers.removeAll { $0 === subscriber } }

    func subscriber(named name: [UInt8]) -> Subscriber? { subscribers.first { $0.name == name } }

    /// Gives a subscription other regions.
    ///
    /// - Parameter time: up to when all input was processed.
    func setRegions(_ regions: [Region], of subscriber: Subscriber, at time: Instant) {
        subscriber.setRegions(regions, at: time)
        publish(subscriber)
        subscriber.updateLabels()
    }

    // MARK: The way of a frame

    /// The earliest instant at which time alone decides something for a subscriber.
    var nextDeadline: Instant? {
        var next: Instant?
        for subscriber in subscribers {
            guard let deadline = subscriber.engine.nextDeadline else { continue }
            next = min(deadline, next ?? deadline)
        }
        return next
    }

    func process(_ frame: TouchFrame) {
        frames += 1
        var published = false
        // Over a snapshot: one that cannot be reached any more is removed on the way.
        for subscriber in subscribers {
            subscriber.engine.process(frame)
            if publish(subscriber) { published = true }
        }
        if published { latency.add(EventLoop.now - frame.time) }
    }

    func advance(to time: Instant) {
        for subscriber in subscribers {
            subscriber.engine.advance(to: time)
            publish(subscriber)
        }
    }

    /// - Returns: whether there was anything to send.
    @discardableResult
    private func publish(_ subscriber: Subscriber) -> Bool {
        let sent = subscriber.write(devices)
        guard sent > 0 else { return false }
        events += UInt64(sent)
        subscriber.client.flush()
        return true
    }

    // MARK: Reports

    func status(clients: Int, droppedClients: UInt64) -> StatusReport {
        var status = StatusReport()
        status.version = version
        status.instance = instance
        status.uptime = EventLoop.now - started
        status.clients = clients
        status.subscriptions = subscribers.count
        status.frames = frames
        status.events = events
        status.droppedClients = droppedClients
        status.overruns = UInt64(devices.reduce(pastOverruns) { $0 + $1.report().overruns })
        status.latency = latency.report
        return status
    }
}
