import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// The events of one client do not depend on others.
@Suite struct HubTests {
    static let runs = 1000
    static let framesPerRun = 1024
    static let batch = 50

    @Test(arguments: randomRuns(runs / batch))
    func `the events of a client do not depend on other subscriptions`(_ batch: Int) throws {
        var told = 0
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun).steps
            let alone = try received(steps, GestureOptions.random(seed: seed), others: [])
            let among = try received(
                steps, GestureOptions.random(seed: seed),
                others: [GestureOptions.random(seed: seed &+ 5000), GestureOptions()])
            #expect(alone == among, "seed \(seed)")
            if !alone.isEmpty { told += 1 }
        }
        #expect(told > Self.batch / 2)
    }

    @Test func `overruns are counted once, even if their device is set up again`() throws {
        let hub = GestureHub()
        func overruns() -> UInt64 { hub.status(clients: 0, droppedClients: 0, refusedClients: 0).overruns }
        func attach(_ id: UInt32) {
            hub.attach(
                AttachedDevice(
                    surface: Surface(id: SurfaceID(id), kind: .touchscreen, size: Vector(x: 2000, y: 2000)),
                    id: "screen",
                    name: ""
                ) { labels in
                    var report = DeviceReport(labels)
                    report.overruns = 3
                    return report
                })
        }
        attach(1)
        hub.detach(SurfaceID(1), at: .milliseconds(1), isGone: false)
        attach(2)
        #expect(overruns() == 3)
        hub.detach(SurfaceID(2), at: .milliseconds(2))
        #expect(overruns() == 3)
        attach(3)
        #expect(overruns() == 6)
    }

    /// Returns everything that a client reads if it subscribes between others.
    private func received(
        _ steps: [TouchScript.Step], _ options: GestureOptions, others: [GestureOptions]
    ) throws -> [UInt8] {
        let hub = GestureHub()
        let client = try TestClient()
        for options in others.prefix(1) { hub.add(subscriber(options, fd: -1)) }
        // Without `changed` events, since the end of a gesture has its last values.
        hub.add(subscriber(options, phases: [.possible, .began, .ended, .cancelled], fd: client.far))
        for options in others.dropFirst() { hub.add(subscriber(options, fd: -1)) }
        for step in steps {
            hub.play(step)
            client.read()
        }
        hub.play(.wake(at: .distantFuture))
        client.read()
        return client.bytes
    }

    /// - Parameter fd: −1 for a client whose events are discarded.
    private func subscriber(_ options: GestureOptions, phases: [GesturePhase]? = nil, fd: CInt) -> Subscriber {
        Subscriber(
            CompiledSubscription(options: options, phases: phases), name: [],
            client: OutgoingQueue(fd: fd, limit: 1 << 20, attention: QueueAttention()))
    }
}
