import GestureCore
import TestSupport
import Testing
import Text

@testable import TouchDecoding
@testable import TouchRecordings

/// A device of 200 × 120 mm with 10 counts per mm. Like the kernel, it sends only values that change.
private struct Panel {
    enum Way: CaseIterable {
        case slots, anonymous, single
    }

    let way: Way
    let description: DeviceDescription
    private(set) var events: [RawEvent] = []
    var now = Instant.milliseconds(1000)
    /// Fingers that are down, by slot.
    private var fingers: [Int: (x: Int32, y: Int32)] = [:]
    private var slots = [(x: Int32, y: Int32)](repeating: (.min, .min), count: 5)
    private var current = 0
    private var last: Int32 = 0

    init(_ way: Way) {
        self.way = way
        var device = DeviceDescription()
        let (x, y) = (
            AxisRange(minimum: 0, maximum: 2000, resolution: 10), AxisRange(minimum: -600, maximum: 600, resolution: 10)
        )
        if way != .single {
            device.axes[Int(EventCode.absMTPositionX)] = x
            device.axes[Int(EventCode.absMTPositionY)] = y
        }
        if way == .slots { device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 4) }
        if way != .anonymous {
            // As the kernel emulates it for multitouch panels; here with half as many counts.
            let half = Int32(way == .slots ? 2 : 1)
            device.axes[Int(EventCode.absX)] = AxisRange(minimum: 0, maximum: 2000 / half, resolution: 10 / half)
            device.axes[Int(EventCode.absY)] = AxisRange(
                minimum: -600 / half, maximum: 600 / half, resolution: 10 / half)
        }
        device.properties.insert(InputProperty.direct)
        device.codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
        description = device
    }

    /// Lands or moves the given fingers and lifts all others, in one frame after `milliseconds`.
    mutating func frame(_ places: [(x: Int32, y: Int32)?], after milliseconds: Int64 = 8) {
        now = now + .milliseconds(milliseconds)
        let wasTouched = !fingers.isEmpty
        switch way {
        case .slots:
            for slot in 0..<slots.count { change(slot, slot < places.count ? places[slot] : nil) }
        case .anonymous:
            for place in places {
                guard let place else { continue }
                send(EventType.abs, EventCode.absMTPositionX, place.x)
                send(EventType.abs, EventCode.absMTPositionY, place.y)
                send(EventType.syn, EventCode.synMTReport, 0)
            }
            if places.isEmpty { send(EventType.syn, EventCode.synMTReport, 0) }
            fingers = [:]
        case .single:
            fingers = [:]
        }
        for (slot, place) in places.enumerated() { fingers[slot] = place }
        if way != .anonymous, wasTouched == fingers.isEmpty {
            send(EventType.key, EventCode.btnTouch, fingers.isEmpty ? 0 : 1)
        }
        if way != .anonymous, let first = places.first, let place = first {
            let half = Int32(way == .slots ? 2 : 1)
            send(EventType.abs, EventCode.absX, place.x / half)
            send(EventType.abs, EventCode.absY, place.y / half)
        }
        send(EventType.syn, EventCode.synReport, 0)
    }

    private mutating func change(_ slot: Int, _ place: (x: Int32, y: Int32)?) {
        guard place != nil || fingers[slot] != nil else { return }
        send(EventType.abs, EventCode.absMTSlot, Int32(slot))
        guard let place else {
            send(EventType.abs, EventCode.absMTTrackingID, -1)
            fingers[slot] = nil
            return
        }
        if fingers[slot] == nil {
            last += 1
            send(EventType.abs, EventCode.absMTTrackingID, last)
        }
        if slots[slot].x != place.x { send(EventType.abs, EventCode.absMTPositionX, place.x) }
        if slots[slot].y != place.y { send(EventType.abs, EventCode.absMTPositionY, place.y) }
        slots[slot] = place
    }

    /// The last single-touch values: the kernel does not send a value again.
    private var values: [UInt16: Int32] = [:]

    mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        if type == EventType.abs, code == EventCode.absX || code == EventCode.absY {
            guard values[code] != value else { return }
            values[code] = value
        }
        events.append(RawEvent(time: now, type: type, code: code, value: value))
    }

    var anonymized: [RawEvent] { anonymized(seed: 1) }

    func anonymized(seed: UInt64) -> [RawEvent] {
        var random = SplitMix64(seed: seed)
        var anonymizer = TouchAnonymizer(description, size: Vector(x: 200, y: 120) / Points.millimetresPerPoint)
        for event in events { anonymizer.take(event, using: &random) }
        anonymizer.finish(using: &random)
        return anonymizer.takeEvents()
    }

    /// Plays events and returns the gestures in them.
    func replayed(_ events: [RawEvent]) throws -> [EngineEvent] {
        var device = try RecordedDevice(Recording(description: description, events: events))
        var engine = GestureEngine()
        let surface = SurfaceID(1)
        engine.attach(device.geometry.surface(surface))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: surface, time: .distantPast)
        var found: [EngineEvent] = []
        while device.next(contacts: &contacts, into: &frame) {
            engine.process(frame)
            found += engine.events
        }
        engine.advance(to: .distantFuture)
        return found + engine.events
    }

    /// The values of one axis, in order.
    static func values(_ code: UInt16, _ events: [RawEvent]) -> [Int32] {
        events.filter { $0.type == EventType.abs && $0.code == code }.map(\.value)
    }
}

/// Writes an event without its position, rounded to a thousandth.
private func withoutPlace(_ event: EngineEvent) -> String {
    func text(_ numbers: Double...) -> String { "\(numbers.map { Int(($0 * 1000).rounded()) })" }
    let details =
        switch event.details {
        case .motion(let way, let velocity): text(way.x, way.y, velocity.x, velocity.y)
        case .drag(let axis, let way, let velocity):
            "\(axis.map { "\($0)" } ?? "none") \(text(way.x, way.y, velocity.x, velocity.y))"
        case .swipe(let direction, let way, let velocity):
            "\(direction) \(text(way.x, way.y, velocity.x, velocity.y))"
        case .pinch(let number, let velocity), .rotation(let number, let velocity): text(number, velocity)
        case .none, .press, .touch, .activity, .tap, .edgeSwipe, .stroke: "\(event.details)"
        }
    return "\(event.kind)#\(event.gesture) \(event.phase) \(event.time.microseconds) \(event.fingers) \(details)"
}

@Suite struct TouchAnonymizerTests {
    /// Random taps, double taps, drags, pinches, rests and aborted gestures, away from the edges.
    private func randomTouches(_ way: Panel.Way, seed: UInt64) -> Panel {
        var random = SplitMix64(seed: seed)
        var panel = Panel(way)
        for _ in 0..<12 {
            let count = way == .single ? 1 : 1 + random.below(3)
            // In steps, so that fingers often land where others were.
            let (x, y) = (Int32(500 + random.below(10) * 100), Int32(random.below(5) * 50 - 100))
            for _ in 0..<1 + random.below(3) {
                var places = (0..<count).map { (x: x + Int32($0) * 100, y: y) }
                panel.frame(places, after: Int64([90, 299, 300, 301, 450, 700, 2000][random.below(7)]))
                let (dx, dy) = random.oneIn(2) ? (0, 0) : (Int32(random.below(31) - 15), Int32(random.below(31) - 15))
                let spread = random.oneIn(4) ? 10 : 0
                for _ in 0..<random.below(15) {
                    for finger in places.indices {
                        places[finger].x += dx + Int32(finger * spread)
                        places[finger].y += dy
                    }
                    panel.frame(places)
                }
                if random.oneIn(4) { panel.frame(places, after: 700) }
                if random.oneIn(4), count > 1 { panel.frame([places[0]]) }
                panel.frame([])
            }
        }
        return panel
    }

    @Test(arguments: Panel.Way.allCases)
    fileprivate func `the gestures stay the same, at other positions`(way: Panel.Way) throws {
        var kinds: Set<String> = []
        for seed in 0..<UInt64(40) {
            let panel = randomTouches(way, seed: seed)
            let original = try panel.replayed(panel.events)
            let anonymized = panel.anonymized(seed: seed)
            let found = try panel.replayed(anonymized)
            #expect(found.map(withoutPlace) == original.map(withoutPlace), "seed \(seed)")
            let moved = zip(found, original).filter { ($0.point - $1.point).length > 1 }
            #expect(moved.count > original.count / 2, "seed \(seed)")
            for code in [EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absX, EventCode.absY] {
                guard let axis = panel.description.axis(code) else { continue }
                #expect(Panel.values(code, anonymized).allSatisfy { axis.minimum...axis.maximum ~= $0 }, "seed \(seed)")
            }
            for event in original { kinds.insert("\(event.kind)") }
            for event in original {
                if case .tap(2, _, _) = event.details { kinds.insert("double tap") }
            }
        }
        #expect(kinds.isSuperset(of: ["press", "tap", "double tap", "longPress", "drag", "swipe"]))
        if way != .single { #expect(kinds.isSuperset(of: ["pinch"])) }
    }

    @Test func `a touch within 500 ms of the last has the same offset, a later one has another`() {
        var panel = Panel(.slots)
        for rest: Int64 in [1000, 500, 501] {
            panel.frame([(1000, 0)], after: rest)
            panel.frame([])
        }
        let values = Panel.values(EventCode.absMTPositionX, panel.anonymized)
        // The kernel sent the position once; each touch needs its own.
        #expect(Panel.values(EventCode.absMTPositionX, panel.events) == [1000])
        #expect(values.count == 3 && values[0] == values[1] && values[1] != values[2])
    }

    @Test func `a touch at least as wide as the surface is not moved`() {
        for reach: (Int32, Int32) in [(0, 2000), (-5, 2005), (-5, 2000)] {
            var panel = Panel(.slots)
            panel.frame([(reach.0, 0)])
            panel.frame([(reach.1, 0)])
            panel.frame([])
            #expect(Panel.values(EventCode.absMTPositionX, panel.anonymized) == [reach.0, reach.1])
        }
    }

    @Test func `a touch away from the edges is not moved to an edge`() {
        // 30 pt are 47.6 counts.
        for seed in 0..<UInt64(300) {
            var panel = Panel(.slots)
            panel.frame([(48, 0)])
            panel.frame([])
            let values = Panel.values(EventCode.absMTPositionX, panel.anonymized(seed: seed))
            #expect(values.allSatisfy { 48...1952 ~= $0 }, "seed \(seed)")
        }
    }

    @Test func `removes positions without a contact, and keys of a keyboard`() {
        var panel = Panel(.slots)
        panel.send(EventType.abs, EventCode.absMTSlot, 2)
        panel.send(EventType.abs, EventCode.absMTPositionX, 77)
        panel.send(EventType.abs, EventCode.absMTPositionY, 77)
        panel.send(EventType.abs, EventCode.absX, 77)
        panel.send(EventType.key, 30, 1)
        panel.send(EventType.key, EventCode.btnLeft, 1)
        panel.send(EventType.syn, EventCode.synReport, 0)
        #expect(panel.anonymized.map(\.code) == [EventCode.absMTSlot, EventCode.btnLeft, EventCode.synReport])
    }

    @Test func `a finger that lands at the last position of its slot gets it, shifted`() throws {
        var panel = Panel(.slots)
        panel.send(EventType.abs, EventCode.absMTSlot, 2)
        panel.send(EventType.abs, EventCode.absMTPositionX, 700)
        panel.send(EventType.abs, EventCode.absMTPositionY, 100)
        panel.send(EventType.syn, EventCode.synReport, 0)
        panel.send(EventType.abs, EventCode.absMTTrackingID, 7)
        panel.send(EventType.abs, EventCode.absMTPositionY, 110)
        panel.send(EventType.syn, EventCode.synReport, 0)
        let events = panel.anonymized
        #expect(
            events.map(\.code) == [
                EventCode.absMTSlot, EventCode.synReport, EventCode.absMTTrackingID, EventCode.absMTPositionX,
                EventCode.absMTPositionY, EventCode.synReport,
            ])
    }

    @Test func `other events than touches are not held back`() {
        var random = SplitMix64(seed: 1)
        var anonymizer = TouchAnonymizer(Panel(.slots).description, size: Vector(x: 1000, y: 1000))
        let click = RawEvent(time: .milliseconds(0), type: EventType.key, code: EventCode.btnLeft, value: 1)
        let report = RawEvent(time: .milliseconds(0), type: EventType.syn, code: EventCode.synReport, value: 0)
        for event in [click, report] { anonymizer.take(event, using: &random) }
        #expect(anonymizer.takeEvents() == [click, report])
        #expect(anonymizer.takeEvents() == [])
    }

    @Test func `removes the physical path, ID_PATH and the path of the configuration`() {
        var device = DeviceDescription()
        device.name = "Panel"
        device.physicalPath = "usb-1"
        var context = DeviceContext()
        context.properties = [
            DeviceContext.Property("ID_INPUT", "1"), DeviceContext.Property("ID_PATH", "pci-0"),
        ]
        #expect(device.anonymous.physicalPath == "" && device.anonymous.name == "Panel")
        func setting(_ section: ByteString, _ path: String) -> ConfiguredSetting {
            ConfiguredSetting(section: section, key: "reach", value: "250", path: path, line: 3)
        }
        context.settings = [setting("device usb-1", "/home/ann/gestured.conf")]
        let anonymous = context.anonymous(for: device.anonymous)
        #expect(anonymous.properties == [DeviceContext.Property("ID_INPUT", "1")])
        #expect(anonymous.settings == [setting("device 0000:0000", "gestured.conf")])
    }
}
