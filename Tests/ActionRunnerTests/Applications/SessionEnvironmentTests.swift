import Foundation
import Testing
import Text

@testable import ActionRunner

@Suite struct SessionEnvironmentTests {
    private let session: FakeCompositor
    private let folder: ByteString

    init() throws {
        session = try FakeCompositor()
        folder = ByteString(session.folder)
    }

    private func sway(_ process: Int) -> String { "sway-ipc.\(getuid()).\(process).sock" }

    private func path(_ name: String) -> ByteString { ByteString(session.path(name)) }

    private func setTime(_ name: String, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: session.path(name))
    }

    @Test func `nothing is found in an empty folder`() {
        #expect(session.environment.completed() == session.environment)
    }

    @Test func `the folder of the user is found`() throws {
        try FileManager.default.createDirectory(atPath: session.path("\(getuid())"), withIntermediateDirectories: true)
        let found = SessionEnvironment().completed(runtimeFolders: session.folder)
        #expect(found == SessionEnvironment(runtimeFolder: path("\(getuid())")))
        #expect(SessionEnvironment().completed(runtimeFolders: session.path("x")) == SessionEnvironment())
    }

    @Test func `the sockets of a session are found`() throws {
        for name in [sway(7), "wayland-1", "wayland-1.lock", "hypr/abc/.socket2.sock", "pulse"] {
            try session.listen(name)
        }
        let found = session.environment.completed()
        #expect(
            found
                == SessionEnvironment(
                    runtimeFolder: folder, waylandDisplay: "wayland-1", swaySocket: path(sway(7)),
                    hyprlandInstance: "abc"))
        let additions = found.differences(from: session.environment)
        #expect(additions.map(\.name) == ["WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE"])
        #expect(additions.map(\.value) == ["wayland-1", path(sway(7)), "abc"])
        #expect(found.differences(from: found).isEmpty)
    }

    @Test func `variables that are set stay`() throws {
        for name in [sway(7), sway(8), "wayland-1", "hypr/abc/.socket2.sock"] { try session.listen(name) }
        let given = SessionEnvironment(
            runtimeFolder: folder, waylandDisplay: "wayland-0", swaySocket: path(sway(7)), hyprlandInstance: "x")
        try setTime(sway(7), 1000)
        #expect(given.completed() == given)
    }

    @Test func `a sway socket that is set and not served is replaced if another one is served`() throws {
        var given = session.environment
        given.swaySocket = path(sway(6))
        #expect(given.completed().swaySocket == path(sway(6)))
        try session.listen(sway(7))
        #expect(given.completed().swaySocket == path(sway(7)))
    }

    @Test func `the newest sway socket that is served is taken`() throws {
        for (process, time) in [(5, 1000.0), (6, 3000), (7, 2000), (8, 4000)] {
            try session.listen(sway(process))
            try setTime(sway(process), time)
        }
        session.stop(sway(8))
        #expect(session.environment.completed().swaySocket == path(sway(6)))
    }

    @Test func `sway sockets of other users and other names are not taken`() throws {
        for name in ["sway-ipc.\(getuid() + 1).7.sock", "sway-ipc.\(getuid()).7", "xsway-ipc.\(getuid()).7.sock"] {
            try session.listen(name)
        }
        #expect(session.environment.completed().swaySocket == nil)
    }

    @Test func `of several displays or instances none is taken, unless only one is served`() throws {
        for name in ["wayland-0", "wayland-1", "hypr/a/.socket2.sock", "hypr/b/.socket2.sock"] {
            try session.listen(name)
        }
        #expect(session.environment.completed() == session.environment)
        session.stop("wayland-0")
        session.stop("hypr/b/.socket2.sock")
        let found = session.environment.completed()
        #expect(found.waylandDisplay == "wayland-1")
        #expect(found.hyprlandInstance == "a")
    }

    @Test(arguments: ["wayland-", "wayland-x", "wayland-1x", "wayland1", "xwayland-1", "wayland--1"])
    func `a socket with another name is no display`(name: String) throws {
        try session.listen(name)
        #expect(session.environment.completed().waylandDisplay == nil)
    }

    @Test func `a socket whose queue is full counts as served`() throws {
        try session.listen("wayland-1", backlog: 0)
        for _ in 0..<3 { #expect(session.environment.completed().waylandDisplay == "wayland-1") }
    }

    @Test func `a display can be a path`() {
        #expect(SessionEnvironment(waylandDisplay: "/run/other").waylandSocket == "/run/other")
        #expect(SessionEnvironment(runtimeFolder: "/run/user/7", waylandDisplay: "a").waylandSocket == "/run/user/7/a")
        #expect(SessionEnvironment(waylandDisplay: "a").waylandSocket == nil)
        #expect(SessionEnvironment(runtimeFolder: "/run/user/7").waylandSocket == nil)
    }
}
