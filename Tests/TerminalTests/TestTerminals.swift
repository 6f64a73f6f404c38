@testable import Terminal

extension Terminal {
    /// A terminal with colours and symbols.
    static var test: Terminal {
        Terminal(isPresent: true, size: .init(columns: 80, rows: 24), environment: { ["LANG": "C.UTF-8"][$0] })
    }

    /// Standard output that is no terminal.
    static var pipe: Terminal {
        Terminal(isPresent: false, size: .init(columns: 80, rows: 24), environment: { _ in nil })
    }
}
