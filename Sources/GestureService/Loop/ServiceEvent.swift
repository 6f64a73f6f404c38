import System

/// Something the service has to react to: a descriptor that is ready, and what it is for.
struct ServiceEvent {
    /// The reason why the service watches a descriptor. The loop returns it with the descriptor.
    enum Source: UInt32 {
        /// The deadline passed to ``EventLoop/wait(until:blocks:)`` has come: ``EventLoop/timerTag``.
        case deadline = 0
        case signal
        /// The netlink socket on which udev reports nodes and displays that came, changed or went.
        case udev
        /// The clock was set, or the machine has woken from sleep.
        case clock
        /// A touchscreen or touchpad has frames, or is gone.
        case touchDevice
        /// A keyboard or pen has events. They take effect with the next frame and are read with it.
        case auxiliaryInput
        case laptopSwitch
        /// A client wants to connect.
        case listener
        /// A client has sent something, can take more, or is gone.
        case client
    }

    var source: Source
    var fd: CInt
    var readiness: Readiness
}

extension ServiceEvent {
    /// - Parameter ready: with a tag of ``tag(_:fd:)``.
    init?(_ ready: EventLoop.Ready) {
        guard let source = Source(rawValue: UInt32(truncatingIfNeeded: ready.tag >> 32)) else { return nil }
        self.init(source: source, fd: CInt(truncatingIfNeeded: ready.tag), readiness: ready.readiness)
    }

    /// The number by which the loop reports a descriptor: its source in the upper half, the descriptor in the lower.
    static func tag(_ source: Source, fd: CInt) -> UInt64 {
        UInt64(source.rawValue) << 32 | UInt64(UInt32(bitPattern: fd))
    }

    /// The tag of signals, whose descriptor the loop owns.
    static let signals = tag(.signal, fd: 0)
}
