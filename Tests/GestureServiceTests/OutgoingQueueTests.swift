import GestureCore
import GestureProtocol
import TestSupport
import Testing
import Text

@testable import GestureService

/// Messages that wait for a client that does not read. Their numbers give the order in which they are written.
@Suite struct OutgoingQueueTests {
    private static let limit = 4096
    private let socket: TestClient
    private let queue: OutgoingQueue
    private let attention = QueueAttention()

    init() throws {
        socket = try TestClient()
        queue = OutgoingQueue(fd: socket.far, limit: Self.limit, attention: attention)
    }

    /// Writes messages until the socket is full: the last one waits.
    ///
    /// - Returns: the number of messages.
    private func stall() -> Int {
        var count = 0
        while !queue.isWaiting {
            write("\(count)")
            queue.flush()
            count += 1
        }
        return count
    }

    private func write(_ text: String, changing gesture: UInt64? = nil) {
        let start = queue.messages.writer.bytes.count
        queue.messages.writer.raw(Array(text.utf8) + [0])
        if let gesture { queue.messages.noteChange(of: gesture, from: start) }
    }

    /// Reads until no message waits, and returns the messages after the first `count`.
    private func read(after count: Int) -> [String] {
        repeat {
            socket.read()
            queue.resume()
        } while queue.isWaiting
        socket.read()
        #expect(socket.messages.last == "")
        return Array(socket.messages.dropFirst(count).dropLast())
    }

    @Test func `a client that reads gets every change`() {
        for number in 0..<100 {
            write("\(number)", changing: 1)
            write("\(number)", changing: 1)
            queue.flush()
            socket.read()
        }
        #expect(read(after: 0) == (0..<200).map { "\($0 / 2)" })
        #expect(queue.messages.coalesced == 0)
    }

    @Test(arguments: [0, 1])
    func `what one frame makes is never too much, and twice of it leaves the limit to what follows`(more: Int) {
        let frame = 2_000_000
        write(String(repeating: "x", count: frame - 1))
        queue.flush()
        #expect(queue.failure == nil && queue.messages.count > frame / 2)
        // The bytes that the socket did not take.
        let burst = queue.messages.count
        write(String(repeating: "y", count: burst + Self.limit - 1 + more))
        queue.flush()
        #expect((queue.failure == .full) == (more > 0))
    }

    @Test func `a client that reads is not dropped, however much its gestures make in a frame`() throws {
        let hub = GestureHub()
        let drags = (0..<2).map { _ in
            GestureExpression.simultaneous(Array(repeating: .gesture(GesturePattern(.drag)), count: 31))
        }
        let name = ByteString(String(repeating: "\u{1}", count: 64))
        let composition = Composition(name: name, .simultaneous(drags))
        var options = GestureOptions(gestures: GestureSet(selection: GestureSelection(), compositions: [composition]))
        options.regions = (0..<10).map { index in
            TrackedRegion("\(index)", Rectangle(x: Double(index) / 10, y: 0, width: 0.1, height: 1))
        }
        let queue = OutgoingQueue(fd: socket.far, limit: 262_144, attention: QueueAttention())
        hub.add(Subscriber(CompiledSubscription(options: options), name: [], client: queue))
        func each(_ action: String) -> String {
            "abcdefghij".map { action.replacing("?", with: "\($0)") }.joined(separator: "; ")
        }
        let landings = "abcdefghij".enumerated().map { "\($1) \(100 + 200 * $0),300" }.joined(separator: " ")
        let script =
            "0 down \(landings); "
            + (1..<12).map { time in
                "\(time * 8) move " + "abcdefghij".map { "\($0) by 0,\(time * 10)" }.joined(separator: " ")
            }.joined(separator: "; ") + "; 200 up a b c d e f g h i j"
        for step in try TouchScript(script).steps {
            hub.play(step)
            #expect(queue.failure == nil)
            while queue.isWaiting {
                socket.read()
                queue.resume()
            }
            socket.read()
        }
        let events = try socket.events()
        #expect(events.count { $0["phase"] as? String == "began" } == 620)
        #expect(events.count { $0["phase"] as? String == "ended" } == 620)
    }

    @Test func `a change replaces the waiting one of its gesture, and other messages keep their order`() {
        let count = stall()
        for (text, gesture) in [
            ("1 began", nil), ("1 a", 1), ("2 began", nil), ("2 a", 2), ("1 b", 1), ("3 tap", nil), ("1 c", 1),
            ("1 ended", nil), ("2 b", 2), ("4 a", 4),
        ] as [(String, UInt64?)] {
            write(text, changing: gesture)
            queue.flush()
        }
        #expect(queue.messages.coalesced == 3)
        #expect(
            read(after: count) == ["1 began", "2 began", "3 tap", "1 c", "1 ended", "2 b", "4 a"])
    }

    @Test func `the first message that waits is replaced, too`() {
        var count = 0
        while !queue.isWaiting {
            write("\(count)", changing: 1)
            queue.flush()
            count += 1
        }
        write("newest", changing: 1)
        #expect(queue.messages.coalesced == 1)
        #expect(read(after: count - 1) == ["newest"])
    }

    @Test func `a change that is sent in part is finished`() {
        let long = String(repeating: "x", count: 1 << 20)
        queue.limit = 1 << 21
        write(long, changing: 1)
        queue.flush()
        socket.read()
        #expect(queue.isWaiting && socket.bytes.count > 0 && socket.bytes.count < long.utf8.count)
        for text in ["a", "b"] { write(text, changing: 1) }
        #expect(read(after: 0) == [long, "b"])
        #expect(queue.messages.coalesced == 1)
    }

    @Test func `a client that has caught up gets every change again`() {
        let count = stall()
        write("a", changing: 1)
        #expect(read(after: count) == ["a"])
        for text in ["b", "c"] { write(text, changing: 1) }
        queue.flush()
        #expect(read(after: count) == ["a", "b", "c"])
        #expect(queue.messages.coalesced == 0)
    }

    @Test func `waiting messages are sent when the socket is writable, and not with each frame`() {
        let count = stall()
        socket.read()
        write("later")
        queue.flush()
        let before = socket.bytes.count
        socket.read()
        #expect(socket.bytes.count == before)
        #expect(read(after: count) == ["later"])
    }

    @Test func `changes alone never fill the queue`() {
        let count = stall()
        let changes = 1000
        for number in 0..<changes {
            for gesture in 1...10 { write("\(gesture) \(number)", changing: UInt64(gesture)) }
            queue.flush()
            #expect(queue.messages.writer.bytes.count <= 2 * Self.limit)
        }
        #expect(queue.failure == nil)
        #expect(queue.messages.coalesced == UInt64(10 * (changes - 1)))
        #expect(read(after: count) == (1...10).map { "\($0) \(changes - 1)" })
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `the limit counts bytes that are still to be sent`(beyond: Int, fits: Bool) {
        _ = stall()
        let burst = queue.messages.count
        for number in 0..<100 { write("change \(number)", changing: 1) }
        let change = "change 99".utf8.count + 1
        write(String(repeating: "x", count: Self.limit + burst - change - 1 + beyond))
        queue.flush()
        #expect(queue.failure == (fits ? nil : .full))
    }

    @Test func `a full queue ends with the limit, after the message that is sent in part`() {
        let long = String(repeating: "x", count: 1 << 20)
        queue.limit = 1000
        write(long)
        queue.flush()
        write("never sent", changing: 1)
        write(long)
        queue.flush()
        #expect(queue.failure == .full && queue.needsAttention)
        queue.replaceWaiting(by: .limitExceeded(.known(.queueSize), queue.limit))
        queue.flush()
        let messages = read(after: 0)
        #expect(messages.first == long && messages.count == 2)
        #expect(messages.last?.contains("LimitExceeded") == true)
    }

    @Test func `a queue needs attention when it starts and stops to wait, and not in between`() {
        write("sent")
        queue.flush()
        #expect(!queue.needsAttention && !attention.take())
        _ = stall()
        #expect(queue.needsAttention && attention.take())
        queue.attend()
        write("waits")
        queue.flush()
        #expect(!queue.needsAttention && !attention.take())
        socket.read()
        queue.resume()
        #expect(queue.isEmpty && queue.needsAttention && attention.take())
        #expect(!attention.take())
    }

    /// For any order of writes and reads, each missing message was replaced by a newer one.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `only changes that a newer one replaced are lost`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        queue.limit = 1 << 20
        var written: [(text: String, gesture: UInt64?)] = []
        for number in 0..<6000 {
            let gesture = random.oneIn(2) ? nil : UInt64(random.below(5))
            let text = "\(number)" + String(repeating: "x", count: random.below(30))
            written.append((text, gesture))
            write(text, changing: gesture)
            if random.oneIn(2) { queue.flush() }
            if random.oneIn(1000) {
                socket.read()
                queue.resume()
            }
        }
        queue.flush()
        let received = Set(read(after: 0))
        var newest: Set<UInt64> = []
        var lost: [String] = []
        for (text, gesture) in written.reversed() {
            if !received.contains(text) {
                lost.append(text)
                #expect(gesture.map { newest.contains($0) } == true, "\(text)")
            }
            if let gesture { newest.insert(gesture) }
        }
        #expect(lost.count == queue.messages.coalesced && !lost.isEmpty)
        #expect(socket.messages.dropLast() == written.map(\.text).filter { received.contains($0) }[...])
    }
}
