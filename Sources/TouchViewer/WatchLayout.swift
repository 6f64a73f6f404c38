import GestureCore

/// Where the parts of the live view are on the terminal: a line about the device, the panel and a list, and a line about the keys.
struct WatchLayout: Equatable {
    /// The inside of the frame around the panel; nil if only the list is shown.
    let panel: CellBox?
    let list: CellBox

    /// A terminal with fewer columns or rows shows only the list.
    static let fewestColumns = 60
    static let fewestRows = 16
    /// The least room for the list beside the panel and below it. Lines are broken beside it rather than below it.
    private static let listColumns = 34
    private static let listRows = 4
    /// The room for an explanation beside the panel and below it.
    private static let explanationColumns = 72
    private static let explanationRows = 10

    /// - Parameters:
    ///   - panel: the size of the panel in pt, both above 0; nil to show only the list.
    ///   - isExplained: whether the list has explanations.
    init(columns: Int, rows: Int, panel: Vector?, isExplained: Bool = false) {
        let body = CellBox(column: 0, row: 1, columns: columns, rows: max(rows - 2, 0))
        guard let panel, columns >= Self.fewestColumns, rows >= Self.fewestRows else {
            (self.panel, list) = (nil, body)
            return
        }
        // Not more than half of the terminal.
        let listRows = isExplained ? max(min(Self.explanationRows, rows / 2 - 2), Self.listRows) : Self.listRows
        let listColumns = isExplained ? min(Self.explanationColumns, columns / 2) : Self.listColumns
        let beside = Self.fit(panel, columns: columns - 3 - listColumns, rows: body.rows - 2)
        let above = Self.fit(panel, columns: columns - 2, rows: body.rows - 2 - listRows)
        let isBeside = beside.columns * beside.rows >= above.columns * above.rows
        let size = isBeside ? beside : above
        self.panel = CellBox(column: 1, row: body.row + 1, columns: size.columns, rows: size.rows)
        list =
            isBeside
            ? CellBox(column: size.columns + 3, row: body.row, columns: columns - size.columns - 3, rows: body.rows)
            : CellBox(column: 0, row: body.row + size.rows + 2, columns: columns, rows: body.rows - size.rows - 2)
    }

    /// The largest box with the sides of the panel, with cells twice as high as wide.
    private static func fit(_ panel: Vector, columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        // The sides of a faulty device could differ by any factor.
        let ratio = min(max(2 * panel.x / panel.y, 0.01), 100)
        let (most, tallest) = (Double(max(columns, 1)), Double(max(rows, 1)))
        let height = min(tallest, most / ratio)
        let width = min(most, height * ratio)
        return (max(1, Int(width + 0.5)), max(1, Int(height + 0.5)))
    }
}
