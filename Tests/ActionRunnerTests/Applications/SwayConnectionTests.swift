import Foundation
import Testing
import Text

@testable import ActionRunner

/// A sway that is a socket; its messages are written by the tests.
@Suite struct SwayConnectionTests {
    private let sway: FakeCompositor
    private let watcher: ApplicationWatcher
    private let socket = "sway-ipc.\(getuid()).77.sock"
    private let getTree = SwayMessages.request(SwayMessages.Kind.tree)

    init() throws {
        sway = try FakeCompositor(socket)
        watcher = try ApplicationWatcher(sway)
        #expect(watcher.readAll() == [])
        sway.accept(socket)
    }

    private func tree(_ application: String?) -> [UInt8] {
        let window = application.map { #"{"focused":true,"app_id":"\#($0)"}"# } ?? ""
        return SwayMessages.request(SwayMessages.Kind.tree, #"{"nodes":[\#(window)]}"#)
    }

    private func event(_ change: String) -> [UInt8] {
        SwayMessages.request(SwayMessages.Kind.windowEvent, #"{"change":"\#(change)"}"#)
    }

    private func write(_ bytes: [UInt8]) { sway.write(bytes, to: socket) }

    private func unavailable(_ problem: String) -> [ApplicationWatcher.Update] {
        [.unavailable("the compositor reports no focused applications: \(sway.path(socket)): \(problem)")]
    }

    @Test func `events and the tree are requested at the start`() {
        let subscribe = SwayMessages.request(SwayMessages.Kind.subscribe, #"["window","workspace"]"#)
        #expect(sway.read(socket) == subscribe + getTree)
    }

    @Test func `the first tree gives the application`() {
        write(SwayMessages.request(SwayMessages.Kind.subscribe, #"{"success":true}"#) + tree("foot"))
        #expect(watcher.isReadable())
        #expect(watcher.readAll() == [.focused("foot")])
        #expect(!watcher.isReadable())
    }

    @Test func `an event requests the tree again, and the same application is not reported again`() {
        write(tree("foot"))
        #expect(watcher.readAll() == [.focused("foot")])
        for (application, updates): (String?, [ApplicationWatcher.Update]) in [
            ("mpv", [.focused("mpv")]), ("mpv", []), (nil, [.focused(nil)]), (nil, []), ("foot", [.focused("foot")]),
        ] {
            _ = sway.read(socket)
            write(event("focus"))
            #expect(watcher.readAll() == [])
            #expect(sway.read(socket) == getTree)
            write(tree(application))
            #expect(watcher.readAll() == updates)
        }
    }

    @Test func `an event that leaves the focus requests nothing`() {
        write(tree("foot"))
        _ = watcher.readAll()
        _ = sway.read(socket)
        write(event("title"))
        #expect(watcher.readAll() == [])
        #expect(sway.read(socket) == [])
    }

    @Test func `many events request one tree at a time`() {
        _ = sway.read(socket)
        for _ in 0..<100 { write(event("focus")) }
        #expect(watcher.readAll() == [])
        #expect(sway.read(socket) == [])
        write(tree("foot"))
        #expect(watcher.readAll() == [.focused("foot")])
        #expect(sway.read(socket) == getTree)
    }

    @Test func `messages can arrive byte by byte`() {
        var updates: [ApplicationWatcher.Update] = []
        for byte in event("focus") + tree("foot") + event("title") {
            write([byte])
            updates += watcher.readAll()
        }
        #expect(updates == [.focused("foot")])
    }

    @Test func `a tree that is larger than one read is put together`() {
        let title = String(repeating: "a", count: 150_000)
        let window = #"{"name":"\#(title)","focused":true,"app_id":"foot"}"#
        write(SwayMessages.request(SwayMessages.Kind.tree, #"{"nodes":[\#(window)]}"#))
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `a sway that does not answer leaves nothing to do`() {
        #expect(!watcher.isReadable())
        #expect(watcher.read() == .unchanged)
        write(Array(tree("foot").dropLast()))
        #expect(watcher.readAll() == [])
        #expect(!watcher.isReadable())
    }

    @Test func `the end of sway within a message is reported once, and the watcher connects again`() throws {
        write(tree("foot"))
        _ = watcher.readAll()
        write(Array(tree("mpv").dropLast()))
        sway.disconnect(socket)
        #expect(watcher.readAll() == unavailable("closed the connection"))
        #expect(!watcher.isReadable())
        // It still listens.
        #expect(watcher.readAll() == [])
        sway.accept(socket)
        write(tree("mpv"))
        #expect(watcher.readAll() == [.focused("mpv")])
    }

    @Test func `the same reason is reported again only after an application had the focus`() {
        sway.disconnect(socket)
        #expect(watcher.readAll() == unavailable("closed the connection"))
        for expected in [[], unavailable("closed the connection")] {
            #expect(watcher.readAll() == [])
            sway.accept(socket)
            if !expected.isEmpty {
                write(tree("foot"))
                #expect(watcher.readAll() == [.focused("foot")])
            }
            sway.disconnect(socket)
            #expect(watcher.readAll() == expected)
        }
    }

    @Test(arguments: [
        ("\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "sent no message of sway's IPC"),
        ("HTTP/1.1 400 Bad Request", "sent no message of sway's IPC"),
        ("i3-ipc\u{0}\u{0}\u{0}\u{0}\u{4}\u{0}\u{0}\u{0}", "sent invalid JSON"),
        ("i3-ipc\u{1}\u{0}\u{0}\u{0}\u{4}\u{0}\u{0}\u{0}{", "sent invalid JSON"),
        ("i3-ipc\u{1}\u{0}\u{10}\u{0}\u{4}\u{0}\u{0}\u{0}", "sent a message of 1048577 bytes, limit 1048576"),
        ("i3-ipc\u{7f}\u{7f}\u{7f}\u{7f}\u{4}\u{0}\u{0}\u{0}", "sent a message of 2139062143 bytes, limit 1048576"),
        ("i3-ipc\u{11}\u{0}\u{0}\u{0}\u{2}\u{0}\u{0}\u{0}{\"success\":false}", "refuses to send events"),
    ])
    func `garbage ends the connection`(text: String, problem: String) {
        write(Array(text.utf8))
        #expect(watcher.readAll() == unavailable(problem))
    }

    @Test func `a message of the largest size is accepted`() {
        var messages = SwayMessages()
        let header = SwayMessages.request(SwayMessages.Kind.tree).prefix(6) + [0, 0, 0x10, 0, 4, 0, 0, 0]
        messages.append(Array(header) + [UInt8](repeating: 0x20, count: (1 << 20) - 1))
        #expect((try? messages.next()) == .some(nil))
        messages.append([0x20])
        #expect((try? messages.next())??.payload.count == 1 << 20)
    }
}
