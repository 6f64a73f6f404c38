import GestureCore
import System

extension EventLoop {
    /// CLOCK_MONOTONIC now.
    package static var now: Instant { Instant(microseconds: microseconds) }

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - deadline: reports ``ServiceEvent/Source/deadline`` at this instant; never if nil.
    ///   - blocks: false to return at once.
    /// - Returns: nil if a signal handler interrupted the call, or nothing is ready.
    func wait(until deadline: Instant?, blocks: Bool = true) throws(LoopError) -> ServiceEvent? {
        try wait(until: deadline?.microseconds, blocks: blocks).flatMap { ServiceEvent($0) }
    }
}

/// Has the loop watch a descriptor, which it does not own, until the watch is destroyed.
///
/// Destroy it before the descriptor is closed: by then the number may belong to another descriptor.
struct DescriptorWatch: ~Copyable {
    private let loop: EventLoop
    private let fd: CInt
    private let source: ServiceEvent.Source

    init(
        _ loop: EventLoop, fd: CInt, as source: ServiceEvent.Source, for readiness: Readiness
    ) throws(LoopError) {
        let status = loop.add(fd, tag: ServiceEvent.tag(source, fd: fd), for: readiness)
        if status < 0 { throw LoopError(errno: -status) }
        self.loop = loop
        self.fd = fd
        self.source = source
    }

    deinit { loop.remove(fd) }

    /// Watches for something else from now on. Hang-ups are always reported.
    func change(to readiness: Readiness) { loop.change(fd, tag: ServiceEvent.tag(source, fd: fd), to: readiness) }
}

/// The earlier of two deadlines; nil stands for none.
func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
}
