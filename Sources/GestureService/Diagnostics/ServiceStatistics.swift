internal import CLinux
import GestureCore
import GestureProtocol
import System
import Text

/// Counts what this run of the service has done.
struct ServiceStatistics {
    var frames: UInt64 = 0
    /// The events that were sent, one for each client.
    var events: UInt64 = 0
    /// How many events were replaced by a newer one, for subscriptions that have ended.
    var pastCoalesced: UInt64 = 0
    private let started = EventLoop.now
    /// Names this run of the service.
    let instance: [UInt8]
    private var latency = LatencyHistogram()
    /// The times of the frames of this wake-up that had events.
    private var unsentFrames: [Instant] = []

    init() {
        var writer = JSONWriter()
        writer.integer(started.microseconds)
        writer.raw("-")
        writer.integer(Int(getpid()))
        instance = writer.bytes
        unsentFrames.reserveCapacity(512)
    }

    /// Notes a frame whose events are not sent yet.
    mutating func noteUnsentFrame(at time: Instant) { unsentFrames.append(time) }

    /// Measures the latency of the frames whose events were sent now.
    mutating func noteSent() {
        guard !unsentFrames.isEmpty else { return }
        let now = EventLoop.now
        for time in unsentFrames { latency.add(now - time) }
        unsentFrames.clear()
    }

    /// The part of the status that is counted here.
    var report: StatusReport {
        var report = StatusReport()
        report.version = ByteString(word: version)
        report.instance = ByteString(instance)
        report.uptime = EventLoop.now - started
        report.frames = frames
        report.events = events
        report.coalesced = pastCoalesced
        report.latency = latency.report
        return report
    }
}
