import Text

/// The regions of a subscription, indexed to find the region at a position.
///
/// The surface is divided into columns and rows of equal size. Each column and row stores a set of bits with the regions that
/// reach into it. A lookup examines only the regions that reach into both the column and the row of the position, however many
/// regions there are.
struct RegionTree: Equatable, Sendable {
    let regions: [TrackedRegion]
    let ids: [RegionID]
    /// The index of the parent of each region; −1 if there is none before it in the list.
    let parents: [Int]
    /// The number of regions around each region, and the largest of these numbers.
    let depths: [Int]
    let largestDepth: Int
    /// Whether a region has a parent. Otherwise a finger belongs to one region alone.
    let isNested: Bool
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

    init(_ regions: [TrackedRegion], ids: [RegionID]) {
        self.regions = regions
        self.ids = ids
        var names = NameIndex()
        var parents: [Int] = []
        for (index, region) in regions.enumerated() {
            parents.append(region.parent.flatMap { names.index(of: $0) } ?? -1)
            names.insert(region.name, at: index)
        }
        self.parents = parents
        var depths: [Int] = []
        for parent in parents { depths.append(parent >= 0 ? min(depths[parent] + 1, TrackedRegion.largestDepth) : 0) }
        self.depths = depths
        largestDepth = depths.reduce(0) { max($0, $1) }
        isNested = parents.contains { $0 >= 0 }
        var all: [Area?] = []
        for index in regions.indices {
            let isReached = depths[index] < TrackedRegion.largestDepth
            all.append(isReached ? Self.area(of: regions[index], at: index, parents[index], all) : nil)
        }
        areas = all.compactMap { $0 }
        // Masks only switch recognizers. But where no region is nested, one without gestures leaves its fingers to those behind it.
        if !isNested { areas.removeAll { !regions[$0.index].mask.includesOwn } }
        areas.sort { (depths[$0.index], $0.index) > (depths[$1.index], $1.index) }
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
    ///   - parent: the index of the parent; −1 if there is none before it in the list.
    ///   - areas: the areas of the regions before this one in the list.
    /// - Returns: nil if no finger reaches the region: its parent is not before it in the list, or is not reached.
    private static func area(of region: TrackedRegion, at index: Int, _ parent: Int, _ areas: [Area?]) -> Area? {
        var area = Area(index: index, columns: region.rectangle.columns, rows: region.rectangle.rows)
        guard region.parent != nil else { return area }
        guard parent >= 0, let around = areas[parent] else { return nil }
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

    // MARK: Chains

    /// Returns the outermost region around a region.
    func root(of region: Int) -> Int {
        var region = region
        while parents[region] >= 0 { region = parents[region] }
        return region
    }

    /// Returns whether the recognizers of a region are switched on by its own mask and by those around it.
    func isSwitchedOn(_ region: Int) -> Bool { regionMasking(region) == nil }

    /// Returns the region whose mask switches off the recognizers of a region: that region itself, or one around it. Nil if none does.
    func regionMasking(_ region: Int) -> Int? {
        guard regions[region].mask.includesOwn else { return region }
        var around = parents[region]
        while around >= 0 {
            guard regions[around].mask.includesChildren else { return around }
            around = parents[around]
        }
        return nil
    }

    /// Returns whether `region` is `other` or around it.
    func isRegion(_ region: Int, around other: Int) -> Bool { Self.isRegion(region, around: other, parents) }

    /// The same with ``parents``, for a closure that would copy the whole tree.
    static func isRegion(_ region: Int, around other: Int, _ parents: [Int]) -> Bool {
        var other = other
        // A parent is before its children in the list.
        while other > region { other = parents[other] }
        return other == region
    }
}
