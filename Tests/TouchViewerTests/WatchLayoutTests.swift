import GestureCore
import Testing

@testable import Terminal
@testable import TouchViewer

@Suite struct WatchLayoutTests {
    private let screen = Vector(x: 1600, y: 1000)

    @Test func `a panel keeps the ratio of its sides`() throws {
        for columns in stride(from: 60, through: 300, by: 7) {
            for rows in stride(from: 16, through: 90, by: 5) {
                for size in [screen, Vector(x: 1000, y: 1600), Vector(x: 500, y: 500)] {
                    let layout = WatchLayout(columns: columns, rows: rows, panel: size)
                    let panel = try #require(layout.panel)
                    // A side of cells twice as high as wide is exact to half a cell.
                    let width = Double(2 * panel.rows) * size.x / size.y
                    let isWide = abs(Double(panel.columns) - width) <= 0.5
                    let height = Double(panel.columns) * size.y / size.x / 2
                    #expect(isWide || abs(Double(panel.rows) - height) <= 0.5, "\(columns) × \(rows): \(panel)")
                }
            }
        }
    }

    @Test func `the parts do not overlap and fit on the terminal`() throws {
        for columns in 60...220 {
            for rows in 16...70 {
                let layout = WatchLayout(columns: columns, rows: rows, panel: screen)
                let panel = try #require(layout.panel)
                let list = layout.list
                #expect(panel.column >= 1 && panel.row >= 2)
                #expect(panel.column + panel.columns + 1 <= columns && panel.row + panel.rows + 1 <= rows - 1)
                #expect(list.column + list.columns == columns && list.row + list.rows == rows - 1)
                #expect(list.rows >= 4 && list.columns >= 34)
                #expect(
                    list.column > panel.column + panel.columns || list.row > panel.row + panel.rows,
                    "the list overlaps the panel: \(layout)")
            }
        }
    }

    @Test(arguments: [(60, 16, true), (59, 16, false), (60, 15, false), (200, 15, false), (59, 100, false)])
    func `a small terminal shows only the list`(columns: Int, rows: Int, hasPanel: Bool) {
        let layout = WatchLayout(columns: columns, rows: rows, panel: screen)
        #expect((layout.panel != nil) == hasPanel)
        if !hasPanel { #expect(layout.list == CellBox(column: 0, row: 1, columns: columns, rows: rows - 2)) }
    }

    @Test func `without a device the list has all rows`() {
        #expect(
            WatchLayout(columns: 80, rows: 24, panel: nil).list == CellBox(column: 0, row: 1, columns: 80, rows: 22))
    }

    @Test(arguments: [(1, 1), (1, 2), (2, 1), (60, 1)])
    func `the smallest terminals have no room for a list`(columns: Int, rows: Int) {
        #expect(WatchLayout(columns: columns, rows: rows, panel: screen).list.rows == 0)
    }

    @Test(arguments: [Vector(x: 1, y: 1e9), Vector(x: 1e9, y: 1)])
    func `a faulty device has a panel of at least one cell`(size: Vector) throws {
        let panel = try #require(WatchLayout(columns: 80, rows: 24, panel: size).panel)
        #expect(panel.columns >= 1 && panel.rows >= 1)
    }
}
