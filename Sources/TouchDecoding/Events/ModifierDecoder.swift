import GestureCore

/// Decodes the events of one keyboard into the modifiers that are active on it.
package struct ModifierDecoder: Equatable, Sendable {
    /// Key codes of linux/input-event-codes.h, and their modifiers.
    package static let keys: [(code: UInt16, modifier: EventModifiers)] = [
        (29, .control), (97, .control), (42, .shift), (54, .shift), (56, .alt), (100, .alt), (125, .super),
        (126, .super),
    ]
    /// LED_CAPSL: the state of the lock, however it was set.
    package static let capsLock: UInt16 = 1

    /// A bit for each of ``keys`` that is down: left and right keys are the same modifier.
    private var down: UInt8 = 0
    private var isLocked = false
    /// Whether the kernel's queue overflowed: events up to the next report are incomplete.
    private var isOverrun = false

    package init() {}

    package var modifiers: EventModifiers {
        var modifiers: EventModifiers = isLocked ? .capsLock : []
        for (index, key) in Self.keys.enumerated() where down & 1 << UInt8(index) != 0 {
            modifiers.formUnion(key.modifier)
        }
        return modifiers
    }

    /// Sets the state of Caps Lock from the LED.
    package mutating func seed(capsLock: Bool) { isLocked = capsLock }

    /// Processes one event. After an overrun all keys count as released: asking the kernel would give away all keys that are down.
    package mutating func handle(_ event: RawEvent) {
        if event.isDropped {
            down = 0
            isOverrun = true
        } else if event.isReport {
            isOverrun = false
        } else if isOverrun {
            return
        } else if event.type == EventType.led, event.code == Self.capsLock {
            isLocked = event.value != 0
        } else if event.type == EventType.key, let index = Self.keys.firstIndex(where: { $0.code == event.code }) {
            let bit: UInt8 = 1 << UInt8(index)
            down = event.value != 0 ? down | bit : down & ~bit
        }
    }
}
