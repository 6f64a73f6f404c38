import Terminal
import Text

/// The appearance of a cell.
struct CellStyle: Equatable {
    var colour = Colour.plain
    var isBold = false
    var isFaint = false
    var isReversed = false

    static let plain = CellStyle()
    static let faint = CellStyle(isFaint: true)
    static let bold = CellStyle(isBold: true)
    static let reversed = CellStyle(isReversed: true)
}

/// One column of one row of the terminal.
struct Cell: Equatable {
    /// ``Cell/covered`` for the second column of a wide character.
    var scalar: Unicode.Scalar
    var style: CellStyle

    static let blank = Cell(scalar: " ", style: .plain)
    static let covered: Unicode.Scalar = "\0"
}

/// A rectangle of cells, from the top left corner of the screen.
struct CellBox: Equatable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int
}

/// The contents of the screen.
struct CellGrid: Equatable {
    let columns: Int
    let rows: Int
    private(set) var cells: [Cell]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = [Cell](repeating: .blank, count: columns * rows)
    }

    /// Sets a cell; outside the grid, does nothing.
    mutating func set(_ column: Int, _ row: Int, _ scalar: Unicode.Scalar, _ style: CellStyle) {
        guard 0..<columns ~= column, 0..<rows ~= row else { return }
        cells[row * columns + column] = Cell(scalar: scalar, style: style)
    }

    /// Writes text without terminal control characters.
    ///
    /// - Parameter limit: the number of columns that the text can take; what does not fit is left out.
    /// - Returns: the column after the text.
    @discardableResult
    mutating func write(
        _ text: some Sequence<UInt8>, column: Int, row: Int, limit: Int = .max, _ style: CellStyle = .plain
    ) -> Int {
        let end = min(columns, limit == .max ? columns : column + limit)
        var position = column
        forEachScalar(of: text) { scalar in
            let width = scalar.terminalColumns
            guard width > 0, position + width <= end else {
                // Nothing follows a character that was left out.
                if width > 0 { position = max(position, end) }
                return
            }
            set(position, row, scalar, style)
            if width == 2 { set(position + 1, row, Cell.covered, style) }
            position += width
        }
        return position
    }
}

/// The bytes that change a terminal from one grid to another.
struct ScreenUpdate {
    private(set) var bytes: [UInt8] = []
    private let hasColours: Bool
    private var style = CellStyle.plain
    /// The position of the cursor; nil if it is not known.
    private var cursor: (column: Int, row: Int)?

    /// - Parameter old: what the terminal shows; nil if that is not known.
    init(from old: CellGrid?, to new: CellGrid, hasColours: Bool) {
        self.hasColours = hasColours
        let isSameSize = old.map { $0.columns == new.columns && $0.rows == new.rows } ?? false
        guard let old, isSameSize else {
            append("\u{1b}[m\u{1b}[2J")
            write(new) { new.cells[$0] != .blank }
            return
        }
        write(new) { new.cells[$0] != old.cells[$0] }
    }

    private mutating func write(_ grid: CellGrid, _ isChanged: (Int) -> Bool) {
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let index = row * grid.columns + column
                guard isChanged(index), grid.cells[index].scalar != Cell.covered else { continue }
                move(to: column, row)
                select(grid.cells[index].style)
                bytes.append(utf8Of: grid.cells[index].scalar)
                let isWide = column + 1 < grid.columns && grid.cells[index + 1].scalar == Cell.covered
                cursor = (column + (isWide ? 2 : 1), row)
                // In the last column the terminal waits for the next character before it moves on.
                if column + 1 == grid.columns { cursor = nil }
            }
        }
        // Errors of the system that other programs write are then not in colour.
        select(.plain)
    }

    private mutating func move(to column: Int, _ row: Int) {
        if let cursor, cursor.row == row {
            if cursor.column == column { return }
            append("\u{1b}[")
            if column - cursor.column > 1 { append(column - cursor.column) }
            append("C")
            return
        }
        append("\u{1b}[")
        append(row + 1)
        append(";")
        append(column + 1)
        append("H")
    }

    private mutating func select(_ wanted: CellStyle) {
        var wanted = wanted
        if !hasColours { wanted.colour = .plain }
        guard wanted != style else { return }
        let needsReset =
            style.isBold && !wanted.isBold || style.isFaint && !wanted.isFaint
            || style.isReversed && !wanted.isReversed
        if needsReset { style = .plain }
        guard wanted != .plain else {
            append("\u{1b}[m")
            style = .plain
            return
        }
        append("\u{1b}[")
        var separator: StaticString = needsReset ? "0;" : ""
        if wanted.isBold, !style.isBold {
            append(separator)
            append("1")
            separator = ";"
        }
        if wanted.isFaint, !style.isFaint {
            append(separator)
            append("2")
            separator = ";"
        }
        if wanted.isReversed, !style.isReversed {
            append(separator)
            append("7")
            separator = ";"
        }
        if wanted.colour != style.colour {
            append(separator)
            append(wanted.colour.code)
        }
        append("m")
        style = wanted
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
    }

    /// Appends a number of at least 0.
    private mutating func append(_ number: Int) {
        if number >= 10 { append(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
