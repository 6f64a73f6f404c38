internal import CLinux
import System
import Text

/// The abilities of the terminal on standard output.
///
/// Text that does not go to a terminal is UTF-8, has no colours, and its lines have any length.
package struct Terminal: Equatable {
    package struct Size: Equatable {
        /// 1 …
        package var columns: Int
        /// 1 …
        package var rows: Int
    }

    /// Whether standard output is a terminal.
    package var isPresent: Bool
    /// The size when the value was made; see ``currentSize``.
    package var size: Size
    /// Whether text is shown as UTF-8.
    package var isUTF8: Bool
    /// True for the console of the kernel, whose font has 256 or 512 characters: those of some languages, and no Braille.
    var isConsole: Bool
    /// Whether the cursor can be moved, to write over lines.
    package var canMoveCursor: Bool
    package var hasColours: Bool

    /// The terminal of this process.
    package static var current: Terminal {
        Terminal(isPresent: Console.isTerminal, size: currentSize, environment: { environmentVariable($0) })
    }

    /// The size of the terminal now: what the kernel says, for lines without a size the variables COLUMNS and LINES, and 80 × 24
    /// otherwise.
    package static var currentSize: Size {
        var (columns, rows): (CInt, CInt) = (0, 0)
        _ = unsafe linux_terminal_size(1, &columns, &rows)
        return size(reported: Size(columns: Int(columns), rows: Int(rows))) { environmentVariable($0) }
    }

    /// - Parameter reported: what the kernel says; 0 if it knows no size.
    static func size(reported: Size, environment: (String) -> String?) -> Size {
        func choose(_ reported: Int, _ variable: String, _ standard: Int) -> Int {
            if reported > 0 { return reported }
            let number = environment(variable).flatMap { parseInteger($0.utf8, upTo: 10_000) }
            return number.map { max(1, Int($0)) } ?? standard
        }
        return Size(columns: choose(reported.columns, "COLUMNS", 80), rows: choose(reported.rows, "LINES", 24))
    }

    /// - Parameter environment: returns the value of a variable; nil if it is not set.
    init(isPresent: Bool, size: Size, environment: (String) -> String?) {
        func value(_ name: String) -> ByteString? {
            environment(name).map { ByteString($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        self.isPresent = isPresent
        self.size = size
        isUTF8 = !isPresent || Self.isUTF8(value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C")
        isConsole = isPresent && value("TERM") == "linux"
        canMoveCursor = isPresent && value("TERM") != "dumb"
        hasColours = canMoveCursor && value("NO_COLOR") == nil
    }

    /// - Parameter locale: e.g. `de_DE.UTF-8` or `C.utf8`
    private static func isUTF8(_ locale: ByteString) -> Bool {
        let encoding = locale.bytes.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix { $0 != UInt8(ascii: "@") }
        let letters = encoding.filter { $0 != UInt8(ascii: "-") }
            .map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        return letters == Array("utf8".utf8)
    }

    /// Whether symbols are shown: arrows, circles and Braille patterns.
    package var hasSymbols: Bool { isUTF8 && !isConsole }

    /// Paints text, unless colours are not wanted.
    func painted(_ text: [UInt8], _ colour: Colour, isDim: Bool = false) -> [UInt8] {
        guard hasColours else { return text }
        return Array("\u{1b}[\(isDim ? "2;" : "")\(colour.code)m".utf8) + text + Array("\u{1b}[0m".utf8)
    }

    /// Replaces the characters that the terminal does not show. Text can become longer.
    package func showable(_ text: [UInt8]) -> [UInt8] {
        if hasSymbols { return text }
        var result: [UInt8] = []
        forEachScalar(of: text) { scalar in
            // Fonts of the console have at least the characters of Latin-1.
            if scalar.value < (isUTF8 ? 0x100 : 0x80) {
                result.append(utf8Of: scalar)
            } else {
                result += Array("\(Self.replacement(for: scalar))".utf8)
            }
        }
        return result
    }

    private static func replacement(for scalar: Unicode.Scalar) -> StaticString {
        switch scalar {
        case "×": "x"
        case "°": " deg"
        case "µ": "u"
        case "·": "."
        case "→": ">"
        case "…": "..."
        default: "?"
        }
    }

    /// Returns text that fits into one row, or into these columns.
    package func truncated(_ text: [UInt8], to columns: Int? = nil) -> [UInt8] {
        Text.truncated(text, to: columns ?? size.columns, mark: hasSymbols ? "…" : ">")
    }
}
