internal import CLinux

/// Calls when the machine has woken from sleep.
package final class SleepSource {
    private let fd: CInt
    private var source: DescriptorSource?
    private var asleep = linux_asleep_microseconds()

    package init(_ loop: EventLoop, handler: @escaping () -> Void) throws(LoopError) {
        fd = linux_watch_clock()
        guard fd >= 0 else { throw LoopError(errno: -fd) }
        source = try DescriptorSource(loop, fd: fd, .readable) { [self] _ in
            _ = linux_watch_clock_again(fd)
            let now = linux_asleep_microseconds()
            // Setting the clock is no sleep. The tolerance is for the two clocks, which are read one after the other.
            let hasSlept = now - asleep > 10_000
            asleep = now
            if hasSlept { handler() }
        }
    }

    deinit {
        source?.stop()
        close(fd)
    }
}
