internal import CLinux

/// Catches the signals that end a program: from now on they only end `linux_wait_readable_or_signal()`.
package func catchEndingSignals() {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    unsafe linux_catch_signals(signals, CInt(signals.count))
}
