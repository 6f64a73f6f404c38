import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct PlotLimitsTests {
    private static func limits(_ gestures: String, regions: String = "") throws -> PlotLimits {
        PlotLimits(try GestureOptions(asking: gestures, regions: regions), on: .touchscreen)
    }

    @Test(arguments: [(Surface.Kind.touchscreen, 30.0), (.touchpad, 9)])
    func `the slop is that of the kind of device`(kind: Surface.Kind, slop: Points) {
        var options = GestureOptions()
        (options.thresholds.slop, options.thresholds.touchpadSlop) = (30, 9)
        #expect(PlotLimits(options, on: kind).slop == slop)
    }

    @Test(arguments: [
        ("tap, drag at 10", "", nil),
        ("swipe", "", 50), ("edgeSwipe", "", 50),
        ("swipe at 30", "", 30), ("swipe at 80", "", 80), ("edgeSwipe at 80, swipe at 70, swipe at 90", "", 70),
        ("swipe, swipe at 49", "", 49), ("swipe, swipe at 50", "", 50), ("swipe, swipe at 51", "", 50),
        ("press then swipe at 20", "", 20), ("swipe at 70 or edgeSwipe", "", 50),
        ("tap", "a 0,0 9x9: swipe at 40\nb 9,0 9x9: edgeSwipe at 70", 40), ("swipe at 30", "a 0,0 9x9: swipe", 50),
        ("swipe at 30", "a 0,0 9x9: swipe\nb 9,0 9x9", 30),
    ])
    func `the shortest swipe distance counts`(gestures: String, regions: String, distance: Points?) throws {
        #expect(try Self.limits(gestures, regions: regions).swipeDistance(fingers: 1) == distance)
    }

    @Test func `a distance of the selection counts if it is shorter`() {
        func distance(_ requested: Points) -> Points? {
            var pattern = GesturePattern(.swipe)
            pattern.minimumDistance = requested
            var selection = GestureSelection()
            selection.insert(pattern)
            return PlotLimits(GestureOptions(selection: selection), on: .touchscreen).swipeDistance(fingers: 1)
        }
        #expect([49, 50, 51].map { distance($0) } == [49, 50, 50])
    }

    @Test(arguments: [
        (Surface.Kind.touchpad, 2, 50.0), (.touchpad, 3, 25), (.touchpad, 4, 25), (.touchscreen, 3, 50),
    ])
    func `three fingers swipe half as far on a touchpad`(kind: Surface.Kind, fingers: Int, distance: Points) throws {
        let limits = PlotLimits(try GestureOptions(asking: "swipe"), on: kind)
        #expect(limits.swipeDistance(fingers: fingers) == distance)
    }

    @Test(arguments: [
        ("swipe, drag", "", false), ("edgeSwipe", "", true), ("drag edge left", "", true),
        ("press then edgeSwipe", "", true), ("tap", "a 0,0 9x9: edgeSwipe", true),
        ("tap", "a 0,0 9x9: swipe edge top", true),
    ])
    func `the edge band matters to edge swipes and gestures at an edge`(
        gestures: String, regions: String, isShown: Bool
    ) throws {
        #expect(try Self.limits(gestures, regions: regions).hasEdgeBand == isShown)
    }

    @Test(arguments: [(0.0, false), (0.1, true)])
    func `an edge band without a width is none`(width: Points, isShown: Bool) throws {
        var options = try GestureOptions(asking: "edgeSwipe")
        options.thresholds.edge = width
        #expect(PlotLimits(options, on: .touchscreen).hasEdgeBand == isShown)
    }

    @Test(arguments: [
        ("drag", "", [false, false]), ("pinch", "", [true, false]), ("rotation", "", [false, true]),
        ("tap then pinch", "a 0,0 9x9", [true, false]), ("drag", "a 0,0 9x9: rotation", [false, true]),
    ])
    func `pinches and rotations matter if they are requested`(
        gestures: String, regions: String, wanted: [Bool]
    ) throws {
        let limits = try Self.limits(gestures, regions: regions)
        #expect([limits.wantsPinch, limits.wantsRotation] == wanted)
    }

    @Test func `gestures that no region has do not matter`() throws {
        let all = "swipe, edgeSwipe, pinch, rotation, tap in 9 9"
        for (regions, isShown) in [("a 0,0 9x9: tap", false), ("a 0,0 9x9: tap\nb 9,0 9x9", true)] {
            let limits = try Self.limits(all, regions: regions)
            #expect((limits.swipeDistance(fingers: 1) != nil) == isShown)
            #expect(
                [limits.hasEdgeBand, limits.wantsPinch, limits.wantsRotation, !limits.areas.isEmpty]
                    == Array(repeating: isShown, count: 4))
        }
    }

    @Test(arguments: [
        ("tap, drag", "", []),
        ("drag in 200 120", "", ["0.1 × 0.1: drag"]), ("tap in 200 120 as home", "", ["0.1 × 0.1: home"]),
        ("drag in 200 120, tap in 400 120", "", ["0.1 × 0.1: drag", "0.2 × 0.1: tap"]),
        ("tap in 200 120 as a, drag in 200 120 as b", "", ["0.1 × 0.1: a, b"]),
        ("tap in 200 120 as a, drag in 200 120 as a", "", ["0.1 × 0.1: a"]),
        ("tap in 200 120 as a, press in 200 120 then drag in 200 120 as b", "", ["0.1 × 0.1: a, b"]),
        ("drag in 200 120", "a 0,0 9x9: drag in 200 120, swipe in 200 120\nb 0,0 9x9", ["0.1 × 0.1: drag, swipe"]),
    ])
    func `an area has the names of all gestures that start in it`(
        gestures: String, regions: String, areas: [String]
    ) throws {
        let limits = try Self.limits(gestures, regions: regions)
        #expect(limits.areas.map { "\($0.area.width) × \($0.area.height): \($0.title)" } == areas)
    }
}
