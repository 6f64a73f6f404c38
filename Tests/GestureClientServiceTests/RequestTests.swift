import Foundation
import Testing

@testable import GestureClient

/// Requests to the service, their replies and their errors.
@Suite(.timeLimit(.minutes(20)))
struct RequestTests {
    private static let drags = Recording(
        "drags", Touch(at: 0, through: (500, 500), (700, 500), (500, 500), (700, 500), (500, 500), duration: 250))

    @Test("the status counts clients and subscriptions")
    func status() async throws {
        let service = try await RunningService(playing: Self.drags, loops: true)
        let client = GestureClient(socket: service.socket)
        // The service can still have the connection that waited for its start.
        while try await client.status().clients > 1 {}
        let idle = try await client.status()
        #expect(!idle.version.isEmpty && !idle.isPaused && !idle.isLocked)
        #expect(idle.subscriptions == 0 && idle.events == 0)
        var iterator = client.events(of: DragGesture()).makeAsyncIterator()
        var state: ServiceState?
        while let event = try await iterator.next() {
            if case .connected(let connected) = event { state = connected }
            if case .ended = event { break }
        }
        let busy = try await client.status()
        #expect(busy.clients >= 2 && busy.subscriptions == 1 && busy.frames > 0)
        #expect(try #require(busy.events) > 0)
        #expect(busy.instance == state?.instance && busy.uptime > idle.uptime)
        let latency = try #require(busy.latency)
        #expect(latency.maximum >= latency.median && latency.sum >= latency.maximum)
        let (first, second) = (try #require(latency.buckets.first), latency.buckets[1])
        #expect(second.below == first.below * 2)
        #expect(latency.buckets.map(\.count).reduce(0, +) <= latency.samples)
        withExtendedLifetime(iterator) {}
    }

    @Test("the devices of a recording are in use")
    func devices() async throws {
        let service = try await RunningService(playing: Self.drags)
        let devices = try await GestureClient(socket: service.socket).devices()
        #expect(devices.used.map(\.name) == ["Phone"] && devices.refused.isEmpty)
        #expect(devices.used.first?.width == 317.5 && devices.used.first?.slots == 10)
    }

    @Test("a stream sees its gesture cancelled by a pause, and others after it")
    func pause() async throws {
        let service = try await RunningService(playing: Self.drags, loops: true)
        let client = GestureClient(socket: service.socket)
        var isResumed = false
        for try await event in client.events(of: DragGesture()) {
            switch event {
            case .began where isResumed: return
            case .began:
                try await client.pause()
                #expect(try await client.status().isPaused)
            case .ended:
                // This drag was over before the service paused.
                try await client.resume()
            case .cancelled:
                try await client.resume()
                #expect(try await !client.status().isPaused)
                isResumed = true
            default: break
            }
        }
    }

    @Test("a lock ends with its gesture")
    func lockUntilGesture() async throws {
        let service = try await RunningService(playing: Self.drags, loops: true)
        let client = GestureClient(socket: service.socket)
        // The recording is played once somebody subscribes.
        var iterator = client.events(of: DragGesture()).makeAsyncIterator()
        _ = try await iterator.next()
        try await client.lock(until: DragGesture())
        #expect(try await !client.status().isLocked)
    }

    @Test("a lock ends after its time")
    func lockForTime() async throws {
        let service = try await RunningService(playing: Self.drags)
        let client = GestureClient(socket: service.socket)
        try await client.lock(for: .seconds(1))
        #expect(try await !client.status().isLocked)
    }

    @Test("a lock ends when it is unlocked")
    func unlock() async throws {
        let service = try await RunningService(playing: Self.drags)
        let client = GestureClient(socket: service.socket)
        async let lock: Void = client.lock(for: .seconds(3600))
        while try await !client.status().isLocked {}
        try await client.unlock()
        try await lock
        #expect(try await !client.status().isLocked)
    }

    @Test("a cancelled task leaves touches locked")
    func cancelLock() async throws {
        let service = try await RunningService(playing: Self.drags)
        let client = GestureClient(socket: service.socket)
        let task = Task { try await client.lock(for: .seconds(3600)) }
        while try await !client.status().isLocked {}
        task.cancel()
        await #expect(throws: GestureClientError.cancelled) { try await task.value }
        #expect(try await client.status().isLocked)
    }

    @Test("a service without such a device says that it is not available")
    func notAvailable() async throws {
        let service = try await RunningService(playing: Self.drags)
        let client = GestureClient(socket: service.socket)
        await #expect(throws: GestureClientError.notAvailable) { try await client.pulse() }
        await #expect(throws: GestureClientError.notAvailable) {
            for try await _ in client.record("Phone") {}
        }
    }

    @Test("an invalid value has the text of the service")
    func invalidParameter() async throws {
        let service = try await RunningService(playing: Self.drags)
        let client = GestureClient(socket: service.socket)
        await #expect(
            throws: GestureClientError.invalidParameter("gestures[0].count", expected: "a whole number, 1 … 10")
        ) {
            for try await _ in client.events(of: TapGesture(count: 11)) {}
        }
        await #expect(throws: GestureClientError.self) { try await client.pulse(0) }
        #expect(throws: GestureClientError.self) { try client.attach(TapGesture(count: 11)) }
    }

    @Test("a stream that failed has ended")
    func afterError() async throws {
        let service = try await RunningService(playing: Self.drags)
        let client = GestureClient(socket: service.socket)
        var events = client.events(of: TapGesture(count: 11)).makeAsyncIterator()
        await #expect(throws: GestureClientError.self) { try await events.next() }
        #expect(try await events.next() == nil)
        var lines = client.recordLast().makeAsyncIterator()
        await #expect(throws: GestureClientError.notAvailable) { try await lines.next() }
        #expect(try await lines.next() == nil)
    }

    @Test("a subscription with more regions than configured is refused")
    func limit() async throws {
        let service = try await RunningService(playing: Self.drags, configuration: "[limits]\nregions = 1\n")
        let client = GestureClient(socket: service.socket)
        let parent = Region("parent", Rectangle(x: 0, y: 0, width: 1, height: 1))
        let child = Region("child", Rectangle(x: 0, y: 0, width: 0.5, height: 0.5), in: parent)
        let expected = GestureClientError.limitExceeded("regions", maximum: 1)
        await #expect(throws: expected) {
            for try await _ in client.events(of: TapGesture(), in: child) {}
        }
        let accepted = try client.attach(TapGesture(), to: parent)
        await client.whenAttached()
        let refused = try client.attach(TapGesture(), to: child)
        await #expect(throws: expected) { try await refused.detached() }
        accepted.cancel()
        try await accepted.detached()
    }

    @Test(
        "without the right to positions they are absent, and regions are refused",
        .disabled(if: geteuid() == 0, "root is unrestricted"))
    func rights() async throws {
        let service = try await RunningService(
            playing: Self.drags, loops: true, configuration: "[others]\npositions = none\n")
        let client = GestureClient(socket: service.socket)
        for try await event in client.events(of: DragGesture()) {
            guard let value = event.value else { continue }
            #expect(value.location == nil && value.position == nil && value.startLocation == nil)
            break
        }
        let status = try await client.status()
        #expect(status.events == nil && status.coalesced == nil && status.latency == nil && status.frames > 0)
        let region = Region("a", Rectangle(x: 0, y: 0, width: 0.5, height: 0.5))
        let denied = GestureClientError.permissionDenied(needs: "positions", parameter: "regions")
        #expect("\(denied)" == "permission denied (positions required for regions)")
        await #expect(throws: denied) { for try await _ in client.events(of: DragGesture(), in: region) {} }
        await #expect(throws: denied) {
            try await client.attach(DragGesture(), to: region).detached()
        }
    }
}
