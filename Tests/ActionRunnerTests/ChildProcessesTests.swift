import GestureActions
import GestureCore
import Glibc
import Testing

@testable import ActionRunner

/// Real processes.
@Suite(.serialized) struct ChildProcessesTests {
    /// Waits until a child has ended, without taking its status.
    private static func wait(for pid: pid_t) {
        var information = siginfo_t()
        while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    private static func command(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

    /// Runs a command to its end.
    private static func run(_ words: [[UInt8]], variables: [String] = []) throws -> EndedCommand<Int> {
        var children = ChildProcesses<Int>()
        wait(for: try children.start(words, variables: variables.map { Array($0.utf8) }, tag: 7))
        let ended = children.takeEnded()
        #expect(children.count == 0 && ended.map(\.tag) == [7])
        return try #require(ended.first)
    }

    /// Returns what a shell script prints.
    private static func output(of script: String, variables: [String] = []) throws -> [String] {
        var path = Array("/tmp/gestured-output-XXXXXX".utf8CString)
        close(unsafe mkstemp(&path))
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unsafe unlink(name) }
        #expect(try run(command("sh", "-c", "{ \(script)\n} >\(name)"), variables: variables).failure == nil)
        let file = try #require(unsafe fopen(name, "r"))
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(
        arguments: [
            (["true"], nil), (["/bin/false"], "failed with exit status 1"),
            (["sh", "-c", "exit 42"], "failed with exit status 42"),
            (["sh", "-c", "kill -SEGV $$"], "was ended by SIGSEGV"),
            (["sh", "-c", "kill -40 $$"], "was ended by signal 40"),
        ] as [([String], String?)])
    func `tells how a command has ended`(_ words: [String], _ failure: String?) throws {
        #expect(try Self.run(words.map { Array($0.utf8) }).failure == failure)
    }

    @Test func `tells why a command could not be started`() {
        var children = ChildProcesses<Int>()
        #expect(throws: StartError(errno: ENOENT)) {
            try children.start(Self.command("/nonexistent"), variables: [], tag: 0)
        }
        #expect(throws: StartError(errno: EACCES)) {
            try children.start(Self.command("/etc/passwd"), variables: [], tag: 0)
        }
        #expect(children.count == 0)
        #expect(StartError(errno: EACCES).message == "Permission denied")
        #expect(StartError(errno: ENOENT).message == "not found on the PATH, or its interpreter was not found")
    }

    @Test func `words arrive as they are`() throws {
        let words = ["sh", "-c", "[ $# = 3 ] && [ \"$1\" = '' ] && [ \"$2\" = 'a  b' ] && [ \"$3\" = '$HOME' ]", "0"]
        #expect(try Self.run((words + ["", "a  b", "$HOME"]).map { Array($0.utf8) }).failure == nil)
    }

    @Test func `variables are added to the environment, and the last one counts`() throws {
        unsafe setenv("CHILD_INHERITED", "kept", 1)
        unsafe setenv("CHILD_CHANGED", "old", 1)
        let variables = ["CHILD_CHANGED=1", "CHILD_NEW=a b=c", "CHILD_CHANGED=2", "CHILD_NE=x\0y"]
        let lines = try Self.output(of: "env", variables: variables)
        #expect(
            lines.filter { $0.hasPrefix("CHILD_") }.sorted() == [
                "CHILD_CHANGED=2", "CHILD_INHERITED=kept", "CHILD_NE=xy", "CHILD_NEW=a b=c",
            ])
    }

    @Test func `commands have no input, no other descriptor and a group of their own`() throws {
        let open = unsafe open("/dev/null", O_RDONLY)
        defer { close(open) }
        // The group is the fifth field. ls has the folder open as 3.
        let lines = try Self.output(
            of: "readlink /proc/self/fd/0; ls /proc/self/fd; cut -d' ' -f5 /proc/$$/stat; echo $$")
        #expect(lines.prefix(5) == ["/dev/null", "0", "1", "2", "3"])
        #expect(lines.count == 7 && lines[5] == lines[6])
    }

    @Test func `commands start with no signal blocked or ignored`() throws {
        var (pipe, old) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&pipe)
        unsafe sigaddset(&pipe, SIGUSR1)
        unsafe pthread_sigmask(SIG_BLOCK, &pipe, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        let lines = try Self.output(of: "grep -E '^Sig(Blk|Ign)' /proc/self/status")
        // glibc ignores signals 32 and 33, which it uses itself.
        #expect(lines == ["SigBlk:\t0000000000000000", "SigIgn:\t0000000180000000"])
    }

    @Test func `ten thousand runs leave no child, and at most sixteen run at once`() throws {
        var children = ChildProcesses<CommandTicket>()
        var queue = CommandQueue<Int>(areOrdered: [Bool](repeating: false, count: 10))
        var (pids, most): ([pid_t], Int) = ([], 0)
        let now = Instant(microseconds: 0)
        for run in 0..<10_000 { queue.add(run, of: run % 10, at: now) }
        while queue.waitingCount > 0 || children.count > 0 {
            while let (ticket, _) = queue.next(at: now) {
                pids.append(try children.start(Self.command("/bin/true"), variables: [], tag: ticket))
            }
            most = max(most, children.count)
            // The oldest that still runs.
            Self.wait(for: pids[pids.count - children.count])
            for ended in children.takeEnded() {
                #expect(ended.failure == nil)
                pids.removeAll { $0 == ended.pid }
                queue.ended(ended.tag, at: now)
            }
        }
        #expect(most == 16 && queue.runningCount == 0 && pids.isEmpty && queue.takeReports() == [])
    }

    /// Returns whether a process of a group is alive. Zombies are not: how soon init takes them is its own affair.
    private static func isAlive(_ group: pid_t) throws -> Bool {
        // PID (NAME) STATE PARENT GROUP …
        try output(of: "cat /proc/[0-9]*/stat 2>/dev/null; true").contains { line in
            let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 2 && fields[2] == "\(group)" && fields[0] != "Z"
        }
    }

    @Test func `all commands end, and what they have started`() throws {
        var children = ChildProcesses<Int>()
        let polite = try children.start(Self.command("sleep", "1000"), variables: [], tag: 0)
        // A shell that waits for another process of its group.
        let parent = try children.start(Self.command("sh", "-c", "sleep 1000; true"), variables: [], tag: 1)
        for group in [polite, parent] { #expect(try Self.isAlive(group)) }
        children.endAll()
        #expect(children.count == 0)
        for group in [polite, parent] { #expect(try !Self.isAlive(group)) }
    }

    @Test func `commands that ignore SIGTERM are killed`() throws {
        // The shell writes after it has set the trap.
        var ends: [CInt] = [0, 0]
        unsafe pipe(&ends)
        let script = "trap '' TERM; echo >/proc/\(getpid())/fd/\(ends[1]); sleep 1000; sleep 1000"
        var children = ChildProcesses<Int>()
        let stubborn = try children.start(Self.command("sh", "-c", script), variables: [], tag: 0)
        var byte: UInt8 = 0
        #expect(unsafe read(ends[0], &byte, 1) == 1)
        for end in ends { close(end) }
        children.endAll()
        #expect(try children.count == 0 && !Self.isAlive(stubborn))
    }
}
