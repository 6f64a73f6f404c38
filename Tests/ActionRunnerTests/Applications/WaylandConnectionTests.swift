import Testing
import Text

@testable import ActionRunner

/// A Wayland compositor that is a socket; its messages are written by the tests.
@Suite struct WaylandConnectionTests {
    private let compositor: FakeCompositor
    private let watcher: ApplicationWatcher
    private let socket = "wayland-1"
    private let first: UInt32 = 0xff00_0000

    /// Events of a window's object.
    private typealias Event = ToplevelList.Event

    init() throws {
        compositor = try FakeCompositor(socket)
        watcher = try ApplicationWatcher(compositor)
        #expect(watcher.readAll() == [])
        compositor.accept(socket)
    }

    private func message(_ object: UInt32, _ number: UInt16, _ words: UInt32...) -> [UInt8] {
        var arguments = WaylandArguments()
        for word in words { arguments.append(word) }
        return WaylandMessages.request(object, number, arguments)
    }

    private func global(_ name: UInt32, _ interface: String, version: UInt32) -> [UInt8] {
        var arguments = WaylandArguments()
        arguments.append(name)
        arguments.append(string: Array(interface.utf8))
        arguments.append(version)
        return WaylandMessages.request(2, 0, arguments)
    }

    private var registry: [UInt8] {
        global(1, "wl_shm", version: 1) + global(7, "zwlr_foreign_toplevel_manager_v1", version: 3)
            + global(8, "wl_seat", version: 8) + message(3, 0, 123) + message(1, 1, 3)
    }

    /// The bytes of the request that binds global 7 as object 4.
    private var bind: [UInt8] {
        var arguments = WaylandArguments()
        arguments.append(7)
        arguments.append(string: Array("zwlr_foreign_toplevel_manager_v1".utf8))
        arguments.append(1)
        arguments.append(4)
        return WaylandMessages.request(2, 0, arguments)
    }

    private func appears(_ window: UInt32, _ application: String, active: Bool) -> [UInt8] {
        message(4, 0, window) + named(window, application) + state(window, active ? [2] : [])
    }

    private func named(_ window: UInt32, _ application: String) -> [UInt8] {
        var arguments = WaylandArguments()
        arguments.append(string: Array(application.utf8))
        return WaylandMessages.request(window, Event.applicationID.rawValue, arguments)
    }

    private func state(_ window: UInt32, _ states: [UInt32]) -> [UInt8] {
        var (arguments, values) = (WaylandArguments(), WaylandArguments())
        for state in states { values.append(state) }
        arguments.append(array: values.bytes)
        return WaylandMessages.request(window, Event.state.rawValue, arguments)
            + message(window, Event.done.rawValue)
    }

    private func write(_ bytes: [UInt8]) { compositor.write(bytes, to: socket) }

    private func unavailable(_ problem: String) -> [ApplicationWatcher.Update] {
        [.unavailable("the compositor reports no focused applications: \(compositor.path(socket)): \(problem)")]
    }

    @Test func `messages have the format of the protocol`() {
        #expect(
            compositor.read(socket) == [1, 0, 0, 0, 1, 0, 12, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 12, 0, 3, 0, 0, 0])
        write(registry)
        _ = watcher.readAll()
        let expected: [UInt8] =
            [2, 0, 0, 0, 0, 0, 60, 0, 7, 0, 0, 0, 33, 0, 0, 0] + "zwlr_foreign_toplevel_manager_v1".utf8
            + [0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0]
        #expect(compositor.read(socket) == expected)
        #expect(bind == expected)
    }

    @Test func `the activated window gives the application`() {
        write(
            registry + appears(first, "foot", active: false) + appears(first + 1, "org.mozilla.firefox", active: true))
        #expect(watcher.isReadable())
        #expect(watcher.readAll() == [.focused("org.mozilla.firefox")])
        #expect(!watcher.isReadable())
    }

    @Test func `the focus moves from window to window in either order of events`() {
        write(registry + appears(first, "foot", active: true) + appears(first + 1, "mpv", active: false))
        #expect(watcher.readAll() == [.focused("foot")])
        write(state(first, []) + state(first + 1, [0, 2]))
        #expect(watcher.readAll() == [.focused("mpv")])
        write(state(first, [2, 3]) + state(first + 1, [0]))
        #expect(watcher.readAll() == [.focused("foot")])
        write(state(first, [0, 1, 3]))
        #expect(watcher.readAll() == [.focused(nil)])
    }

    @Test func `changes apply from the event done`() {
        write(registry + appears(first, "foot", active: true))
        #expect(watcher.readAll() == [.focused("foot")])
        write(named(first, "mpv"))
        #expect(watcher.readAll() == [])
        write(message(first, Event.done.rawValue))
        #expect(watcher.readAll() == [.focused("mpv")])
    }

    @Test func `a closed window is destroyed, and its number can be used again`() {
        write(registry + appears(first, "foot", active: true))
        _ = watcher.readAll()
        _ = compositor.read(socket)
        write(message(first, Event.closed.rawValue))
        #expect(watcher.readAll() == [.focused(nil)])
        #expect(compositor.read(socket) == message(first, 7))
        write(message(first, Event.closed.rawValue))
        #expect(watcher.readAll() == [])
        #expect(compositor.read(socket) == [])
        write(appears(first, "mpv", active: true))
        #expect(watcher.readAll() == [.focused("mpv")])
    }

    @Test func `a compositor without the protocol is reported, and used once it offers it`() {
        write(global(1, "wl_shm", version: 1) + message(3, 0, 123))
        #expect(watcher.readAll() == unavailable("the compositor lacks zwlr_foreign_toplevel_manager_v1"))
        write(global(2, "wl_seat", version: 8))
        #expect(watcher.readAll() == [])
        write(global(7, "zwlr_foreign_toplevel_manager_v1", version: 3) + appears(first, "foot", active: true))
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `messages can arrive byte by byte`() {
        var updates: [ApplicationWatcher.Update] = []
        for byte in registry + appears(first, "foot", active: true) + state(first, []) {
            write([byte])
            updates += watcher.readAll()
        }
        #expect(updates == [.focused("foot"), .focused(nil)])
    }

    @Test func `unknown objects, events and globals are ignored`() {
        write(
            registry + registry + message(99, 0, 1, 2, 3) + message(4, 9) + message(2, 1, 1) + message(0, 0)
                + appears(first, "foot", active: true) + message(first, 7, 0) + message(first, 999))
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `a compositor that does not answer leaves nothing to do`() {
        write(Array(registry.dropLast()))
        #expect(watcher.readAll() == [])
        #expect(!watcher.isReadable())
    }

    @Test func `a compositor that reads nothing is left before the buffer blocks`() {
        write(registry)
        _ = watcher.readAll()
        var updates: [ApplicationWatcher.Update] = []
        // Each closed window takes a request.
        for _ in 0..<10_000 where updates.isEmpty {
            write(message(4, 0, first) + message(first, Event.closed.rawValue))
            updates = watcher.readAll()
        }
        #expect(updates == unavailable("does not read requests"))
    }

    @Test func `the end of the compositor within a message is reported`() {
        write(registry + appears(first, "foot", active: true))
        #expect(watcher.readAll() == [.focused("foot")])
        write(Array(state(first, []).dropLast(9)))
        compositor.disconnect(socket)
        #expect(watcher.readAll() == unavailable("closed the connection"))
        #expect(!watcher.isReadable())
    }

    @Test func `an error of the compositor is reported`() {
        var arguments = WaylandArguments()
        arguments.append(2)
        arguments.append(0)
        arguments.append(string: Array("invalid version".utf8))
        write(WaylandMessages.request(1, 0, arguments))
        #expect(watcher.readAll() == unavailable("reported an error: invalid version"))
    }

    @Test func `a list that has finished is reported`() {
        write(registry + message(4, 1))
        #expect(watcher.readAll() == unavailable("stopped listing windows"))
    }

    @Test(
        arguments: [
            // Sizes: below that of the header, not whole words.
            [3, 0, 0, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 7, 0], [3, 0, 0, 0, 0, 0, 9, 0],
            // Arguments that are missing, and strings that end behind the message or without a null byte.
            [4, 0, 0, 0, 0, 0, 8, 0], [2, 0, 0, 0, 0, 0, 8, 0], [2, 0, 0, 0, 0, 0, 12, 0, 1, 0, 0, 0],
            [2, 0, 0, 0, 0, 0, 16, 0, 1, 0, 0, 0, 255, 255, 255, 255],
            [2, 0, 0, 0, 0, 0, 16, 0, 1, 0, 0, 0, 1, 0, 0, 0],
            [2, 0, 0, 0, 0, 0, 20, 0, 1, 0, 0, 0, 4, 0, 0, 0, 65, 65, 65, 65],
            [2, 0, 0, 0, 0, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0],
            // Objects with a number that a client chooses.
            [4, 0, 0, 0, 0, 0, 12, 0, 5, 0, 0, 0], [4, 0, 0, 0, 0, 0, 12, 0, 255, 255, 255, 254],
        ] as [[UInt8]])
    func `garbage ends the connection`(bytes: [UInt8]) {
        write(bytes)
        #expect(watcher.readAll() == unavailable("sent an invalid Wayland message"))
    }

    @Test func `an object whose number is in use ends the connection`() {
        write(registry + message(4, 0, first) + message(4, 0, first))
        #expect(watcher.readAll() == unavailable("sent an invalid Wayland message"))
    }

    @Test func `events of a window without their arguments end the connection`() {
        for event in [Event.applicationID, .state] {
            var list = ToplevelList()
            #expect(throws: Never.self) { try list.add(first) }
            #expect(throws: ToplevelList.Problem.invalidEvent) {
                _ = try list.handle(event.rawValue, WaylandArguments(), of: first)
            }
        }
    }

    @Test func `1024 windows are listed, and not more`() {
        write(registry + (first..<first + 1024).flatMap { message(4, 0, $0) })
        #expect(watcher.readAll() == [])
        write(message(4, 0, first + 1024))
        #expect(watcher.readAll() == unavailable("lists more than 1024 windows"))
    }
}
