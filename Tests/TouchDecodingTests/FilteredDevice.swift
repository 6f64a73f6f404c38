import GestureCore
import Testing

@testable import TouchDecoding

/// A device as the kernel keeps it: it sends only what changes.
struct KernelDevice: Equatable {
    struct Slot: Equatable {
        var id: Int32 = -1
        var axes: [UInt16: Int32] = [:]
    }

    var slots: [Slot]
    var current = 0
    var keys: Set<UInt16> = []
    var axes: [UInt16: Int32] = [:]

    init(slots: Int) { self.slots = [Slot](repeating: Slot(), count: slots) }

    /// Takes over an event.
    ///
    /// - Returns: whether the kernel passes it on to programs.
    mutating func write(_ event: RawEvent) -> Bool {
        switch (event.type, event.code) {
        case (EventType.abs, EventCode.absMTSlot):
            guard Int(event.value) != current else { return false }
            current = Int(event.value)
        case (EventType.abs, EventCode.absMTTrackingID):
            guard event.value != slots[current].id else { return false }
            slots[current].id = event.value
        case (EventType.abs, EventCode.absMTTouchMajor...EventCode.absMTToolY):
            guard event.value != slots[current].axes[event.code, default: 0] else { return false }
            slots[current].axes[event.code] = event.value
        case (EventType.abs, _):
            guard event.value != axes[event.code, default: 0] else { return false }
            axes[event.code] = event.value
        case (EventType.key, _):
            guard (event.value != 0) != keys.contains(event.code) else { return false }
            if event.value != 0 { keys.insert(event.code) } else { keys.remove(event.code) }
        default: break
        }
        return true
    }

    /// The contacts by tracking id, with their values.
    var contacts: [Int32: [UInt16: Int32]] {
        Dictionary(uniqueKeysWithValues: slots.filter { $0.id >= 0 }.map { ($0.id, $0.axes.filter { $0.value != 0 }) })
    }
}

/// A touch device of 200 × 100 pt with ten counts to the pt, its filter, and the clone.
struct FilteredDevice {
    static let slotCount = 5

    var filter: TouchFilter
    var original = KernelDevice(slots: Self.slotCount)
    var clone = KernelDevice(slots: Self.slotCount)
    var isDark = false
    var time = Instant(microseconds: 1_000_000)
    /// The events that programs read from the original, were it not grabbed, and from the clone. Frames without events are left out.
    private(set) var originalEvents: [RawEvent] = []
    private(set) var cloneEvents: [RawEvent] = []

    init(
        _ rules: WithholdingRules = WithholdingRules(), kind: Surface.Kind = .touchscreen, hasSlots: Bool = true,
        properties: [Int] = []
    ) throws {
        var description = Self.description(hasSlots: hasSlots)
        for property in properties { description.properties.insert(property) }
        let geometry = try Self.geometry(of: description, kind)
        filter = try TouchFilter(description, geometry, rules, Thresholds())
        filter.start(from: original)
    }

    private static func geometry(
        of description: DeviceDescription, _ kind: Surface.Kind = .touchscreen,
        orientation: Orientation = Orientation()
    ) throws -> TouchGeometry {
        let size = PhysicalSize(
            width: 200 * Points.millimetresPerPoint, height: 100 * Points.millimetresPerPoint, source: .configuration)
        return try TouchGeometry(
            description, kind: kind, setup: DeviceSetup(size: size, orientation: orientation))
    }

    /// Turns the panel with slots by 90° in its housing.
    mutating func turn(_ rules: WithholdingRules) throws {
        let geometry = try Self.geometry(
            of: Self.description(hasSlots: true), orientation: Orientation(rotation: .quarter))
        filter.apply(rules, Thresholds(), geometry)
    }

    static func description(hasSlots: Bool) -> DeviceDescription {
        var device = DeviceDescription()
        if hasSlots {
            device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: Int32(slotCount - 1))
            device.axes[Int(EventCode.absMTTrackingID)] = AxisRange(minimum: 0, maximum: 65_535)
            device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 2000)
            device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 1000)
            device.axes[Int(EventCode.absMTPressure)] = AxisRange(minimum: 0, maximum: 255)
        }
        device.axes[Int(EventCode.absX)] = AxisRange(minimum: 0, maximum: 2000)
        device.axes[Int(EventCode.absY)] = AxisRange(minimum: 0, maximum: 1000)
        for key in [
            EventCode.btnTouch, EventCode.btnToolFinger, EventCode.btnToolDoubleTap, EventCode.btnToolTripleTap,
        ] {
            device.codes[Int(EventType.key)].insert(Int(key))
        }
        return device
    }

    // MARK: What happens to the original

    /// The kernel of the original gets an event.
    mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        let event = RawEvent(time: time, type: type, code: code, value: value)
        guard original.write(event) else { return }
        pass(event)
    }

    /// Ends a frame.
    mutating func report() {
        guard let last = originalEvents.last, !last.isReport else { return }
        pass(RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0))
    }

    private mutating func pass(_ event: RawEvent) {
        originalEvents.append(event)
        let isDark = isDark
        filter.handle(event) { isDark }
        read()
    }

    /// The kernel of the clone gets what the filter has written.
    mutating func read() {
        for event in filter.output {
            if event.isReport {
                if let last = cloneEvents.last, !last.isReport { cloneEvents.append(event) }
            } else if clone.write(event) {
                cloneEvents.append(event)
            }
        }
        filter.removeOutput()
    }

    mutating func pass(milliseconds: Int64) {
        time = time + .milliseconds(milliseconds)
        filter.advance(to: time)
        read()
    }

    mutating func setBlocking(_ wanted: Bool) {
        filter.setBlocking(wanted, at: time)
        read()
    }

    mutating func claim(slot: Int) {
        filter.withhold(slot: slot, at: time)
        read()
    }

    /// A finger lands, moves or lifts, in pt.
    mutating func down(_ slot: Int, _ x: Double, _ y: Double, id: Int32? = nil) {
        send(EventType.abs, EventCode.absMTSlot, Int32(slot))
        send(EventType.abs, EventCode.absMTTrackingID, id ?? nextID())
        put(x, y)
    }

    mutating func move(_ slot: Int, _ x: Double, _ y: Double) {
        send(EventType.abs, EventCode.absMTSlot, Int32(slot))
        put(x, y)
    }

    mutating func up(_ slot: Int) {
        send(EventType.abs, EventCode.absMTSlot, Int32(slot))
        send(EventType.abs, EventCode.absMTTrackingID, -1)
    }

    private var lastID: Int32 = 0

    mutating func nextID() -> Int32 {
        lastID += 1
        return lastID
    }

    private mutating func put(_ x: Double, _ y: Double) {
        send(EventType.abs, EventCode.absMTPositionX, Int32(x * 10))
        send(EventType.abs, EventCode.absMTPositionY, Int32(y * 10))
    }

    /// Sends what a driver derives from the contacts, and ends the frame.
    mutating func finish(afterMilliseconds wait: Int64 = 8) {
        let occupied = original.slots.filter { $0.id >= 0 }
        send(EventType.key, EventCode.btnTouch, occupied.isEmpty ? 0 : 1)
        for (count, key) in [
            (1, EventCode.btnToolFinger), (2, EventCode.btnToolDoubleTap), (3, EventCode.btnToolTripleTap),
        ] { send(EventType.key, key, occupied.count == count ? 1 : 0) }
        if let first = occupied.first {
            send(EventType.abs, EventCode.absX, first.axes[EventCode.absMTPositionX, default: 0])
            send(EventType.abs, EventCode.absY, first.axes[EventCode.absMTPositionY, default: 0])
        }
        report()
        pass(milliseconds: wait)
    }

    /// The frames that programs read from the clone, a line each: `7 at 10,20` for a contact that landed or moved, `-7` for one that
    /// was lifted, `7 palm` for one that was cancelled.
    mutating func takeFrames() -> [String] {
        defer { cloneEvents.removeAll() }
        var shown = shownBefore
        var frames: [String] = []
        var changes: [String] = []
        var touched: [Int] = []
        for event in cloneEvents {
            if event.isReport {
                for slot in touched where shown.slots[slot].id >= 0 {
                    let axes = shown.slots[slot].axes
                    if axes[EventCode.absMTToolType, default: 0] == 2 {
                        changes.append("\(shown.slots[slot].id) palm")
                    } else {
                        let (x, y) = (
                            axes[EventCode.absMTPositionX, default: 0], axes[EventCode.absMTPositionY, default: 0]
                        )
                        changes.append("\(shown.slots[slot].id) at \(Double(x) / 10),\(Double(y) / 10)")
                    }
                }
                if !changes.isEmpty { frames.append(changes.joined(separator: "; ")) }
                changes.removeAll()
                touched.removeAll()
                continue
            }
            if event.type == EventType.abs, event.code == EventCode.absMTTrackingID, event.value < 0 {
                changes.append("-\(shown.slots[shown.current].id)")
            }
            _ = shown.write(event)
            if event.isContact, !touched.contains(shown.current) { touched.append(shown.current) }
        }
        shownBefore = shown
        return frames
    }

    private var shownBefore = KernelDevice(slots: Self.slotCount)
}

extension KernelDevice: DeviceState {
    var pressedKeys: [UInt16] { Array(keys) }
    var currentSlot: Int { current }

    func slot(_ index: Int, _ code: UInt16) -> Int32 {
        code == EventCode.absMTTrackingID ? slots[index].id : slots[index].axes[code, default: 0]
    }

    func axis(_ code: UInt16) -> Int32 { axes[code, default: 0] }
}
