import Foundation
import Testing
import Text

@testable import ActionRunner

/// Which compositor the watcher asks.
@Suite struct ApplicationWatcherTests {
    private let session: FakeCompositor
    private let sway = "sway-ipc.\(getuid()).7.sock"
    private let wayland = "wayland-1"
    private let hyprland = ["hypr/a/.socket.sock", "hypr/a/.socket2.sock"]

    init() throws { session = try FakeCompositor() }

    private var nothingFound: ApplicationWatcher.Update {
        .unavailable(
            "the compositor reports no focused applications: \(session.folder): no running compositor; set "
                + "WAYLAND_DISPLAY if there are several")
    }

    @Test func `the first attempt to connect is due at once`() throws {
        let watcher = try ApplicationWatcher(session)
        #expect(watcher.isReadable(within: 60_000))
        #expect(watcher.readAll() == [nothingFound])
        #expect(!watcher.isReadable())
    }

    @Test func `the next attempt is due after the interval, and the same reason is not reported again`() throws {
        let watcher = try ApplicationWatcher(environment: session.environment, retryInterval: 1000)
        #expect(watcher.read() == nothingFound)
        for _ in 0..<3 {
            #expect(watcher.isReadable(within: 60_000))
            #expect(watcher.read() == .unchanged)
        }
        try session.listen(sway)
        #expect(watcher.isReadable(within: 60_000))
        #expect(watcher.read() == .unchanged)
        #expect(!watcher.isReadable())
        session.accept(sway)
        session.write(
            SwayMessages.request(SwayMessages.Kind.tree, #"{"focused":true,"app_id":"foot"}"#), to: sway)
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `sway comes before Hyprland, and Hyprland before Wayland`() throws {
        for name in [wayland, sway] + hyprland { try session.listen(name) }
        let watcher = try ApplicationWatcher(session)
        for (name, request) in [(sway, "i3-ipc"), (hyprland[0], "j/active"), (wayland, "\u{1}\u{0}\u{0}\u{0}")] {
            _ = watcher.readAll()
            session.accept(name)
            #expect(session.read(name).starts(with: request.utf8), "\(name)")
            session.stop(name)
            if name == hyprland[0] { session.stop(hyprland[1]) }
            #expect(watcher.readAll().count == 1)
        }
    }

    @Test func `a Wayland socket that is set and not served is named`() throws {
        var environment = session.environment
        environment.waylandDisplay = "wayland-9"
        let watcher = try ApplicationWatcher(environment: environment)
        let problem = "\(session.path("wayland-9")): No such file or directory"
        #expect(watcher.read() == .unavailable("the compositor reports no focused applications: \(problem)"))
    }

    @Test func `a socket that is set needs no folder`() throws {
        try session.listen("socket")
        let watcher = try ApplicationWatcher(environment: SessionEnvironment(swaySocket: .init(session.path("socket"))))
        #expect(watcher.readAll() == [])
        session.accept("socket")
        #expect(session.read("socket").starts(with: "i3-ipc".utf8))
    }

    /// What each compositor sends at the start, and where.
    private var streams: [(name: String, bytes: [UInt8])] {
        let tree = #"{"nodes":[{"focused":true,"app_id":"foot"}],"floating_nodes":[]}"#
        var (global, name, states) = (WaylandArguments(), WaylandArguments(), WaylandArguments())
        global.append(7)
        global.append(string: Array("zwlr_foreign_toplevel_manager_v1".utf8))
        global.append(3)
        name.append(string: Array("foot".utf8))
        states.append(array: [2, 0, 0, 0])
        let window: UInt32 = 0xff00_0000
        let toplevel: [UInt8] = [4, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0xff]
        let toplevels =
            WaylandMessages.request(2, 0, global) + toplevel + WaylandMessages.request(window, 1, name)
            + WaylandMessages.request(window, 4, states) + WaylandMessages.request(window, 5)
        return [
            (sway, SwayMessages.request(SwayMessages.Kind.tree, tree)),
            (hyprland[1], Array("workspace>>1\nactivewindow>>foot,title\n".utf8)), (wayland, toplevels),
        ]
    }

    @Test func `a damaged byte in a message does no harm`() throws {
        for (name, bytes) in streams {
            let session = try FakeCompositor(name)
            let isHyprland = name == hyprland[1]
            if isHyprland { try session.listen(hyprland[0]) }
            for index in 0...bytes.count {
                for value: UInt8 in [0, 1, 0x7f, 0xff] {
                    var damaged = bytes
                    if index < bytes.count { damaged[index] = value }
                    let watcher = try ApplicationWatcher(session)
                    _ = watcher.readAll()
                    session.accept(name)
                    if isHyprland { session.accept(hyprland[0]) }
                    session.write(damaged, to: name)
                    let updates = watcher.readAll()
                    #expect(updates.count <= 1)
                    if index == bytes.count { #expect(updates == [.focused("foot")]) }
                    #expect(!watcher.isReadable())
                    session.disconnect(name)
                    if isHyprland { session.disconnect(hyprland[0]) }
                }
            }
        }
    }

    @Test func `a watcher that is released closes its connection`() throws {
        try session.listen(sway)
        var watcher: ApplicationWatcher? = try ApplicationWatcher(session)
        _ = watcher?.readAll()
        session.accept(sway)
        #expect(!session.isLeft(sway))
        watcher = nil
        #expect(session.isLeft(sway))
    }
}
