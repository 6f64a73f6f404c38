import GestureCore

/// A device as the service tells of it.
package struct DeviceReport: Sendable {
    package var labels: DeviceLabels
    package var name: [UInt8] = []
    package var node: [UInt8] = []
    package var kind = Surface.Kind.touchscreen
    package var multitouch: StaticString = ""
    /// In mm, as the person sees it.
    package var width = 0.0
    package var height = 0.0
    package var sizeSource: StaticString = ""
    package var slots = 0
    /// In degrees, clockwise.
    package var rotation = 0
    package var mirror: StaticString = ""
    /// Six numbers; none where it has no calibration.
    package var calibration: [Double] = []
    package var isGrabbed = false
    package var contacts = 0
    package var overruns = 0
    /// The stamp of the last frame; nil before the first.
    package var lastFrame: Instant?
    /// The switch because of which it is not read; nil if it is read.
    package var suspendedBy: StaticString?

    package init(_ labels: DeviceLabels) { self.labels = labels }
}

/// A touch device that is not used, and why.
package struct RefusedDeviceReport: Equatable, Sendable {
    package var node: [UInt8]
    package var reason: [UInt8]

    package init(node: [UInt8], reason: [UInt8]) {
        self.node = node
        self.reason = reason
    }
}

/// How the service is doing.
package struct StatusReport: Sendable {
    package var version: StaticString = ""
    package var instance: [UInt8] = []
    package var uptime = Interval.milliseconds(0)
    package var paused = false
    /// Whether touches are swallowed for now.
    package var locked = false
    package var clients = 0
    package var subscriptions = 0
    package var frames: UInt64 = 0
    package var events: UInt64 = 0
    /// Of the events, those that a newer one replaced before they were sent.
    package var coalesced: UInt64 = 0
    package var droppedClients: UInt64 = 0
    package var refusedClients: UInt64 = 0
    package var overruns: UInt64 = 0
    package var latency = LatencyReport()

    package init() {}
}

/// From the kernel's time stamp to the write to the sockets, in µs.
package struct LatencyReport: Sendable {
    /// How many were less than `below`, and not less than the one before it.
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

extension JSONWriter {
    package mutating func device(_ device: DeviceReport) {
        raw("{\"id\":")
        raw(device.labels.id)
        raw(",\"name\":")
        string(device.name)
        raw(",\"node\":")
        string(device.node)
        raw(",\"kind\":\"")
        raw(device.kind.name)
        raw("\",\"width\":")
        decimal(device.width, places: 3)
        raw(",\"height\":")
        decimal(device.height, places: 3)
        raw(",\"sizeSource\":\"")
        raw(device.sizeSource)
        raw("\",\"protocol\":\"")
        raw(device.multitouch)
        raw("\",\"slots\":")
        integer(device.slots)
        raw(",\"rotation\":")
        integer(device.rotation)
        raw(",\"mirror\":\"")
        raw(device.mirror)
        raw("\"")
        if let output = device.labels.output {
            raw(",\"output\":")
            raw(output)
        }
        if !device.calibration.isEmpty {
            for (index, number) in device.calibration.enumerated() {
                raw(index == 0 ? ",\"calibration\":[" : ",")
                decimal(number, places: 6)
            }
            raw("]")
        }
        raw(",\"grabbed\":")
        bool(device.isGrabbed)
        if let last = device.lastFrame {
            raw(",\"lastFrame\":")
            integer(last.microseconds)
        }
        if let suspendedBy = device.suspendedBy {
            raw(",\"suspendedBy\":\"")
            raw(suspendedBy)
            raw("\"")
        }
        raw(",\"contacts\":")
        integer(device.contacts)
        raw(",\"overruns\":")
        integer(device.overruns)
        raw("}")
    }

    package mutating func devices(_ devices: [DeviceReport]) {
        raw("[")
        for (index, device) in devices.enumerated() {
            if index > 0 { raw(",") }
            self.device(device)
        }
        raw("]")
    }

    package mutating func deviceListReply(_ devices: [DeviceReport], refused: [RefusedDeviceReport]) {
        raw("{\"parameters\":{\"devices\":")
        self.devices(devices)
        raw(",\"refused\":[")
        for (index, device) in refused.enumerated() {
            if index > 0 { raw(",") }
            raw("{\"node\":")
            string(device.node)
            raw(",\"reason\":")
            string(device.reason)
            raw("}")
        }
        raw("]}}\0")
    }

    /// Writes the first reply of a subscription.
    package mutating func stateReply(
        instance: [UInt8], subscription: [UInt8], paused: Bool, locked: Bool, contacts: Int, devices: [DeviceReport]
    ) {
        raw("{\"parameters\":{\"state\":{\"instance\":")
        string(instance)
        raw(",\"subscription\":")
        string(subscription)
        raw(",\"paused\":")
        bool(paused)
        raw(",\"locked\":")
        bool(locked)
        raw(",\"contacts\":")
        integer(contacts)
        raw(",\"devices\":")
        self.devices(devices)
        raw("}},\"continues\":true}\0")
    }

    package mutating func statusReply(_ status: StatusReport) {
        raw("{\"parameters\":{\"version\":\"")
        raw(status.version)
        raw("\",\"instance\":")
        string(status.instance)
        raw(",\"uptime\":")
        integer(status.uptime.microseconds)
        raw(",\"paused\":")
        bool(status.paused)
        raw(",\"locked\":")
        bool(status.locked)
        raw(",\"clients\":")
        integer(status.clients)
        raw(",\"subscriptions\":")
        integer(status.subscriptions)
        raw(",\"frames\":")
        integer(status.frames)
        raw(",\"events\":")
        integer(status.events)
        raw(",\"coalesced\":")
        integer(status.coalesced)
        raw(",\"droppedClients\":")
        integer(status.droppedClients)
        raw(",\"refusedClients\":")
        integer(status.refusedClients)
        raw(",\"overruns\":")
        integer(status.overruns)
        raw(",\"latency\":{\"samples\":")
        integer(status.latency.samples)
        raw(",\"sum\":")
        integer(status.latency.sum)
        raw(",\"p50\":")
        integer(status.latency.p50)
        raw(",\"p90\":")
        integer(status.latency.p90)
        raw(",\"p99\":")
        integer(status.latency.p99)
        raw(",\"maximum\":")
        integer(status.latency.maximum)
        raw(",\"buckets\":[")
        for (index, bucket) in status.latency.buckets.enumerated() {
            raw(index == 0 ? "{\"below\":" : ",{\"below\":")
            integer(bucket.below)
            raw(",\"count\":")
            integer(bucket.count)
            raw("}")
        }
        raw("]}}}\0")
    }
}
