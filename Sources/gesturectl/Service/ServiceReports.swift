import GestureProtocol
import Text

/// A device as ListDevices tells of it; its strings are fit for a terminal.
struct UsedDevice: Equatable {
    var id = ""
    var name = ""
    var node = ""
    var kind = ""
    /// In mm, as the person sees it.
    var width = 0.0
    var height = 0.0
    var sizeSource = ""
    var touchProtocol = ""
    var slots: Int64 = 0
    /// In degrees, clockwise.
    var rotation: Int64 = 0
    var mirror = "none"
    /// The display that it belongs to, where that is known.
    var output: String?
    /// Six numbers; none where it has no calibration.
    var calibration: [Double] = []
    var isGrabbed = false
    /// In µs of CLOCK_MONOTONIC; nil before the first.
    var lastFrame: Int64?
    /// The switch because of which it is not read, e.g. `lid`; nil if it is read.
    var suspendedBy: String?
    var contacts: Int64 = 0
    var overruns: Int64 = 0

    /// e.g. `345.4 × 194.3`
    var size: String { "\(tenths(width)) × \(tenths(height))" }

    /// Why it is not read, in words for a person; nil if it is read.
    var suspension: String? {
        switch suspendedBy {
        case nil: nil
        case "lid"?: "the lid is closed"
        case "tabletMode"?: "the laptop is folded to a tablet"
        case let other?: other
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
        rotation = device["rotation"]?.integer ?? 0
        mirror = string(device["mirror"])
        output = device["output"].map { string($0) }
        let calibration = device["calibration"]
        for index in 0..<(calibration?.count ?? 0) { self.calibration.append(calibration?[index].number ?? 0) }
        isGrabbed = device["grabbed"]?.bool ?? false
        lastFrame = device["lastFrame"]?.integer
        suspendedBy = device["suspendedBy"].map { string($0) }
        contacts = device["contacts"]?.integer ?? 0
        overruns = device["overruns"]?.integer ?? 0
    }
}

/// The answer to ListDevices.
struct DeviceList: Equatable {
    struct Refused: Equatable {
        var node: String
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
            self.refused.append(Refused(node: string(device?["node"]), reason: string(device?["reason"])))
        }
    }
}

/// The answer to GetStatus.
struct ServiceStatus: Equatable {
    /// From the kernel's time stamp to the socket, in µs.
    struct Latency: Equatable {
        var p50: Int64 = 0
        var p90: Int64 = 0
        var p99: Int64 = 0
        var maximum: Int64 = 0

        var text: String {
            "\(p50) µs median, \(p90) µs p90, \(p99) µs p99, \(maximum) µs at most, from the kernel's stamp to the socket"
        }
    }

    /// How often the same took how long.
    struct Histogram: Equatable {
        struct Bucket: Equatable {
            /// In µs; it begins where the one before it ends.
            var below: Int64
            var count: Int64
        }

        var samples: Int64 = 0
        /// In µs.
        var sum: Int64 = 0
        var buckets: [Bucket] = []
    }

    var version = ""
    /// In µs.
    var uptime: Int64 = 0
    var isPaused = false
    var isLocked = false
    var clients: Int64 = 0
    var subscriptions: Int64 = 0
    var frames: Int64 = 0
    var events: Int64 = 0
    /// Of the events, those that a newer one replaced before they were sent.
    var coalesced: Int64 = 0
    var droppedClients: Int64 = 0
    var refusedClients: Int64 = 0
    var overruns: Int64 = 0
    /// nil where nothing is measured yet.
    var latency: Latency?
    var histogram = Histogram()
}

extension ServiceStatus {
    init(_ status: JSONValue) {
        func number(_ value: JSONValue?) -> Int64 { value?.integer ?? 0 }
        version = string(status["version"])
        uptime = number(status["uptime"])
        isPaused = status["paused"]?.bool ?? false
        isLocked = status["locked"]?.bool ?? false
        clients = number(status["clients"])
        subscriptions = number(status["subscriptions"])
        frames = number(status["frames"])
        events = number(status["events"])
        coalesced = number(status["coalesced"])
        droppedClients = number(status["droppedClients"])
        refusedClients = number(status["refusedClients"])
        overruns = number(status["overruns"])
        if let latency = status["latency"], number(latency["samples"]) > 0 {
            self.latency = Latency(
                p50: number(latency["p50"]), p90: number(latency["p90"]), p99: number(latency["p99"]),
                maximum: number(latency["maximum"]))
        }
        histogram = Histogram(samples: number(status["latency"]?["samples"]), sum: number(status["latency"]?["sum"]))
        let buckets = status["latency"]?["buckets"]
        for index in 0..<(buckets?.count ?? 0) {
            let bucket = buckets?[index]
            histogram.buckets.append(.init(below: number(bucket?["below"]), count: number(bucket?["count"])))
        }
    }
}

/// A string that came from outside, fit for a terminal.
func string(_ value: JSONValue?) -> String {
    String(decoding: Output.printable(value?.string ?? []), as: UTF8.self)
}
