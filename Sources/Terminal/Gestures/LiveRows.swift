import Text

/// The last rows of a terminal, which are written again and again, and the lines that scroll up above them.
///
/// The cursor stays at the start of the row below, so that a program that ends at any time leaves the terminal in order.
struct LiveRows {
    /// The width of each row on the terminal, in columns.
    private var widths: [Int] = []

    /// Returns what to write to replace the rows.
    ///
    /// A terminal that has become narrower can have broken a row in two or not. Nobody knows, so rows that no longer fit stay
    /// where they are.
    mutating func replace(with lines: [EventLine], below finished: [EventLine], on terminal: Terminal) -> [UInt8] {
        var output: [UInt8] = []
        if !widths.isEmpty, widths.allSatisfy({ $0 <= terminal.size.columns }) {
            // To the start of the first row, and erase everything from there.
            output += Array("\u{1b}[\(widths.count)A\u{1b}[J".utf8)
        }
        for line in finished { output += line.rows(on: terminal) }
        // The row of the cursor is below.
        let shown = lines.suffix(max(0, terminal.size.rows - 1))
        for line in shown { output += line.row(on: terminal) + [UInt8(ascii: "\n")] }
        widths = shown.map { columns(of: terminal.truncated($0.stamp + $0.words)) }
        return output
    }

    /// Leaves the rows where they are, and begins new ones below.
    mutating func detach() { widths = [] }
}
