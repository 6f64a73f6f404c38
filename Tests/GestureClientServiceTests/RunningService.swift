import Foundation
import GestureClient
import Synchronization

/// A gestured of its own for a test, built beside the tests. Its files are in a folder of its own.
final class RunningService {
    private let folder: URL
    private let arguments: [String]
    private var process: Program.Process?

    /// The path of the socket.
    var socket: String { folder.appending(path: "socket").path }

    /// - Parameters:
    ///   - recording: is played from the first subscription on.
    ///   - isRunning: if false, the service is not started yet. Otherwise it answers already.
    init(
        playing recording: Recording? = nil, loops: Bool = false, configuration: String = "", isRunning: Bool = true
    ) async throws {
        folder = try Folder.temporary()
        let file = folder.appending(path: "gestured.conf")
        try configuration.write(to: file, atomically: false, encoding: .utf8)
        var arguments = ["--config", file.path, "--socket", folder.appending(path: "socket").path]
        if let recording { arguments += ["--recording", try recording.file(in: folder)] }
        if loops { arguments.append("--loop") }
        self.arguments = arguments
        guard isRunning else { return }
        try start()
        try await waitUntilReady()
    }

    deinit {
        resume()
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the service. It accepts connections a moment later.
    func start() throws {
        process = try Program.gestured.start(arguments)
    }

    /// Waits until the service answers.
    private func waitUntilReady() async throws {
        let client = GestureClient(socket: socket)
        while true {
            do {
                _ = try await client.status()
                return
            } catch GestureClientError.cannotConnect {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    /// Kills the service with SIGKILL.
    func kill() {
        process?.send(SIGKILL)
        process?.wait()
        process = nil
    }

    /// Stops the process until ``resume()``.
    func suspend() throws {
        guard let process else { return }
        process.send(SIGSTOP)
        while try !String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8).contains(") T") {
            sched_yield()
        }
    }

    func resume() { process?.send(SIGCONT) }
}

enum Folder {
    static func temporary() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gestured-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
    }
}
