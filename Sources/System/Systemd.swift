internal import CLinux

/// The protocols between systemd and a service, as sd_notify(3), sd_listen_fds(3) and sd_watchdog_enabled(3) document them.
package enum Systemd {
    /// Connects to the socket for notifications ($NOTIFY_SOCKET). Sending to it blocks for at most a second.
    ///
    /// - Returns: the descriptor; nil if there is no such socket.
    package static func connectForNotifications() -> CInt? {
        guard let path = environmentVariable("NOTIFY_SOCKET"), path.utf8.count > 1, let first = path.utf8.first,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
        else { return nil }
        var address = path.utf8.map { CChar(bitPattern: $0) }
        // An abstract address, which begins with a null byte.
        if first == UInt8(ascii: "@") { address[0] = 0 }
        let fd = unsafe linux_connect_datagram(address, address.count, 1)
        return fd < 0 ? nil : fd
    }

    /// Sends a notification, e.g. `READY=1`.
    ///
    /// - Parameter waits: whether to wait until the socket takes it, which is at most a second.
    /// - Returns: 0, or -errno.
    package static func notify(_ fd: CInt, _ state: String, waits: Bool) -> CInt {
        let flags = CInt(MSG_NOSIGNAL) | (waits ? 0 : CInt(MSG_DONTWAIT))
        let sent = unsafe state.withCString { unsafe send(fd, $0, state.utf8.count, flags) }
        let error = linux_errno()
        return sent < 0 ? -error : 0
    }

    /// The interval in µs within which systemd expects a keep-alive message (WatchdogSec=); 0 if it expects none.
    package static var watchdogInterval: Int64 {
        guard let interval = environmentNumber("WATCHDOG_USEC") else { return 0 }
        // Without WATCHDOG_PID it applies to every process.
        let isForThisProcess =
            environmentVariable("WATCHDOG_PID") == nil || environmentNumber("WATCHDOG_PID") == UInt64(getpid())
        return isForThisProcess ? Int64(interval) : 0
    }

    /// The number of the first descriptor that systemd passes (SD_LISTEN_FDS_START).
    package static let firstPassedDescriptor: CInt = 3

    /// Takes over the descriptors that systemd passed: makes them close-on-exec, and removes the variables that announce them,
    /// because child processes do not get them.
    ///
    /// - Returns: how many there are; -errno if a variable or a descriptor is invalid.
    package static func takePassedDescriptors() -> CInt {
        let announced = environmentVariable("LISTEN_FDS")
        let count = environmentNumber("LISTEN_FDS")
        let isForThisProcess = environmentNumber("LISTEN_PID") == UInt64(getpid())
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        guard announced != nil, isForThisProcess else { return 0 }
        guard let count, count <= UInt64(CInt.max - firstPassedDescriptor) else { return -EINVAL }
        for fd in firstPassedDescriptor..<firstPassedDescriptor + CInt(count) {
            let status = linux_set_close_on_exec(fd)
            if status < 0 { return status }
        }
        return CInt(count)
    }
}
