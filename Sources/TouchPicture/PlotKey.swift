import GestureCore
import Terminal

/// Explains the marks that the picture has.
struct PlotKey {
    private enum Mark {
        case landing, lift, loss, slop, edge, area, waiting, decision, pause
    }

    private var items: [(mark: Mark, words: String, place: Vector)] = []
    /// In px.
    let bottom: Double

    private static let row = 20.0
    /// The room for a mark, in px.
    private static let indent = 26.0

    init(_ recording: PlottedRecording, hasPauses: Bool, top: Double) {
        var place = Vector(x: PlotPage.margin, y: top)
        for (mark, words) in Self.marks(recording, hasPauses) {
            let width = Self.indent + textWidth(words, size: 11) + 10
            if place.x + width > PlotPage.width - PlotPage.margin {
                place = Vector(x: PlotPage.margin, y: place.y + Self.row)
            }
            items.append((mark, words, place))
            place.x += width
        }
        bottom = place.y + Self.row
    }

    private static func marks(_ recording: PlottedRecording, _ hasPauses: Bool) -> [(Mark, String)] {
        var marks: [(Mark, String)] = [(.landing, "a finger lands"), (.lift, "lifts")]
        if recording.contacts.contains(where: { $0.isLost }) {
            marks.append((.loss, "cancelled or ignored, e.g. a palm"))
        }
        marks.append((.slop, "a movement begins beyond \(millimetres(recording.limits.slop)) (slop)"))
        if recording.limits.hasEdgeBand {
            marks.append((.edge, "edge band \(millimetres(recording.options.thresholds.edge))"))
        }
        if !recording.limits.areas.isEmpty { marks.append((.area, "where a gesture has to start")) }
        let decided = recording.gestures.filter { $0.decided != nil }
        if recording.gestures.contains(where: { $0.kind.recognitionPhase == .began || $0.kind == .tap }) {
            marks.append((.waiting, "not decided yet"))
        }
        if !decided.isEmpty { marks.append((.decision, "decided")) }
        if hasPauses { marks.append((.pause, "pause of more than 1 s, cut out")) }
        return marks
    }

    func write(to svg: inout SVGWriter) {
        for (mark, words, place) in items {
            let centre = Vector(x: place.x + 10, y: place.y - 4)
            let plain = PlotStyle.of(.plain)
            let box = Box(centre - Vector(x: 9, y: 5), centre + Vector(x: 9, y: 5))
            switch mark {
            case .landing: svg.circle(centre, radius: 4.5, "ring \(plain)")
            case .lift: svg.circle(centre, radius: 2.8, plain)
            case .loss:
                let grey = PlotStyle.of(.grey)
                svg.line(centre - Vector(x: 4, y: 4), centre + Vector(x: 4, y: 4), "ring \(grey)")
                svg.line(centre + Vector(x: -4, y: 4), centre + Vector(x: 4, y: -4), "ring \(grey)")
            case .slop: svg.circle(centre, radius: 7, "slop \(plain)")
            case .edge: svg.rectangle(box, "edge")
            case .area: svg.rectangle(box, "area")
            case .waiting:
                svg.rectangle(box, radius: 2, PlotStyle.hatch(.plain))
                svg.rectangle(box, radius: 2, "thin \(plain)")
            case .decision:
                svg.element(
                    "polygon",
                    [
                        .style(plain),
                        SVGWriter.Attribute(points: [
                            centre + Vector(x: -4, y: -3), centre + Vector(x: 4, y: -3), centre + Vector(x: 0, y: 4),
                        ]),
                    ])
            case .pause: TimelineDrawing.writeBreak(at: centre, to: &svg)
            }
            svg.text(words, at: Vector(x: place.x + Self.indent, y: place.y), "small")
        }
    }
}
