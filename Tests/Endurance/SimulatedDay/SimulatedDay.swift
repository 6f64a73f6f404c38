import CAllocator
import GestureCore
import GestureProtocol
import Glibc
import System
import TestSupport

@testable import GestureService
@testable import TouchDecoding

/// A day of touches on four devices, as fast as it goes: nothing may be lost, miscounted or left behind.
@main
struct SimulatedDay {
    private static let hours: Int64 = 24
    private static let subscriptions = [
        "{}",
        """
        {"gestures": [{"kind": "press"}, {"kind": "tap", "count": 2}, {"kind": "touch"}, {"kind": "activity", "idle": 5000}],
         "phases": ["began", "ended", "cancelled", "possible"]}
        """,
        """
        {"gestures": [{"kind": "drag"}, {"name": "menu", "within": 5000, "sequence": [{"kind": "tap"}, {"kind": "longPress"}]},
                      {"name": "either", "exclusive": [{"kind": "swipe"}, {"kind": "pinch"}, {"kind": "drag"}]}]}
        """,
        """
        {"gestures": [{"kind": "press"}, {"kind": "tap"}, {"kind": "drag"}, {"kind": "pinch"}, {"kind": "rotation"}],
         "regions": [{"name": "page", "rectangle": {"x": 0, "y": 0, "width": 0.5, "height": 1}},
                     {"name": "buy", "parent": "page", "rectangle": {"x": 0.1, "y": 0.2, "width": 0.2, "height": 0.3}},
                     {"name": "list", "rectangle": {"x": 0.5, "y": 0, "width": 0.5, "height": 1},
                      "suppressesTapWhileCoasting": true}]}
        """,
    ]

    /// By how many bytes the heap may differ: buffers grow to the most that was ever in them, and the allocator gives what it
    /// has, which may be a few bytes more than asked for. A leak for every gesture is hundreds of times as much.
    private static let slack = 4096

    static func main() {
        var day = SimulatedDay()
        day.run()
    }

    /// A device that is there.
    private final class Plugged {
        let surface: SurfaceID
        var decoder: TouchDecoder
        var overruns: UInt64 = 0
        var frames = FrameChecker()

        init(surface: SurfaceID, decoder: TouchDecoder) {
            self.surface = surface
            self.decoder = decoder
        }
    }

    private let hub = GestureHub()
    private let clients = Self.subscriptions.map { SimulatedClient($0) }
    private var hands: [SimulatedHand] = []
    private var plugged: [Plugged?] = []
    private var contacts = ContactNumbers()
    private var frame = TouchFrame(surface: SurfaceID(0), time: .distantPast)
    /// How often a device was.
    private var unplugged = 0

    private init() {
        for client in clients { hub.add(client.subscriber) }
        for (index, way) in SimulatedHand.Way.allCases.enumerated() {
            hands.append(SimulatedHand(way, seed: UInt64(index + 1)))
            plugged.append(nil)
        }
    }

    private mutating func run() {
        let start = EventLoop.now
        var memory: [Memory] = []
        for hour in 1...Self.hours {
            play(until: .milliseconds(hour * 3_600_000))
            memory.append(rest(until: .milliseconds(hour * 3_600_000)))
        }
        let seconds = (EventLoop.now - start).seconds
        check()
        let (first, last) = (memory[0], memory[memory.count - 1])
        let line =
            "\(Self.hours) h in \(Int(seconds)) s: \(hands.reduce(0) { $0 + $1.touches }) touches, \(frames) frames, "
            + "\(clients.reduce(0) { $0 + $1.gestures }) gestures, \(events) events to \(clients.count) clients, "
            + "\(overruns) overruns, \(unplugged) times unplugged; heap in use \(first.heap) bytes after the first "
            + "hour, \(last.heap) in the end, resident \(first.resident) and \(last.resident) kB"
        puts(line)
        fflush(nil)
        demand(last.heap <= first.heap + Self.slack, "the heap has grown: \(memory.map { $0.heap })")
        demand(last.resident <= first.resident + 256, "the memory has grown: \(memory.map { $0.resident })")
    }

    private var frames: UInt64 { hands.reduce(0) { $0 + $1.frames } }
    private var overruns: UInt64 { hands.reduce(0) { $0 + $1.overruns } }
    private var events: UInt64 { clients.reduce(0) { $0 + $1.events } }

    private func check() {
        for client in clients { client.finish(hub) }
        let status = hub.status(clients: clients.count, droppedClients: 0, refusedClients: 0)
        demand(status.frames == frames, "\(status.frames) frames, and not \(frames)")
        demand(status.events == events, "\(String(describing: status.events)) events, and not \(events)")
        demand(status.overruns == overruns, "\(status.overruns) overruns, and not \(overruns)")
        demand((status.latency?.samples ?? 0) > 0, "no latency was measured")
        demand(hub.contactsDown == 0 && hub.devices.isEmpty, "something is left of the devices")
    }

    // MARK: Time

    private mutating func play(until end: Instant) {
        while let index = hands.indices.min(by: { hands[$0].due < hands[$1].due }), hands[index].due < end {
            pass(until: hands[index].due)
            let time = hands[index].due
            switch hands[index].step() {
            case .events(let events): for event in events { handle(event, of: index) }
            case .plug: plug(index)
            case .unplug: unplug(index, at: time)
            }
            demand(
                plugged[index]?.decoder.contactsDown ?? 0 == hands[index].contactsDown,
                "\(plugged[index]?.decoder.contactsDown ?? 0) down on the \(hands[index].way), and not "
                    + "\(hands[index].contactsDown)")
        }
        pass(until: end)
    }

    /// Wakes at each deadline on the way, as the service does.
    private func pass(until time: Instant) {
        while let deadline = hub.nextDeadline, deadline < time {
            hub.advance(to: deadline + Interval(microseconds: 1))
            look()
        }
    }

    /// Takes all devices away for ten minutes, in the midst of whatever goes on.
    ///
    /// - Returns: what memory is in use then.
    private mutating func rest(until time: Instant) -> Memory {
        let end = time + .milliseconds(600_000)
        for index in hands.indices where hands[index].leave(until: end) { unplug(index, at: time) }
        pass(until: end)
        return Memory()
    }

    // MARK: Devices

    private mutating func plug(_ index: Int) {
        let description = hands[index].description
        guard let kind = description.surfaceKind, let geometry = try? TouchGeometry(description, kind: kind),
            let decoder = try? TouchDecoder(description, geometry)
        else { fatalError("the \(hands[index].way) is refused") }
        let device = Plugged(surface: hub.newSurfaceID(), decoder: decoder)
        plugged[index] = device
        hub.attach(
            AttachedDevice(
                surface: geometry.surface(device.surface), id: hub.uniqueID(description.stableID),
                name: description.name
            ) { labels in
                DeviceReport(
                    labels, name: description.name, node: "", geometry: geometry,
                    contacts: device.decoder.contactsDown, overruns: device.overruns, faults: ContactFaults(),
                    lastFrame: nil)
            })
    }

    private mutating func unplug(_ index: Int, at time: Instant) {
        guard let device = plugged[index] else { return }
        unplugged += 1
        hub.detach(device.surface, at: time)
        look()
        plugged[index] = nil
    }

    private mutating func handle(_ event: RawEvent, of index: Int) {
        guard let device = plugged[index] else { return }
        if event.isDropped { device.overruns += 1 }
        guard device.decoder.handle(event, contacts: &contacts, into: &frame) else { return }
        repeat {
            frame.surface = device.surface
            device.frames.check(frame)
            demand(device.frames.complaint == nil, device.frames.complaint ?? "")
            hub.process(frame)
            look()
        } while device.decoder.followUp(into: &frame)
    }

    private func look() {
        hub.flush()
        for client in clients { client.check(hub) }
    }
}

/// How much memory the process uses.
private struct Memory {
    /// In bytes.
    let heap: Int
    /// In kB.
    let resident: Int

    init() {
        heap = mallinfo2().uordblks
        var text = [CChar](repeating: 0, count: 256)
        let file = unsafe fopen("/proc/self/statm", "r")
        defer { unsafe fclose(file) }
        _ = unsafe fgets(&text, 256, file)
        // The second number is in pages.
        let words = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        resident = (Int(words[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE)) / 1024
    }
}
