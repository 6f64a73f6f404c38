import Testing

@testable import Terminal

@Suite struct TerminalTests {
    private func terminal(_ variables: [String: String], isPresent: Bool = true) -> Terminal {
        Terminal(isPresent: isPresent, size: .init(columns: 80, rows: 24), environment: { variables[$0] })
    }

    @Test(
        arguments: [
            ([:], false), (["LANG": "C"], false), (["LANG": "POSIX"], false), (["LANG": "de_DE.UTF-8"], true),
            (["LANG": "C.utf8"], true), (["LANG": "de_DE.UTF-8@euro"], true), (["LANG": "de_DE.ISO-8859-1"], false),
            (["LANG": "C.UTF-8", "LC_CTYPE": "C"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
            (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LC_CTYPE": "C", "LC_ALL": "C.UTF-8"], true),
            (["LANG": "C.UTF-8", "LC_ALL": "", "LC_CTYPE": ""], true),
        ] as [([String: String], Bool)])
    func `the locale says what is shown`(variables: [String: String], isUTF8: Bool) {
        #expect(terminal(variables).isUTF8 == isUTF8)
        #expect(terminal(variables).hasSymbols == isUTF8)
        #expect(terminal(variables, isPresent: false).hasSymbols)
    }

    @Test func `the console has letters and no symbols`() {
        let console = terminal(["LANG": "C.UTF-8", "TERM": "linux"])
        #expect(console.isUTF8 && !console.hasSymbols && console.hasColours)
        #expect(shown("Größe 触 90° → ×", on: console) == "Größe ? 90° > ×")
        #expect(shown("Größe 触 90° → ×", on: terminal([:])) == "Gr??e ? 90 deg > x")
        #expect(shown("Größe 触 90° → ×", on: terminal([:], isPresent: false)) == "Größe 触 90° → ×")
    }

    private func shown(_ text: String, on terminal: Terminal) -> String {
        String(decoding: terminal.showable(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
            (["TERM": "xterm"], true),
        ] as [([String: String], Bool)])
    func `colours are for terminals that have them`(variables: [String: String], hasColours: Bool) {
        #expect(terminal(variables).hasColours == hasColours)
        #expect(!terminal(variables, isPresent: false).hasColours)
        #expect(terminal(variables).canMoveCursor == (variables["TERM"] != "dumb"))
    }

    @Test(
        arguments: [
            (132, 50, [:], 132, 50), (132, 50, ["COLUMNS": "60", "LINES": "20"], 132, 50), (0, 0, [:], 80, 24),
            (0, 0, ["COLUMNS": "60", "LINES": "20"], 60, 20), (0, 0, ["COLUMNS": "0", "LINES": "wide"], 1, 24),
        ] as [(Int, Int, [String: String], Int, Int)])
    func `a terminal without a size has that of the variables`(
        columns: Int, rows: Int, variables: [String: String], expectedColumns: Int, expectedRows: Int
    ) {
        #expect(
            Terminal.size(reported: .init(columns: columns, rows: rows), environment: { variables[$0] })
                == .init(columns: expectedColumns, rows: expectedRows))
    }
}
