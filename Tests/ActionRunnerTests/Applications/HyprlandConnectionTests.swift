import Testing
import Text

@testable import ActionRunner

/// A Hyprland that is two sockets; its messages are written by the tests.
@Suite struct HyprlandConnectionTests {
    private let hyprland: FakeCompositor
    private let watcher: ApplicationWatcher
    private let requests = "hypr/abc_1_2/.socket.sock"
    private let events = "hypr/abc_1_2/.socket2.sock"

    init() throws {
        hyprland = try FakeCompositor(requests, events)
        watcher = try ApplicationWatcher(hyprland)
        #expect(watcher.readAll() == [])
        hyprland.accept(requests)
        hyprland.accept(events)
    }

    private func reply(_ text: String) {
        hyprland.write(text, to: requests)
        hyprland.disconnect(requests)
    }

    @Test func `the state is requested at the start`() {
        #expect(hyprland.read(requests) == Array("j/activewindow".utf8))
        reply(#"{"address":"0x55","class":"kitty","title":"~"}"#)
        #expect(watcher.readAll() == [.focused("kitty")])
        #expect(!watcher.isReadable())
    }

    @Test(arguments: ["", "{}", "Invalid", #"{"class":7}"#, #"{"class":""}"#, "{"])
    func `a reply without a class means no application`(text: String) {
        reply(text)
        #expect(watcher.readAll() == [])
        hyprland.write("activewindow>>kitty,~\n", to: events)
        #expect(watcher.readAll() == [.focused("kitty")])
    }

    @Test func `events change the application`() {
        reply("{}")
        hyprland.write("workspace>>2\nactivewindow>>org.mozilla.firefox,A page, with commas>>\n", to: events)
        #expect(watcher.readAll() == [.focused("org.mozilla.firefox")])
        hyprland.write("activewindowv2>>55\nwindowtitle>>55\nnonsense\n\n>>\nactivewindow\n", to: events)
        #expect(watcher.readAll() == [])
        hyprland.write("activewindow>>,\nactivewindowv2>>\n", to: events)
        #expect(watcher.readAll() == [.focused(nil)])
        hyprland.write("activewindow>>foot\n", to: events)
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `lines and replies can arrive byte by byte`() {
        var updates: [ApplicationWatcher.Update] = []
        for byte in Array(#"{"class":"kitty"}"#.utf8) {
            hyprland.write([byte], to: requests)
            updates += watcher.readAll()
        }
        hyprland.disconnect(requests)
        updates += watcher.readAll()
        for byte in Array("activewindow>>foot,~\nactivewindow>>mpv".utf8) {
            hyprland.write([byte], to: events)
            updates += watcher.readAll()
        }
        #expect(updates == [.focused("kitty"), .focused("foot")])
    }

    @Test func `an event is newer than the reply to the request`() {
        hyprland.write("activewindow>>foot,~\n", to: events)
        reply(#"{"class":"kitty"}"#)
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `after an event no reply is awaited`() {
        hyprland.write("activewindow>>foot,~\n", to: events)
        #expect(watcher.readAll() == [.focused("foot")])
        #expect(hyprland.isLeft(requests))
    }

    @Test func `a Hyprland that does not reply still reports events`() {
        #expect(!watcher.isReadable())
        #expect(watcher.read() == .unchanged)
        hyprland.write("activewindow>>foot,~\n", to: events)
        #expect(watcher.readAll() == [.focused("foot")])
    }

    @Test func `a line that is too long ends the connection`() {
        reply("{}")
        hyprland.write(String(repeating: "a", count: 65_536), to: events)
        #expect(watcher.readAll() == [])
        hyprland.write("a", to: events)
        let problem = "\(hyprland.path(events)): sent a line of more than 65536 bytes"
        #expect(watcher.readAll() == [.unavailable("the compositor reports no focused applications: \(problem)")])
    }

    @Test func `a reply that is too long ends the connection`() {
        hyprland.write(String(repeating: "a", count: 65_537), to: requests)
        let problem = "\(hyprland.path(requests)): replied with more than 65536 bytes"
        #expect(watcher.readAll() == [.unavailable("the compositor reports no focused applications: \(problem)")])
    }

    @Test func `the end of Hyprland is reported, and the watcher connects again`() {
        reply(#"{"class":"kitty"}"#)
        #expect(watcher.readAll() == [.focused("kitty")])
        hyprland.write("activewindow>>fo", to: events)
        hyprland.disconnect(events)
        let problem = "\(hyprland.path(events)): closed the connection"
        #expect(watcher.readAll() == [.unavailable("the compositor reports no focused applications: \(problem)")])
        #expect(!watcher.isReadable())
        #expect(watcher.readAll() == [])
        hyprland.accept(requests)
        reply(#"{"class":"kitty"}"#)
        #expect(watcher.readAll() == [.focused("kitty")])
    }
}
