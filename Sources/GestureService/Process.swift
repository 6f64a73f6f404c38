internal import CLibsystemd
internal import CLinux

func processID() -> CInt { getpid() }

/// Tells systemd, where it started us, how we are.
public enum ServiceManager {
    public static func ready(_ status: String) { _ = unsafe sd_notify(0, "READY=1\nSTATUS=\(status)") }
    public static func reloading() {
        _ = unsafe sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(linux_monotonic_microseconds())")
    }
    public static func stopping() { _ = unsafe sd_notify(0, "STOPPING=1") }
}
