import GestureCore
import Text

/// A device in use: a `Device` of org.gestured.Gestures.
package struct DeviceReport: Hashable, Sendable {
    package var id: ByteString = ""
    package var name: ByteString = ""
    package var node: ByteString = ""
    package var kind = Word<Surface.Kind>.known(.touchscreen)
    /// In mm, as the user sees it.
    package var width = 0.0
    package var height = 0.0
    package var sizeSource: ByteString = ""
    /// The way in which it reports contacts: `slots`, `anonymous` or `single`.
    package var multitouch: ByteString = ""
    package var slots = 0
    /// In mm; nil if it is unlimited.
    package var reach: Double?
    /// In degrees, clockwise.
    package var rotation = 0
    package var mirror: ByteString = "none"
    /// The display that it belongs to, if known.
    package var output: ByteString?
    /// Six numbers; nil without calibration.
    package var calibration: [Double]?
    package var isGrabbed = false
    /// Whether a clone passes the touches on to other programs.
    package var isFiltered = false
    /// The time stamp of the last frame; nil before the first.
    package var lastFrame: Instant?
    /// The switch that suspends the device; nil if it is not suspended.
    package var suspendedBy: ByteString?
    package var isActive = false
    package var contacts = 0
    package var overruns: UInt64 = 0
    /// Contacts that have landed, and those of them that were there, or gone, for a moment.
    package var landings: UInt64 = 0
    package var ghosts: UInt64 = 0
    package var gaps: UInt64 = 0

    package init() {}
}

extension DeviceReport: Message, MemberValue {
    package static var declaration: String { "Device" }

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("id", &id)
        visitor.member("name", &name)
        visitor.member("node", &node)
        visitor.member("kind", &kind)
        visitor.decimal("width", places: 3, &width)
        visitor.decimal("height", places: 3, &height)
        visitor.member("sizeSource", &sizeSource)
        visitor.member("protocol", &multitouch)
        visitor.member("slots", &slots)
        visitor.decimal("reach", places: 3, &reach)
        visitor.member("rotation", &rotation)
        visitor.member("mirror", &mirror)
        visitor.member("output", &output)
        visitor.member("calibration", &calibration)
        visitor.member("grabbed", &isGrabbed)
        visitor.member("filtered", &isFiltered)
        visitor.member("lastFrame", &lastFrame)
        visitor.member("suspendedBy", &suspendedBy)
        visitor.member("active", &isActive)
        visitor.member("contacts", &contacts)
        visitor.member("overruns", &overruns)
        visitor.member("landings", &landings)
        visitor.member("ghosts", &ghosts)
        visitor.member("gaps", &gaps)
    }
}

/// A touch device that the service does not use, and the reason.
package struct RefusedDeviceReport: Message, MemberValue, Hashable, Sendable {
    package static var declaration: String { "RefusedDevice" }
    package var node: ByteString = ""
    package var reason: ByteString = ""

    package init() {}

    package init(node: ByteString, reason: ByteString) {
        self.node = node
        self.reason = reason
    }

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("node", &node)
        visitor.member("reason", &reason)
    }
}

/// A line of the configuration that decides what is recognized.
package struct SettingReport: Message, MemberValue, Hashable, Sendable {
    package static var declaration: String { "Setting" }
    /// `gestures`, or `device` with the name of a device.
    package var section: ByteString = ""
    package var key: ByteString = ""
    package var value: ByteString = ""
    package var file: ByteString = ""
    package var line = 0

    package init() {}

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("section", &section)
        visitor.member("key", &key)
        visitor.member("value", &value)
        visitor.member("file", &file)
        visitor.member("line", &line)
    }
}

/// The state of the service: the reply of GetStatus.
package struct StatusReport: Message, Hashable, Sendable {
    package var version: ByteString = ""
    package var instance: ByteString = ""
    package var uptime = Interval.zero
    package var isPaused = false
    /// Whether touches are locked.
    package var isLocked = false
    /// For how long the flight recorder keeps touches; nil if it is off.
    package var keptTime: Interval?
    package var clients = 0
    package var subscriptions = 0
    package var frames: UInt64 = 0
    /// The events that were sent to all clients; nil for a client without the right to positions, like ``coalesced`` and ``latency``. An
    /// event for another client would reveal that a touch was in a region of that client.
    package var events: UInt64?
    /// Events that a newer one replaced before they were sent.
    package var coalesced: UInt64?
    package var droppedClients: UInt64 = 0
    package var refusedClients: UInt64 = 0
    package var overruns: UInt64 = 0
    package var latency: LatencyReport?

    package init() {}

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("version", &version)
        visitor.member("instance", &instance)
        visitor.member("uptime", &uptime)
        visitor.member("paused", &isPaused)
        visitor.member("locked", &isLocked)
        visitor.member("keep", &keptTime)
        visitor.member("clients", &clients)
        visitor.member("subscriptions", &subscriptions)
        visitor.member("frames", &frames)
        visitor.member("events", &events)
        visitor.member("coalesced", &coalesced)
        visitor.member("droppedClients", &droppedClients)
        visitor.member("refusedClients", &refusedClients)
        visitor.member("overruns", &overruns)
        visitor.member("latency", &latency)
    }
}

/// The time from the kernel's time stamp to the write to the sockets, in µs.
package struct LatencyReport: Message, MemberValue, Hashable, Sendable {
    package static var declaration: String { "Latency" }

    package var samples: UInt64 = 0
    package var sum: Int64 = 0
    package var p50: Int64 = 0
    package var p90: Int64 = 0
    package var p99: Int64 = 0
    package var maximum: Int64 = 0
    package var buckets: [Bucket] = []

    package init() {}

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("samples", &samples)
        visitor.member("sum", &sum)
        visitor.member("p50", &p50)
        visitor.member("p90", &p90)
        visitor.member("p99", &p99)
        visitor.member("maximum", &maximum)
        visitor.member("buckets", &buckets)
    }

    /// The number of latencies less than `below` and not less than that of the previous bucket.
    package struct Bucket: Message, MemberValue, Hashable, Sendable {
        package static var declaration: String { "LatencyBucket" }
        package var below: Int64 = 0
        package var count: UInt64 = 0

        package init() {}

        package init(below: Int64, count: UInt64) {
            self.below = below
            self.count = count
        }

        package mutating func visit(_ visitor: inout some MemberVisitor) {
            visitor.member("below", &below)
            visitor.member("count", &count)
        }
    }
}

/// The state at the start of a subscription: a `State` of org.gestured.Gestures.
package struct StateReport: Message, MemberValue, Hashable, Sendable {
    package static var declaration: String { "State" }

    package var instance: ByteString = ""
    /// The name of the subscription.
    package var subscription: ByteString = ""
    package var isPaused = false
    package var isLocked = false
    package var contacts = 0
    package var devices: [DeviceReport] = []

    package init() {}

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("instance", &instance)
        visitor.member("subscription", &subscription)
        visitor.member("paused", &isPaused)
        visitor.member("locked", &isLocked)
        visitor.member("contacts", &contacts)
        visitor.member("devices", &devices)
    }
}
