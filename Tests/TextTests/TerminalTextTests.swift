import Testing
import Text

@Suite struct TerminalTextTests {
    @Test(
        arguments: [
            ([0xff], "\u{fffd}"), ([0x9b, 0x41], "\u{fffd}A"), ([0xc2], "\u{fffd}"),
            ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
            ([0xc0, 0x80], "\u{fffd}\u{fffd}"), ([0x41, 0xe2, 0x80], "A\u{fffd}"),
        ] as [([UInt8], String)])
    func `invalid UTF-8 becomes replacement characters`(bytes: [UInt8], text: String) {
        #expect(printable(bytes) == Array(text.utf8))
    }

    @Test func `terminal control characters become question marks`() {
        #expect(printable("a\u{1b}[2J\n\u{9b}\u{202e}\u{2066}é\"\\".utf8) == Array("a?[2J????é\"\\".utf8))
    }
}
