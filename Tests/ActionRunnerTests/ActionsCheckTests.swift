import Foundation
import Testing

@testable import ActionRunner

@Suite struct ProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "programs-\(UUID())").path

    /// Makes a file in a folder that has to be removed.
    private func makeFile(_ name: String, mode: Int) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/\(name)"
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: mode]))
        return path
    }

    @Test(arguments: ["sh", "env", "/bin/sh", "./here", "bin/there", "a\u{fffd}/b"])
    func `a program that can be started, or depends on the folder, has no obstacle`(_ program: String) {
        #expect(programObstacle(Array(program.utf8)) == nil)
    }

    @Test func `a name that is not UTF-8 is left alone`() { #expect(programObstacle([0xff]) == nil) }

    @Test(arguments: ["no-such-program", "cd"])
    func `a program that is not on the PATH is reported`(_ program: String) {
        #expect(programObstacle(Array(program.utf8))?.hasPrefix("'\(program)' is not on the PATH: ") == true)
    }

    @Test func `a path is of a file that this user can execute`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(programObstacle(Array("\(folder)/none".utf8))?.contains(" does not exist: ") == true)
        #expect(programObstacle(Array(try makeFile("run", mode: 0o755).utf8)) == nil)
        #expect(programObstacle(Array(try makeFile("read", mode: 0o644).utf8))?.contains("not executable") == true)
        #expect(programObstacle(Array(folder.utf8))?.contains("is no program") == true)
    }
}

@Suite struct FocusObstacleTests {
    private let compositor: FakeCompositor
    private let socket = "wayland-1"

    init() throws { compositor = try FakeCompositor() }

    /// Connects to a Wayland compositor that sends these events.
    private func obstacle(_ events: [UInt8]) throws -> String? {
        try compositor.listen(socket)
        let watcher = try ApplicationWatcher(compositor)
        _ = watcher.readAll()
        compositor.accept(socket)
        compositor.write(events, to: socket)
        return watcher.obstacle(session: "wayland")
    }

    /// The global `zwlr_foreign_toplevel_manager_v1`.
    private static var manager: [UInt8] {
        var arguments = WaylandArguments()
        arguments.append(7)
        arguments.append(string: Array("zwlr_foreign_toplevel_manager_v1".utf8))
        arguments.append(1)
        return WaylandMessages.request(2, 0, arguments)
    }

    /// The end of the globals.
    private static var done: [UInt8] {
        var arguments = WaylandArguments()
        arguments.append(0)
        return WaylandMessages.request(3, 0, arguments)
    }

    @Test func `a compositor that lists no windows is an obstacle`() throws {
        let found = try obstacle(Self.done)
        #expect(found?.hasSuffix("/wayland-1: the compositor lacks zwlr_foreign_toplevel_manager_v1") == true)
    }

    @Test func `a compositor that lists its windows or is silent is no obstacle`() throws {
        #expect(try obstacle(Self.manager + Self.done) == nil)
        #expect(try FocusObstacleTests().obstacle([]) == nil)
    }

    @Test(arguments: [("x11", true), ("wayland", false), ("tty", false), (nil, false)] as [(String?, Bool)])
    func `no compositor at all is an obstacle under X11 alone`(_ session: String?, _ isObstacle: Bool) throws {
        #expect((try ApplicationWatcher(compositor).obstacle(session: session) != nil) == isObstacle)
    }
}
