import Foundation
import GestureCore
import GestureProtocol
import TestSupport
import Testing
import Text

@testable import GestureService

/// Clients with equal requests share one engine, and read what each of them would read alone.
@Suite struct SharingTests {
    // MARK: Scenes

    /// An action besides touches.
    enum Action: Sendable {
        /// A client subscribes.
        case join(String, Wish = Wish())
        case leave(String)
        case regions(String, [TrackedRegion])
        case pause, resume, lock, unlock
        /// Expects this number of engines.
        case engines(Int)
    }

    /// The request of a client.
    struct Wish: Sendable {
        var asking = "all"
        var compositions: [Composition] = []
        var phases: [GesturePhase]?
        var devices: [String]?
        var regions: [TrackedRegion] = []
        var slop: Points?
        var includesPositions = true

        func request() throws -> CompiledSubscription {
            let gestures = GestureSet(selection: try GestureSelection(asking: asking), compositions: compositions)
            var options = GestureOptions(gestures: gestures, regions: regions)
            if let slop { options.thresholds.slop = slop }
            return CompiledSubscription(options: options, devices: devices?.map { ByteString($0) }, phases: phases)
        }
    }

    /// Touches with actions between them, before the touches of the same ms.
    struct Scene: Sendable, CustomTestStringConvertible {
        var rule: String
        var script: String
        var actions: [(time: Int64, action: Action)]

        init(_ rule: String, _ script: String, _ actions: (Int64, Action)...) {
            self.rule = rule
            self.script = script
            self.actions = actions.map { ($0, $1) }
        }

        var testDescription: String { rule }

        /// Clients by their names.
        var clients: [String] {
            actions.compactMap { if case .join(let name, _) = $0.action { name } else { nil } }
        }

        /// - Parameter only: the only client; all clients if nil.
        func play(only: String? = nil) throws -> Stage {
            let stage = Stage(only: only)
            var rest = actions[...]
            // Devices are plugged in before clients come.
            for step in try TouchScript(script).steps {
                while let next = rest.first, step.time.map({ .milliseconds(next.time) <= $0 }) ?? false {
                    try stage.do(next.action, at: .milliseconds(next.time))
                    rest.removeFirst()
                }
                stage.play(step)
            }
            for (time, action) in rest {
                stage.hub.play(.wake(at: .milliseconds(time)))
                try stage.do(action, at: .milliseconds(time))
            }
            stage.play(.wake(at: .distantFuture))
            return stage
        }
    }

    /// A hub and its clients.
    final class Stage {
        let hub = GestureHub()
        private let only: String?
        private(set) var clients: [String: TestClient] = [:]
        private var subscribers: [String: Subscriber] = [:]
        /// The numbers of engines, and the numbers that were expected.
        private(set) var found: [Int] = []
        private(set) var expected: [Int] = []

        init(only: String?) { self.only = only }

        private func isThere(_ name: String) -> Bool { only == nil || only == name }

        func play(_ step: TouchScript.Step) {
            hub.play(step)
            for client in clients.values { client.read() }
        }

        func join(_ name: String, _ request: CompiledSubscription, includesPositions: Bool = true) throws {
            guard isThere(name) else { return }
            let client = try TestClient()
            let subscriber = Subscriber(
                request, name: Array(name.utf8),
                client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention()),
                includesPositions: includesPositions)
            (clients[name], subscribers[name]) = (client, subscriber)
            hub.add(subscriber)
        }

        func `do`(_ action: Action, at time: Instant) throws {
            switch action {
            case .join(let name, let wish): try join(name, wish.request(), includesPositions: wish.includesPositions)
            case .leave(let name): if let subscriber = subscribers[name] { hub.remove(subscriber) }
            case .regions(let name, let regions):
                if let subscriber = subscribers[name] { hub.setRegions(regions, of: subscriber, at: time) }
            case .pause: hub.pause(at: time)
            case .resume: hub.resume()
            case .lock: hub.lockTouches(until: nil, end: nil, at: time)
            case .unlock: hub.unlockTouches()
            case .engines(let count):
                expected.append(count)
                found.append(hub.engines.count)
            }
            for client in clients.values { client.read() }
        }
    }

    private static let taps = "0 down a 600,400; 50 up a; 500 wake; 1000 down b 600,400; 1050 up b"
    private static let twoDevices = """
        0 down a 600,400; 50 up a; 500 wake; 900 down pad:p 100,100; 1000 down b 600,400; 1050 up b; 1500 up pad:p
        """
    private static let drags = """
        0 down a 600,400; glide a by 200,0 for 100; 110 up a; 1000 down b 600,400; glide b by 0,200 for 100; 1200 up b
        """
    private static let ok = TrackedRegion("ok", Rectangle(x: 0.25, y: 0.25, width: 0.25, height: 0.25))
    private static let whole = TrackedRegion("whole", Rectangle(x: 0, y: 0, width: 1, height: 1))
    private static let list = TrackedRegion("ok", ok.rectangle, suppressesTapWhileCoasting: true)
    private static func named(_ name: String) -> Wish {
        Wish(compositions: [Composition(name: "\(name)", .gesture(TapGesture().pattern))])
    }

    @Test(arguments: [
        Scene(
            "equal requests share an engine", drags, (-1, .join("one")), (-1, .join("two")), (-1, .join("three")),
            (-1, .engines(1)), (2000, .engines(1))),
        Scene(
            "a later client joins at the next touch, and its gestures count from one", taps, (-1, .join("one")),
            (990, .join("two")),
            (990, .engines(2)), (1001, .engines(1)), (2000, .join("three")), (2000, .engines(1))),
        Scene(
            "a client that comes after the last deadline joins at once",
            "\(taps); 1700 wake; 2000 down c 600,400; 2010 up c",
            (-1, .join("one")), (1800, .join("two")), (1800, .engines(1))),
        Scene(
            "a client that comes while a finger is down joins once no tap can follow", taps,
            (-1, .join("one")), (20, .join("two")), (20, .engines(2)), (1000, .engines(2)),
            (1001, .engines(1))),
        Scene(
            "until then, the next tap is the second of a run for the earlier client only",
            "0 down a 600,400; 50 up a; 500 wake; 550 down b 600,400; 600 up b; 1000 wake; 1101 down c 600,400; 1150 up c",
            (-1, .join("one")), (20, .join("two")), (551, .engines(2)), (1102, .engines(1))),
        Scene(
            "clients that come while a finger is down share an engine", drags, (-1, .join("one")), (20, .join("two")),
            (40, .join("three")), (60, .join("four")), (60, .engines(2)), (1001, .engines(1))),
        Scene(
            "a client that comes while a finger is down can be joined", drags, (20, .join("one")),
            (30, .join("two")), (30, .engines(1))),
        Scene(
            "a finger on another device delays joining", twoDevices,
            (-1, .join("one")), (950, .join("two")), (1100, .engines(2))),
        Scene(
            "a finger on a device that is not subscribed to does not delay joining", twoDevices,
            (-1, .join("one", Wish(devices: ["1"]))), (950, .join("two", Wish(devices: ["1"]))),
            (1001, .engines(1))),
        Scene(
            "other gestures need another engine", taps, (-1, .join("one")),
            (-1, .join("two", Wish(asking: "tap, press"))), (-1, .join("three", Wish(asking: "press, tap"))),
            (2000, .engines(2))),
        Scene(
            "other phases need another engine", taps, (-1, .join("one")), (-1, .join("two", Wish(phases: [.ended]))),
            (2000, .engines(2))),
        Scene(
            "other devices need another engine", taps, (-1, .join("one")), (-1, .join("two", Wish(devices: ["1"]))),
            (2000, .engines(2))),
        Scene(
            "other thresholds need another engine", taps, (-1, .join("one")), (-1, .join("two", Wish(slop: 19))),
            (2000, .engines(2))),
        Scene(
            "other regions need another engine", taps, (-1, .join("one")), (-1, .join("two", Wish(regions: [ok]))),
            (-1, .join("three", Wish(regions: [whole]))), (2000, .engines(3))),
        Scene(
            "names with other bytes need another engine, even if they look alike", taps,
            (-1, .join("one", named("\u{e9}"))),
            (-1, .join("two", named("e\u{301}"))), (-1, .join("three", named("e\u{301}"))), (2000, .engines(2))),
        Scene(
            "clients with and without positions do not share", taps, (-1, .join("one")),
            (-1, .join("two", Wish(includesPositions: false))), (-1, .join("three", Wish(includesPositions: false))),
            (2000, .engines(2))),
        Scene(
            "the others keep the engine when a client leaves", drags, (-1, .join("one")), (-1, .join("two")),
            (50, .leave("one")),
            (60, .engines(1)), (1050, .leave("two")), (1050, .engines(0))),
        Scene(
            "an engine is removed with its last client", drags, (-1, .join("one")), (20, .join("two")),
            (1050, .leave("one")), (1050, .engines(1)), (1100, .leave("two")), (1100, .engines(0))),
        Scene(
            "new regions for one of several clients separate it", drags, (-1, .join("one", Wish(regions: [ok]))),
            (-1, .join("two", Wish(regions: [ok]))), (-1, .join("three", Wish(regions: [ok]))),
            (50, .regions("two", [whole])), (50, .engines(2)), (2000, .engines(2))),
        Scene(
            "clients whose new regions are equal share again", drags, (-1, .join("one", Wish(regions: [ok]))),
            (-1, .join("two", Wish(regions: [ok]))), (-1, .join("three", Wish(regions: [ok]))),
            (50, .regions("two", [whole])), (60, .regions("one", [whole])), (70, .regions("three", [whole])),
            (500, .engines(3)), (1001, .engines(1))),
        Scene(
            "a client that gets its old regions back joins again", drags, (-1, .join("one", Wish(regions: [ok]))),
            (-1, .join("two", Wish(regions: [ok]))), (50, .regions("two", [])), (60, .regions("two", [ok])),
            (500, .engines(2)), (1001, .engines(1))),
        Scene(
            "new regions for the only client keep the engine", drags, (-1, .join("one", Wish(regions: [ok]))),
            (50, .regions("one", [whole])), (50, .engines(1))),
        Scene(
            "events that new regions make final go to their client only",
            "0 down a 600,400; 50 up a; 100 wake; 500 down b 600,400; 550 up b",
            (-1, .join("one", Wish(asking: "tap x1 x2", regions: [ok]))),
            (-1, .join("two", Wish(asking: "tap x1 x2", regions: [ok]))), (100, .regions("one", [])),
            (100, .engines(2))),
        Scene(
            "a list that coasts delays joining", "\(drags); 9000 down c 600,400; 9010 up c",
            (-1, .join("one", Wish(regions: [list]))), (900, .join("two", Wish(regions: [list]))),
            (1001, .engines(2)), (9001, .engines(1))),
        Scene(
            "a pause ends the wait for joining", drags, (-1, .join("one")), (30, .join("two")), (50, .pause),
            (500, .resume), (1001, .engines(1))),
        Scene(
            "a lock ends the wait for joining", drags, (-1, .join("one")), (30, .join("two")), (50, .lock),
            (500, .unlock),
            (1001, .engines(1))),
        Scene(
            "an unplugged device ends the wait for joining",
            "0 down a 600,400; 50 unplug; 100 plug; 900 down b 600,400; 950 up b",
            (-1, .join("one")), (30, .join("two")), (50, .engines(2)), (901, .engines(1))),
        Scene(
            "a time that goes back starts no new touch", "100 down a 600,400; 150 up a; 140 down b 600,400; 200 up b",
            (-1, .join("one", Wish(asking: "press"))), (120, .join("two", Wish(asking: "press"))),
            (130, .engines(2)), (210, .engines(2))),
    ])
    func shared(_ scene: Scene) throws {
        let together = try scene.play()
        #expect(together.found == together.expected && !together.found.isEmpty)
        for name in scene.clients {
            let (shared, alone) = (together.clients[name], try scene.play(only: name).clients[name])
            #expect(shared?.messages == alone?.messages && shared != nil, "\(name)")
        }
        #expect(scene.clients.contains { together.clients[$0]?.bytes.isEmpty == false })
    }

    // MARK: Random clients

    /// Clients, some with equal requests, subscribe, change their regions and leave during random touches.
    @Test(arguments: randomRuns(10))
    func `each client reads what it would read alone`(_ batch: Int) throws {
        var (told, shared) = (0, 0)
        for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
            let together = Crowd(seed: seed)
            try together.run()
            shared += together.shared
            for name in together.names {
                let alone = Crowd(seed: seed, only: name)
                try alone.run()
                let (found, expected) = (together.stage.clients[name], alone.stage.clients[name])
                #expect(found?.messages == expected?.messages, "\(name) of seed \(seed)")
                if found?.bytes.isEmpty == false { told += 1 }
            }
        }
        #expect(told > 60 && shared > 1000)
    }

    private final class Crowd {
        let names = ["a", "b", "c", "d", "e", "f"]
        let stage: Stage
        private let seed: UInt64
        /// The number of steps with fewer engines than subscriptions.
        private(set) var shared = 0

        init(seed: UInt64, only: String? = nil) {
            self.seed = seed
            stage = Stage(only: only)
        }

        func run() throws {
            // The same choices whichever clients subscribe.
            var random = SplitMix64(seed: seed &* 15_485_863)
            var (now, delay) = (Instant.milliseconds(0), Int64(0))
            var coming = names[...]
            for step in RandomTouches(seed: seed, frames: 800).steps {
                if random.oneIn(40) { delay += Int64(random.below(4_000_000)) }
                let step = step.shifted(by: delay)
                if let time = step.time { now = max(now, time) }
                if random.oneIn(60), let name = coming.popFirst() {
                    let options = GestureOptions.random(seed: seed + UInt64(random.oneIn(4) ? 1 : 0))
                    try stage.join(name, CompiledSubscription(options: options))
                }
                let name = names[random.below(names.count)]
                switch random.below(150) {
                case 0:
                    let regions = GestureOptions.random(seed: seed + UInt64(random.below(3))).regions
                    try stage.do(.regions(name, regions), at: now)
                case 1 where random.oneIn(5): try stage.do(.leave(name), at: now)
                case 2: try stage.do(.pause, at: now)
                case 3, 4, 5: try stage.do(.resume, at: now)
                default: break
                }
                stage.play(step)
                if stage.hub.engines.count < stage.hub.subscriptionCount { shared += 1 }
            }
            stage.play(.wake(at: .distantFuture))
        }
    }

    // MARK: Clients that do not read or disconnect

    @Test func `a client that disconnects does not affect the others`() throws {
        let hub = GestureHub()
        var clients = [try TestClient(), try TestClient(), try TestClient()]
        let ends = clients.map { dup($0.far) }
        defer { for end in ends { close(end) } }
        let attention = QueueAttention()
        let subscribers = ends.map { end in
            Subscriber(
                CompiledSubscription(), name: [],
                client: OutgoingQueue(fd: end, limit: 1 << 20, attention: attention))
        }
        for subscriber in subscribers { hub.add(subscriber) }
        clients.remove(at: 1)
        for step in try TouchScript(Self.drags).steps + [.wake(at: .distantFuture)] {
            hub.play(step)
            guard attention.take() else { continue }
            for subscriber in subscribers where subscriber.client.failure != nil { hub.remove(subscriber) }
        }
        #expect(hub.engines.count == 1 && hub.subscriptionCount == 2)
        for client in clients { client.read() }
        #expect(clients[0].bytes == clients[1].bytes && !clients[0].bytes.isEmpty)
        #expect(hub.status(clients: 2, droppedClients: 0, refusedClients: 0).subscriptions == 2)
    }

    /// Waiting messages have the gesture numbers of the engine before. Later gestures must not be mistaken for them.
    @Test func `a client that does not read has only its own changes replaced`() throws {
        let script = """
            0 down a 600,400; glide a by 900,0 for 900; 910 up a; 2000 down b 600,400; glide b by 900,0 for 900; 2910 up b
            5000 down c 600,400; glide c by 900,0 for 900; 5910 up c
            """
        func received(isAlone: Bool) throws -> [UInt8] {
            let hub = GestureHub()
            let other = OutgoingQueue(fd: -1, limit: 1 << 20, attention: QueueAttention())
            if !isAlone { hub.add(Subscriber(CompiledSubscription(), name: [], client: other)) }
            let client = try TestClient()
            var size: CInt = 4096
            _ = unsafe setsockopt(client.far, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
            let queue = OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention())
            for step in try TouchScript(script).steps {
                if step.time == .milliseconds(500) {
                    hub.add(Subscriber(CompiledSubscription(), name: [], client: queue))
                }
                hub.play(step)
            }
            hub.play(.wake(at: .distantFuture))
            #expect(hub.engines.count == 1 && queue.isWaiting && queue.messages.coalesced > 50)
            repeat {
                client.read()
                queue.resume()
            } while !queue.isEmpty
            client.read()
            return client.bytes
        }
        #expect(try received(isAlone: false) == received(isAlone: true))
    }
}
