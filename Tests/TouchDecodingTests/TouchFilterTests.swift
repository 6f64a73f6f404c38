import GestureCore
import TestSupport
import Testing

@testable import TouchDecoding

private func rules(_ body: (inout WithholdingRules) -> Void) -> WithholdingRules {
    var rules = WithholdingRules()
    body(&rules)
    return rules
}

private let edges = rules { $0.edges = EdgeLocation.Edge.allCases }
private let leftEdge = rules { $0.edges = [.left] }
private let threeFingers = rules { $0.fingers = 3 }
private let wake = rules { $0.wake = true }
private let idle = rules { $0.idleTime = .milliseconds(60_000) }

@Suite struct TouchFilterTests {
    // MARK: Nothing is withheld

    @Test func `a tap passes as it is`() throws {
        var device = try FilteredDevice()
        device.down(0, 100, 50)
        device.finish()
        #expect(device.clone.keys == [EventCode.btnTouch, EventCode.btnToolFinger])
        device.up(0)
        device.finish()
        #expect(device.takeFrames() == ["1 at 100.0,50.0", "-1"])
        #expect(device.clone.keys.isEmpty)
    }

    @Test func `a finger that lands where the last one was lifted has a position`() throws {
        var device = try FilteredDevice()
        for _ in 0..<2 {
            device.down(0, 100, 50)
            device.finish()
            device.up(0)
            device.finish()
        }
        #expect(device.takeFrames() == ["1 at 100.0,50.0", "-1", "2 at 100.0,50.0", "-2"])
    }

    @Test func `a clone that knows nothing of earlier touches gets all values of a contact`() throws {
        var device = try FilteredDevice()
        device.original.slots[0].axes = [EventCode.absMTPositionX: 1000, EventCode.absMTPositionY: 500]
        device.filter.start(from: device.original)
        device.down(0, 100, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 at 100.0,50.0"])
    }

    @Test func `a finger that is down at the start is withheld until it is lifted`() throws {
        var device = try FilteredDevice()
        device.original.slots[0].id = 9
        device.original.keys = [EventCode.btnTouch]
        device.filter.start(from: device.original)
        device.move(0, 10, 10)
        device.finish()
        #expect(device.clone.keys.isEmpty)
        device.up(0)
        device.finish()
        device.down(0, 30, 30)
        device.finish()
        #expect(device.takeFrames() == ["1 at 30.0,30.0"])
    }

    @Test func `events that are not about touches pass`() throws {
        var device = try FilteredDevice()
        device.send(EventType.key, EventCode.btnLeft, 1)
        device.report()
        device.send(4, 5, 77)
        device.report()
        #expect(device.clone.keys == [EventCode.btnLeft])
        #expect(device.cloneEvents.contains { $0.type == 4 && $0.code == 5 && $0.value == 77 })
    }

    @Test func `events have the time stamps of the original`() throws {
        var device = try FilteredDevice()
        device.down(0, 100, 50)
        device.finish()
        #expect(device.cloneEvents.allSatisfy { $0.time == Instant(microseconds: 1_000_000) })
    }

    // MARK: The display is dark or idle

    @Test func `the touch that wakes a dark display is withheld, and the next one passes`() throws {
        var device = try FilteredDevice(wake)
        device.isDark = true
        device.down(0, 100, 50)
        device.finish()
        device.isDark = false
        // The display is lit now, but this is still the same touch.
        device.down(1, 120, 50)
        device.finish()
        #expect(device.filter.isWaking)
        device.up(0)
        device.up(1)
        device.finish()
        #expect(device.takeFrames().isEmpty)
        #expect(device.cloneEvents.isEmpty)
        device.down(0, 100, 50)
        device.finish()
        #expect(!device.filter.isWaking)
        #expect(device.takeFrames() == ["3 at 100.0,50.0"])
    }

    @Test func `a button beside a dark display is withheld with the touch`() throws {
        var device = try FilteredDevice(wake)
        device.isDark = true
        device.down(0, 100, 50)
        device.finish()
        device.send(EventType.key, EventCode.btnLeft, 1)
        device.report()
        #expect(device.clone.keys.isEmpty)
    }

    @Test(arguments: [(59_999, false), (60_000, true), (60_001, true)])
    func `the first touch after the idle time is withheld`(wait: Int64, isWithheld: Bool) throws {
        var device = try FilteredDevice(idle)
        device.down(0, 100, 50)
        device.finish(afterMilliseconds: 0)
        device.up(0)
        device.finish(afterMilliseconds: wait)
        device.down(0, 100, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 at 100.0,50.0", "-1"] + (isWithheld ? [] : ["2 at 100.0,50.0"]))
        #expect(device.filter.isWaking == isWithheld)
    }

    // MARK: Edges

    @Test func `an edge swipe arrives nowhere`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish()
        for x in stride(from: 10.0, through: 120, by: 10) {
            device.move(0, x, 50)
            device.finish()
        }
        device.up(0)
        device.finish()
        #expect(device.cloneEvents.isEmpty)
    }

    @Test(arguments: [(2, 49.9, false), (2, 50, true), (3, 24.9, false), (3, 25, true), (3, 25.1, true)])
    func `three fingers on a touchpad swipe from an edge half as far as two`(
        fingers: Int, distance: Double, isWithheld: Bool
    ) throws {
        var device = try FilteredDevice(edges, kind: .touchpad)
        for slot in 0..<fingers { device.down(slot, 5, 30 + 20 * Double(slot)) }
        device.finish()
        for slot in 0..<fingers { device.move(slot, 5 + distance, 30 + 20 * Double(slot)) }
        device.finish()
        for slot in 0..<fingers { device.up(slot) }
        device.finish()
        #expect(device.cloneEvents.isEmpty == isWithheld)
    }

    @Test func `a tap at the edge arrives complete when it is lifted`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish()
        #expect(device.cloneEvents.isEmpty)
        device.move(0, 7, 50)
        device.finish()
        device.up(0)
        device.finish()
        #expect(device.takeFrames() == ["1 at 5.0,50.0", "-1"])
        #expect(device.clone.keys.isEmpty)
        #expect(device.clone.contacts.isEmpty)
    }

    @Test func `a finger that rests at the edge arrives after 300 ms`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish(afterMilliseconds: 299)
        #expect(device.takeFrames().isEmpty)
        #expect(device.filter.nextDeadline == Instant(microseconds: 1_300_000))
        device.pass(milliseconds: 1)
        #expect(device.takeFrames() == ["1 at 5.0,50.0"])
        #expect(device.clone.keys == [EventCode.btnTouch, EventCode.btnToolFinger])
        #expect(device.filter.nextDeadline == nil)
        device.up(0)
        device.finish()
        #expect(device.takeFrames() == ["-1"])
    }

    @Test func `a late wake-up decides by the time stamps of the touch`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish(afterMilliseconds: 0)
        device.time = device.time + .milliseconds(400)
        device.move(0, 80, 50)
        device.finish(afterMilliseconds: 0)
        // It was passed on at 300 ms, and then became a swipe.
        #expect(device.takeFrames().isEmpty)
    }

    @Test func `a finger that rested at the edge and becomes a swipe is cancelled`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish(afterMilliseconds: 300)
        device.move(0, 54.9, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 at 5.0,50.0", "1 at 54.9,50.0"])
        device.move(0, 55, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 palm", "-1"])
        #expect(device.clone.keys.isEmpty)
        device.up(0)
        device.finish()
        device.down(0, 100, 50)
        device.finish()
        #expect(device.takeFrames() == ["2 at 100.0,50.0"])
    }

    @Test func `a finger that moves along the edge arrives as soon as it leaves slop`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 30)
        device.finish()
        device.move(0, 5, 50)
        device.finish()
        #expect(device.cloneEvents.isEmpty)
        device.move(0, 5, 50.1)
        device.finish()
        #expect(device.takeFrames() == ["1 at 5.0,30.0", "1 at 5.0,50.1"])
        // Turning inwards later makes no edge swipe of it.
        device.move(0, 80, 50.1)
        device.finish()
        #expect(device.takeFrames() == ["1 at 80.0,50.1"])
    }

    @Test(arguments: [(24.0, true), (24.1, false)])
    func `the edge band is 24 pt wide`(x: Double, isHeld: Bool) throws {
        var device = try FilteredDevice(edges)
        device.down(0, x, 50)
        device.finish()
        #expect(device.cloneEvents.isEmpty == isHeld)
    }

    @Test(arguments: [(54.9, false), (55.0, true)])
    func `a swipe takes 50 pt`(x: Double, isWithheld: Bool) throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish()
        device.move(0, x, 50)
        device.finish()
        device.up(0)
        device.finish()
        #expect(device.takeFrames().isEmpty == isWithheld)
    }

    @Test func `only the edges that the rules name hold fingers back`() throws {
        var device = try FilteredDevice(leftEdge)
        device.down(0, 195, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 at 195.0,50.0"])
        device.up(0)
        device.finish()
        // In a corner, a swipe away from the other edge is none of the left edge.
        device.down(0, 5, 5)
        device.finish()
        device.move(0, 5, 80)
        device.finish()
        #expect(device.takeFrames() == ["-1", "2 at 5.0,5.0", "2 at 5.0,80.0"])
    }

    @Test func `another finger beyond the edge shows that it is no edge swipe`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.finish()
        device.down(1, 100, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 at 5.0,50.0", "2 at 100.0,50.0"])
        #expect(device.clone.keys == [EventCode.btnTouch, EventCode.btnToolDoubleTap])
    }

    @Test func `two fingers swipe from an edge together`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 40)
        device.down(1, 5, 60)
        device.finish()
        device.move(0, 90, 40)
        device.move(1, 90, 60)
        device.finish()
        device.up(0)
        device.up(1)
        device.finish()
        #expect(device.cloneEvents.isEmpty)
    }

    @Test func `a contact that lands and is lifted in one frame at the edge arrives`() throws {
        var device = try FilteredDevice(edges)
        device.down(0, 5, 50)
        device.up(0)
        device.finish()
        #expect(device.takeFrames() == ["1 at 5.0,50.0", "-1"])
    }

    // MARK: Several fingers

    @Test func `the third finger cancels all, until all are lifted`() throws {
        var device = try FilteredDevice(threeFingers)
        device.down(0, 50, 50)
        device.finish()
        device.down(1, 80, 50)
        device.finish()
        _ = device.takeFrames()
        device.down(2, 110, 50)
        device.finish()
        #expect(device.takeFrames() == ["1 palm; 2 palm", "-1; -2"])
        #expect(device.clone.keys.isEmpty)
        device.move(0, 60, 50)
        device.up(2)
        device.finish()
        device.up(0)
        device.up(1)
        device.finish()
        #expect(device.takeFrames().isEmpty)
        device.down(1, 40, 50)
        device.finish()
        #expect(device.takeFrames() == ["4 at 40.0,50.0"])
        #expect(device.clone.slots[1].axes[EventCode.absMTToolType] == 0)
    }

    @Test func `three fingers that land together arrive nowhere`() throws {
        var device = try FilteredDevice(threeFingers)
        for slot in 0..<3 { device.down(slot, 50 + Double(slot) * 20, 50) }
        device.finish()
        for slot in 0..<3 { device.up(slot) }
        device.finish()
        #expect(device.cloneEvents.isEmpty)
    }

    @Test func `two fingers pass`() throws {
        var device = try FilteredDevice(threeFingers)
        for slot in 0..<2 { device.down(slot, 50 + Double(slot) * 20, 50) }
        device.finish()
        #expect(device.takeFrames() == ["1 at 50.0,50.0; 2 at 70.0,50.0"])
    }

    @Test func `fingers that the device only counts count`() throws {
        var device = try FilteredDevice(threeFingers)
        device.down(0, 50, 50)
        device.down(1, 70, 50)
        device.send(EventType.key, EventCode.btnTouch, 1)
        device.send(EventType.key, EventCode.btnToolTripleTap, 1)
        device.report()
        #expect(device.cloneEvents.isEmpty)
    }

    // MARK: Claims and blocks

    @Test func `a claimed finger is cancelled and the other goes on`() throws {
        var device = try FilteredDevice()
        device.down(0, 50, 50)
        device.down(1, 80, 50)
        device.finish()
        device.claim(slot: 0)
        #expect(device.takeFrames() == ["1 at 50.0,50.0; 2 at 80.0,50.0", "1 palm", "-1"])
        #expect(device.clone.keys == [EventCode.btnTouch, EventCode.btnToolFinger])
        #expect(device.clone.axes[EventCode.absX] == 800)
        device.move(0, 60, 50)
        device.move(1, 90, 50)
        device.finish()
        #expect(device.takeFrames() == ["2 at 90.0,50.0"])
        #expect(device.clone.axes[EventCode.absX] == 900)
    }

    @Test func `a block cancels what is down, and ends with the next touch`() throws {
        var device = try FilteredDevice()
        device.down(0, 50, 50)
        device.finish()
        device.setBlocking(true)
        #expect(device.takeFrames() == ["1 at 50.0,50.0", "1 palm", "-1"])
        #expect(device.clone.keys.isEmpty)
        device.down(1, 70, 50)
        device.finish()
        device.setBlocking(false)
        device.move(0, 55, 50)
        device.finish()
        #expect(device.takeFrames().isEmpty)
        device.up(0)
        device.up(1)
        device.finish()
        device.down(0, 60, 50)
        device.finish()
        #expect(device.takeFrames() == ["3 at 60.0,50.0"])
    }

    @Test func `a key that is held during a block is down again after it`() throws {
        var device = try FilteredDevice()
        device.send(EventType.key, EventCode.btnLeft, 1)
        device.report()
        device.setBlocking(true)
        #expect(device.clone.keys.isEmpty)
        device.setBlocking(false)
        #expect(device.clone.keys == [EventCode.btnLeft])
    }

    @Test func `a contact in a slot beyond those of the filter never arrives`() throws {
        var device = try FilteredDevice()
        device.down(0, 50, 50)
        device.finish()
        for event in [(EventCode.absMTSlot, 200), (EventCode.absMTTrackingID, 7), (EventCode.absMTPositionX, 900)] {
            device.filter.handle(
                RawEvent(time: device.time, type: EventType.abs, code: event.0, value: Int32(event.1))
            ) { false }
        }
        device.filter.handle(
            RawEvent(time: device.time, type: EventType.syn, code: EventCode.synReport, value: 0)
        ) { false }
        #expect(!device.filter.output.contains { $0.isContact })
    }

    @Test func `a finger is not held back any more once the panel is turned`() throws {
        var device = try FilteredDevice(leftEdge)
        device.down(0, 10, 50)
        device.finish()
        try device.turn(leftEdge)
        device.move(0, 50, 10)
        device.finish()
        device.up(0)
        device.finish()
        #expect(device.takeFrames() == ["1 at 10.0,50.0", "-1"])
    }

    @Test func `a claim of a semi-multitouch pad cancels all its fingers`() throws {
        var device = try FilteredDevice(properties: [InputProperty.semiMT])
        device.down(0, 50, 50)
        device.down(1, 70, 50)
        device.finish()
        device.claim(slot: 0)
        #expect(device.clone.contacts.isEmpty)
    }

    // MARK: Lost events

    @Test func `after lost events the clone has the contacts that are down`() throws {
        var device = try FilteredDevice()
        device.down(0, 50, 50)
        device.down(1, 70, 50)
        device.finish()
        _ = device.takeFrames()
        // Lost: one finger has moved, one was lifted, one has landed.
        device.original.slots[0].axes[EventCode.absMTPositionX] = 600
        device.original.slots[1].id = -1
        device.original.slots[2] = KernelDevice.Slot(
            id: 9, axes: [EventCode.absMTPositionX: 900, EventCode.absMTPositionY: 400])
        device.filter.synchronize(with: device.original, at: device.time) { false }
        device.read()
        #expect(device.clone.contacts == device.original.contacts)
    }

    @Test func `fingers that the kernel takes away when the machine is suspended are cancelled`() throws {
        var device = try FilteredDevice()
        device.down(0, 50, 50)
        device.finish()
        _ = device.takeFrames()
        device.filter.handle(
            RawEvent(time: device.time, type: EventType.syn, code: EventCode.synReport, value: 1)
        ) { false }
        device.read()
        #expect(device.takeFrames() == ["1 palm", "-1"])
        #expect(device.clone.contacts.isEmpty)
    }

    // MARK: Panels with one position

    @Test func `a panel with one position is filtered by its touch key`() throws {
        var device = try FilteredDevice(edges, hasSlots: false)
        func touch(_ device: inout FilteredDevice, _ x: Int32) {
            device.send(EventType.abs, EventCode.absX, x)
            device.send(EventType.abs, EventCode.absY, 500)
            device.send(EventType.key, EventCode.btnTouch, 1)
            device.report()
            device.pass(milliseconds: 8)
        }
        func lift(_ device: inout FilteredDevice) {
            device.send(EventType.key, EventCode.btnTouch, 0)
            device.report()
            device.pass(milliseconds: 8)
        }
        touch(&device, 50)
        #expect(device.cloneEvents.isEmpty)
        lift(&device)
        let keys = device.cloneEvents.filter { $0.type == EventType.key && $0.code == EventCode.btnTouch }
        #expect(keys.map { $0.value } == [1, 0])
        #expect(device.clone.axes[EventCode.absX] == 50)
        touch(&device, 1000)
        #expect(device.clone.keys == [EventCode.btnTouch])
        #expect(device.clone.axes[EventCode.absX] == 1000)
        // There are no palms: a claim lifts it.
        device.claim(slot: 0)
        #expect(device.clone.keys.isEmpty)
    }

    @Test func `a device of protocol A cannot be filtered`() throws {
        var description = FilteredDevice.description(hasSlots: true)
        description.axes[Int(EventCode.absMTSlot)] = nil
        let geometry = try TouchGeometry(description, kind: .touchscreen)
        #expect(throws: UnfilterableDevice.protocolA) {
            _ = try TouchFilter(description, geometry, WithholdingRules(), Thresholds())
        }
    }

    @Test func `a pad without slots is filtered only if it has a touch key`() throws {
        var description = FilteredDevice.description(hasSlots: false)
        func filter() throws -> TouchFilter {
            let geometry = try TouchGeometry(description, kind: .touchpad)
            return try TouchFilter(description, geometry, WithholdingRules(), Thresholds())
        }
        _ = try filter()
        description.codes[Int(EventType.key)] = Bitmap()
        description.codes[Int(EventType.key)].insert(Int(EventCode.btnToolFinger))
        #expect(throws: UnfilterableDevice.noTouchKey) { _ = try filter() }
    }

    // MARK: Random touches

    @Test(arguments: 1...40)
    func `without rules programs read the same from the clone as from the original`(seed: UInt64) throws {
        var device = try FilteredDevice()
        var random = SplitMix64(seed: seed)
        for _ in 0..<400 { step(&device, &random, replaces: false) }
        #expect(frames(device.cloneEvents) == frames(device.originalEvents))
        #expect(device.clone.contacts == device.original.contacts)
        #expect(device.clone.keys == device.original.keys)
    }

    @Test(arguments: 1...150)
    func `whatever is withheld, the clone has only contacts of the original, and loses none without a cancel`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var rules = WithholdingRules()
        if random.oneIn(2) { rules.edges = EdgeLocation.Edge.allCases.filter { _ in !random.oneIn(3) } }
        if random.oneIn(2) { rules.fingers = 2 + random.below(3) }
        rules.wake = random.oneIn(2)
        if random.oneIn(4) { rules.idleTime = .milliseconds(100) }
        var device = try FilteredDevice(rules)
        var checker = CloneChecker()
        for _ in 0..<600 {
            let former = device.original
            step(&device, &random)
            device.isDark = random.oneIn(3)
            if random.oneIn(20) { device.pass(milliseconds: Int64(random.below(400))) }
            if random.oneIn(30) { device.claim(slot: random.below(FilteredDevice.slotCount)) }
            if random.oneIn(60) { device.setBlocking(random.oneIn(2)) }
            if random.oneIn(100) {
                device.filter.synchronize(with: device.original, at: device.time) { false }
                device.read()
            }
            checker.check(device, after: former)
        }
        device.setBlocking(false)
        for slot in 0..<FilteredDevice.slotCount { device.up(slot) }
        device.finish(afterMilliseconds: 1000)
        device.send(EventType.key, EventCode.btnLeft, 0)
        device.report()
        #expect(device.clone.contacts.isEmpty)
        #expect(device.clone.keys.isEmpty)
        // The next touch passes, wherever the rules do not apply.
        device.isDark = false
        if rules.idleTime == nil {
            device.down(0, 100, 50)
            device.finish()
            #expect(device.clone.contacts == device.original.contacts)
        }
    }

    /// Makes a random frame: fingers land, move, are lifted, and replace each other.
    private func step(_ device: inout FilteredDevice, _ random: inout SplitMix64, replaces: Bool = true) {
        for slot in 0..<FilteredDevice.slotCount where random.oneIn(3) {
            let (x, y) = (Double(random.below(200)), Double(random.below(100)))
            switch (device.original.slots[slot].id >= 0, random.below(8)) {
            case (false, 0...3): device.down(slot, x, y)
            case (true, 0...1): device.up(slot)
            case (true, 2) where replaces && random.oneIn(4): device.down(slot, x, y)
            case (true, _):
                let axes = device.original.slots[slot].axes
                device.move(
                    slot, Double(axes[EventCode.absMTPositionX, default: 0]) / 10 + Double(random.below(20) - 10),
                    Double(axes[EventCode.absMTPositionY, default: 0]) / 10 + Double(random.below(20) - 10))
                if random.oneIn(3) { device.send(EventType.abs, EventCode.absMTPressure, Int32(random.below(256))) }
            case (false, _): break
            }
        }
        if random.oneIn(20) { device.send(EventType.key, EventCode.btnLeft, Int32(random.below(2))) }
        if random.oneIn(5) { device.send(4, 5, Int32(truncatingIfNeeded: device.time.microseconds)) }
        device.finish()
    }
}

/// One value that programs read.
private struct ReadValue: Hashable {
    var time: Instant
    var type: UInt16
    /// The slot of a contact; -1 for other events.
    var slot: Int
    var code: UInt16
    var value: Int32
}

/// Returns what programs read in each frame, whatever the order in which slots are selected.
private func frames(_ events: [RawEvent]) -> [Set<ReadValue>] {
    var frames: [Set<ReadValue>] = []
    var frame: Set<ReadValue> = []
    var slot = 0
    for event in events {
        if event.isReport {
            if !frame.isEmpty { frames.append(frame) }
            frame = []
        } else if event.type == EventType.abs, event.code == EventCode.absMTSlot {
            slot = Int(event.value)
        } else {
            frame.insert(
                ReadValue(
                    time: event.time, type: event.type, slot: event.isContact ? slot : -1, code: event.code,
                    value: event.value))
        }
    }
    return frames
}

/// Follows what the clone shows of the contacts of the original.
private struct CloneChecker {
    /// The contacts that were on the clone, and are not any more.
    private var gone: Set<Int32> = []
    private var shown: Set<Int32> = []

    mutating func check(_ device: FilteredDevice, after former: KernelDevice) {
        let (original, clone) = (device.original.contacts, device.clone.contacts)
        for (id, axes) in clone {
            #expect(original[id] == axes, "the clone's contact \(id) is as on the original")
            #expect(!gone.contains(id), "contact \(id) does not come back")
        }
        #expect(device.clone.keys.contains(EventCode.btnTouch) == !clone.isEmpty)
        gone.formUnion(shown.subtracting(clone.keys))
        shown = Set(clone.keys)
    }
}
