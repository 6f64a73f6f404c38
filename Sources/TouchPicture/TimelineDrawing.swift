import GestureCore
import Terminal
import Text

/// Draws what happened when: a bar for each contact, the gestures, and the measures that decided on them.
struct TimelineDrawing {
    let recording: PlottedRecording
    let scale: TimeScale
    private let top: Double
    /// The lane of each contact, and of each gesture.
    private var contactLanes: [Int] = []
    private var gestureLanes: [Int] = []
    private var labels: [GestureLabel] = []
    private let contactCount: Int
    private let gestureCount: Int
    /// The curves with their top edges in px.
    private var curves: [(curve: CurveDrawing, top: Double)] = []
    /// The y of the time axis.
    let axis: Double

    /// The ends of the time axis: left of it are the titles of the rows, right of it the names of the limits.
    static let left = 160.0
    static let right = PlotPage.width - 152
    private static let contactHeight = 19.0
    private static let gestureHeight = 22.0
    private static let gap = 14.0

    init(_ recording: PlottedRecording, top: Double) {
        self.recording = recording
        self.top = top
        scale = TimeScale(
            recording.contacts.map { $0.interval } + recording.gestures.map { $0.interval }, from: Self.left,
            to: Self.right)
        var lanes = Lanes()
        for contact in recording.contacts {
            let left = scale.x(contact.landed.time)
            let right = max(scale.x(contact.last.time), left + Self.narrowest)
            let label = textWidth("\(contact.number)", size: 11)
            contactLanes.append(lanes.add(from: left, to: (right - left > label + 4 ? right : right + label + 4) + 2))
        }
        contactCount = lanes.count
        lanes = Lanes()
        for gesture in recording.gestures {
            let bar = Self.bar(gesture, scale)
            let label = GestureLabel(gesture, bar, recording.activeParts(of: gesture), scale)
            labels.append(label)
            gestureLanes.append(lanes.add(from: min(bar.low, label.left), to: max(bar.high, label.right) + 6))
        }
        gestureCount = lanes.count
        var y = top + Double(contactCount) * Self.contactHeight + Self.gap
        if gestureCount > 0 { y += Double(gestureCount) * Self.gestureHeight + Self.gap }
        for curve in CurveDrawing.all(recording) {
            curves.append((curve, y))
            y += CurveDrawing.height + Self.gap
        }
        axis = y - Self.gap + 6
    }

    /// The lower edge, in px.
    var bottom: Double { axis + 36 }

    private static let narrowest = 2.0
    private static func bar(_ gesture: PlottedGesture, _ scale: TimeScale) -> (low: Double, high: Double) {
        let low = scale.x(gesture.interval.lowerBound)
        return (low, max(scale.x(gesture.interval.upperBound), low + narrowest))
    }

    func write(to svg: inout SVGWriter) {
        writeAxis(to: &svg)
        let gestureTop = top + Double(contactCount) * Self.contactHeight + Self.gap
        writeTitle("contacts", at: top, to: &svg)
        if gestureCount > 0 { writeTitle("gestures", at: gestureTop + 2, to: &svg) }
        writeDecisions(from: gestureTop, to: &svg)
        for (index, contact) in recording.contacts.enumerated() {
            write(contact, index, y: top + Double(contactLanes[index]) * Self.contactHeight, to: &svg)
        }
        for (index, gesture) in recording.gestures.enumerated() {
            write(gesture, labels[index], y: gestureTop + Double(gestureLanes[index]) * Self.gestureHeight, to: &svg)
        }
        for (curve, top) in curves { curve.write(scale, top: top, to: &svg) }
    }

    private func writeTitle(_ title: String, at y: Double, to svg: inout SVGWriter) {
        svg.text(title, at: Vector(x: PlotPage.margin, y: y + 12), "head")
    }

    // MARK: Time

    private func writeAxis(to svg: inout SVGWriter) {
        for time in scale.ticks(apart: 56) {
            let x = scale.x(time)
            svg.line(Vector(x: x, y: top - 4), Vector(x: x, y: axis), "grid")
            svg.line(Vector(x: x, y: axis), Vector(x: x, y: axis + 5), "axis")
            svg.text(thousandths(time), at: Vector(x: x, y: axis + 18), "small dim middle")
        }
        svg.line(Vector(x: Self.left, y: axis), Vector(x: Self.right, y: axis), "axis")
        let end = PlotPage.width - PlotPage.margin
        svg.text("time in s", at: Vector(x: end, y: axis + 18), "small dim end")
        if !scale.pauses.isEmpty { svg.text("pauses cut out", at: Vector(x: end, y: axis + 31), "small dim end") }
        for pause in scale.pauses {
            let box = Box(Vector(x: pause.left + 4, y: top - 4), Vector(x: pause.right - 4, y: axis + 1))
            svg.rectangle(box, "pause")
            let middle = (pause.left + pause.right) / 2
            Self.writeBreak(at: Vector(x: middle, y: axis), to: &svg)
            if pause.right - pause.left >= 30 {
                svg.text("\(tenths(pause.seconds)) s", at: Vector(x: middle, y: axis + 31), "small dim middle")
            }
        }
    }

    /// Writes the mark of a shortened pause.
    static func writeBreak(at centre: Vector, to svg: inout SVGWriter) {
        for offset in [-3.0, 3] {
            svg.line(centre + Vector(x: offset - 3, y: 5), centre + Vector(x: offset + 3, y: -5), "axis")
        }
    }

    // MARK: Bars

    private func write(_ contact: PlottedContact, _ index: Int, y: Double, to svg: inout SVGWriter) {
        let left = scale.x(contact.landed.time)
        let width = max(scale.x(contact.last.time) - left, Self.narrowest)
        let colour = recording.colour(of: index)
        let box = Box(x: left, y: y + 2, width: width, height: Self.contactHeight - 5)
        let isInside = width > textWidth("\(contact.number)", size: 11) + 4
        svg.group("", title: recording.title(of: index)) { svg in
            if contact.isLost {
                svg.rectangle(box, radius: 3, PlotStyle.hatch(colour))
                svg.rectangle(box, radius: 3, "thin \(PlotStyle.of(colour))")
            } else {
                svg.rectangle(box, radius: 3, "bar \(PlotStyle.of(colour))")
            }
            let centre = Vector(x: isInside ? left + width / 2 : left + width + 3, y: y + 13)
            svg.text(
                "\(contact.number)", at: centre,
                isInside
                    ? "number small middle \(contact.isLost ? "halo" : "inside")"
                    : "number small \(PlotStyle.of(colour))")
        }
    }

    private func write(_ gesture: PlottedGesture, _ label: GestureLabel, y: Double, to svg: inout SVGWriter) {
        let bar = Self.bar(gesture, scale)
        let colour = gesture.colour
        let style = PlotStyle.of(colour)
        let (low, high) = (y + 3, y + Self.gestureHeight - 5)
        svg.group("", title: gesture.description) { svg in
            let whole = Box(Vector(x: bar.low, y: low), Vector(x: bar.high, y: high))
            svg.rectangle(whole, radius: 2, PlotStyle.hatch(colour))
            svg.rectangle(whole, radius: 2, "thin \(style)")
            for part in recording.activeParts(of: gesture) {
                let left = scale.x(part.lowerBound)
                let right = max(scale.x(part.upperBound), left + Self.narrowest)
                svg.rectangle(Box(Vector(x: left, y: low), Vector(x: right, y: high)), radius: 2, "bar \(style)")
            }
            if let decided = gesture.decided {
                let x = scale.x(decided)
                svg.element(
                    "polygon",
                    [
                        .style(style),
                        SVGWriter.Attribute(points: [
                            Vector(x: x - 4, y: low - 3), Vector(x: x + 4, y: low - 3), Vector(x: x, y: low + 4),
                        ]),
                    ])
            }
            label.write(gesture, colour, y: (low + high) / 2, to: &svg)
        }
    }

    /// Writes a line from each decision to the measures that led to it.
    private func writeDecisions(from gestureTop: Double, to svg: inout SVGWriter) {
        guard recording.gestures.count <= Self.mostLines else { return }
        for (index, gesture) in recording.gestures.enumerated() {
            guard let decided = gesture.decided else { continue }
            let x = scale.x(decided)
            let y = gestureTop + Double(gestureLanes[index]) * Self.gestureHeight
            svg.line(
                Vector(x: x, y: y), Vector(x: x, y: axis),
                "decision \(PlotStyle.of(gesture.colour))")
        }
    }

    private static let mostLines = 30
}
