import GestureCore

/// A device in replies.
package struct DeviceReport: Sendable {
    package var labels: DeviceLabels
    package var name: [UInt8] = []
    package var node: [UInt8] = []
    package var kind = Surface.Kind.touchscreen
    package var multitouch: StaticString = ""
    /// In mm, as the user sees it.
    package var width = 0.0
    package var height = 0.0
    package var sizeSource: StaticString = ""
    package var slots = 0
    /// In mm; nil if it is unlimited.
    package var reach: Double?
    /// In degrees, clockwise.
    package var rotation = 0
    package var mirror: StaticString = ""
    /// Six numbers; empty without calibration.
    package var calibration: [Double] = []
    package var isGrabbed = false
    /// Whether a clone passes the touches on to other programs.
    package var isFiltered = false
    package var isActive = false
    package var contacts = 0
    package var overruns: UInt64 = 0
    /// The time stamp of the last frame; nil before the first.
    package var lastFrame: Instant?
    /// The switch that suspends the device; nil if it is not suspended.
    package var suspendedBy: StaticString?

    package init(_ labels: DeviceLabels) { self.labels = labels }
}

/// A touch device that the service does not use, and the reason.
package struct RefusedDeviceReport: Equatable, Sendable {
    package var node: [UInt8]
    package var reason: [UInt8]

    package init(node: [UInt8], reason: [UInt8]) {
        self.node = node
        self.reason = reason
    }
}

/// The state of the service.
package struct StatusReport: Sendable {
    package var version: StaticString = ""
    package var instance: [UInt8] = []
    package var uptime = Interval.milliseconds(0)
    package var paused = false
    /// Whether touches are locked.
    package var locked = false
    /// For how long the flight recorder keeps touches; nil if it is off.
    package var keptTime: Interval?
    package var clients = 0
    package var subscriptions = 0
    package var frames: UInt64 = 0
    package var droppedClients: UInt64 = 0
    package var refusedClients: UInt64 = 0
    package var overruns: UInt64 = 0
    /// The events that were sent; nil for a client without the right to positions. An event for another client would reveal that a
    /// touch was in a region of that client.
    package var sent: SentReport?

    package init() {}
}

/// The events that were sent to all clients.
package struct SentReport: Sendable {
    package var events: UInt64 = 0
    /// Events that a newer one replaced before they were sent.
    package var coalesced: UInt64 = 0
    package var latency = LatencyReport()

    package init() {}
}

/// The time from the kernel's time stamp to the write to the sockets, in µs.
package struct LatencyReport: Sendable {
    /// The number of latencies less than `below` and not less than that of the previous bucket.
    package struct Bucket: Equatable, Sendable {
        package var below: Int64
        package var count: UInt64

        package init(below: Int64, count: UInt64) {
            self.below = below
            self.count = count
        }
    }

    package var samples: UInt64 = 0
    package var sum: Int64 = 0
    package var p50: Int64 = 0
    package var p90: Int64 = 0
    package var p99: Int64 = 0
    package var maximum: Int64 = 0
    package var buckets: [Bucket] = []

    package init() {}
}

extension DeviceReport {
    static let fields: [Field<DeviceReport>] = [
        Field("id", "string") { $1.raw($0.labels.id) },
        .string("name") { $0.name },
        .string("node") { $0.node },
        .word("kind") { $0.kind.name },
        .float("width", places: 3) { $0.width },
        .float("height", places: 3) { $0.height },
        .word("sizeSource") { $0.sizeSource },
        .word("protocol") { $0.multitouch },
        .int("slots") { Int64($0.slots) },
        Field(optional: "reach", "?float", { $0.reach }) { $1.decimal($0, places: 3) },
        .int("rotation") { Int64($0.rotation) },
        .word("mirror") { $0.mirror },
        Field(optional: "output", "?string", { $0.labels.output }) { $1.raw($0) },
        Field(optional: "calibration", "?[]float", { $0.calibration.isEmpty ? nil : $0.calibration }) {
            $1.array($0) { $1.decimal($0, places: 6) }
        },
        .bool("grabbed") { $0.isGrabbed },
        .bool("filtered") { $0.isFiltered },
        Field(optional: "lastFrame", "?int", { $0.lastFrame }) { $1.integer($0.microseconds) },
        Field(optional: "suspendedBy", "?string", { $0.suspendedBy }) { $1.word($0) },
        .bool("active") { $0.isActive },
        .int("contacts") { Int64($0.contacts) },
        .count("overruns") { $0.overruns },
    ]
}

extension RefusedDeviceReport {
    static let fields: [Field<RefusedDeviceReport>] = [.string("node") { $0.node }, .string("reason") { $0.reason }]
}

extension StatusReport {
    static let fields: [Field<StatusReport>] = [
        .word("version") { $0.version },
        .string("instance") { $0.instance },
        .int("uptime") { $0.uptime.microseconds },
        .bool("paused") { $0.paused },
        .bool("locked") { $0.locked },
        Field(optional: "keep", "?int", { $0.keptTime }) { $1.integer($0.microseconds) },
        .int("clients") { Int64($0.clients) },
        .int("subscriptions") { Int64($0.subscriptions) },
        .count("frames") { $0.frames },
        Field(optional: "events", "?int", { $0.sent?.events }) { $1.integer($0) },
        Field(optional: "coalesced", "?int", { $0.sent?.coalesced }) { $1.integer($0) },
        .count("droppedClients") { $0.droppedClients },
        .count("refusedClients") { $0.refusedClients },
        .count("overruns") { $0.overruns },
        Field(optional: "latency", "?Latency", { $0.sent?.latency }) { $1.object($0, LatencyReport.fields) },
    ]
}

extension LatencyReport {
    static let fields: [Field<LatencyReport>] = [
        .count("samples") { $0.samples },
        .int("sum") { $0.sum },
        .int("p50") { $0.p50 },
        .int("p90") { $0.p90 },
        .int("p99") { $0.p99 },
        .int("maximum") { $0.maximum },
        .objects("buckets", "[]LatencyBucket", Bucket.fields) { $0.buckets },
    ]
}

extension LatencyReport.Bucket {
    static let fields: [Field<LatencyReport.Bucket>] = [.int("below") { $0.below }, .count("count") { $0.count }]
}

/// The first reply of a subscription.
struct StateReport: Sendable {
    var instance: [UInt8]
    var subscription: [UInt8]
    var paused: Bool
    var locked: Bool
    var contacts: Int
    var devices: [DeviceReport]

    static let fields: [Field<StateReport>] = [
        .string("instance") { $0.instance },
        .string("subscription") { $0.subscription },
        .bool("paused") { $0.paused },
        .bool("locked") { $0.locked },
        .int("contacts") { Int64($0.contacts) },
        .objects("devices", "[]Device", DeviceReport.fields) { $0.devices },
    ]
}
