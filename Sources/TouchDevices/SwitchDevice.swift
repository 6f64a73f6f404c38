import GestureCore
import TouchDecoding

/// A switch of a laptop that is on while its touchpad is out of reach.
package enum LaptopSwitch: UInt16, CaseIterable, Sendable {
    /// The lid is closed (SW_LID).
    case lid = 0
    /// The laptop is folded to a tablet (SW_TABLET_MODE).
    case tabletMode = 1

    /// The name in messages, e.g. `tabletMode`.
    package var name: StaticString {
        switch self {
        case .lid: "lid"
        case .tabletMode: "tabletMode"
        }
    }
}

/// A node that is open for its switches only: the kernel delivers no keys of the same node.
public struct SwitchDevice: ~Copyable {
    /// The result of ``read()``.
    package enum Reading: Equatable, Sendable {
        /// Another switch is on, or none.
        case changed
        case empty
        /// The device is gone. Close it at once.
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

    /// Reads events until ``active`` changes or no event is pending, without blocking.
    ///
    /// - Returns: `changed` also after ``EvdevDevice/mostEventsWithoutChange``.
    package mutating func read() -> Reading {
        for _ in 0..<EvdevDevice.mostEventsWithoutChange {
            switch evdev.read() {
            case .event, .overrun: break
            case .empty: return .empty
            case .gone: return .gone
            }
            guard active != current else { continue }
            active = current
            break
        }
        return .changed
    }

    /// The first switch that is on.
    private var current: LaptopSwitch? {
        for code in LaptopSwitch.allCases where evdev.value(EventType.switch, code.rawValue) != 0 { return code }
        return nil
    }
}
