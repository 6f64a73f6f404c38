import GestureCore
import Terminal
import Text

/// The whole picture: the panel with its trails, the gestures as a list, and what happened when.
package struct PlotPage {
    /// In px.
    static let width = 960.0
    static let margin = 24.0

    private let recording: PlottedRecording
    private let panel: PanelDrawing
    private let timeline: TimelineDrawing
    private let reasons: ReasonList
    private let key: PlotKey

    private static let panelTop = 84.0
    /// Where the panel ends at most, in px. The list of gestures follows.
    private static let panelWidth = 540.0
    private static let panelHeight = 400.0

    package init(_ recording: PlottedRecording) {
        self.recording = recording
        panel = PanelDrawing(
            recording, at: Vector(x: Self.margin + PanelDrawing.scaleWidth, y: Self.panelTop),
            largest: Vector(x: Self.panelWidth, y: Self.panelHeight))
        let list = GestureList(recording, at: .zero)
        let bottom = max(panel.box.high.y + PanelDrawing.scaleHeight, Self.panelTop + list.height)
        timeline = TimelineDrawing(recording, top: bottom + 24)
        reasons = ReasonList(recording, top: timeline.bottom + 14)
        key = PlotKey(recording, hasPauses: !timeline.scale.pauses.isEmpty, top: reasons.bottom + 22)
    }

    /// The SVG document.
    package func bytes() -> [UInt8] {
        var svg = SVGWriter()
        let height = key.bottom + 12
        svg.element(
            "svg",
            [
                SVGWriter.Attribute("xmlns", "http://www.w3.org/2000/svg"),
                SVGWriter.Attribute("viewBox", "0 0 \(rounded(Self.width)) \(rounded(height))"),
                SVGWriter.Attribute("width", Self.width), SVGWriter.Attribute("height", Double(rounded(height))),
                SVGWriter.Attribute("role", "img"),
                SVGWriter.Attribute("aria-labelledby", "plot-title plot-description"),
            ]
        ) { svg in
            svg.raw("\n")
            svg.element("title", [SVGWriter.Attribute("id", "plot-title")]) { $0.escape(title) }
            svg.element("desc", [SVGWriter.Attribute("id", "plot-description")]) { $0.escape(description) }
            svg.raw("<style>\n\(PlotStyle.sheet(colours))</style>\n")
            writePatterns(to: &svg)
            svg.rectangle(Box(x: 0, y: 0, width: Self.width, height: height), "page")
            svg.text(
                shortened(recording.device, to: Self.width - 2 * Self.margin, size: 17),
                at: Vector(x: Self.margin, y: 34), "title")
            svg.text(summary, at: Vector(x: Self.margin, y: 54), "dim")
            panel.write(to: &svg)
            GestureList(recording, at: Vector(x: panel.box.high.x + 32, y: Self.panelTop)).write(to: &svg)
            timeline.write(to: &svg)
            reasons.write(to: &svg)
            key.write(to: &svg)
        }
        return svg.bytes
    }

    // MARK: Words

    private var title: String { "Gestures on \(recording.device)" }

    /// e.g. `touchscreen, 300 × 200 mm; 9 contacts, 13 gestures in 7.4 s`
    private var summary: String {
        let size = recording.surface.size * Points.millimetresPerPoint
        let start = recording.contacts[0].landed.time
        let end = recording.contacts.reduce(start) { max($0, $1.last.time) }
        return "\(recording.surface.kind.name), \(rounded(size.x)) × \(rounded(size.y)) mm"
            + (recording.isSizeAssumed ? " (assumed)" : "")
            + " · \(counted(recording.contacts.count, "contact"))"
            + " · \(counted(recording.gestures.count, "gesture")) · \(tenths(end - start)) s"
    }

    /// The gestures in words, for people who do not see the picture.
    private var description: String {
        summary
            + (recording.gestures.isEmpty ? "." : ". " + joined(recording.gestures.map { $0.description }, "; ") + ".")
    }

    // MARK: Colours

    /// The colours that the picture uses.
    private var colours: [Colour] {
        let used = recording.gestures.map { $0.appearance.colour }
        return Colour.allCases.filter { colour in
            colour == .plain || colour == .grey || used.contains(colour) || colour == GestureAppearance(.pinch).colour
                || colour == GestureAppearance(.rotation).colour
        }
    }

    private func writePatterns(to svg: inout SVGWriter) {
        svg.element("defs", []) { svg in
            for colour in colours {
                svg.element(
                    "pattern",
                    [
                        SVGWriter.Attribute("id", PlotStyle.hatch(colour)), SVGWriter.Attribute("width", 5),
                        SVGWriter.Attribute("height", 5), SVGWriter.Attribute("patternUnits", "userSpaceOnUse"),
                        SVGWriter.Attribute("patternTransform", "rotate(45)"),
                    ]
                ) { $0.line(Vector(x: 1, y: 0), Vector(x: 1, y: 5), "stripe \(PlotStyle.of(colour))") }
            }
        }
    }
}
