import Text

/// A label and text behind it. On a terminal, further rows begin below the text. Commands in quotes are not broken, so that they can
/// be copied.
package struct Paragraph: Equatable {
    var label: String
    var colour: Colour
    var text: String

    package init(_ label: String, _ text: String, colour: Colour = .plain) {
        self.label = label
        self.colour = colour
        self.text = text
    }

    /// The columns that text needs beside its label. On terminals with fewer columns, further rows begin near the left edge.
    private static let leastWidth = 20

    /// The line, or the rows on a terminal, each with a line feed.
    func rows(on terminal: Terminal) -> [UInt8] {
        let label = terminal.showable(printable(label))
        let line = label + terminal.showable(printable(text))
        guard terminal.isPresent else { return line + [UInt8(ascii: "\n")] }
        let width = columns(of: label)
        let indent = width + Self.leastWidth <= terminal.size.columns ? width : 2
        var rows = wrapped(Self.joiningCommands(line), to: terminal.size.columns, indent: indent)
            .map { $0.map { $0 == Self.joiner ? UInt8(ascii: " ") : $0 } }
        if colour != .plain {
            // Spaces behind the label can be missing, if the first word is in the next row.
            let mark = rows[0].prefix(label.count)
            rows[0] = terminal.painted(Array(mark), colour) + rows[0].dropFirst(mark.count)
        }
        return rows.flatMap { $0 + [UInt8(ascii: "\n")] }
    }
}

extension Paragraph {
    /// Stands for a space in a command, where no row ends. Printable text contains no such byte.
    private static let joiner: UInt8 = 0

    /// Replaces the spaces between single quotes. An apostrophe within a word is no quote.
    private static func joiningCommands(_ line: [UInt8]) -> [UInt8] {
        var (result, isCommand) = (line, false)
        let space = UInt8(ascii: " ")
        for (index, byte) in line.enumerated() {
            if byte == UInt8(ascii: "'") {
                let isAfterSpace = index == 0 || line[index - 1] == space || line[index - 1] == UInt8(ascii: "(")
                isCommand = !isCommand && isAfterSpace
            } else if byte == space, isCommand {
                result[index] = joiner
            }
        }
        // Without an end, it was no quote.
        return isCommand ? line : result
    }
}

extension [Paragraph] {
    package func rows(on terminal: Terminal) -> [UInt8] { flatMap { $0.rows(on: terminal) } }
}
