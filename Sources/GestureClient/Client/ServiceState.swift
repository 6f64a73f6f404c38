import GestureCore
import GestureProtocol
import Text

/// The state of the service at the start of a subscription.
public struct ServiceState: Hashable, Sendable {
    /// Identifies this run of the service. It changes when the service restarts.
    public var instance: String
    /// True while recognition is suspended; see ``GestureClient/pause()``.
    public var isPaused: Bool
    /// True while touches are locked; see ``GestureClient/lock(until:for:)``.
    public var isLocked: Bool
    /// The number of contacts that are down on all devices. The subscription ignores them until they are lifted.
    public var contacts: Int
    /// The touch devices in use.
    public var devices: [TouchDevice]
    /// The name of the subscription for SetRegions.
    var subscription: ByteString
}

extension ServiceState {
    init(_ state: StateReport) {
        instance = state.instance.description
        isPaused = state.isPaused
        isLocked = state.isLocked
        contacts = state.contacts
        devices = state.devices.map { TouchDevice($0) }
        subscription = state.subscription
    }
}

/// A touchscreen or touchpad in use.
public struct TouchDevice: Hashable, Sendable, Identifiable {
    /// The id, as in events.
    public var id: String
    /// The name that the device reports.
    public var name: String
    /// The node, for example `/dev/input/event3`, or the recording that the service plays.
    public var node: String
    /// `touchscreen` or `touchpad`.
    public var kind: String
    /// The size in mm, as the person sees it.
    public var width: Double
    public var height: Double
    /// The source of the size: `configuration`, `resolution`, `display` or `assumed`.
    public var sizeSource: String
    /// The largest distance in mm between the fingers of one person; nil if it is unlimited.
    public var reach: Double?
    /// The clockwise rotation of the panel.
    public var rotation: Angle
    /// The mirrored direction before rotation: `none`, `horizontal` or `vertical`.
    public var mirror: String
    /// The display that the device belongs to, if known, for example `HDMI-A-1`.
    public var output: String?
    /// The first two rows of the matrix by which udev calibrates the device, six numbers; nil without calibration.
    public var calibration: [Double]?
    /// The way in which the device reports contacts: `slots` (protocol B of the kernel), `anonymous` (protocol A) or `single` (one
    /// position).
    public var `protocol`: String
    /// The largest number of contacts that the device distinguishes.
    public var slots: Int
    /// Whether the service has grabbed the device. Other programs then receive no events from it.
    public var isGrabbed: Bool
    /// Whether other programs receive the touches of the device through a copy of it, apart from those that are withheld.
    public var isFiltered: Bool
    /// The time stamp of the last frame, since the start of CLOCK_MONOTONIC; nil before the first.
    public var lastFrame: Duration?
    /// The reason why a built-in touchpad is suspended, `lid` or `tabletMode`; nil if it is not.
    public var suspendedBy: String?
    /// Whether a finger is down, or was down within the idle time.
    public var isActive: Bool
    /// The number of contacts that are down.
    public var contacts: Int
    /// The number of times that the kernel dropped events because its queue was full.
    public var overruns: Int
    /// The number of contacts that have landed since the service opened the device.
    public var landings: Int
    /// The number of contacts that were there for at most 25 ms, as a fault of the panel causes them.
    public var ghosts: Int
    /// The number of contacts that came back within 25 ms and 10 mm of where one was lost.
    public var gaps: Int
}

extension TouchDevice {
    init(_ device: DeviceReport) {
        id = device.id.description
        name = device.name.description
        node = device.node.description
        kind = device.kind.description
        width = device.width
        height = device.height
        sizeSource = device.sizeSource.description
        reach = device.reach
        rotation = .degrees(Double(device.rotation))
        mirror = device.mirror.description
        output = device.output?.description
        calibration = device.calibration
        `protocol` = device.multitouch.description
        slots = device.slots
        isGrabbed = device.isGrabbed
        isFiltered = device.isFiltered
        lastFrame = device.lastFrame.map { .microseconds($0.microseconds) }
        suspendedBy = device.suspendedBy?.description
        isActive = device.isActive
        contacts = device.contacts
        overruns = Int(clamping: device.overruns)
        landings = Int(clamping: device.landings)
        ghosts = Int(clamping: device.ghosts)
        gaps = Int(clamping: device.gaps)
    }
}

/// A touch device that the service does not use.
public struct RefusedDevice: Hashable, Sendable {
    public var node: String
    /// The reason, as text for a person.
    public var reason: String
}

/// The reply of ``GestureClient/devices()``.
public struct TouchDevices: Hashable, Sendable {
    public var used: [TouchDevice]
    /// The touch devices that the service does not use, with the reasons.
    public var refused: [RefusedDevice]
}

extension TouchDevices {
    init(_ list: DeviceList) {
        used = list.devices.map { TouchDevice($0) }
        refused = list.refused.map { RefusedDevice(node: $0.node.description, reason: $0.reason.description) }
    }
}

/// The state and the counters of the service.
public struct ServiceStatus: Hashable, Sendable {
    /// The version of the service, for example `0.1.0`.
    public var version: String
    /// Identifies this run of the service, as in ``ServiceState``.
    public var instance: String
    /// The time since the start.
    public var uptime: Duration
    /// True while recognition is suspended; see ``GestureClient/pause()``.
    public var isPaused: Bool
    /// True while touches are locked; see ``GestureClient/lock(until:for:)``.
    public var isLocked: Bool
    /// The time for which the flight recorder keeps touches; nil if it is off. See ``GestureClient/recordLast(_:)``.
    public var keep: Duration?
    /// Connections, including the one of this request.
    public var clients: Int
    /// Open subscriptions of all clients.
    public var subscriptions: Int
    /// Frames read from devices.
    public var frames: Int
    /// Events recognized for clients; nil if the program is not allowed to learn positions, like ``coalesced`` and ``latency``.
    public var events: Int?
    /// Events that were not sent: `changed` events replaced by a later one of the same gesture.
    public var coalesced: Int?
    /// Clients that were disconnected because they did not read.
    public var droppedClients: Int
    /// Connections that were refused because a limit was reached.
    public var refusedClients: Int
    /// The number of times that the kernel dropped events because its queue was full.
    public var overruns: Int
    public var latency: Latency?

    /// The time from the kernel's time stamp of a frame to the write to the clients, for all frames that caused an event.
    public struct Latency: Hashable, Sendable {
        public var samples: Int
        /// The sum of all samples.
        public var sum: Duration
        public var median: Duration
        public var percentile90: Duration
        public var percentile99: Duration
        public var maximum: Duration
        /// How many samples had which latency: up to about one second, each bucket twice as long as the one before. Longer samples are in
        /// none.
        public var buckets: [Bucket]

        /// Samples of less than `below`, and of no less than that of the bucket before.
        public struct Bucket: Hashable, Sendable {
            public var below: Duration
            public var count: Int
        }
    }
}

extension ServiceStatus {
    init(_ status: StatusReport) {
        version = status.version.description
        instance = status.instance.description
        uptime = .microseconds(status.uptime.microseconds)
        isPaused = status.isPaused
        isLocked = status.isLocked
        keep = status.keptTime.map { .microseconds($0.microseconds) }
        clients = status.clients
        subscriptions = status.subscriptions
        frames = Int(clamping: status.frames)
        events = status.events.map { Int(clamping: $0) }
        coalesced = status.coalesced.map { Int(clamping: $0) }
        droppedClients = Int(clamping: status.droppedClients)
        refusedClients = Int(clamping: status.refusedClients)
        overruns = Int(clamping: status.overruns)
        latency = status.latency.map { latency in
            Latency(
                samples: Int(clamping: latency.samples), sum: .microseconds(latency.sum),
                median: .microseconds(latency.p50),
                percentile90: .microseconds(latency.p90), percentile99: .microseconds(latency.p99),
                maximum: .microseconds(latency.maximum),
                buckets: latency.buckets.map { bucket in
                    Latency.Bucket(below: .microseconds(bucket.below), count: Int(clamping: bucket.count))
                })
        }
    }
}
