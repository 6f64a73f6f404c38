import GestureCore
import TouchDecoding

/// A switch of a laptop that says that nobody can touch its touchpad.
package enum LaptopSwitch: UInt16, CaseIterable, Sendable {
    /// The lid is closed (SW_LID).
    case lid = 0
    /// The laptop is folded to a tablet (SW_TABLET_MODE).
    case tabletMode = 1

    /// As clients get it, e.g. `tabletMode`.
    package var name: StaticString {
        switch self {
        case .lid: "lid"
        case .tabletMode: "tabletMode"
        }
    }
}

/// One node that is open for its switches, and for nothing else: the kernel hands over no key that is on the same node.
public struct SwitchDevice: ~Copyable {
    /// What a reading gave.
    package enum Reading: Equatable, Sendable {
        /// What is on is different from now on.
        case changed
        case empty
        /// The device is gone: close it at once.
        case gone
    }

    private let evdev: EvdevDevice
    package private(set) var active: LaptopSwitch?

    package init(_ evdev: consuming EvdevDevice) {
        self.evdev = evdev
        self.evdev.select(types: [EventType.syn, EventType.switch], axes: nil)
        active = current
    }

    package var fd: CInt { evdev.fd }

    /// Reads on until what is on changes or nothing is left; never waits.
    package mutating func read() -> Reading {
        while true {
            switch evdev.read() {
            case .event, .overrun: break
            case .empty: return .empty
            case .gone: return .gone
            }
            guard active != current else { continue }
            active = current
            return .changed
        }
    }

    /// The first switch that is on by what was read.
    private var current: LaptopSwitch? {
        for code in LaptopSwitch.allCases where evdev.value(EventType.switch, code.rawValue) != 0 { return code }
        return nil
    }
}
