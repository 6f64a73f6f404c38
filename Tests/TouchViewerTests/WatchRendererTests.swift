import GestureCore
import GestureProtocol
import Testing
import Text

@testable import Terminal
@testable import TouchViewer

@Suite struct WatchRendererTests {
    private func terminal(_ variables: [String: String] = ["LANG": "C.UTF-8"]) -> Terminal {
        Terminal(isPresent: true, size: .init(columns: 60, rows: 16)) { variables[$0] }
    }

    private func model(_ events: (time: Int64, json: String)..., size: Vector = Vector(x: 1600, y: 1000)) throws
        -> WatchModel
    {
        var model = WatchModel(
            GestureOptions(), terminal: terminal(), start: Instant(microseconds: 0))
        model.setDevices([
            WatchedDevice(
                id: "a", name: "Screen",
                surface: Surface(id: SurfaceID(0), kind: .touchscreen, size: size))
        ])
        for event in events {
            let json = try #require(
                JSONDocument(Array("{\"device\":\"a\",\"time\":\(event.time * 1000),\(event.json)}".utf8)))
            model.handle(Event(json.root), at: Instant(microseconds: event.time * 1000))
        }
        return model
    }

    private func touch(_ contact: Int, _ phase: String, _ x: Double, _ y: Double) -> String {
        "\"kind\":\"touch\",\"phase\":\"\(phase)\",\"contact\":\(contact),\"x\":\(x),\"y\":\(y)"
    }

    private func lines(
        _ model: WatchModel, _ status: WatchStatus = WatchStatus(), columns: Int = 60, rows: Int = 16,
        at time: Int64 = 0,
        terminal: Terminal? = nil, edge: Points = 0, regions: [TrackedRegion] = []
    ) -> [String] {
        let renderer = WatchRenderer(terminal: terminal ?? self.terminal(), edge: edge, regions: regions)
        let grid = renderer.draw(
            model, status, .init(columns: columns, rows: rows), at: Instant(microseconds: time * 1000))
        return (0..<rows).map { row in
            var line = ""
            for column in 0..<columns { line.unicodeScalars.append(grid.cells[row * columns + column].scalar) }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    @Test func `the panel, its fingers and the list have their places`() throws {
        let model = try model(
            (0, touch(1, "began", 0.25, 0.5)), (10, touch(1, "changed", 0.5, 0.5)), (10, touch(2, "began", 0.75, 0.5)),
            (10, "\"kind\":\"drag\",\"phase\":\"changed\",\"x\":0.5,\"y\":0.5"))
        #expect(
            lines(model, at: 10) == [
                "Screen  254 × 159 mm                               2 fingers",
                "┌──────────────────────────┐",
                "│                          │",
                "│                          │",
                "│                          │",
                "│            ⢀⣀     ⣀⡀     │",
                "│      ⠈⠉⠉⠉⠉⠉⠙1     2⠃     │",
                "│                          │",
                "│                          │",
                "│                          │",
                "└──────────────────────────┘",
                "0.010 s  ~ drag changed  at 50 % 50 %",
                "",
                "",
                "",
                "q quit  e explain",
            ])
    }

    @Test(arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
    func `without UTF-8 only ASCII is shown, and no panel`(locale: String) throws {
        let model = try model((0, touch(1, "began", 0.5, 0.5)))
        let lines = lines(model, terminal: terminal(["LANG": locale]))
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(lines[1...14].allSatisfy { $0 == "" })
        #expect(lines[0].hasPrefix("Screen  254 x 159 mm"))
    }

    @Test func `the console of the kernel shows half blocks`() throws {
        let model = try model((0, touch(1, "began", 0.5, 0.5)))
        let shown = lines(model, terminal: terminal(["LANG": "C.UTF-8", "TERM": "linux"])).joined()
        #expect(shown.unicodeScalars.contains { "▀▄█".unicodeScalars.contains($0) })
        #expect(!shown.unicodeScalars.contains { 0x2800...0x28ff ~= $0.value })
    }

    @Test func `a finger that was taken for a palm is marked`() throws {
        let model = try model((0, touch(1, "began", 0.5, 0.5)), (10, touch(1, "cancelled", 0.5, 0.5)))
        #expect(lines(model, at: 10)[1...10].joined().contains("×"))
        #expect(!lines(model, at: 10)[1...10].joined().contains("1"))
    }

    @Test func `regions have names, and the edge band is drawn`() throws {
        let regions = [TrackedRegion("menu", Rectangle(x: 0.5, y: 0, width: 0.5, height: 0.5))]
        let plain = lines(try model())
        let shown = lines(try model(), regions: regions)
        #expect(shown.joined().contains("menu"))
        #expect(lines(try model(), edge: 100) != plain)
        #expect(lines(try model(), edge: 500) == plain)
    }

    @Test func `names of regions in one corner stand side by side`() throws {
        let whole = Rectangle(x: 0, y: 0, width: 1, height: 1)
        let regions = [
            TrackedRegion("list", whole),
            TrackedRegion("row 1", Rectangle(x: 0, y: 0, width: 1, height: 0.5), parent: "list"),
            TrackedRegion("icon", Rectangle(x: 0, y: 0, width: 0.1, height: 0.5), parent: "row 1"),
        ]
        let scrolling = try model((0, touch(1, "began", 0.3, 0.8)), (10, region("drag", "began", in: "list", 2)))
        let row = lines(scrolling, regions: regions)[2]
        // The third one has no room.
        #expect(row.hasPrefix("│⡏list ~⠉row 1⠉"))
    }

    private func region(_ kind: String, _ phase: String, in region: String, _ gesture: Int) -> String {
        "\"kind\":\"\(kind)\",\"phase\":\"\(phase)\",\"region\":\"\(region)\",\"gesture\":\(gesture),\"x\":0.9,\"y\":0.9"
    }

    /// The row and the style of the name of a region.
    private func style(of name: String, _ model: WatchModel) -> CellStyle? {
        let regions = [
            TrackedRegion("page", Rectangle(x: 0, y: 0, width: 1, height: 1)),
            TrackedRegion("button", Rectangle(x: 0.2, y: 0.3, width: 0.5, height: 0.3), parent: "page"),
        ]
        let renderer = WatchRenderer(terminal: terminal(), edge: 0, regions: regions)
        let grid = renderer.draw(model, WatchStatus(), .init(columns: 60, rows: 16), at: Instant(microseconds: 0))
        let scalars = Array(name.unicodeScalars)
        let start = grid.cells.indices.first { index in
            index + scalars.count <= grid.cells.count
                && scalars.indices.allSatisfy { grid.cells[index + $0].scalar == scalars[$0] }
        }
        return start.map { grid.cells[$0].style }
    }

    @Test func `a pressed region is reversed until another region moves`() throws {
        let landed = try model((0, touch(1, "began", 0.3, 0.4)), (0, region("press", "began", in: "button", 1)))
        #expect(style(of: "button", landed) == .reversed)
        #expect(style(of: "page", landed) == .faint)
        let scrolling = try model(
            (0, touch(1, "began", 0.3, 0.4)), (0, region("press", "began", in: "button", 1)),
            (10, region("press", "cancelled", in: "button", 1)), (10, region("drag", "began", in: "page", 2)))
        #expect(style(of: "button", scrolling) == .faint)
        #expect(style(of: "page ~", scrolling) == CellStyle(colour: GestureAppearance(.drag).colour))
        let ended = try model(
            (0, touch(1, "began", 0.3, 0.4)), (10, region("drag", "began", in: "page", 2)),
            (20, region("drag", "ended", in: "page", 2)))
        #expect(style(of: "page", ended) == .faint)
    }

    @Test func `a region is released with the last finger if the end of its press is not requested`() throws {
        let model = try model(
            (0, touch(1, "began", 0.3, 0.4)), (0, region("press", "began", in: "button", 1)),
            (30, touch(1, "ended", 0.3, 0.4)))
        #expect(style(of: "button", model) == .faint)
    }

    @Test(arguments: [(59, 16), (60, 15), (44, 30), (1, 1), (2, 3), (200, 2)])
    func `a small terminal shows a list`(columns: Int, rows: Int) throws {
        let model = try model(
            (0, touch(1, "began", 0.5, 0.5)), (10, "\"kind\":\"tap\",\"phase\":\"ended\",\"x\":0.5,\"y\":0.5"))
        let lines = lines(model, columns: columns, rows: rows, at: 10)
        #expect(!lines.joined().contains("┌"))
        if rows > 2, columns > 20 { #expect(lines[1].hasPrefix("0.010 s  ○ tap")) }
    }

    @Test func `without positions gestures are listed`() throws {
        let model = try model((10, "\"kind\":\"tap\",\"phase\":\"ended\""))
        let lines = lines(model, WatchStatus(notice: "no permission", hasPositions: false), at: 10)
        #expect(lines[1] == "0.010 s  ○ tap")
        #expect(lines[15] == "no permission")
        #expect(!lines[0].contains("finger"))
    }

    @Test func `a recording has its frame, time and state`() throws {
        let status = WatchStatus(
            replay: .init(frame: 12, time: Interval(microseconds: 1_234_999), state: .paused))
        let lines = lines(try model(), status)
        #expect(lines[0].hasSuffix("no fingers  frame 12  1.234 s  paused"))
        #expect(lines[15] == "q quit  space play  . next frame  e explain")
    }

    @Test func `several devices are numbered`() throws {
        var model = try model()
        model.setDevices(
            ["Screen", "触摸板"].map {
                WatchedDevice(
                    id: ByteString($0), name: ByteString($0),
                    surface: Surface(id: SurfaceID(0), kind: .touchscreen, size: Vector(x: 100, y: 100)))
            })
        let shown = lines(model)
        #expect(
            shown[0].unicodeScalars.filter { $0 != Cell.covered }.map { String($0) }.joined().hasPrefix(
                "1 Screen  2 触摸板"))
        #expect(shown[15] == "q quit  e explain  1-2 device")
    }
}
