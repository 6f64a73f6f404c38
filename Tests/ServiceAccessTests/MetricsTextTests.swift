import GestureCore
import GestureProtocol
import Testing
import Text

@testable import ServiceAccess

@Suite struct MetricsTextTests {
    private func lines(_ status: StatusReport = StatusReport(), _ list: DeviceList = DeviceList()) -> [String] {
        String(decoding: MetricsText(status, list).bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a service that does not reply is down`() {
        #expect(
            String(decoding: MetricsText.down.bytes, as: UTF8.self) == """
                # TYPE gestured_up gauge
                # HELP gestured_up Whether the service answers.
                gestured_up 0
                # EOF

                """)
    }

    @Test func `buckets are cumulative`() {
        var status = StatusReport()
        var latency = LatencyReport()
        (latency.samples, latency.sum) = (10, 1_500_050)
        latency.buckets = [
            .init(below: 16, count: 3), .init(below: 32, count: 0), .init(below: 1_048_576, count: 6),
        ]
        status.latency = latency
        #expect(
            lines(status).filter { $0.hasPrefix("gestured_latency") } == [
                "gestured_latency_seconds_bucket{le=\"0.000016\"} 3",
                "gestured_latency_seconds_bucket{le=\"0.000032\"} 3",
                "gestured_latency_seconds_bucket{le=\"1.048576\"} 9",
                "gestured_latency_seconds_bucket{le=\"+Inf\"} 10",
                "gestured_latency_seconds_sum 1.50005", "gestured_latency_seconds_count 10",
            ])
    }

    @Test func `each counter has its own value`() {
        var status = StatusReport()
        (status.frames, status.events, status.coalesced) = (1, 2, 3)
        (status.droppedClients, status.refusedClients, status.overruns) = (4, 5, 6)
        #expect(
            lines(status).filter { $0.contains("_total ") } == [
                "gestured_frames_total 1", "gestured_events_total 2", "gestured_coalesced_events_total 3",
                "gestured_dropped_clients_total 4", "gestured_refused_clients_total 5", "gestured_overruns_total 6",
            ])
    }

    @Test(arguments: [
        ("Acme", "Acme"), ("a\"b", "a\\\"b"), ("a\\", "a\\\\"), ("a\nb", "a\\nb"), ("\\\"\n", "\\\\\\\"\\n"),
        ("ü", "ü"),
    ])
    func `the name of a device is escaped in labels`(_ name: String, _ label: String) {
        var device = DeviceReport()
        (device.id, device.name, device.node) = ("1:2", ByteString(name), "/dev/input/event1")
        device.kind = .known(.touchpad)
        let list = DeviceList(devices: [device], refused: [])
        #expect(
            lines(StatusReport(), list).filter { $0.hasPrefix("gestured_device_info") } == [
                "gestured_device_info{device=\"1:2\",name=\"\(label)\",node=\"/dev/input/event1\",kind=\"touchpad\"} 1"
            ])
    }
}
