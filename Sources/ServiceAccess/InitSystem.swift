internal import CLinux

/// The program that starts services on this machine, and its commands for advice.
package enum InitSystem: Equatable {
    case systemd
    /// OpenRC, runit or another one.
    case other

    /// The test of sd_booted(3).
    package static var current: InitSystem { unsafe access("/run/systemd/system", F_OK) == 0 ? .systemd : .other }

    package var start: String {
        switch self {
        case .systemd: "'sudo systemctl enable --now gestured.socket'"
        case .other: "'sudo rc-service gestured start' (OpenRC) or 'sudo sv start gestured' (runit)"
        }
    }

    package var restart: String {
        switch self {
        case .systemd: "'sudo systemctl restart gestured'"
        case .other: "'sudo rc-service gestured restart' (OpenRC) or 'sudo sv restart gestured' (runit)"
        }
    }

    /// Where the log is.
    package var log: String {
        switch self {
        case .systemd: "'journalctl -u gestured -n 20'"
        case .other: "/var/log/gestured.log (OpenRC) or /var/log/gestured/current (runit)"
        }
    }

    /// Gives the service more CPU time than other programs.
    package var prefer: String {
        switch self {
        case .systemd: "'sudo systemctl set-property gestured.service CPUWeight=1000'"
        case .other: "'sudo renice -n -10 -p $(pgrep -x gestured)'"
        }
    }
}
