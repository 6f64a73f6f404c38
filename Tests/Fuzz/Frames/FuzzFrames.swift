import FuzzSupport
import GestureCore
import TestSupport

@testable import TouchDecoding

/// Any events of any devices, with whatever clients may ask for.
@main
enum FuzzFrames {
    static func main() {
        unsafe runFuzzer { bytes, count in
            var session = unsafe Session(Choices(UnsafeBufferPointer(start: bytes, count: count)))
            session.run()
            return 0
        }
    }
}

/// The devices and the subscriptions that one input describes, and what happens to them.
private struct Session {
    private var choices: Choices
    private var devices: [FuzzedDevice] = []
    private var subscriptions: [CheckedSubscription] = []
    private var contacts = ContactNumbers()
    private var now = Instant(microseconds: 1_000_000)
    /// Which device the next events are of.
    private var current = 0
    private var plugged: UInt32 = 0

    init(_ choices: Choices) {
        self.choices = choices
        subscriptions = [
            CheckedSubscription(.random(seed: UInt64(self.choices.uint16()))), CheckedSubscription(GestureOptions()),
        ]
        for _ in 0...self.choices.below(2) { plug() }
    }

    mutating func run() {
        while !choices.isAtEnd, !devices.isEmpty { step() }
        while !devices.isEmpty { unplug(0) }
        for index in subscriptions.indices { subscriptions[index].finish() }
    }

    private mutating func step() {
        switch choices.below(16) {
        case 0: report(after: .milliseconds(0))
        case 1, 2: report(after: .milliseconds(8))
        case 3: report(after: .milliseconds(Int64(choices.byte()) * 10))
        case 4: leap()
        case 5: event(EventType.abs, EventCode.absMTSlot, Int32(choices.below(12)) - 1)
        case 6: event(EventType.abs, EventCode.absMTTrackingID, Int32(choices.below(12)) - 1)
        case 7: place()
        case 8, 9: land()
        case 10: lift()
        case 11: key()
        case 12: axis()
        case 13: synchronization()
        case 14: event(choices.uint16() % 0x20, choices.uint16() % 0x300, choices.int32())
        default: change()
        }
    }

    // MARK: Events

    private mutating func event(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        var frame = TouchFrame(surface: devices[current].surface.id, time: .distantPast)
        let event = RawEvent(time: now, type: type, code: code, value: value)
        while devices[current].decoder.applyPens(upTo: now, into: &frame) { process(frame) }
        guard devices[current].decoder.handle(event, contacts: &contacts, into: &frame) else { return }
        process(frame)
        while devices[current].decoder.followUp(into: &frame) { process(frame) }
        demand(
            devices[current].decoder.contactsDown == devices[current].frames.contactsDown, "miscounts what is down")
    }

    private mutating func process(_ frame: TouchFrame) {
        devices[current].frames.check(frame)
        demand(devices[current].frames.complaint == nil, devices[current].frames.complaint ?? "")
        for index in subscriptions.indices { subscriptions[index].process(frame) }
    }

    private mutating func report(after interval: Interval) {
        now = now + interval
        event(EventType.syn, EventCode.synReport, 0)
    }

    /// Sends a position on the axes of either protocol, mostly in the range of the device.
    private mutating func place() {
        let isSingle = devices[current].description.axis(EventCode.absX) != nil
        for code in isSingle
            ? [EventCode.absX, EventCode.absY] : [EventCode.absMTPositionX, EventCode.absMTPositionY]
        {
            let range = devices[current].description.axis(code) ?? AxisRange(minimum: 0, maximum: 1)
            let part = Int64(choices.byte())
            let count = part == 255 ? Int64(choices.extreme()) : Int64(range.minimum) + range.extent * part / 250
            event(EventType.abs, code, Int32(clamping: count))
        }
    }

    private mutating func land() {
        let slot = Int32(choices.below(6))
        event(EventType.abs, EventCode.absMTSlot, slot)
        event(EventType.abs, EventCode.absMTTrackingID, 100 + slot)
        place()
        event(EventType.key, EventCode.btnTouch, 1)
        event(EventType.syn, EventCode.synMTReport, 0)
    }

    private mutating func lift() {
        event(EventType.abs, EventCode.absMTSlot, Int32(choices.below(6)))
        event(EventType.abs, EventCode.absMTTrackingID, -1)
        event(EventType.key, EventCode.btnTouch, 0)
    }

    private mutating func key() {
        let code = choices.oneOf(FrameAssembler.countingKeys + [EventCode.btnTouch, EventCode.btnLeft])
        event(EventType.key, code, Int32(choices.below(3)))
    }

    private mutating func axis() {
        let code = choices.oneOf([
            EventCode.absMTToolType, EventCode.absMTDistance, EventCode.absMTPressure, EventCode.absPressure,
            EventCode.absMTTouchMajor,
        ])
        event(EventType.abs, code, choices.extreme())
    }

    private mutating func synchronization() {
        // A report of value 1 is of the kernel.
        let value = Int32(choices.below(2))
        event(EventType.syn, choices.oneOf([EventCode.synMTReport, EventCode.synDropped, 1, 4, 0]), value)
    }

    // MARK: What else happens

    /// The clock of a device may be wrong by anything.
    private mutating func leap() {
        switch choices.below(6) {
        case 0: now = now + Interval(microseconds: Int64(choices.int32()))
        case 1: now = .distantFuture
        case 2: now = .distantPast
        case 3: now = Instant(microseconds: 0)
        case 4: now = now + .milliseconds(86_400_000)
        default: now = now + .milliseconds(-Int64(choices.byte()))
        }
    }

    private mutating func change() {
        switch choices.below(5) {
        case 4: devices[current].decoder.pens.note(isNear: choices.below(2) == 0, at: now)
        case 0: current = choices.below(devices.count)
        case 1: plug()
        case 2: unplug(current)
        default: for index in subscriptions.indices { subscriptions[index].advance(to: now) }
        }
    }

    private mutating func plug() {
        guard devices.count < 4 else { return }
        plugged += 1
        guard let device = FuzzedDevice(&choices, number: plugged) else { return }
        devices.append(device)
        for index in subscriptions.indices { subscriptions[index].attach(device.surface) }
    }

    /// In the midst of whatever goes on.
    private mutating func unplug(_ index: Int) {
        current = index
        var frame = TouchFrame(surface: devices[index].surface.id, time: now)
        if choices.below(2) == 0 {
            if devices[index].decoder.loseAll(at: now, into: &frame) { process(frame) }
            demand(
                devices[index].frames.contactsDown == 0 && devices[index].decoder.contactsDown == 0,
                "something is down that was lost")
        }
        for subscription in subscriptions.indices {
            subscriptions[subscription].detach(devices[index].surface.id, at: now)
        }
        devices.remove(at: index)
        current = 0
    }
}
