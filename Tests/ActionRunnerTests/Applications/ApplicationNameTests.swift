import GestureActions
import Testing
import Text

@testable import ActionRunner

@Suite struct ApplicationNameTests {
    @Test(arguments: [
        ("firefox", "firefox"), ("Firefox", "firefox"), ("firefox", "FIREFOX"), ("firefox", "org.mozilla.firefox"),
        ("org.mozilla.firefox", "org.mozilla.Firefox"), ("a[1]{", "A[1]{"), ("äpp", "äPP"),
    ])
    func `a name matches the whole id or its last part, in any case`(name: String, application: String) {
        #expect(ApplicationName.matches(ByteString(name), application: ByteString(application)))
    }

    @Test(arguments: [
        ("firefox", "firefox-esr"), ("firefox", "org.firefox.mozilla"), ("mozilla.firefox", "org.mozilla.firefox"),
        ("fox", "firefox"), ("firefox", ""), ("", "firefox"), ("firefox", "firefox."), ("@", "`"), ("[", "{"),
        ("Ä", "ä"),
    ])
    func `a name matches no other id`(name: String, application: String) {
        #expect(!ApplicationName.matches(ByteString(name), application: ByteString(application)))
    }

    @Test func `a reported name has 1 to 256 bytes and no control characters`() {
        #expect(reportedName("firefox".utf8) == "firefox")
        #expect(reportedName(String(repeating: "a", count: 256).utf8) != nil)
        for text in ["", String(repeating: "a", count: 257), "a\u{0}b", "a\nb", "\u{1b}[2J", "\u{7f}"] {
            #expect(reportedName(text.utf8) == nil)
        }
    }
}
