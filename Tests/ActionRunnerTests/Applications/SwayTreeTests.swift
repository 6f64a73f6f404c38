import Testing
import Text

@testable import ActionRunner

/// Trees as sway 1.7 to 1.10 send them, without the members that are of no interest.
@Suite struct SwayTreeTests {
    private func application(_ workspace: String, scratchpad: String = "") throws -> ByteString? {
        let text = """
            {"type":"root","focused":false,"nodes":[
              {"type":"output","name":"__i3","focused":false,"nodes":[
                {"type":"workspace","name":"__i3_scratch","focused":false,"nodes":[],"floating_nodes":[\(scratchpad)]}]},
              {"type":"output","name":"HEADLESS-1","focused":false,"floating_nodes":[],"nodes":[\(workspace)]}]}
            """
        return SwayTree.focusedApplication(in: try #require(SwayTree.parse(Array(text.utf8))))
    }

    private func workspace(_ nodes: String, floating: String = "", focused: Bool = false) -> String {
        #"{"type":"workspace","focused":\#(focused),"nodes":[\#(nodes)],"floating_nodes":[\#(floating)]}"#
    }

    private func container(_ nodes: String, focused: Bool = false) -> String {
        #"{"type":"con","focused":\#(focused),"nodes":[\#(nodes)]}"#
    }

    private func window(_ application: String, focused: Bool = false) -> String {
        #"{"type":"con","focused":\#(focused),"app_id":"\#(application)","nodes":[],"floating_nodes":[]}"#
    }

    @Test func `the focused window of several gives the application`() throws {
        let windows = [window("foot"), window("org.mozilla.firefox", focused: true), window("mpv")]
        #expect(try application(workspace(windows.joined(separator: ","))) == "org.mozilla.firefox")
    }

    @Test func `a nested window is found`() throws {
        let nested = container(container(container(window("foot", focused: true))))
        #expect(try application(workspace(window("mpv") + "," + nested)) == "foot")
    }

    @Test func `a floating window is found`() throws {
        #expect(try application(workspace(window("foot"), floating: window("mpv", focused: true))) == "mpv")
    }

    @Test func `a window from the scratchpad counts only while it has the focus`() throws {
        let other = workspace(window("foot", focused: true))
        #expect(try application(other, scratchpad: window("mpv")) == "foot")
        #expect(try application(workspace(window("foot"), floating: window("mpv", focused: true))) == "mpv")
    }

    @Test func `a window of X11 gives its class`() throws {
        let window =
            #"{"type":"con","focused":true,"app_id":null,"window_properties":{"class":"XTerm","instance":"xterm"}}"#
        #expect(try application(workspace(window)) == "XTerm")
    }

    @Test func `an empty workspace has no application`() throws {
        #expect(try application(workspace("", focused: true)) == nil)
    }

    @Test func `a focused container has no application`() throws {
        #expect(try application(workspace(container(window("foot"), focused: true))) == nil)
        #expect(try application(workspace(window("foot"), focused: true)) == nil)
    }

    @Test func `a window without an id has no application`() throws {
        #expect(try application(workspace(#"{"type":"con","focused":true,"app_id":null}"#)) == nil)
        #expect(try application(workspace(window("", focused: true))) == nil)
    }

    @Test func `an invalid title changes nothing`() throws {
        let text =
            Array(#"{"nodes":[{"name":""#.utf8) + [0xff, 0xc3] + Array(#"","focused":true,"app_id":"foot"}]}"#.utf8)
        #expect(SwayTree.focusedApplication(in: try #require(SwayTree.parse(text))) == "foot")
    }

    @Test(arguments: [
        #"{"focused":1}"#, #"{"focused":true,"app_id":7}"#, #"{"focused":true,"app_id":{}}"#,
        #"{"focused":true,"window_properties":[]}"#, #"{"nodes":{"nodes":1},"floating_nodes":"x"}"#,
        #"{"nodes":[1,null,"x",[[]],{}]}"#, #"{"focused":true,"app_id":"\u0000"}"#, "{}",
    ])
    func `members of other types are ignored`(text: String) throws {
        #expect(SwayTree.focusedApplication(in: try #require(SwayTree.parse(Array(text.utf8)))) == nil)
    }

    /// Returns a tree whose focused window is in `containers` containers.
    private func tree(containers: Int) -> String {
        String(repeating: #"{"nodes":["#, count: containers) + window("foot", focused: true)
            + String(repeating: "]}", count: containers)
    }

    @Test func `a tree can have 63 containers in one another, and not more`() throws {
        // 126 levels; the window is another one, and its lists are the last one.
        let deepest = try #require(SwayTree.parse(Array(tree(containers: 63).utf8)))
        #expect(SwayTree.focusedApplication(in: deepest) == "foot")
        #expect(SwayTree.parse(Array(tree(containers: 64).utf8)) == nil)
        #expect(SwayTree.parse(Array(tree(containers: 20_000).utf8)) == nil)
    }

    @Test(arguments: ["", "[]", "{", "null", "{}x"])
    func `text that is not an object is no tree`(text: String) { #expect(SwayTree.parse(Array(text.utf8)) == nil) }

    @Test func `changes of titles, marks and urgency leave the focus`() throws {
        for (change, expected) in [
            ("title", false), ("mark", false), ("urgent", false), ("focus", true), ("new", true), ("close", true),
            ("move", true), ("empty", true), ("unknown", true),
        ] {
            let event = try #require(SwayTree.parse(Array(#"{"change":"\#(change)"}"#.utf8)))
            #expect(SwayTree.canMoveFocus(event) == expected, "\(change)")
        }
    }
}
