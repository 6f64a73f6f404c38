internal import CLinux

/// Something the service has to react to: a descriptor that is ready, and what it is for.
struct ServiceEvent {
    /// The reason why the service watches a descriptor. epoll returns it with the descriptor.
    enum Source: UInt32 {
        /// The timerfd: the deadline passed to ``EventLoop/wait(until:blocks:)`` has come.
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

/// The states of a descriptor that epoll reports.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32

    static let readable = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
    static let writable = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
    static let hungUp = Readiness(rawValue: UInt32(EPOLLHUP.rawValue | EPOLLERR.rawValue))
    /// Edge-triggered (EPOLLET): reports only that something new has arrived. The service has to read until nothing is left.
    /// This saves the kernel from polling the descriptor again each time the loop waits.
    static let edges = Readiness(rawValue: UInt32(EPOLLET.rawValue))
}

extension ServiceEvent {
    /// - Parameter tag: see ``tag(_:fd:)``.
    init?(tag: UInt64, readiness: UInt32) {
        guard let source = Source(rawValue: UInt32(truncatingIfNeeded: tag >> 32)) else { return nil }
        self.init(
            source: source, fd: CInt(truncatingIfNeeded: tag), readiness: Readiness(rawValue: readiness))
    }

    /// The number by which epoll reports a descriptor: its source in the upper half, the descriptor in the lower.
    static func tag(_ source: Source, fd: CInt) -> UInt64 {
        UInt64(source.rawValue) << 32 | UInt64(UInt32(bitPattern: fd))
    }
}
