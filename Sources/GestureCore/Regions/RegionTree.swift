/// The regions of a subscription, indexed to find the region at a position.
///
/// The surface is divided into columns and rows of equal size. Each column and row stores a set of bits with the regions that
/// reach into it. A lookup examines only the regions that reach into both the column and the row of the position, however many
/// regions there are.
struct RegionTree: Equatable, Sendable {
    let regions: [Region]
    let ids: [RegionID]
    /// The areas of the regions that can get a finger: the deepest first, and of equally deep ones the last in the list first.
    /// The first area that contains a position gets the finger.
    private var areas: [Area] = []
    /// For each column and each row, one word for every 64 areas.
    private var columns: [UInt64]
    private var rows: [UInt64]
    private let words: Int

    /// The part of a region that lies within its parents.
    private struct Area: Equatable, Sendable {
        /// The index of the region in the list.
        var index: Int
        /// The number of parents around the region.
        var depth: Int
        var columns: Extent
        var rows: Extent
    }

    private static let cells = 32

    private static func cell(of coordinate: Double) -> Int {
        guard coordinate > 0 else { return 0 }
        return coordinate < 1 ? Int(coordinate * Double(cells)) : cells - 1
    }

    /// The columns or rows into which an extent reaches.
    private static func cells(of extent: Extent) -> ClosedRange<Int> {
        let first = cell(of: extent.start)
        return first...max(first, extent.reachesEnd ? cells - 1 : cell(of: extent.end))
    }

    init(_ regions: [Region], ids: [RegionID]) {
        self.regions = regions
        self.ids = ids
        var names = NameIndex()
        var all: [Area?] = []
        for (index, region) in regions.enumerated() {
            all.append(Self.area(of: region, at: index, among: regions, all, names))
            names.insert(region.name, at: index)
        }
        areas = all.compactMap { $0 }.filter { regions[$0.index].mask.includesOwn }
        areas.sort { ($0.depth, $0.index) > ($1.depth, $1.index) }
        words = (areas.count + UInt64.bitWidth - 1) / UInt64.bitWidth
        columns = [UInt64](repeating: 0, count: Self.cells * words)
        rows = columns
        for (number, area) in areas.enumerated() {
            let (word, bit) = (number / UInt64.bitWidth, UInt64(1) << UInt64(number % UInt64.bitWidth))
            for column in Self.cells(of: area.columns) { columns[column * words + word] |= bit }
            for row in Self.cells(of: area.rows) { rows[row * words + word] |= bit }
        }
    }

    /// - Parameters:
    ///   - areas: the areas of the regions before this one in the list.
    ///   - names: the names of the regions before this one.
    /// - Returns: nil if no finger reaches the region: its parent is not before it in the list, hides its children, or is not
    ///   reached.
    private static func area(
        of region: Region, at index: Int, among regions: [Region], _ areas: [Area?], _ names: NameIndex
    ) -> Area? {
        var area = Area(index: index, depth: 0, columns: region.rectangle.columns, rows: region.rectangle.rows)
        guard let parent = region.parent else { return area }
        guard let index = names.index(of: parent), regions[index].mask.includesChildren, let around = areas[index]
        else { return nil }
        area.depth = around.depth + 1
        area.columns = area.columns.intersection(around.columns)
        area.rows = area.rows.intersection(around.rows)
        return area
    }

    /// Returns the index in the list of the region that gets a finger landing at `position` (0…1), or nil.
    func hitTest(_ position: UnitPoint) -> Int? {
        let (column, row) = (Self.cell(of: position.x) * words, Self.cell(of: position.y) * words)
        for word in 0..<words {
            var candidates = columns[column + word] & rows[row + word]
            while candidates != 0 {
                let area = areas[word * UInt64.bitWidth + candidates.trailingZeroBitCount]
                if area.columns.contains(position.x), area.rows.contains(position.y) { return area.index }
                candidates &= candidates - 1
            }
        }
        return nil
    }
}
