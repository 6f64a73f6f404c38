import Foundation
import GestureCore
import System
import Testing

@testable import GestureService

/// Deadlines, descriptors and signals as the loop reports them. Instants in the past stand for deadlines that have passed.
@Suite struct EventLoopTests {
    private let loop: EventLoop
    init() throws { loop = try EventLoop() }

    /// Both ends of a socket pair, closed at the end.
    private final class Pair {
        let (near, far): (CInt, CInt)

        init() {
            var ends: [CInt] = [-1, -1]
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
            (near, far) = (ends[0], ends[1])
        }

        deinit {
            close(near)
            close(far)
        }

        func write() { _ = Foundation.write(far, "x", 1) }
        func read() {
            _ = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { Foundation.read(near, $0.baseAddress, 16) }
        }
    }

    /// The sources of the events that are ready, one after the other.
    private func ready(until deadline: Instant? = nil) throws -> [ServiceEvent.Source] {
        var sources: [ServiceEvent.Source] = []
        while sources.count < 10, let event = try loop.wait(until: deadline, blocks: false) {
            sources.append(event.source)
        }
        return sources
    }

    private static let past = EventLoop.now + .milliseconds(-100)
    private static let future = EventLoop.now + .milliseconds(3_600_000)

    // MARK: Deadlines

    @Test func `a deadline is not reported before it comes`() throws {
        let soon = EventLoop.now + .milliseconds(20)
        let event = try loop.wait(until: soon)
        #expect(event?.source == .deadline && EventLoop.now >= soon)
    }

    @Test func `a deadline that has passed is reported at once`() throws {
        #expect(try loop.wait(until: Self.past)?.source == .deadline)
    }

    @Test func `a deadline is reported once, unless it is set again`() throws {
        #expect(try loop.wait(until: Self.past)?.source == .deadline)
        #expect(try ready() == [])
        #expect(try loop.wait(until: Self.past)?.source == .deadline)
    }

    @Test func `a deadline in an hour does not wake the loop`() throws {
        #expect(try ready(until: Self.future) == [])
    }

    @Test(arguments: [nil, future])
    func `a deadline that is cancelled or moved is not reported`(later: Instant?) throws {
        let soon = EventLoop.now + .milliseconds(1)
        _ = try loop.wait(until: soon, blocks: false)
        while EventLoop.now < soon {}
        #expect(try ready(until: later) == [])
    }

    @Test func `an earlier deadline replaces a later one`() throws {
        #expect(try ready(until: Self.future) == [])
        #expect(try loop.wait(until: EventLoop.now + .milliseconds(1))?.source == .deadline)
    }

    // MARK: Descriptors

    @Test func `an event carries its source, its descriptor and its readiness`() throws {
        let pair = Pair()
        let watch = try DescriptorWatch(loop, fd: pair.near, as: .client, for: .readable)
        pair.write()
        let event = try #require(try loop.wait(until: Instant?.none))
        #expect(event.source == .client && event.fd == pair.near && event.readiness == .readable)
        _ = consume watch
    }

    @Test func `a descriptor that is no longer watched is not reported, though it was ready`() throws {
        let pairs = [Pair(), Pair()]
        let first = try DescriptorWatch(loop, fd: pairs[0].near, as: .client, for: .readable)
        let second = try DescriptorWatch(loop, fd: pairs[1].near, as: .client, for: .readable)
        for pair in pairs { pair.write() }
        #expect(try loop.wait(until: Instant?.none)?.source == .client)
        _ = consume first
        _ = consume second
        #expect(try ready() == [])
    }

    @Test func `a descriptor can be watched again for another source`() throws {
        let pair = Pair()
        pair.write()
        let first = try DescriptorWatch(loop, fd: pair.near, as: .client, for: .readable)
        #expect(try loop.wait(until: Instant?.none)?.source == .client)
        _ = consume first
        let second = try DescriptorWatch(loop, fd: pair.near, as: .listener, for: .readable)
        #expect(try loop.wait(until: Instant?.none)?.source == .listener)
        _ = consume second
    }

    @Test func `a busy descriptor delays neither another nor a deadline`() throws {
        let (busy, other) = (Pair(), Pair())
        let first = try DescriptorWatch(loop, fd: busy.near, as: .client, for: .readable)
        let second = try DescriptorWatch(loop, fd: other.near, as: .touchDevice, for: .readable)
        busy.write()
        _ = try loop.wait(until: Instant?.none)
        other.write()
        var sources: [ServiceEvent.Source] = []
        for _ in 0..<5 {
            if let event = try loop.wait(until: Self.past, blocks: false) { sources.append(event.source) }
        }
        #expect(sources.prefix(3).contains(.touchDevice) && sources.prefix(3).contains(.deadline))
        #expect(sources.contains(.client))
        _ = consume first
        _ = consume second
    }

    @Test func `the readiness to watch for can change, and a hang-up is always reported`() throws {
        let client = try TestClient()
        let near = dup(client.far)
        defer { close(near) }
        let watch = try DescriptorWatch(loop, fd: near, as: .client, for: .readable)
        #expect(try ready() == [])
        watch.change(to: .writable)
        #expect(try loop.wait(until: Instant?.none)?.readiness == .writable)
        watch.change(to: [])
        #expect(try ready() == [])
        shutdown(near, CInt(SHUT_RDWR))
        let event = try #require(try loop.wait(until: Instant?.none))
        #expect(!event.readiness.isDisjoint(with: .hungUp))
        _ = consume watch
    }

    @Test func `watching a closed descriptor is an error`() {
        #expect(throws: LoopError(errno: EBADF)) {
            _ = try DescriptorWatch(loop, fd: -1, as: .client, for: .readable)
        }
    }

    // MARK: Signals and the end

    @Test func `signals are reported as events`() throws {
        try loop.watchSignals([SIGUSR1, SIGUSR2], tag: ServiceEvent.signals)
        // They are blocked in this thread, and stay pending for the loop.
        raise(SIGUSR2)
        raise(SIGUSR1)
        var signals: [CInt] = []
        while let event = try loop.wait(until: Instant?.none, blocks: false) {
            #expect(event.source == .signal)
            signals.append(loop.takeSignal())
        }
        #expect(signals.sorted() == [SIGUSR1, SIGUSR2])
        #expect(loop.takeSignal() == 0)
    }

    @Test func `a loop that is released leaves no descriptor open`() throws {
        func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        var first: EventLoop? = try EventLoop()
        first = nil
        _ = first
        // Other tests open and close descriptors at the same time; a leak of three for each loop would still stand out.
        let before = try open()
        for _ in 0..<200 { try EventLoop().watchSignals([SIGUSR1], tag: ServiceEvent.signals) }
        #expect(try open() < before + 200)
    }
}
