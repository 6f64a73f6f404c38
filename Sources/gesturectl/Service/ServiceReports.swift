import GestureProtocol
import Text

/// A device in the reply to ListDevices. The strings are safe for a terminal.
struct UsedDevice: Equatable {
    var id: ByteString = ""
    var name: ByteString = ""
    var node: ByteString = ""
    var kind: ByteString = ""
    /// In mm, as the user sees it.
    var width = 0.0
    var height = 0.0
    var sizeSource: ByteString = ""
    var touchProtocol: ByteString = ""
    var slots: Int64 = 0
    /// The reach of one person in mm; nil if it is unlimited.
    var reach: Double?
    /// In degrees, clockwise.
    var rotation: Int64 = 0
    var mirror: ByteString = "none"
    /// The display that the device belongs to, if known.
    var output: ByteString?
    /// Six numbers; empty without calibration.
    var calibration: [Double] = []
    var isGrabbed = false
    var isFiltered = false
    /// In µs of CLOCK_MONOTONIC; nil before the first frame.
    var lastFrame: Int64?
    /// The switch that suspends the device, e.g. `lid`; nil if it is not suspended.
    var suspendedBy: ByteString?
    var contacts: Int64 = 0
    var overruns: Int64 = 0

    /// e.g. `345.4 × 194.3`
    var size: String { "\(tenths(width)) × \(tenths(height))" }

    /// The reason for the suspension; nil if the device is not suspended.
    var suspension: String? {
        switch suspendedBy {
        case nil: nil
        case "lid"?: "the lid is closed"
        case "tabletMode"?: "the laptop is folded to a tablet"
        case let other?: "\(other)"
        }
    }
}

extension UsedDevice {
    init(_ device: JSONValue) {
        id = string(device["id"])
        name = string(device["name"])
        node = string(device["node"])
        kind = string(device["kind"])
        width = device["width"]?.number ?? 0
        height = device["height"]?.number ?? 0
        sizeSource = string(device["sizeSource"])
        touchProtocol = string(device["protocol"])
        slots = device["slots"]?.integer ?? 0
        reach = device["reach"]?.number
        rotation = device["rotation"]?.integer ?? 0
        mirror = string(device["mirror"])
        output = device["output"].map { string($0) }
        let calibration = device["calibration"]
        for index in 0..<(calibration?.count ?? 0) { self.calibration.append(calibration?[index].number ?? 0) }
        isGrabbed = device["grabbed"]?.bool ?? false
        isFiltered = device["filtered"]?.bool ?? false
        lastFrame = device["lastFrame"]?.integer
        suspendedBy = device["suspendedBy"].map { string($0) }
        contacts = device["contacts"]?.integer ?? 0
        overruns = device["overruns"]?.integer ?? 0
    }
}

/// The reply to ListDevices.
struct DeviceList: Equatable {
    struct Refused: Equatable {
        var node: ByteString
        var reason: String
    }

    var devices: [UsedDevice] = []
    var refused: [Refused] = []
}

extension DeviceList {
    init(_ reply: JSONValue) {
        let devices = reply["devices"]
        for index in 0..<(devices?.count ?? 0) {
            if let device = devices?[index] { self.devices.append(UsedDevice(device)) }
        }
        let refused = reply["refused"]
        for index in 0..<(refused?.count ?? 0) {
            let device = refused?[index]
            self.refused.append(Refused(node: string(device?["node"]), reason: "\(string(device?["reason"]))"))
        }
    }
}

/// The reply to GetStatus.
struct ServiceStatus: Equatable {
    /// From the kernel's time stamp to the socket, in µs.
    struct Latency: Equatable {
        var p50: Int64 = 0
        var p90: Int64 = 0
        var p99: Int64 = 0
        var maximum: Int64 = 0

        var text: String {
            "\(p50) µs median, \(p90) µs p90, \(p99) µs p99, \(maximum) µs maximum, from the kernel's time stamp to the socket"
        }
    }

    /// The distribution of latencies.
    struct Histogram: Equatable {
        struct Bucket: Equatable {
            /// The upper bound in µs. The bucket begins where the previous one ends.
            var below: Int64
            var count: Int64
        }

        var samples: Int64 = 0
        /// In µs.
        var sum: Int64 = 0
        var buckets: [Bucket] = []
    }

    var version: ByteString = ""
    /// In µs.
    var uptime: Int64 = 0
    var isPaused = false
    var isLocked = false
    /// In µs; nil if the flight recorder is off.
    var keptTime: Int64?
    var clients: Int64 = 0
    var subscriptions: Int64 = 0
    var frames: Int64 = 0
    /// nil for a user who is not allowed to learn positions, like ``coalesced`` and ``histogram``.
    var events: Int64?
    /// Events that a newer one replaced before they were sent.
    var coalesced: Int64?
    var droppedClients: Int64 = 0
    var refusedClients: Int64 = 0
    var overruns: Int64 = 0
    /// nil before the first measurement.
    var latency: Latency?
    var histogram: Histogram?
}

extension ServiceStatus {
    init(_ status: JSONValue) {
        func number(_ value: JSONValue?) -> Int64 { value?.integer ?? 0 }
        version = string(status["version"])
        uptime = number(status["uptime"])
        isPaused = status["paused"]?.bool ?? false
        isLocked = status["locked"]?.bool ?? false
        keptTime = status["keep"]?.integer
        clients = number(status["clients"])
        subscriptions = number(status["subscriptions"])
        frames = number(status["frames"])
        events = status["events"]?.integer
        coalesced = status["coalesced"]?.integer
        droppedClients = number(status["droppedClients"])
        refusedClients = number(status["refusedClients"])
        overruns = number(status["overruns"])
        guard let latency = status["latency"] else { return }
        if number(latency["samples"]) > 0 {
            self.latency = Latency(
                p50: number(latency["p50"]), p90: number(latency["p90"]), p99: number(latency["p99"]),
                maximum: number(latency["maximum"]))
        }
        var histogram = Histogram(samples: number(latency["samples"]), sum: number(latency["sum"]))
        let buckets = latency["buckets"]
        for index in 0..<(buckets?.count ?? 0) {
            let bucket = buckets?[index]
            histogram.buckets.append(.init(below: number(bucket?["below"]), count: number(bucket?["count"])))
        }
        self.histogram = histogram
    }
}

/// A string from the service, made safe for a terminal.
func string(_ value: JSONValue?) -> ByteString {
    ByteString(Output.printable(value?.string ?? []))
}
