import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct PanelDrawingTests {
    /// The panel of 300 × 200 mm at 2 px per mm: 600 × 400 px, with its corner at 100, 50.
    private static func panel(_ recording: PlottedRecording) throws -> Drawing {
        let panel = PanelDrawing(recording, at: Vector(x: 100, y: 50), largest: Vector(x: 600, y: 400))
        return try Drawing { panel.write(to: &$0) }
    }

    private static func panel(
        _ gestures: String, _ touches: [Touch] = taps(1), regions: String = ""
    ) throws -> Drawing {
        try panel(try plot(touches, try GestureOptions(asking: gestures, regions: regions)))
    }

    /// A place in mm in the picture.
    private static func place(_ x: Double, _ y: Double) -> Vector { Vector(x: 100 + x * 2, y: 50 + y * 2) }

    private static func isNear(_ one: Vector, _ other: Vector) -> Bool { one.distance(to: other) < 0.15 }

    // MARK: The panel

    @Test(arguments: [(600.0, 1000.0), (1000, 400), (600, 400)])
    func `a panel keeps its shape in the room that it has`(width: Double, height: Double) throws {
        let panel = PanelDrawing(try plot(taps(1)), at: .zero, largest: Vector(x: width, y: height))
        #expect(abs(panel.box.width - 600) < 1e-9)
        #expect(abs(panel.box.height - 400) < 1e-9)
    }

    @Test func `scales have round steps in mm`() throws {
        let texts = try Self.panel("tap").all("text", "small dim")
        #expect(
            texts.filter { $0.classes.contains("middle") }.map { $0.text }
                == ["0", "50", "100", "150", "200", "250", "300"])
        #expect(
            texts.filter { $0.classes.contains("end") }.map { $0.text } == ["0", "50", "100", "150", "200", "x in mm"])
        #expect(texts.contains { $0.text == "y in mm" })
    }

    @Test func `every region is drawn at its place, nested, disabled and masked ones too`() throws {
        let drawing = try Self.panel(
            "tap",
            regions: """
                page 0,0 1000x1200 mask none
                  row 0,300 1000x300 disabled
                list 1000,0 500x600: press
                """)
        let boxes = drawing.all("rect", "region").map { $0.box }
        #expect(
            boxes == [
                Box(x: 100, y: 50, width: 300, height: 400), Box(x: 100, y: 150, width: 300, height: 100),
                Box(x: 400, y: 50, width: 150, height: 200),
            ])
        let names = drawing.all("text", "halo").filter { !$0.classes.contains("number") }
        #expect(names.map { $0.text } == ["page", "row", "list"])
        for (name, box) in zip(names, boxes) { #expect(name.at == box.low + Vector(x: 5, y: 13)) }
    }

    @Test(arguments: [
        // 1 px is 10/3 pt of the regions' text; a name needs more than 16 px.
        ("1000x48", []), ("1000x51", ["menu"]), ("40x600", []), ("160x600", ["menu"]), ("100x600", ["m…"]),
    ])
    func `a region without room has no name, or a short one`(size: String, names: [String]) throws {
        let drawing = try Self.panel("tap", taps(1, x: 250), regions: "menu 0,0 \(size)")
        #expect(drawing.all("rect", "region").count == 1)
        #expect(drawing.texts("halo").filter { $0 != "1" } == names)
    }

    @Test func `areas are drawn with the gestures that start there`() throws {
        let drawing = try Self.panel("tap in 1000 600 as home, drag in 1000 600, swipe in 2000 1200")
        #expect(
            drawing.all("rect", "area").map { $0.box } == [
                Box(x: 100, y: 50, width: 300, height: 200), Box(x: 100, y: 50, width: 600, height: 400),
            ])
        #expect(drawing.texts("halo").filter { $0 != "1" } == ["home, drag", "swipe"])
    }

    // MARK: The edge band

    @Test func `the edge band is drawn only if it decides`() throws {
        #expect(try Self.panel("swipe").all("rect", "band") == [])
        let drawing = try Self.panel("edgeSwipe")
        let band = try #require(drawing.all("rect", "band").first)
        // 24 pt are 3.81 mm.
        #expect(band.number("stroke-width") == 7.6)
        #expect(drawing.titles.contains("edge band: swipes that start here are edge swipes"))
        #expect(Self.isNear(band.box.low, Vector(x: 103.8, y: 53.8)))
        #expect(Self.isNear(try #require(drawing.all("rect", "edge").first).box.low, Vector(x: 107.6, y: 57.6)))
    }

    @Test(arguments: [(0.0, nil), (0.63, 0.2), (10_000, 200)])
    func `an edge band is at most half of the panel`(edge: Points, width: Double?) throws {
        var options = try GestureOptions(asking: "edgeSwipe")
        options.thresholds.edge = edge
        let band = try Self.panel(try plot(taps(1), options)).all("rect", "band").first
        #expect(band?.number("stroke-width") == width)
    }

    // MARK: Contacts

    @Test func `a trail goes from the ring of its landing to the dot of its lift`() throws {
        let drawing = try Self.panel("drag", glide(from: 0, x: 50, by: 10, y: 100, steps: 10))
        let trail = try #require(drawing.all("polyline", "line").first)
        #expect(trail.points == [Self.place(50, 100), Self.place(150, 100)])
        let ring = try #require(drawing.all("circle", "ring").first)
        let lift = try #require(drawing.all("circle").first { $0.number("r") == 2.6 })
        #expect((ring.number("cx"), ring.number("cy"), ring.number("r")) == (200, 250, 3.8))
        #expect((lift.number("cx"), lift.number("cy")) == (400, 250))
    }

    @Test func `the slop is a circle around each landing that counts`() throws {
        let regions = "left 0,0 1000x1200"
        let drawing = try Self.panel("tap", taps(1) + [(2000, 0, (250, 50)), (2050, 0, nil)], regions: regions)
        let slop = drawing.all("circle", "slop")
        // 20 pt are 3.175 mm.
        #expect(slop.map { [$0.number("cx"), $0.number("cy"), $0.number("r")] } == [[200, 150, 6.4]])
    }

    @Test(arguments: [(1.0, 3.0), (25, 4.5), (100, 4.5)])
    func `a ring is 3 to 4.5 px wide`(slop: Points, radius: Double) throws {
        var options = GestureOptions()
        options.thresholds.slop = slop
        let ring = try #require(try Self.panel(try plot(taps(1), options)).all("circle", "ring").first)
        #expect(ring.number("r") == radius)
    }

    @Test func `a lifted contact ends in a dot, a cancelled one in a cross, an open one in neither`() throws {
        func marks(_ touches: [Touch], palmsAt palms: [Int] = []) throws -> [Int] {
            let drawing = try Self.panel(try plot(touches, palmsAt: palms))
            return [
                drawing.all("circle").count { $0.number("r") == 2.6 }, drawing.all("line", "ring").count,
                drawing.all("polyline", "lost").count,
            ]
        }
        let movement: [Touch] = [(0, 0, (50, 50)), (50, 0, (50, 60)), (100, 0, (50, 70))]
        let lifted = try marks(movement + [(200, 0, nil)])
        #expect(lifted == [1, 0, 0])
        let cancelled = try marks(movement + [(200, 0, nil)], palmsAt: [100])
        #expect(cancelled == [0, 2, 1])
        let open = try marks(movement)
        #expect(open == [0, 0, 0])
    }

    @Test(arguments: [(58, 59), (59, 0), (60, 0)])
    func `up to 60 positions are dots`(steps: Int, dots: Int) throws {
        // A landing, the steps, and one more step. The last dot is under that of the lift.
        let drawing = try Self.panel("drag", glide(from: 0, x: 10, by: 4, y: 100, steps: steps + 1))
        #expect(drawing.all("circle").count { $0.number("r") == 1.9 } == dots)
    }

    @Test func `a position beyond the edge is at the edge`() throws {
        let drawing = try Self.panel("drag", [(0, 0, (290, 100)), (100, 0, (320, 100)), (150, 0, nil)])
        #expect(drawing.all("polyline", "line").first?.points.last == Self.place(300, 100))
    }

    // MARK: Numbers

    @Test(arguments: [(4, ["1, 2"]), (4.45, ["1, 2"]), (4.5, ["1", "2"]), (20, ["1", "2"])] as [(Double, [String])])
    func `contacts that land within 9 px share a label`(distance: Double, labels: [String]) throws {
        let touches = taps(1, x: 100) + [(2000, 0, (100 + distance, 50)), (2050, 0, nil)]
        #expect(try Self.panel("tap", touches).texts("number") == labels)
    }

    @Test(arguments: [(150.0, 100.0), (0, 100), (300, 100), (150, 0), (150, 200)])
    func `a number is beside its landing and in the panel`(x: Double, y: Double) throws {
        let box = Self.box(of: try #require(try Self.panel("tap", taps(1, x: x, y: y)).all("text", "number").first))
        #expect(box.excess(over: Box(x: 100, y: 50, width: 600, height: 400)) == 0)
        let ring = Box(Self.place(x, y) - Vector(x: 4.5, y: 4.5), Self.place(x, y) + Vector(x: 4.5, y: 4.5))
        #expect(!box.overlaps(ring))
    }

    @Test func `numbers do not overlap`() throws {
        // 10 × 10 taps, 12 px apart, in a corner.
        let touches = (0..<100).flatMap { index -> [Touch] in
            let place = (x: Double(index % 10) * 6, y: Double(index / 10) * 6)
            return [(index * 2000, 0, place), (index * 2000 + 50, 0, nil)]
        }
        let boxes = try Self.panel("tap", touches).all("text", "number").map { Self.box(of: $0) }
        #expect(boxes.count > 20)
        for (index, box) in boxes.enumerated() {
            for other in boxes[(index + 1)...] { #expect(Self.overlap(box, other) < 0.2) }
        }
    }

    private static func box(of number: Drawing.Element) -> Box {
        let half = textWidth(number.text, size: 11) / 2 + 1
        return Box(x: number.at.x - half, y: number.at.y - 11, width: 2 * half, height: 14)
    }

    /// In px; a drawing has its coordinates to a tenth.
    private static func overlap(_ one: Box, _ other: Box) -> Double {
        min(
            min(one.high.x, other.high.x) - max(one.low.x, other.low.x),
            min(one.high.y, other.high.y) - max(one.low.y, other.low.y))
    }
}
