import GestureCore
import TouchDecoding

/// An open pen, or a similar tool: reports whether it is near its surface.
public struct PenDevice: ~Copyable {
    /// The keys of which one is down while the pen is near: BTN_TOOL_PEN, _RUBBER, _BRUSH, _PENCIL and _AIRBRUSH.
    static let tools = EventCode.btnToolPen...EventCode.btnToolPen + 4

    /// The result of ``read()``.
    package enum Reading: Equatable, Sendable {
        /// The pen came near, or left.
        case near(Bool, at: Instant)
        case empty
        /// The device is gone. Close it at once.
        case gone
    }

    private let evdev: EvdevDevice
    /// A bit for each of ``tools`` that is down.
    private var down: UInt8 = 0

    package init(_ evdev: consuming EvdevDevice) {
        self.evdev = evdev
        // A pen that only moves must not wake the service.
        self.evdev.select(types: [EventType.syn, EventType.key], axes: nil)
        seed()
    }

    package var fd: CInt { evdev.fd }
    package var isNear: Bool { down != 0 }

    /// Reads events until the pen comes near or leaves, or no event is pending, without blocking.
    ///
    /// - Returns: `near` also after ``EvdevDevice/mostEventsWithoutChange``.
    package mutating func read() -> Reading {
        let wasNear = isNear
        var time = Instant.distantPast
        for _ in 0..<EvdevDevice.mostEventsWithoutChange {
            switch evdev.read() {
            case .event(let event):
                time = event.time
                guard event.type == EventType.key, Self.tools.contains(event.code) else { continue }
                let bit: UInt8 = 1 << UInt8(event.code - Self.tools.lowerBound)
                down = event.value != 0 ? down | bit : down & ~bit
            case .overrun(let instant):
                seed()
                time = instant
            case .empty:
                return .empty
            case .gone:
                return .gone
            }
            if isNear != wasNear { break }
        }
        return .near(isNear, at: time)
    }

    private mutating func seed() {
        down = 0
        for tool in Self.tools where evdev.value(EventType.key, tool) != 0 {
            down |= 1 << UInt8(tool - Self.tools.lowerBound)
        }
    }
}
