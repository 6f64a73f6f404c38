import GestureCore
import GestureProtocol
import Text

/// Metrics in the OpenMetrics 1.0 format.
///
/// Parsers of Prometheus' older text format read them as well: they treat unknown lines as comments. Counters are untyped for
/// them, because that format expects the name with `_total` in TYPE.
package struct MetricsText {
    private var writer = JSONWriter()

    package var bytes: [UInt8] { writer.bytes }

    /// The metrics if no service replies.
    package static var down: MetricsText {
        var text = MetricsText()
        text.gauge("gestured_up", "Whether the service answers.", 0)
        text.writer.raw("# EOF\n")
        return text
    }

    private init() {}

    package init(_ status: StatusReport, _ list: DeviceList) {
        gauge("gestured_up", "Whether the service answers.", 1)
        family("gestured_build_info", "gauge", "The version of the service.")
        sample("gestured_build_info", [("version", status.version)], 1)
        family("gestured_uptime_seconds", "gauge", unit: "seconds", "The time since the service started.")
        writer.raw("gestured_uptime_seconds ")
        seconds(status.uptime.microseconds)
        writer.raw("\n")
        gauge("gestured_paused", "Whether recognition is paused.", status.isPaused ? 1 : 0)
        gauge("gestured_locked", "Whether touches are locked.", status.isLocked ? 1 : 0)
        gauge("gestured_clients", "Connections, including this one.", UInt64(clamping: status.clients))
        gauge("gestured_subscriptions", "Subscriptions to gestures.", UInt64(clamping: status.subscriptions))
        counter("gestured_frames", "gestured_frames_total", "Frames read from devices.", status.frames)
        if let events = status.events {
            counter("gestured_events", "gestured_events_total", "Events recognized for clients.", events)
        }
        if let coalesced = status.coalesced {
            counter(
                "gestured_coalesced_events", "gestured_coalesced_events_total",
                "Events that a newer one of the same gesture replaced before they were sent.", coalesced)
        }
        counter(
            "gestured_dropped_clients", "gestured_dropped_clients_total",
            "Clients disconnected because they did not read.", status.droppedClients)
        counter(
            "gestured_refused_clients", "gestured_refused_clients_total",
            "Connections refused because a limit was reached.", status.refusedClients)
        counter(
            "gestured_overruns", "gestured_overruns_total",
            "The number of times that the kernel dropped events because its queue was full.", status.overruns)
        if let latency = status.latency { histogram(latency) }
        gauge("gestured_refused_devices", "Touch devices that the service does not use.", UInt64(list.refused.count))
        family("gestured_device_info", "gauge", "A touch device in use.")
        for device in list.devices {
            sample(
                "gestured_device_info",
                [("device", device.id), ("name", device.name), ("node", device.node), ("kind", device.kind.text)], 1)
        }
        family("gestured_device_contacts", "gauge", "Fingers on a device.")
        for device in list.devices {
            sample("gestured_device_contacts", [("device", device.id)], UInt64(clamping: device.contacts))
        }
        family("gestured_device_overruns", "counter", "The same for each device.")
        for device in list.devices {
            sample("gestured_device_overruns_total", [("device", device.id)], device.overruns)
        }
        writer.raw("# EOF\n")
    }

    // MARK: Families

    private mutating func gauge(_ name: StaticString, _ help: StaticString, _ value: UInt64) {
        family(name, "gauge", help)
        sample(name, [], value)
    }

    private mutating func counter(
        _ name: StaticString, _ total: StaticString, _ help: StaticString, _ value: UInt64
    ) {
        family(name, "counter", help)
        sample(total, [], value)
    }

    private mutating func histogram(_ latency: LatencyReport) {
        let name: StaticString = "gestured_latency_seconds"
        family(name, "histogram", unit: "seconds", "The time from the kernel's time stamp of a frame to the socket.")
        var below: UInt64 = 0
        for bucket in latency.buckets {
            below &+= bucket.count
            writer.raw(name)
            writer.raw("_bucket{le=\"")
            seconds(bucket.below)
            writer.raw("\"} ")
            writer.integer(below)
            writer.raw("\n")
        }
        sample("gestured_latency_seconds_bucket", [("le", "+Inf")], latency.samples)
        writer.raw("gestured_latency_seconds_sum ")
        seconds(latency.sum)
        writer.raw("\n")
        sample("gestured_latency_seconds_count", [], latency.samples)
    }

    private mutating func family(
        _ name: StaticString, _ type: StaticString, unit: StaticString? = nil, _ help: StaticString
    ) {
        describe("# TYPE ", name, type)
        if let unit { describe("# UNIT ", name, unit) }
        describe("# HELP ", name, help)
    }

    private mutating func describe(_ keyword: StaticString, _ name: StaticString, _ text: StaticString) {
        writer.raw(keyword)
        writer.raw(name)
        writer.raw(" ")
        writer.raw(text)
        writer.raw("\n")
    }

    // MARK: Samples

    private mutating func sample(
        _ name: StaticString, _ labels: [(name: StaticString, value: ByteString)], _ value: UInt64
    ) {
        writer.raw(name)
        for (index, label) in labels.enumerated() {
            writer.raw(index == 0 ? "{" : ",")
            writer.raw(label.name)
            writer.raw("=\"")
            escape(label.value)
            writer.raw("\"")
        }
        writer.raw(labels.isEmpty ? " " : "} ")
        writer.integer(value)
        writer.raw("\n")
    }

    private mutating func escape(_ text: ByteString) {
        for byte in text.bytes {
            switch byte {
            case UInt8(ascii: "\\"): writer.raw("\\\\")
            case UInt8(ascii: "\""): writer.raw("\\\"")
            case UInt8(ascii: "\n"): writer.raw("\\n")
            default: writer.bytes.append(byte)
            }
        }
    }

    private mutating func seconds(_ microseconds: Int64) {
        writer.decimal(Double(microseconds) / 1_000_000, places: 6)
    }
}
