import Testing

@testable import Terminal
@testable import TouchViewer

@Suite struct DotCanvasTests {
    /// The canvas as rows of text.
    private func picture(_ canvas: DotCanvas) -> [String] {
        var grid = CellGrid(columns: canvas.columns, rows: canvas.rows)
        canvas.draw(into: &grid, column: 0, row: 0)
        return (0..<canvas.rows).map { row in
            var text = ""
            for column in 0..<canvas.columns {
                text.unicodeScalars.append(grid.cells[row * canvas.columns + column].scalar)
            }
            return text
        }
    }

    private func canvas(
        _ resolution: DotCanvas.Resolution = .braille, columns: Int = 4, rows: Int = 2,
        _ draw: (inout DotCanvas) -> Void
    ) -> DotCanvas {
        var canvas = DotCanvas(resolution, columns: columns, rows: rows)
        draw(&canvas)
        return canvas
    }

    @Test(arguments: [
        (0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (0, 3, "⡀"), (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"), (1, 3, "⢀"),
    ])
    func `each dot of a cell has its Braille pattern`(x: Int, y: Int, pattern: String) {
        #expect(picture(canvas(columns: 1, rows: 1) { $0.dot(x, y, .plain, .trail) }) == [pattern])
    }

    @Test(arguments: [([0], "▀"), ([1], "▄"), ([0, 1], "█")])
    func `a half block has two dots`(rows: [Int], block: String) {
        let canvas = canvas(.halfBlocks, columns: 1, rows: 1) { canvas in
            for y in rows { canvas.dot(0, y, .plain, .trail) }
        }
        #expect(picture(canvas) == [block])
    }

    @Test func `dots outside the canvas are left out`() {
        let canvas = canvas { canvas in
            for (x, y) in [(-1, 0), (0, -1), (8, 0), (0, 8)] { canvas.dot(x, y, .plain, .trail) }
        }
        #expect(canvas == DotCanvas(.braille, columns: 4, rows: 2))
    }

    @Test func `a line connects its ends`() {
        #expect(picture(canvas { $0.line(from: (0, 0), to: (7, 7), .plain, .trail) }) == ["⠑⢄  ", "  ⠑⢄"])
        #expect(picture(canvas { $0.line(from: (7, 7), to: (0, 0), .plain, .trail) }) == ["⠑⢄  ", "  ⠑⢄"])
        #expect(picture(canvas { $0.line(from: (3, 2), to: (3, 2), .plain, .trail) }) == [" ⠠  ", "    "])
    }

    @Test func `a thin line has every second dot`() {
        #expect(
            picture(canvas { $0.line(from: (0, 0), to: (7, 0), isThin: true, .plain, .trail) }) == ["⠁⠁⠁⠁", "    "])
    }

    @Test func `a rectangle has its outline`() {
        #expect(picture(canvas { $0.rectangle(0, 0, 7, 7, pitch: 1, .plain, .background) }) == ["⡏⠉⠉⢹", "⣇⣀⣀⣸"])
    }

    @Test func `a ring is empty inside, and a disc is full`() {
        #expect(picture(canvas { $0.ring(at: (3, 3), radius: 3, .plain, .ring) }) == ["⡔⠉⠑⡄", "⠑⠤⠔⠁"])
        #expect(picture(canvas { $0.disc(at: (3, 3), radius: 3.5, .plain, .pulse) }) == ["⣴⣿⣷⡄", "⠙⠿⠟⠁"])
        #expect(picture(canvas { $0.ring(at: (3, 3), radius: 0, .plain, .ring) }) == [" ⢀  ", "    "])
    }

    @Test(arguments: [(0.0, 0), (0.03, 0), (0.04, 1), (0.5, 8), (1, 16)])
    func `the brightness of a disc is its share of dots`(brightness: Double, dots: Int) {
        // A disc that covers all 16 dots of two cells, by their patterns.
        let canvas = canvas(columns: 2, rows: 1) { canvas in
            canvas.disc(at: (0, 0), radius: 9, brightness: brightness, .plain, .pulse)
        }
        var count = 0
        for scalar in picture(canvas)[0].unicodeScalars where scalar != " " {
            count += (Int(scalar.value) & 0xff).nonzeroBitCount
        }
        #expect(count == dots)
    }

    @Test func `the front layer has the style of a cell, in any order`() {
        for order in [[0, 1], [1, 0]] {
            let canvas = canvas(columns: 1, rows: 1) { canvas in
                for index in order {
                    if index == 0 { canvas.dot(0, 0, .faint, .background) }
                    if index == 1 { canvas.dot(1, 1, .bold, .trail) }
                }
            }
            var grid = CellGrid(columns: 1, rows: 1)
            canvas.draw(into: &grid, column: 0, row: 0)
            #expect(grid.cells == [Cell(scalar: "⠑", style: .bold)])
        }
    }
}
