import GestureCore
import TouchDecoding

/// An open pen, or a similar tool: reports whether it is near its surface.
public struct PenDevice: ~Copyable {
    /// The result of ``read()``.
    package enum Reading: Equatable, Sendable {
        /// The pen came near, or left.
        case near(Bool, at: Instant)
        case empty
        /// The device is gone. Close it at once.
        case gone
    }

    private let evdev: EvdevDevice
    private var tools = PenTools()

    package init(_ evdev: consuming EvdevDevice) {
        self.evdev = evdev
        // A pen that only moves must not wake the service.
        self.evdev.select(types: [EventType.syn, EventType.key], axes: nil)
        seed()
    }

    package var fd: CInt { evdev.fd }
    package var isNear: Bool { tools.isNear }

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
                tools.handle(event)
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
        tools = PenTools()
        for code in PenTools.codes { tools.set(code, isDown: evdev.value(EventType.key, code) != 0) }
    }
}
