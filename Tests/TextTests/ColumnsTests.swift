import Testing
import Text

@Suite struct ColumnsTests {
    @Test(
        arguments: [
            ("Phone", 5), ("Größe", 5), ("触摸屏", 6), ("e\u{301}", 1), ("→⊙", 2), ("한 ", 3), ("ｱ", 1), ("🙂", 2), ("", 0),
        ] as [(String, Int)])
    func `wide characters take two columns and combining ones none`(text: String, width: Int) {
        #expect(columns(of: text.utf8) == width)
    }

    @Test(
        arguments: [
            ("Phone", 5, "Phone"), ("Phone", 4, "Pho…"), ("Phone", 1, "…"), ("Phone", 0, ""), ("触摸屏", 6, "触摸屏"),
            ("触摸屏", 5, "触摸…"), ("触摸屏", 4, "触…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ] as [(String, Int, String)])
    func `text that does not fit ends in a mark`(text: String, limit: Int, kept: String) {
        #expect(String(decoding: truncated(Array(text.utf8), to: limit), as: UTF8.self) == kept)
    }

    @Test(
        arguments: [
            ("ab cd ef", 8, ["ab cd ef"]), ("ab cd ef", 7, ["ab cd", "  ef"]), ("ab cd ef", 5, ["ab cd", "  ef"]),
            ("ab cd ef", 4, ["ab", "  cd", "  ef"]), ("  key   a b", 11, ["  key   a b"]),
            ("  key   a b", 10, ["  key   a", "  b"]),
            ("/a/long/path b", 4, ["/a/long/path", "  b"]), ("触 摸", 5, ["触 摸"]), ("触 摸", 4, ["触", "  摸"]),
            ("", 4, [""]),
        ] as [(String, Int, [String])])
    func `lines break at spaces`(line: String, limit: Int, parts: [String]) {
        #expect(wrapped(Array(line.utf8), to: limit, indent: 2).map { String(decoding: $0, as: UTF8.self) } == parts)
    }

    @Test func `lines break at wide gaps alone if asked to`() {
        let line = Array("  1.5 s  tap at  5 % 5 %".utf8)
        let parts = wrapped(line, to: 16, indent: 9, gap: 2).map { String(decoding: $0, as: UTF8.self) }
        #expect(parts == ["  1.5 s  tap at", "         5 % 5 %"])
    }
}
