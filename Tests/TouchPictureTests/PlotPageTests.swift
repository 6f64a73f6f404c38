import GestureCore
import Terminal
import TestSupport
import Testing
import Text

@testable import TouchPicture

@Suite struct PlotPageTests {
    private static let swipe = glide(from: 5000, x: 100, by: 5, y: 80, steps: 10)
    private static let pinch = together(
        glide(slot: 0, from: 9000, x: 100, by: -2, y: 100, steps: 10),
        glide(slot: 1, from: 9005, x: 140, by: 2, y: 100, steps: 10))
    private static let palm: [Touch] = [
        (12_000, 0, (50, 50)), (12_050, 0, (50, 60)), (12_100, 0, (50, 60)), (12_300, 0, nil),
    ]

    private static let all = "press, tap x1 x2 x3, longPress, drag, swipe, edgeSwipe, pinch, rotation"

    /// Pictures in which everything is drawn that can be.
    private static let pictures = Result { try recordings().map { try drawing($0) } }

    private static func recordings() throws -> [PlottedRecording] {
        let touches = taps(2) + swipe + pinch + palm
        let regions = """
            page 0,0 2000x1200
              row 0,0 1000x300 disabled: press, tap, longPress
              list 0,300 1000x900 mask none
            """
        return [
            try plot(touches, palmsAt: [12_100]), try plot(taps(1)), try plot([(0, 0, (0, 0))]),
            try plot(touches, try GestureOptions(asking: "\(Self.all), tap in 1000 600 as home", regions: regions)),
            try plot(touches, reportsSize: false), try plot(taps(60, every: 30_000)),
            try plot(taps(20, every: 100, x: 299, y: 199), try GestureOptions(asking: "touch, press, tap x1")),
        ]
    }

    private static func drawing(_ recording: PlottedRecording) throws -> Drawing {
        try Drawing(PlotPage(recording).bytes())
    }

    private static func picture(
        _ touches: [Touch], _ gestures: String, regions: String = "", named name: String = "Panel"
    ) throws -> Drawing {
        try drawing(try plot(touches, try GestureOptions(asking: gestures, regions: regions), named: name))
    }

    // MARK: The file

    @Test func `every picture is well-formed, and all its numbers are finite`() throws {
        for drawing in try Self.pictures.get() {
            let numbers = drawing.numbers
            #expect(numbers.count > 50)
            #expect(numbers.allSatisfy { $0.isFinite && $0.magnitude < 1e5 })
        }
    }

    @Test func `all of a picture is on its page`() throws {
        for drawing in try Self.pictures.get() {
            let root = try #require(drawing.elements.first)
            #expect(root.attributes["viewBox"] == "0 0 960 \(Int(root.number("height")))")
            let page = Box(x: 0, y: 0, width: root.number("width"), height: root.number("height"))
            for element in drawing.all("text") {
                let width = textWidth(element.text, size: element.classes.contains("small") ? 11 : 12)
                let left = element.classes.contains("end") ? width : element.classes.contains("middle") ? width / 2 : 0
                let low = element.at - Vector(x: left, y: 8)
                // The title has larger letters, but is as wide as the page at most.
                let box = Box(low, element.at + Vector(x: element.classes.contains("title") ? 0 : width - left, y: 2))
                #expect(box.excess(over: page) == 0, "\(element)")
            }
            for element in drawing.all("rect") where element.attributes["class"] != "page" {
                #expect(element.box.excess(over: page) < 0.1, "\(element)")
            }
        }
    }

    @Test func `the same recording gives the same bytes`() throws {
        #expect(PlotPage(try plot(Self.swipe)).bytes() == PlotPage(try plot(Self.swipe)).bytes())
    }

    // MARK: Words

    @Test(arguments: [
        (true, "touchscreen, 300 × 200 mm · 1 contact · 1 gesture · 0.2 s"),
        (false, "touchscreen, 345 × 194 mm (assumed) · 1 contact · 1 gesture · 0.2 s"),
    ])
    func `the summary tells if the size is assumed`(reportsSize: Bool, summary: String) throws {
        let options = try GestureOptions(asking: "swipe")
        let drawing = try Self.drawing(try plot(Self.swipe, options, reportsSize: reportsSize))
        #expect(drawing.texts("dim").first == summary)
        #expect(
            drawing.all("desc").map { $0.text }
                == [summary + ". swipe right: 0 s to 0.21 s, decided at 0.21 s."])
    }

    @Test func `a picture without gestures has no list of them in its description`() throws {
        let description = try Self.picture(taps(1), "swipe").all("desc").map { $0.text }
        #expect(description == ["touchscreen, 300 × 200 mm · 1 contact · no gestures · 0.1 s."])
    }

    @Test func `a device without a name is called by its kind`() throws {
        #expect(try Self.picture(taps(1), "tap", named: "").texts("title") == ["touchscreen"])
        #expect(try Self.picture(taps(1), "tap").titles.first == "Gestures on Panel")
    }

    @Test func `a long name is cut`() throws {
        let drawing = try Self.picture(taps(1), "tap", named: String(repeating: "wide ", count: 40))
        let name = try #require(drawing.texts("title").first)
        #expect(name.hasSuffix("…"))
        #expect(textWidth(name, size: 17) <= PlotPage.width - 2 * PlotPage.margin)
    }

    @Test(arguments: ["<b>&amp;\"'</b>", "</svg><script>", "\u{1}\u{1b}[31m\u{7f}\u{9b}", "]]>\u{202e}", "\u{fffe}"])
    func `names from outside are written as text`(name: String) throws {
        let rectangle = Rectangle(x: 0, y: 0, width: 0.5, height: 0.5)
        var pattern = GesturePattern(.tap)
        pattern.area = rectangle
        let gestures = GestureSet(
            selection: GestureSelection(), compositions: [Composition(name: ByteString(name), .gesture(pattern))])
        let regions = [
            TrackedRegion("page", Rectangle(x: 0, y: 0, width: 1, height: 1)),
            TrackedRegion(ByteString(name), rectangle, parent: "page"),
        ]
        let options = GestureOptions(gestures: gestures, regions: regions)
        let drawing = try Self.drawing(try plot(taps(1), options, named: "a\(name)z"))
        let written = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map {
                    $0.isTerminalControl || $0.value == 0xfffe ? "\u{fffd}" : $0
                }))
        #expect(drawing.texts("title") == ["a\(written)z"])
        #expect(drawing.titles.first == "Gestures on a\(written)z")
        // The region and the area.
        #expect(drawing.texts("halo").count { $0 == written } == 2)
        #expect(drawing.all("desc")[0].text.contains("tap \(written) in \(written): 0 s"))
        #expect(drawing.all("script") == [] && drawing.all("b") == [])
    }

    // MARK: Colours

    @Test func `every class that is used has a rule, in light and in dark if it has a colour`() throws {
        for drawing in try Self.pictures.get() {
            let sheet = try #require(drawing.all("style").first).text
            let parts = sheet.split(separator: "@media screen and (prefers-color-scheme: dark) {\n")
            #expect(parts.count == 2)
            let codes = Set(Colour.allCases.map { PlotStyle.of($0) })
            // A bar has its colour alone.
            for used in Set(drawing.elements.flatMap { $0.classes }).subtracting(["bar"]) {
                #expect(sheet.contains(".\(used)"), "\(used)")
                guard codes.contains(used) else { continue }
                for part in parts { #expect(part.contains("\n.\(used) { fill: #"), "\(used)") }
            }
        }
    }

    @Test(arguments: Colour.allCases)
    func `a colour has a light and a dark value for fills and lines`(colour: Colour) {
        let sheet = PlotStyle.sheet([colour])
        let name = PlotStyle.of(colour)
        for value in [colour.onLight, colour.onDark] {
            for rule in [".\(name) { fill: \(value) }", ".line.\(name), ", ".stripe.\(name) { stroke: \(value) }"] {
                #expect(sheet.contains("\n\(rule)"))
            }
        }
        #expect(sheet.contains(".\(PlotStyle.hatch(colour)) { fill: url(#\(PlotStyle.hatch(colour))) }"))
    }

    @Test func `every rule is for something that is drawn`() throws {
        let used = Set(try Self.pictures.get().flatMap { $0.elements.flatMap { $0.classes } })
        let ruled = PlotStyle.sheet([]).matches(of: /\.([a-z]+)/).map { String($0.1) }
        #expect(ruled.count > 20)
        #expect(Set(ruled).subtracting(used) == [])
    }

    @Test func `every hatch that is used has a pattern`() throws {
        var all: Set<String> = []
        for drawing in try Self.pictures.get() {
            let used = Set(drawing.all("rect").flatMap { $0.classes }.filter { $0.hasPrefix("hatch") })
            #expect(used.isSubset(of: drawing.all("pattern").compactMap { $0.attributes["id"] }))
            all.formUnion(used)
        }
        #expect(all.count > 5)
    }
}
