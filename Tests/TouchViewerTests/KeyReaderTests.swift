import Testing

@testable import TouchViewer

@Suite struct KeyReaderTests {
    @Test(arguments: [
        ("q", "q"), ("1e", "1e"), ("\u{1b}[15~", ""), ("\u{1b}[1;5Aq", "q"), ("\u{1b}OPe", "e"), ("\u{1b}q2", "2"),
        ("\u{1b}\u{1b}[Ae", "e"), ("\u{1b}[", ""),
    ])
    func `escape sequences are no keys`(bytes: String, keys: String) {
        var reader = KeyReader()
        #expect(String(decoding: bytes.utf8.filter { reader.isKey($0) }, as: UTF8.self) == keys)
    }
}
