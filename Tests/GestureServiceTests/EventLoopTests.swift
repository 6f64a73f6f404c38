import Foundation
import GestureCore
import Testing

@testable import GestureService

/// Timers, descriptors and signals of the loop. Instants in the past stand for timers that have expired.
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

    private final class Log { var entries: [Int] = [] }

    private func runReady() { while loop.step() {} }

    // MARK: Timers

    @Test(arguments: [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 0, 6, 1, 5, 2, 4]])
    func `expired timers are called in the order of their deadlines`(order: [Int]) {
        let log = Log()
        let start = EventLoop.now + .milliseconds(-100)
        let timers = order.map { number in
            let timer = TimerSource(loop) { log.entries.append(number) }
            timer.arm(at: start + .milliseconds(Int64(number)))
            return timer
        }
        runReady()
        #expect(log.entries == [0, 1, 2, 3, 4, 5, 6])
        #expect(timers.allSatisfy { $0.deadline == nil })
    }

    @Test func `a timer is called once, and not before its deadline`() {
        let log = Log()
        let soon = EventLoop.now + .milliseconds(20)
        let timer = TimerSource(loop) { log.entries.append(EventLoop.now < soon ? 0 : 1) }
        timer.arm(at: soon)
        while log.entries.isEmpty { _ = loop.step() }
        runReady()
        #expect(log.entries == [1])
    }

    @Test func `a timer of an hour from now does not make the loop turn`() {
        let timer = TimerSource(loop) {}
        timer.arm(at: EventLoop.now + .milliseconds(3_600_000))
        #expect(!loop.step())
        #expect(timer.deadline != nil)
    }

    /// The arguments put the chosen timer at each index of the heap.
    @Test(arguments: 0..<9)
    func `disarming, releasing and rearming one timer leaves the order of the others`(chosen: Int) {
        let start = EventLoop.now + .milliseconds(-100)
        for change in 0..<3 {
            let log = Log()
            var timers: [TimerSource?] = [4, 1, 7, 0, 8, 3, 6, 2, 5].map { number in
                let timer = TimerSource(loop) { log.entries.append(number) }
                timer.arm(at: start + .milliseconds(Int64(number)))
                return timer
            }
            let index = [4, 1, 7, 0, 8, 3, 6, 2, 5].firstIndex(of: chosen)!
            var expected = (0..<9).filter { $0 != chosen }
            switch change {
            case 0: timers[index]?.arm(at: nil)
            case 1: timers[index] = nil
            default:
                timers[index]?.arm(at: start + .milliseconds(50))
                expected.append(chosen)
            }
            runReady()
            #expect(log.entries == expected, "change \(change)")
        }
    }

    @Test func `a handler may arm its own timer again`() {
        let log = Log()
        var timer: TimerSource?
        timer = TimerSource(loop) {
            log.entries.append(log.entries.count)
            if log.entries.count < 3 { timer?.arm(at: EventLoop.now) }
        }
        timer?.arm(at: EventLoop.now)
        runReady()
        #expect(log.entries == [0, 1, 2])
        timer = nil
    }

    @Test func `a handler may release its own timer`() {
        let log = Log()
        var timer: TimerSource?
        timer = TimerSource(loop) {
            timer = nil
            log.entries.append(1)
        }
        timer?.arm(at: EventLoop.now)
        runReady()
        #expect(log.entries == [1])
    }

    // MARK: Descriptors

    @Test func `a source that a handler stops is not called, though it was ready`() throws {
        let log = Log()
        let pairs = [Pair(), Pair()]
        var sources: [DescriptorSource] = []
        for (index, pair) in pairs.enumerated() {
            sources.append(
                try DescriptorSource(loop, fd: pair.near, .readable) { _ in
                    log.entries.append(index)
                    for source in sources { source.stop() }
                })
            pair.write()
        }
        runReady()
        #expect(log.entries.count == 1)
        sources = []
    }

    @Test func `a source may be released in its own handler, and its descriptor number used again`() throws {
        let log = Log()
        let pair = Pair()
        var source: DescriptorSource?
        source = try DescriptorSource(loop, fd: pair.near, .readable) { _ in
            log.entries.append(1)
            source = nil
        }
        pair.write()
        runReady()
        let next = try DescriptorSource(loop, fd: pair.near, .readable) { _ in
            log.entries.append(2)
            pair.read()
        }
        runReady()
        #expect(log.entries == [1, 2])
        next.stop()
    }

    @Test func `a busy descriptor does not keep another waiting`() throws {
        let log = Log()
        let (busy, other) = (Pair(), Pair())
        let first = try DescriptorSource(loop, fd: busy.near, .readable) { _ in log.entries.append(0) }
        let second = try DescriptorSource(loop, fd: other.near, .readable) { _ in
            log.entries.append(1)
            other.read()
        }
        busy.write()
        _ = loop.step()
        other.write()
        for _ in 0..<3 { _ = loop.step() }
        #expect(log.entries.contains(1))
        first.stop()
        second.stop()
    }

    @Test func `what a descriptor is watched for can change, and a hang-up is always reported`() throws {
        let log = Log()
        let client = try TestClient()
        let near = dup(client.far)
        let source = try DescriptorSource(loop, fd: near, .readable) { log.entries.append(Int($0.rawValue)) }
        source.watch(for: .writable)
        _ = loop.step()
        source.watch(for: [])
        runReady()
        #expect(log.entries == [Int(Readiness.writable.rawValue)])
        shutdown(near, CInt(SHUT_RDWR))
        _ = loop.step()
        #expect(log.entries.count == 2 && !Readiness(rawValue: UInt32(log.entries[1])).isDisjoint(with: .hungUp))
        source.stop()
        close(near)
    }

    @Test func `a descriptor that cannot be watched is an error`() {
        #expect(throws: LoopError(errno: EBADF)) { try DescriptorSource(loop, fd: -1, .readable) { _ in } }
    }

    // MARK: Signals and the end

    @Test func `signals are handled in the loop, and the loop ends with the code it is given`() throws {
        let log = Log()
        try loop.handleSignals([SIGUSR1, SIGUSR2]) { signal in
            log.entries.append(Int(signal))
            if log.entries.count == 2 { loop.quit(7) }
        }
        // They are blocked in this thread, so they wait for the loop.
        raise(SIGUSR2)
        raise(SIGUSR1)
        #expect(loop.run() == 7)
        #expect(log.entries.sorted() == [Int(SIGUSR1), Int(SIGUSR2)])
    }

    @Test func `nothing is left open of a loop that is gone`() throws {
        func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        var first: EventLoop? = try EventLoop()
        first = nil
        _ = first
        // Other tests open and close descriptors meanwhile: a leak of three each would tower above that.
        let before = try open()
        for _ in 0..<200 { try EventLoop().handleSignals([SIGUSR1]) { _ in } }
        #expect(try open() < before + 200)
    }
}
