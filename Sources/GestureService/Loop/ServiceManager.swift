internal import CLinux
import GestureCore
import System

/// Notifies systemd of the state of the service, and keeps its watchdog quiet if the unit has a WatchdogSec=.
///
/// Without systemd it does nothing.
final class ServiceManager {
    /// -1 without systemd.
    private var fd = Systemd.connectForNotifications() ?? -1
    /// The time between two watchdog notifications: half of what systemd allows; 0 without a watchdog.
    private let interval = Interval(microseconds: Systemd.watchdogInterval / 2)
    /// When the next watchdog notification is due; nil without a watchdog.
    private(set) var nextDeadline: Instant?

    init() {
        guard fd >= 0, interval.microseconds > 0 else { return }
        notifyWatchdog(at: EventLoop.now)
    }

    deinit { if fd >= 0 { close(fd) } }

    /// The service runs. Waits for systemd for at most a second: without this message it would take the start for failed.
    func started(_ status: String) { notify("READY=1\nSTATUS=\(status)", waits: true) }
    func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }
    func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(linux_monotonic_microseconds())") }
    func stopping() { notify("STOPPING=1") }

    /// Notifies the watchdog if that is due.
    func advance(to now: Instant) {
        if let due = nextDeadline, due <= now { notifyWatchdog(at: now) }
    }

    private func notifyWatchdog(at now: Instant) {
        // If systemd does not read now, the next one comes early enough.
        notify("WATCHDOG=1")
        nextDeadline = now + interval
    }

    private func notify(_ state: String, waits: Bool = false) {
        guard fd >= 0 else { return }
        let status = Systemd.notify(fd, state, waits: waits)
        guard status == -ECONNREFUSED || status == -ENOTCONN else { return }
        // systemd has restarted: its end of the socket is a new one.
        guard let new = Systemd.connectForNotifications() else { return }
        close(fd)
        fd = new
        _ = Systemd.notify(fd, state, waits: false)
    }
}
