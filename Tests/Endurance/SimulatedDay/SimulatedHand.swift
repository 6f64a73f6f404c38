import GestureCore
import TestSupport

@testable import TouchDecoding

/// Somebody at one device: acts every now and then, and knows what of it the service has to see.
struct SimulatedHand {
    enum Way: CaseIterable {
        case screen, anonymous, single, pad
    }

    /// What happens next.
    enum Step {
        /// The events of one frame.
        case events([RawEvent])
        case plug
        case unplug
    }

    private struct Finger {
        var slot: Int
        var x: Int32
        var y: Int32
        /// Dead is what the service lost, or never was to see.
        var isAlive = true
    }

    let way: Way
    let description: DeviceDescription
    /// When the next step is due.
    private(set) var due: Instant
    /// How many frames the device has told of so far.
    private(set) var frames: UInt64 = 0
    private(set) var overruns: UInt64 = 0
    private(set) var touches: UInt64 = 0
    private(set) var isPlugged = false

    private var random: SplitMix64
    private var fingers: [Finger] = []
    private var lastID: Int32 = 0
    /// What is left of what the hand does now.
    private var plan: [Move] = []
    /// Whether the driver of a device without slots has lost sight, until all fingers are up.
    private var isBlind = false

    private enum Move {
        case land(Int)
        case glide(Int32, Int32)
        case spread(Int32)
        case lift
        case palm
        case click
        case overrun
        case rest(milliseconds: Int64)
        case unplug
        case plug
    }

    private static let extent: Int32 = 4000

    init(_ way: Way, seed: UInt64) {
        self.way = way
        random = SplitMix64(seed: seed)
        due = .milliseconds(1000)
        var device = DeviceDescription()
        device.name = "Simulated \(way)"
        device.product = UInt16(seed)
        let x = AxisRange(minimum: 0, maximum: Self.extent, resolution: way == .pad ? 40 : 12)
        let y = AxisRange(minimum: 0, maximum: Self.extent / 2, resolution: way == .pad ? 40 : 12)
        if way == .single {
            device.axes[Int(EventCode.absX)] = x
            device.axes[Int(EventCode.absY)] = y
        } else {
            device.axes[Int(EventCode.absMTPositionX)] = x
            device.axes[Int(EventCode.absMTPositionY)] = y
            if way != .anonymous { device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 9) }
        }
        device.properties.insert(way == .pad ? InputProperty.pointer : InputProperty.direct)
        device.codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
        description = device
        plan = [.plug]
    }

    /// How many fingers the service has to think are down.
    var contactsDown: Int { fingers.count { $0.isAlive } }

    /// Does what is due, and chooses when the next step is.
    mutating func step() -> Step {
        if plan.isEmpty { chooseAct() }
        let move = plan.removeFirst()
        defer { due = due + pause(after: move) }
        switch move {
        case .plug:
            isPlugged = true
            return .plug
        case .unplug:
            isPlugged = false
            fingers = []
            isBlind = false
            return .unplug
        default:
            return .events(events(of: move))
        }
    }

    /// Takes all hands off, and the device away; what was planned is not done.
    mutating func leave(until time: Instant) -> Bool {
        plan = [.plug]
        due = time
        fingers = []
        isBlind = false
        defer { isPlugged = false }
        return isPlugged
    }

    // MARK: What it does

    private mutating func chooseAct() {
        touches += 1
        let count = way == .single ? 1 : random.oneIn(3) ? 2 + random.below(4) : 1
        plan = [.land(count)]
        switch random.below(12) {
        case 0...3:
            break
        case 4:
            plan += [.lift, .rest(milliseconds: 100), .land(count)]
        case 5:
            plan += [.rest(milliseconds: Int64(300 + random.below(3000)))]
            if random.oneIn(40) { plan += [.rest(milliseconds: 600_000)] }
        case 6, 7:
            plan += glide(steps: 5 + random.below(30), by: 10 + Int32(random.below(30)))
        case 8:
            plan += glide(steps: 100 + random.below(400), by: 3)
        case 9:
            plan += (0..<20 + random.below(40)).map { _ in .spread(6) }
        case 10:
            plan +=
                glide(steps: 1 + random.below(10), by: 8) + [way == .pad ? .click : way == .screen ? .palm : .overrun]
        default:
            plan += glide(steps: 1 + random.below(10), by: 8) + [random.oneIn(3) ? .unplug : .overrun]
            if case .unplug = plan[plan.count - 1] {
                plan += [.rest(milliseconds: Int64(random.below(20_000))), .plug]
                return
            }
            plan += glide(steps: random.below(10), by: 8)
        }
        plan += [.lift]
    }

    private mutating func glide(steps: Int, by way: Int32) -> [Move] {
        let directions: [(Int32, Int32)] = [(way, 0), (-way, 0), (0, way), (0, -way), (way, way)]
        let (x, y) = directions[random.below(directions.count)]
        return (0..<steps).map { $0 < steps / 2 || !random.oneIn(30) ? .glide(x, y) : .glide(-x, -y) }
    }

    private mutating func pause(after move: Move) -> Interval {
        switch move {
        case .rest(let milliseconds): return .milliseconds(milliseconds)
        case .land: return .milliseconds(Int64(20 + random.below(60)))
        case .lift,
            .plug where plan.isEmpty:
            // Mostly busy, at times left alone for up to an hour.
            let most = random.oneIn(100) ? 3_600_000 : random.oneIn(5) ? 60_000 : 3000
            return .milliseconds(Int64(50 + random.below(most)))
        default: return .milliseconds(8)
        }
    }

    // MARK: Its events

    private mutating func events(of move: Move) -> [RawEvent] {
        var events = Frame(time: due)
        let seen = contactsDown
        switch move {
        case .land(let count):
            for slot in 0..<count {
                let finger = Finger(
                    slot: slot, x: Int32(400 + slot * 400 + random.below(200)), y: Int32(300 + random.below(1200)),
                    isAlive: !isBlind)
                fingers.append(finger)
            }
            send(&events, landed: true)
        case .glide(let x, let y):
            for index in fingers.indices {
                fingers[index].x += x
                fingers[index].y += y
            }
            send(&events)
        case .spread(let way):
            for index in fingers.indices { fingers[index].x += way * Int32(index + 1) }
            send(&events)
        case .lift:
            lift(&events)
        case .palm:
            palm(&events)
        case .click:
            events.append(EventType.key, EventCode.btnLeft, 1)
            if seen > 0 { frames += 1 }
            for index in fingers.indices { fingers[index].isAlive = false }
            // The release is a frame in which no finger changes.
            events.append(EventType.syn, EventCode.synReport, 0)
            events.append(EventType.key, EventCode.btnLeft, 0)
        case .overrun:
            overrun(&events)
        case .rest, .unplug, .plug:
            return []
        }
        events.append(EventType.syn, EventCode.synReport, 0)
        return events.all
    }

    private mutating func send(_ events: inout Frame, landed: Bool = false) {
        guard !fingers.isEmpty else { return }
        for finger in fingers {
            switch way {
            case .screen, .pad:
                events.append(EventType.abs, EventCode.absMTSlot, Int32(finger.slot))
                if landed {
                    lastID = (lastID + 1) % 65_536
                    events.append(EventType.abs, EventCode.absMTTrackingID, lastID)
                    // A slot that had a palm has it no more.
                    events.append(EventType.abs, EventCode.absMTToolType, 0)
                }
                events.append(EventType.abs, EventCode.absMTPositionX, finger.x)
                events.append(EventType.abs, EventCode.absMTPositionY, finger.y)
            case .anonymous:
                events.append(EventType.abs, EventCode.absMTPositionX, finger.x)
                events.append(EventType.abs, EventCode.absMTPositionY, finger.y)
                events.append(EventType.syn, EventCode.synMTReport, 0)
            case .single:
                if landed { events.append(EventType.key, EventCode.btnTouch, 1) }
                events.append(EventType.abs, EventCode.absX, finger.x)
                events.append(EventType.abs, EventCode.absY, finger.y)
            }
        }
        if contactsDown > 0 { frames += 1 }
    }

    private mutating func lift(_ events: inout Frame) {
        if contactsDown > 0 { frames += 1 }
        for finger in fingers where way == .screen || way == .pad {
            events.append(EventType.abs, EventCode.absMTSlot, Int32(finger.slot))
            events.append(EventType.abs, EventCode.absMTTrackingID, -1)
        }
        if way == .anonymous { events.append(EventType.syn, EventCode.synMTReport, 0) }
        if way == .single { events.append(EventType.key, EventCode.btnTouch, 0) }
        fingers = []
        isBlind = false
    }

    /// The first finger turns out to be one.
    private mutating func palm(_ events: inout Frame) {
        guard !fingers.isEmpty else { return }
        if fingers[0].isAlive { frames += 1 }
        fingers[0].isAlive = false
        events.append(EventType.abs, EventCode.absMTSlot, Int32(fingers[0].slot))
        events.append(EventType.abs, EventCode.absMTToolType, 2)
    }

    private mutating func overrun(_ events: inout Frame) {
        overruns += 1
        events.append(EventType.syn, EventCode.synDropped, 0)
        if contactsDown > 0 {
            frames += 1
            isBlind = way == .anonymous
        }
        for index in fingers.indices { fingers[index].isAlive = false }
    }
}

/// The events of one instant.
private struct Frame {
    let time: Instant
    private(set) var all: [RawEvent] = []

    init(time: Instant) { self.time = time }

    mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        all.append(RawEvent(time: time, type: type, code: code, value: value))
    }
}
