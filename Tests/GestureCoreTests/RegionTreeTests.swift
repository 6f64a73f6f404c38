import TestSupport
import Testing
import Text

@testable import GestureCore

/// Finds the owner by the rule itself: checks every region and its parents.
private func ownerByScan(_ place: UnitPoint, _ regions: [TrackedRegion]) -> Int? {
    let isNested = regions.indices.contains { index in
        regions[..<index].contains { $0.name == regions[index].parent }
    }
    var depths: [Int?] = []
    var owner: Int?
    for (index, region) in regions.enumerated() {
        var depth: Int? = region.rectangle.contains(place) ? 0 : nil
        if let parent = region.parent {
            let known = regions[..<index].lastIndex { $0.name == parent }
            depth = depth.flatMap { _ in known.flatMap { depths[$0] } }.map { $0 + 1 }
            if depth == TrackedRegion.largestDepth { depth = nil }
        }
        depths.append(depth)
        guard let depth, isNested || region.mask.includesOwn, depth >= owner.flatMap({ depths[$0] }) ?? 0 else {
            continue
        }
        owner = index
    }
    return owner
}

@Suite struct RegionTreeTests {
    @Test(arguments: randomRuns(40))
    func `finds the same region as a linear search`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // On a coarse grid, so that many regions share sides, and beyond it.
        func side() -> Double { Double(Int.random(in: 0...12, using: &random)) / 12 }
        var regions: [TrackedRegion] = []
        for index in 0..<Int.random(in: 1...150, using: &random) {
            let (x, y) = (side(), side())
            let rectangle = Rectangle(
                x: x, y: y, width: max(side() * (1 - x), 0.01), height: max(side() * (1 - y), 0.01))
            let hasParent = index > 0 && Bool.random(using: &random)
            regions.append(
                TrackedRegion(
                    "region \(index)", rectangle,
                    parent: hasParent ? "region \(Int.random(in: 0...index, using: &random))" : nil,
                    mask: GestureMask.allCases.randomElement(using: &random)!))
        }
        let tree = RegionTree(regions, ids: regions.indices.map { RegionID(UInt64($0)) })
        var owned = 0
        for _ in 0..<400 {
            let isOnGrid = Bool.random(using: &random)
            let place = UnitPoint(
                x: isOnGrid ? side() : Double.random(in: -0.1...1.1, using: &random),
                y: isOnGrid ? side() : Double.random(in: -0.1...1.1, using: &random))
            let owner = ownerByScan(place, regions)
            #expect(tree.hitTest(place) == owner, "\(place)")
            if owner != nil { owned += 1 }
        }
        #expect(owned > 0 || !tree.isNested && regions.allSatisfy { !$0.mask.includesOwn })
    }

    @Test func `points that are not finite or far outside have no region, and do not trap`() {
        let tree = RegionTree([TrackedRegion("all", Rectangle(x: 0, y: 0, width: 1, height: 1))], ids: [RegionID(1)])
        for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(tree.hitTest(UnitPoint(x: number, y: -1)) == nil)
        }
        #expect(tree.hitTest(UnitPoint(x: 1, y: 1)) == 0)
        #expect(tree.hitTest(UnitPoint(x: 0, y: 0)) == 0)
    }

    @Test func `finds the last region of a name among names with the same prefix`() {
        var names = NameIndex()
        for (index, name) in ["b", "", "ab", "a", "abc", "é", "e\u{301}"].map({ ByteString($0) }).enumerated() {
            let isNew = names.insert(name, at: index)
            #expect(isNew)
        }
        let isNew = names.insert("ab", at: 9)
        #expect(!isNew)
        #expect(["a", "ab", "abc", "b", ""].map { names.index(of: ByteString($0)) } == [3, 9, 4, 0, 1])
        // Names that look alike can differ in bytes.
        #expect(names.index(of: "é") == 5 && names.index(of: "e\u{301}") == 6)
        #expect(names.index(of: "abcd") == nil && names.index(of: "c") == nil)
    }
}
