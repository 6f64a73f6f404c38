import GestureCore

/// Tells from the events of one keyboard which modifiers are held on it.
package struct ModifierDecoder: Equatable, Sendable {
    /// The keys, by their codes in linux/input-event-codes.h, and what they mean.
    package static let keys: [(code: UInt16, modifier: Modifiers)] = [
        (29, .control), (97, .control), (42, .shift), (54, .shift), (56, .alt), (100, .alt), (125, .super),
        (126, .super),
    ]
    /// LED_CAPSL: what holds, whichever way the lock is set.
    package static let capsLock: UInt16 = 1

    /// A bit for each of ``keys`` that is down: either of two holds a modifier.
    private var down: UInt8 = 0
    private var isLocked = false
    /// Whether the kernel's queue ran over: what follows, up to the next report, is not all that happened.
    private var isOverrun = false

    package init() {}

    package var modifiers: Modifiers {
        var modifiers: Modifiers = isLocked ? .capsLock : []
        for (index, key) in Self.keys.enumerated() where down & 1 << UInt8(index) != 0 {
            modifiers.formUnion(key.modifier)
        }
        return modifiers
    }

    /// Takes over what the lamp shows.
    package mutating func seed(capsLock: Bool) { isLocked = capsLock }

    /// Takes one event. After an overrun nothing is held: the kernel would tell which keys are, but of all keys.
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
