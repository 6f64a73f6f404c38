internal import CLinux
import System

/// Detects that the machine has woken from sleep: a timerfd that the kernel cancels whenever the clock jumps.
final class SleepDetector {
    private let fd: CInt
    private var watch: DescriptorWatch?
    /// How long the machine has slept since it started, in µs.
    private var asleep = linux_asleep_microseconds()

    init(_ loop: EventLoop) throws(LoopError) {
        fd = linux_watch_clock()
        guard fd >= 0 else { throw LoopError(errno: -fd) }
        do throws(LoopError) {
            watch = try DescriptorWatch(loop, fd: fd, as: .clock, for: .readable)
        } catch {
            close(fd)
            throw error
        }
    }

    deinit {
        watch = nil
        close(fd)
    }

    /// Returns whether the machine has slept since the last call. Call it when the clock has jumped.
    func hasSlept() -> Bool {
        _ = linux_watch_clock_again(fd)
        let now = linux_asleep_microseconds()
        defer { asleep = now }
        // Setting the clock is no sleep. The tolerance is for the two clocks, which are read one after the other.
        return now - asleep > 10_000
    }
}
