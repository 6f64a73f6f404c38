import Testing
import Text

@testable import Terminal
@testable import TouchViewer

/// What a terminal shows after it has received escape sequences, as far as ``ScreenUpdate`` uses them.
private struct EmulatedTerminal {
    private(set) var cells: [Cell]
    private let columns: Int
    private var position = 0
    private var style = CellStyle.plain

    init(columns: Int, rows: Int) {
        self.columns = columns
        // Text of another program.
        cells = [Cell](repeating: Cell(scalar: "?", style: .bold), count: columns * rows)
    }

    mutating func receive(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1b}" else {
                cells[position] = Cell(scalar: scalar, style: style)
                if scalar.terminalColumns == 2 { cells[position + 1] = Cell(scalar: Cell.covered, style: style) }
                position += scalar.terminalColumns
                continue
            }
            #expect(rest.popFirst() == "[")
            var text = ""
            while let digit = rest.first, "0123456789;".unicodeScalars.contains(digit) {
                text.unicodeScalars.append(digit)
                rest.removeFirst()
            }
            control(rest.popFirst(), text.split(separator: ";").map { Int($0) ?? 0 })
        }
    }

    private mutating func control(_ function: Unicode.Scalar?, _ numbers: [Int]) {
        switch function {
        case "H": position = (numbers[0] - 1) * columns + numbers[1] - 1
        case "C": position += numbers.first ?? 1
        case "J": cells = [Cell](repeating: Cell(scalar: " ", style: style), count: cells.count)
        case "m": for number in numbers.isEmpty ? [0] : numbers { select(number) }
        default: Issue.record("an unknown escape sequence")
        }
    }

    private mutating func select(_ number: Int) {
        switch number {
        case 0: style = .plain
        case 1: style.isBold = true
        case 2: style.isFaint = true
        case 7: style.isReversed = true
        default: style.colour = Colour.allCases.first { $0.code == number } ?? .plain
        }
    }
}

@Suite struct ScreenUpdateTests {
    private func grid(_ rows: String..., style: CellStyle = .plain) -> CellGrid {
        var grid = CellGrid(columns: 10, rows: rows.count)
        for (row, text) in rows.enumerated() { grid.write(text.utf8, column: 0, row: row, style) }
        return grid
    }

    private func text(from old: CellGrid?, to new: CellGrid, hasColours: Bool = true) -> String {
        String(decoding: ScreenUpdate(from: old, to: new, hasColours: hasColours).bytes, as: UTF8.self)
    }

    @Test func `nothing is written if nothing has changed`() {
        #expect(text(from: grid("tap", "drag"), to: grid("tap", "drag")) == "")
    }

    @Test func `only changed cells are written`() {
        #expect(text(from: grid("tap", "drag"), to: grid("tap", "draw")) == "\u{1b}[2;4Hw")
        #expect(text(from: grid("abcdef"), to: grid("aXcdYf")) == "\u{1b}[1;2HX\u{1b}[2CY")
        #expect(text(from: grid("abcdef"), to: grid("aXcYef")) == "\u{1b}[1;2HX\u{1b}[CY")
        #expect(text(from: grid("abcdef"), to: grid("aXYdef")) == "\u{1b}[1;2HXY")
    }

    @Test func `a terminal whose contents are unknown is cleared first`() {
        #expect(text(from: nil, to: grid("a")) == "\u{1b}[m\u{1b}[2J\u{1b}[1;1Ha")
    }

    @Test func `a grid of another size is written as a whole`() {
        #expect(text(from: CellGrid(columns: 3, rows: 1), to: grid("a")) == "\u{1b}[m\u{1b}[2J\u{1b}[1;1Ha")
    }

    @Test func `styles change only where they differ, and end with the update`() {
        let red = grid("ab", style: CellStyle(colour: .red, isBold: true))
        #expect(text(from: grid(""), to: red) == "\u{1b}[1;1H\u{1b}[1;31mab\u{1b}[m")
    }

    @Test func `without colours, styles stay`() {
        let red = grid("ab", style: CellStyle(colour: .red, isBold: true))
        #expect(text(from: grid(""), to: red, hasColours: false) == "\u{1b}[1;1H\u{1b}[1mab\u{1b}[m")
    }

    @Test func `the cursor is placed again after the last column`() {
        let old = CellGrid(columns: 2, rows: 2)
        var new = old
        new.write("ab".utf8, column: 0, row: 0)
        new.write("c".utf8, column: 0, row: 1)
        #expect(text(from: old, to: new) == "\u{1b}[1;1Hab\u{1b}[2;1Hc")
    }

    @Test func `a wide character covers two columns`() {
        var grid = CellGrid(columns: 4, rows: 1)
        #expect(grid.write("触x".utf8, column: 0, row: 0) == 3)
        #expect(grid.cells.map { $0.scalar } == ["触", Cell.covered, "x", " "])
        #expect(text(from: CellGrid(columns: 4, rows: 1), to: grid) == "\u{1b}[1;1H触x")
    }

    @Test func `a wide character that does not fit is left out with what follows`() {
        var grid = CellGrid(columns: 4, rows: 1)
        #expect(grid.write("abc触d".utf8, column: 0, row: 0) == 4)
        #expect(grid.cells.map { $0.scalar } == ["a", "b", "c", " "])
    }

    @Test func `text and cells outside the grid are left out`() {
        var grid = CellGrid(columns: 3, rows: 1)
        grid.write("abcdef".utf8, column: 1, row: 0, limit: 1)
        grid.write("x".utf8, column: 0, row: 5)
        grid.set(3, 0, "y", .plain)
        grid.set(0, -1, "y", .plain)
        #expect(grid.cells.map { $0.scalar } == [" ", "a", " "])
    }

    @Test func `a terminal that receives every update shows every grid`() {
        var random = SystemRandomNumberGenerator()
        var terminal = EmulatedTerminal(columns: 12, rows: 5)
        var shown: CellGrid?
        for _ in 0..<300 {
            var grid = shown ?? CellGrid(columns: 12, rows: 5)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let style = CellStyle(
                    colour: Colour.allCases.randomElement(using: &random) ?? .plain,
                    isBold: Bool.random(using: &random),
                    isFaint: Bool.random(using: &random), isReversed: Bool.random(using: &random))
                let text = ["⣿", "a", " ", "long text"].randomElement(using: &random) ?? ""
                grid.write(
                    text.utf8, column: Int.random(in: 0..<12, using: &random),
                    row: Int.random(in: 0..<5, using: &random), style)
            }
            terminal.receive(ScreenUpdate(from: shown, to: grid, hasColours: true).bytes)
            #expect(terminal.cells == grid.cells)
            shown = grid
        }
    }
}
