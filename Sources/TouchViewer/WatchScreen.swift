internal import CLinux
import System
import Terminal

/// The terminal while the live view fills it: frames out, keys in. Nothing here blocks, even if the terminal stops taking output.
@safe
final class WatchScreen {
    /// With a description of its own, so that programs that share standard output do not become non-blocking.
    let fd: CInt
    /// The bytes that the terminal has not taken yet.
    private var waiting: ArraySlice<UInt8> = []
    private var isEntered = false

    /// - Throws: if this process has no terminal.
    init() throws(Failure) {
        fd = unsafe linux_open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK)
        let error = linux_errno()
        guard fd >= 0 else { throw .failed("/dev/tty: \(errorMessage(error))") }
        let status = linux_read_keys(fd)
        guard status == 0 else {
            close(fd)
            throw .failed("/dev/tty: \(errorMessage(-status))")
        }
        enter()
    }

    deinit {
        leave()
        close(fd)
    }

    /// Fills the terminal, also after another program has used it. The screen is then empty.
    func enter() {
        _ = linux_read_keys_again(fd)
        isEntered = true
        // The alternate screen, no cursor. The console of older kernels has no alternate screen, and is cleared.
        write(Array("\u{1b}[?1049h\u{1b}[?25l\u{1b}[m\u{1b}[2J".utf8))
    }

    /// Leaves the terminal as it was.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        // A frame that the terminal has taken in part can end in an escape sequence, which CAN ends.
        let wasCut = isBusy
        waiting = []
        write(Array((wasCut ? "\u{18}" : "").utf8) + Array("\u{1b}[m\u{1b}[2J\u{1b}[H\u{1b}[?25h\u{1b}[?1049l".utf8))
        if isBusy, linux_wait_writable(fd, 200) > 0 { flush() }
        waiting = []
        linux_read_lines(fd)
    }

    /// True while the terminal has not taken all output. The next frame has to wait.
    var isBusy: Bool { !waiting.isEmpty }

    /// Writes bytes, in one piece if the terminal takes them.
    func write(_ bytes: [UInt8]) {
        waiting += bytes
        flush()
    }

    /// Writes what waits, as far as the terminal takes it.
    func flush() {
        while !waiting.isEmpty {
            let count = unsafe waiting.withUnsafeBytes { unsafe CLinux.write(fd, $0.baseAddress, $0.count) }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            if count < 0, error == EAGAIN { return }
            // A terminal that is gone ends the program by a signal.
            guard count > 0 else {
                waiting = []
                return
            }
            waiting.removeFirst(count)
        }
        waiting = []
    }

    /// Returns the keys that were pressed; nil if the terminal is gone.
    func keys() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 64)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(fd, $0.baseAddress, $0.count) }
        let error = linux_errno()
        if count < 0 { return error == EAGAIN || error == EINTR ? [] : nil }
        return count == 0 ? nil : Array(chunk[..<count])
    }
}
