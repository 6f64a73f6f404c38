import Text

/// A picture of dots, of which each cell of the terminal shows several. Each cell has one style.
struct DotCanvas: Equatable {
    /// The dots of a cell. With cells twice as high as wide, dots are squares.
    enum Resolution: Equatable {
        /// 2 × 4 dots: Braille patterns.
        case braille
        /// 1 × 2 dots: half blocks, which the font of the Linux console has.
        case halfBlocks

        var dotsAcross: Int { self == .braille ? 2 : 1 }
        var dotsDown: Int { self == .braille ? 4 : 2 }
    }

    /// The parts of the picture, from back to front. In a cell, the front one has the style.
    enum Layer: UInt8, Comparable {
        case nothing, background, fadingTrail, trail, ring, pulse, finger

        static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
    }

    private struct DotCell: Equatable {
        var dots: UInt8 = 0
        var layer = Layer.nothing
        var style = CellStyle.plain
    }

    let resolution: Resolution
    let columns: Int
    let rows: Int
    /// In dots.
    let width: Int
    let height: Int
    private var cells: [DotCell]

    init(_ resolution: Resolution, columns: Int, rows: Int) {
        self.resolution = resolution
        self.columns = columns
        self.rows = rows
        width = columns * resolution.dotsAcross
        height = rows * resolution.dotsDown
        cells = [DotCell](repeating: DotCell(), count: columns * rows)
    }

    // MARK: Drawing

    /// Draws a dot; outside the picture, does nothing.
    mutating func dot(_ x: Int, _ y: Int, _ style: CellStyle, _ layer: Layer) {
        guard 0..<width ~= x, 0..<height ~= y else { return }
        let (across, down) = (resolution.dotsAcross, resolution.dotsDown)
        let index = y / down * columns + x / across
        cells[index].dots |= Self.bit(x % across, y % down)
        if layer >= cells[index].layer {
            cells[index].layer = layer
            cells[index].style = style
        }
    }

    /// Draws a line between two dots of the picture.
    ///
    /// - Parameter isThin: draws every second dot only.
    mutating func line(
        from start: (x: Int, y: Int), to end: (x: Int, y: Int), isThin: Bool = false, _ style: CellStyle, _ layer: Layer
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let steps = max(abs(dx), abs(dy))
        for step in 0...steps {
            let x = start.x + (steps == 0 ? 0 : Self.divide(dx * step, steps))
            let y = start.y + (steps == 0 ? 0 : Self.divide(dy * step, steps))
            // By position, so that dots do not move while more are added.
            if !isThin || (x + y) & 1 == 0 { dot(x, y, style, layer) }
        }
    }

    /// Draws every `pitch`th dot of the outline of a rectangle.
    mutating func rectangle(
        _ left: Int, _ top: Int, _ right: Int, _ bottom: Int, pitch: Int, _ style: CellStyle, _ layer: Layer
    ) {
        guard left <= right, top <= bottom else { return }
        for x in stride(from: left, through: right, by: pitch) {
            dot(x, top, style, layer)
            dot(x, bottom, style, layer)
        }
        for y in stride(from: top, through: bottom, by: pitch) {
            dot(left, y, style, layer)
            dot(right, y, style, layer)
        }
    }

    mutating func ring(at centre: (x: Int, y: Int), radius: Double, _ style: CellStyle, _ layer: Layer) {
        let (inner, outer) = (max(radius - 0.5, 0), radius + 0.5)
        disc(at: centre, radius: outer) { x, y, canvas in
            if Double(x * x + y * y) >= inner * inner { canvas.dot(centre.x + x, centre.y + y, style, layer) }
        }
    }

    /// Draws a disc.
    ///
    /// - Parameter brightness: the share of the dots that is drawn, 0 … 1.
    mutating func disc(
        at centre: (x: Int, y: Int), radius: Double, brightness: Double = 1, _ style: CellStyle, _ layer: Layer
    ) {
        let level = Int(brightness * 16 + 0.5)
        disc(at: centre, radius: radius) { x, y, canvas in
            if Self.threshold(x, y) < level { canvas.dot(centre.x + x, centre.y + y, style, layer) }
        }
    }

    private mutating func disc(at centre: (x: Int, y: Int), radius: Double, _ body: (Int, Int, inout DotCanvas) -> Void)
    {
        let reach = Int(radius)
        for y in -reach...reach {
            for x in -reach...reach where Double(x * x + y * y) <= radius * radius { body(x, y, &self) }
        }
    }

    /// The number of a dot in the order in which a 4 × 4 square fills up evenly (Bayer's matrix): 0 … 15.
    private static func threshold(_ x: Int, _ y: Int) -> Int {
        let (low, high) = ((x ^ y) & 1, (x ^ y) >> 1 & 1)
        return low << 3 | (y & 1) << 2 | high << 1 | y >> 1 & 1
    }

    /// Divides and rounds to the nearest whole number.
    private static func divide(_ number: Int, _ divisor: Int) -> Int {
        (number < 0 ? number - divisor / 2 : number + divisor / 2) / divisor
    }

    /// The bit of a dot in a cell: as in Unicode's Braille patterns; in half blocks 1 is the upper and 2 the lower one.
    private static func bit(_ x: Int, _ y: Int) -> UInt8 {
        y == 3 ? 0x40 << UInt8(x) : 1 << UInt8(3 * x + y)
    }

    // MARK: Cells

    /// Copies the cells that have dots into a grid.
    func draw(into grid: inout CellGrid, column: Int, row: Int) {
        for y in 0..<rows {
            for x in 0..<columns {
                let cell = cells[y * columns + x]
                if cell.dots != 0 { grid.set(column + x, row + y, scalar(of: cell.dots), cell.style) }
            }
        }
    }

    private func scalar(of dots: UInt8) -> Unicode.Scalar {
        switch resolution {
        case .braille: Unicode.Scalar(0x2800 + UInt32(dots)) ?? " "
        case .halfBlocks: dots == 1 ? "▀" : dots == 2 ? "▄" : "█"
        }
    }
}
