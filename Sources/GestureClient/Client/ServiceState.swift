import GestureProtocol

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
    var subscription: [UInt8]
}

extension ServiceState {
    init(_ state: JSONValue) {
        instance = state.text("instance")
        isPaused = state["paused"]?.bool ?? false
        isLocked = state["locked"]?.bool ?? false
        contacts = state.int("contacts")
        devices = state["devices"].map { $0.elements.map { TouchDevice($0) } } ?? []
        subscription = state["subscription"]?.string ?? []
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
    /// The largest number of contacts that the device distinguishes.
    public var slots: Int
    /// True if the service has grabbed the device. Other programs then receive no events from it.
    public var isGrabbed: Bool
    /// True if other programs receive the touches of the device through a copy of it, apart from those that are withheld.
    public var isFiltered: Bool
    /// The reason why a built-in touchpad is suspended, `lid` or `tabletMode`; nil if it is not.
    public var suspendedBy: String?
    /// True if a finger is down, or was down within the idle time.
    public var isActive: Bool
    /// The number of contacts that are down.
    public var contacts: Int
    /// The number of times that the kernel dropped events because its queue was full.
    public var overruns: Int
}

extension TouchDevice {
    init(_ device: JSONValue) {
        id = device.text("id")
        name = device.text("name")
        node = device.text("node")
        kind = device.text("kind")
        width = device["width"]?.number ?? 0
        height = device["height"]?.number ?? 0
        sizeSource = device.text("sizeSource")
        reach = device["reach"]?.number
        rotation = .degrees(device["rotation"]?.number ?? 0)
        mirror = device.text("mirror")
        output = device["output"].map { $0.text(or: "") }
        slots = device.int("slots")
        isGrabbed = device["grabbed"]?.bool ?? false
        isFiltered = device["filtered"]?.bool ?? false
        suspendedBy = device["suspendedBy"].map { $0.text(or: "") }
        isActive = device["active"]?.bool ?? false
        contacts = device.int("contacts")
        overruns = device.int("overruns")
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
    init(_ reply: JSONValue) {
        used = reply["devices"]?.elements.map { TouchDevice($0) } ?? []
        refused =
            reply["refused"]?.elements.map { RefusedDevice(node: $0.text("node"), reason: $0.text("reason")) } ?? []
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
        public var median: Duration
        public var percentile90: Duration
        public var percentile99: Duration
        public var maximum: Duration
    }
}

extension ServiceStatus {
    init(_ status: JSONValue) {
        version = status.text("version")
        instance = status.text("instance")
        uptime = status.microseconds("uptime")
        isPaused = status["paused"]?.bool ?? false
        isLocked = status["locked"]?.bool ?? false
        clients = status.int("clients")
        subscriptions = status.int("subscriptions")
        frames = status.int("frames")
        events = status["events"].map { Int(clamping: $0.integer ?? 0) }
        coalesced = status["coalesced"].map { Int(clamping: $0.integer ?? 0) }
        droppedClients = status.int("droppedClients")
        refusedClients = status.int("refusedClients")
        overruns = status.int("overruns")
        latency = status["latency"].map { latency in
            Latency(
                samples: latency.int("samples"), median: latency.microseconds("p50"),
                percentile90: latency.microseconds("p90"), percentile99: latency.microseconds("p99"),
                maximum: latency.microseconds("maximum"))
        }
    }
}

extension JSONValue {
    /// Returns this value if it is a string, or else `other`.
    func text(or other: String) -> String { string.map { String(decoding: $0, as: UTF8.self) } ?? other }

    /// A member that is a string; empty if it is missing.
    fileprivate func text(_ name: String) -> String { self[name]?.text(or: "") ?? "" }

    fileprivate func int(_ name: String) -> Int { Int(clamping: self[name]?.integer ?? 0) }

    fileprivate func microseconds(_ name: String) -> Duration { .microseconds(self[name]?.integer ?? 0) }

    fileprivate var elements: [JSONValue] { (0..<count).map { self[$0] } }
}
