internal import CLinux

/// The commands that run, each in a process group of its own.
///
/// The caller watches SIGCHLD with a signalfd and then calls ``takeEnded()``.
struct ChildProcesses<Tag> {
    private struct Child {
        /// Also the number of its process group.
        var pid: pid_t
        var tag: Tag
    }

    private var children: [Child] = []

    init() { linux_expect_children() }

    var count: Int { children.count }

    /// Starts a command without a shell. Its standard input is empty, its output goes where that of this program goes, and its
    /// signals and descriptors are as in a new session.
    ///
    /// - Parameters:
    ///   - words: at least one.
    ///   - variables: `NAME=value`, in addition to the environment of this program. Later ones override earlier ones.
    /// - Returns: the process id.
    @discardableResult
    mutating func start(_ words: [[UInt8]], variables: [[UInt8]], tag: Tag) throws(StartError) -> Int32 {
        let text = Self.joined(words)
        let assignments = Self.joined(variables)
        let pid = unsafe linux_start_command(text, CInt(words.count), assignments, CInt(variables.count))
        guard pid > 0 else { throw StartError(errno: -pid) }
        children.append(Child(pid: pid, tag: tag))
        return pid
    }

    /// Returns the commands that have ended since the last call.
    mutating func takeEnded() -> [EndedCommand<Tag>] {
        var ended: [EndedCommand<Tag>] = []
        children.removeAll { child in
            var status: CInt = 0
            guard unsafe linux_has_ended(child.pid, &status) != 0 else { return false }
            ended.append(EndedCommand(pid: child.pid, tag: child.tag, status: status))
            return true
        }
        return ended
    }

    /// Ends all commands and what they have started: sends SIGTERM to their process groups, and SIGKILL after two seconds. Waits
    /// until they are gone, at most three seconds.
    mutating func endAll() {
        var groups = children.map { $0.pid }
        for group in groups { kill(-group, SIGTERM) }
        let start = linux_monotonic_microseconds()
        var isKilled = false
        while true {
            _ = takeEnded()
            // A child that was not waited for keeps its group alive.
            groups.removeAll { kill(-$0, 0) != 0 }
            let elapsed = linux_monotonic_microseconds() - start
            if groups.isEmpty || elapsed >= 3_000_000 { return }
            if elapsed >= 2_000_000, !isKilled {
                for group in groups { kill(-group, SIGKILL) }
                isKilled = true
            }
            // Processes in the groups that are no children send no signal.
            _ = linux_wait_readable(-1, 10)
        }
    }

    /// Returns strings that each end with a null byte, and have no other, which words and variables cannot contain.
    private static func joined(_ strings: [[UInt8]]) -> [CChar] {
        var bytes: [CChar] = []
        for string in strings {
            for byte in string where byte != 0 { bytes.append(CChar(bitPattern: byte)) }
            bytes.append(0)
        }
        return bytes
    }
}

/// A command that has ended.
struct EndedCommand<Tag> {
    var pid: Int32
    var tag: Tag
    /// The exit status, or minus the number of the signal that ended it.
    var status: Int32

    /// The end of a log message, e.g. `failed with exit status 1`; nil if the command was successful.
    var failure: String? {
        guard status != 0 else { return nil }
        guard status < 0 else { return "failed with exit status \(status)" }
        guard let name = unsafe linux_signal_name(-status) else { return "was ended by signal \(-status)" }
        return unsafe "was ended by SIG\(String(cString: name))"
    }
}
