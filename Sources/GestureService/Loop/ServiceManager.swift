internal import CLinux
import GestureCore
import System

/// The notifications to systemd: the state of the service, and signs of life if the unit has a WatchdogSec=.
///
/// Without systemd it does nothing.
final class ServiceManager {
    /// -1 without systemd.
    private var fd: CInt
    private var watchdog: TimerSource?
    /// The time between two signs of life: half of what systemd allows.
    private let interval = Interval(microseconds: Systemd.watchdogInterval / 2)

    init(_ loop: EventLoop) {
        fd = Systemd.connectForNotifications() ?? -1
        guard fd >= 0, interval.microseconds > 0 else { return }
        watchdog = TimerSource(loop) { [self] in giveSignOfLife() }
        giveSignOfLife()
    }

    deinit { if fd >= 0 { close(fd) } }

    /// The service runs. Waits for systemd for at most a second: without this message it would take the start for failed.
    func started(_ status: String) { notify("READY=1\nSTATUS=\(status)", waits: true) }
    func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }
    func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(linux_monotonic_microseconds())") }
    func stopping() { notify("STOPPING=1") }

    private func giveSignOfLife() {
        // If systemd does not read now, the next one comes early enough.
        notify("WATCHDOG=1")
        watchdog?.arm(at: EventLoop.now + interval)
    }

    private func notify(_ state: String, waits: Bool = false) {
        guard fd >= 0 else { return }
        let status = Systemd.notify(fd, state, waits: waits)
        guard status == -ECONNREFUSED || status == -ENOTCONN else { return }
        // The other end of the socket is another one by now.
        guard let new = Systemd.connectForNotifications() else { return }
        close(fd)
        fd = new
        _ = Systemd.notify(fd, state, waits: false)
    }
}
