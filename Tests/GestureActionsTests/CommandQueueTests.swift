import GestureActions
import GestureCore
import Testing

@Suite struct CommandQueueTests {
    private static func time(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    /// A queue, with a clock in milliseconds, whose runs are numbers.
    private struct Tester {
        var queue: CommandQueue<Int>
        var tickets: [Int: CommandTicket] = [:]

        /// The letters o and p stand for an ordered and another binding.
        init(_ bindings: String) { queue = CommandQueue(areOrdered: bindings.map { $0 == "o" }) }

        /// Adds runs and starts what can start. Returns the runs that have started.
        mutating func add(_ runs: [Int], of binding: Int = 0, at milliseconds: Int64 = 0) -> [Int] {
            for run in runs { queue.add(run, of: binding, at: time(milliseconds)) }
            return start(at: milliseconds)
        }

        mutating func end(_ run: Int, at milliseconds: Int64 = 0) throws -> [Int] {
            queue.ended(try #require(tickets[run]), at: time(milliseconds))
            return start(at: milliseconds)
        }

        private mutating func start(at milliseconds: Int64) -> [Int] {
            var started: [Int] = []
            while let (ticket, run) = queue.next(at: time(milliseconds)) {
                tickets[run] = ticket
                started.append(run)
            }
            return started
        }
    }

    @Test func `a binding runs four commands at once`() throws {
        var tester = Tester("p")
        #expect(tester.add(Array(1...6)) == [1, 2, 3, 4])
        #expect(try tester.end(3) == [5])
        #expect(try tester.end(1) == [6])
        #expect(try tester.end(2) == [])
    }

    @Test func `steps run one at a time and in order`() throws {
        var tester = Tester("o")
        #expect(tester.add([1, 2, 3]) == [1])
        #expect(try tester.end(1) == [2])
        #expect(tester.add([4]) == [])
        #expect(try tester.end(2) == [3])
        #expect(try tester.end(3) == [4])
        #expect(try tester.end(4) == [])
        #expect(tester.queue.runningCount == 0 && tester.queue.waitingCount == 0 && tester.queue.deadline == nil)
    }

    @Test func `sixteen commands run at once`() throws {
        var tester = Tester("ppppp")
        for binding in 0..<4 { #expect(tester.add((0..<4).map { binding * 10 + $0 }, of: binding).count == 4) }
        #expect(tester.queue.runningCount == 16)
        #expect(tester.add([40], of: 4) == [])
        #expect(try tester.end(0) == [40])
        #expect(tester.queue.runningCount == 16)
    }

    @Test func `the binding that has waited longest comes first`() throws {
        var tester = Tester("pppppp")
        for binding in 0..<4 { _ = tester.add((0..<4).map { binding * 10 + $0 }, of: binding) }
        #expect(tester.add([50], of: 5, at: 1) == [])
        #expect(tester.add([40, 41], of: 4, at: 2) == [])
        #expect(tester.add([51], of: 5, at: 3) == [])
        #expect(tester.add([4], of: 0, at: 3) == [])
        #expect(try tester.end(0, at: 4) == [50])
        #expect(try tester.end(1, at: 4) == [40])
        #expect(try tester.end(2, at: 4) == [41])
        #expect(try tester.end(3, at: 4) == [51])
        #expect(try tester.end(50, at: 4) == [4])
    }

    @Test func `a binding keeps at most 4096 waiting runs`() {
        var tester = Tester("op")
        _ = tester.add([0])
        _ = tester.add(Array(1...4096))
        #expect(tester.queue.waitingCount == 4096 && tester.queue.takeReports() == [])
        _ = tester.add([5000])
        #expect(tester.queue.waitingCount == 4096)
        #expect(tester.queue.takeReports() == [CommandReport(.tooMany(binding: 0), dropped: 1)])
        #expect(tester.add([9000], of: 1) == [9000])
    }

    @Test func `an overflow is reported when it begins and when half of the room is free`() throws {
        var tester = Tester("o")
        _ = tester.add([0])
        _ = tester.add(Array(1..<4100))
        #expect(tester.queue.takeReports() == [CommandReport(.tooMany(binding: 0), dropped: 1)])
        for run in 0..<2047 { _ = try tester.end(run) }
        #expect(tester.queue.waitingCount == 2049 && tester.queue.takeReports() == [])
        _ = try tester.end(2047)
        #expect(tester.queue.takeReports() == [CommandReport(.tooMany(binding: 0), dropped: 2, isOver: true)])
    }

    @Test func `at most 16384 runs wait`() {
        var tester = Tester("ooooo")
        for binding in 0..<4 {
            _ = tester.add([binding * 10_000], of: binding)
            _ = tester.add((1...4096).map { binding * 10_000 + $0 }, of: binding)
        }
        #expect(tester.queue.waitingCount == 16_384 && tester.queue.takeReports() == [])
        #expect(tester.add([50_000], of: 4) == [])
        #expect(tester.queue.waitingCount == 16_384)
        #expect(tester.queue.takeReports() == [CommandReport(.tooMany(binding: 4), dropped: 1)])
    }

    @Test func `the runs that wait for a hanging command are dropped after five seconds`() throws {
        var tester = Tester("o")
        _ = tester.add([1], at: 0)
        #expect(tester.queue.deadline == nil)
        _ = tester.add([2], at: 1000)
        _ = tester.add([3], at: 2000)
        #expect(tester.queue.deadline == Self.time(6000))
        tester.queue.advance(to: Instant(microseconds: 5_999_999))
        #expect(tester.queue.waitingCount == 2 && tester.queue.takeReports() == [])
        tester.queue.advance(to: Self.time(6000))
        #expect(tester.queue.waitingCount == 0 && tester.queue.deadline == nil)
        #expect(tester.queue.takeReports() == [CommandReport(.hangs(binding: 0), dropped: 2)])
        #expect(tester.queue.takeReports() == [])
        #expect(try tester.end(1, at: 6000) == [])
        #expect(tester.add([4], at: 6000) == [4])
        #expect(tester.queue.takeReports() == [])
    }

    @Test func `a hang is reported once, and then the number of runs that were dropped meanwhile`() throws {
        var tester = Tester("o")
        _ = tester.add([1, 2], at: 0)
        tester.queue.advance(to: Self.time(5000))
        #expect(tester.queue.takeReports() == [CommandReport(.hangs(binding: 0), dropped: 1)])
        _ = tester.add([3, 4], at: 6000)
        tester.queue.advance(to: Self.time(11_000))
        #expect(tester.queue.takeReports() == [])
        _ = tester.add([5], at: 12_000)
        #expect(try tester.end(1, at: 13_000) == [5])
        #expect(tester.queue.takeReports() == [CommandReport(.hangs(binding: 0), dropped: 2, isOver: true)])
    }

    @Test func `a command that ends gives the others five more seconds`() throws {
        var tester = Tester("o")
        _ = tester.add([1, 2, 3], at: 0)
        #expect(try tester.end(1, at: 4999) == [2])
        #expect(tester.queue.deadline == Self.time(9999))
        tester.queue.advance(to: Self.time(5000))
        #expect(tester.queue.waitingCount == 1)
    }

    @Test func `a binding without a slot loses its runs after five seconds without progress`() throws {
        var tester = Tester("pppppo")
        for binding in 0..<4 { _ = tester.add((0..<4).map { binding * 10 + $0 }, of: binding) }
        _ = tester.add([40], of: 4, at: 1000)
        _ = tester.add([50], of: 5, at: 2000)
        #expect(tester.queue.deadline == Self.time(6000))
        tester.queue.advance(to: Self.time(6000))
        #expect(tester.queue.takeReports() == [CommandReport(.noSlot(mostly: 0), dropped: 1)])
        tester.queue.advance(to: Self.time(7000))
        #expect(tester.queue.waitingCount == 0 && tester.queue.takeReports() == [])
        #expect(try tester.end(0, at: 8000) == [])
        #expect(tester.queue.takeReports() == [CommandReport(.noSlot(mostly: nil), dropped: 1, isOver: true)])
    }

    @Test func `a slot that moves on gives all bindings without one five more seconds`() throws {
        var tester = Tester("ppppo")
        for binding in 0..<4 { _ = tester.add((0..<4).map { binding * 10 + $0 }, of: binding) }
        _ = tester.add([4], of: 0, at: 100)
        _ = tester.add([40], of: 4, at: 200)
        #expect(try tester.end(0, at: 5000) == [4])
        #expect(tester.queue.deadline == Self.time(10_000))
    }

    @Test func `commands of replaced bindings keep their slots`() throws {
        var tester = Tester("ppppo")
        for binding in 0..<4 { _ = tester.add((0..<5).map { binding * 10 + $0 }, of: binding) }
        tester.queue.replaceBindings(areOrdered: [true])
        #expect(tester.queue.waitingCount == 0 && tester.queue.runningCount == 16)
        #expect(tester.add([100], at: 1000) == [])
        tester.queue.advance(to: Self.time(6000))
        #expect(tester.queue.takeReports() == [CommandReport(.noSlot(mostly: nil), dropped: 1)])
        #expect(tester.add([101], at: 6000) == [])
        #expect(try tester.end(0, at: 7000) == [101])
        #expect(try tester.end(1, at: 7000) == [])
        #expect(try tester.end(101, at: 7000) == [])
        #expect(tester.queue.runningCount == 14)
    }
}
