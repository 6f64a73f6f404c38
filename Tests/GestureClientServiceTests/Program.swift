import Foundation

/// A program that is built beside the tests.
enum Program: String {
    case gestured, gesturectl

    /// A child process.
    struct Process {
        let id: pid_t

        func send(_ signal: Int32) { Foundation.kill(id, signal) }

        /// Waits until the process has ended.
        func wait() {
            while waitpid(id, nil, 0) < 0, errno == EINTR {}
        }
    }

    private var path: String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: rawValue).path
    }

    /// - Parameter output: the file for standard output.
    func start(_ arguments: [String], output: String = "/dev/null") throws -> Process {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // A service that outlives another test must not keep the pipes of that open.
        for fd in 3..<Int32(1024) { posix_spawn_file_actions_addclose(&actions, fd) }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let error = posix_spawn(&id, path, &actions, nil, &words, environ)
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
        return Process(id: id)
    }

    /// Runs the program to its end.
    ///
    /// - Returns: its output.
    func output(_ arguments: String...) async throws -> String {
        let folder = try Folder.temporary()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "output").path
        let process = try start(arguments, output: file)
        await withCheckedContinuation { ended in
            DispatchQueue.global().async {
                process.wait()
                ended.resume()
            }
        }
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
