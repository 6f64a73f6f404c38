import GestureCore
import Terminal
import Text

/// Draws the panel of a device with the trails of its contacts.
struct PanelDrawing {
    private let recording: PlottedRecording
    /// The panel in the picture.
    let box: Box
    /// In px.
    private let pixelsPerPoint: Double

    /// - Parameters:
    ///   - corner: the top left corner of the panel in the picture.
    ///   - largest: the largest width and height, in px.
    init(_ recording: PlottedRecording, at corner: Vector, largest: Vector) {
        self.recording = recording
        let size = recording.surface.size
        pixelsPerPoint = min(largest.x / size.x, largest.y / size.y)
        box = Box(corner, corner + size * pixelsPerPoint)
    }

    /// Space left of and below the panel for the scales, in px.
    static let scaleWidth = 34.0
    static let scaleHeight = 34.0

    func write(to svg: inout SVGWriter) {
        svg.group("", title: nil) { svg in
            svg.rectangle(box, radius: 4, "panel")
            writeScales(to: &svg)
            writeEdgeBand(to: &svg)
            writeAreas(to: &svg)
            svg.element("clipPath", [SVGWriter.Attribute("id", "panel")]) { $0.rectangle(box, "") }
            svg.element("g", [SVGWriter.Attribute("clip-path", "url(#panel)")]) { svg in
                for index in recording.contacts.indices { writeSlop(of: index, to: &svg) }
            }
            for index in recording.contacts.indices { writeTrail(of: index, to: &svg) }
            writeNumbers(to: &svg)
        }
    }

    /// A point beyond an edge, which some panels report, becomes the edge, as in events.
    private func place(_ point: Vector) -> Vector {
        let size = recording.surface.size
        return box.low
            + Vector(x: min(max(point.x, 0), size.x), y: min(max(point.y, 0), size.y)) * pixelsPerPoint
    }

    // MARK: The panel

    /// Writes scales in mm along the left and the bottom edge.
    private func writeScales(to svg: inout SVGWriter) {
        let pixelsPerMillimetre = pixelsPerPoint / Points.millimetresPerPoint
        let step = roundStep(atLeast: 45 / pixelsPerMillimetre)
        let size = recording.surface.size * Points.millimetresPerPoint
        for isVertical in [false, true] {
            let length = isVertical ? size.y : size.x
            var distance = 0.0
            while distance <= length {
                let offset = distance * pixelsPerMillimetre
                let label = thousandths(distance)
                if isVertical {
                    let y = box.low.y + offset
                    svg.line(Vector(x: box.low.x - 5, y: y), Vector(x: box.low.x, y: y), "axis")
                    svg.text(label, at: Vector(x: box.low.x - 8, y: y + 4), "small dim end")
                } else {
                    let x = box.low.x + offset
                    svg.line(Vector(x: x, y: box.high.y), Vector(x: x, y: box.high.y + 5), "axis")
                    svg.text(label, at: Vector(x: x, y: box.high.y + 17), "small dim middle")
                }
                distance += step
            }
        }
        svg.text("y in mm", at: Vector(x: PlotPage.margin, y: box.low.y - 8), "small dim")
        svg.text("x in mm", at: Vector(x: box.high.x, y: box.high.y + 31), "small dim end")
    }

    private func writeEdgeBand(to svg: inout SVGWriter) {
        guard recording.limits.hasEdgeBand else { return }
        let width = min(recording.options.thresholds.edge * pixelsPerPoint, min(box.width, box.height) / 2)
        guard width > 0 else { return }
        let half = Vector(x: width / 2, y: width / 2)
        let middle = Box(box.low + half, box.high - half)
        svg.element(
            "rect",
            [
                .style("band"), SVGWriter.Attribute("x", middle.low.x), SVGWriter.Attribute("y", middle.low.y),
                SVGWriter.Attribute("width", middle.width), SVGWriter.Attribute("height", middle.height),
                SVGWriter.Attribute("stroke-width", width),
            ], title: "edge band: swipes that start here are edge swipes")
        svg.rectangle(Box(middle.low + half, middle.high - half), "edge")
    }

    /// Writes the regions of the request, and the areas in which its gestures have to start.
    private func writeAreas(to svg: inout SVGWriter) {
        for region in recording.options.regions { write(region.rectangle, "\(region.name)", "region", to: &svg) }
        for (area, title) in recording.limits.areas { write(area, title, "area", to: &svg) }
    }

    private func write(_ part: Rectangle, _ title: String, _ style: String, to svg: inout SVGWriter) {
        let area = Box(
            x: box.low.x + part.x * box.width, y: box.low.y + part.y * box.height, width: part.width * box.width,
            height: part.height * box.height)
        svg.rectangle(area, radius: 2, style)
        let name = shortened(title, to: area.width - 8, size: 11)
        guard area.height > 16, !name.utf8.isEmpty else { return }
        svg.text(name, at: Vector(x: area.low.x + 5, y: area.low.y + 13), "small dim halo")
    }

    // MARK: Contacts

    private func writeSlop(of index: Int, to svg: inout SVGWriter) {
        let contact = recording.contacts[index]
        guard !contact.isIgnored else { return }
        let radius = recording.limits.slop * pixelsPerPoint
        svg.circle(place(contact.landed.position), radius: radius, "slop " + PlotStyle.of(recording.colour(of: index)))
    }

    private func writeTrail(of index: Int, to svg: inout SVGWriter) {
        let contact = recording.contacts[index]
        let style = PlotStyle.of(recording.colour(of: index))
        let points = contact.samples.map { place($0.position) }
        svg.group("", title: recording.title(of: index)) { svg in
            let trail = TrailSimplifier.simplified(points, tolerance: 0.25)
            if trail.count > 1 { svg.polyline(trail, "line \(style)" + (contact.isLost ? " lost" : "")) }
            if contact.positions <= Self.mostDots {
                for point in spread(points) { svg.circle(point, radius: 1.9, style) }
            }
            // Within the slop, so that both can be told apart on large panels.
            let radius = min(max(recording.limits.slop * pixelsPerPoint * 0.6, 3), Self.ringRadius)
            svg.circle(points[0], radius: radius, "ring \(style)")
            let end = points[points.count - 1]
            switch contact.end {
            case .lifted: svg.circle(end, radius: 2.6, style)
            case .cancelled:
                svg.line(end - Vector(x: 4, y: 4), end + Vector(x: 4, y: 4), "ring \(style)")
                svg.line(end + Vector(x: -4, y: 4), end + Vector(x: 4, y: -4), "ring \(style)")
            case .open: break
            }
        }
    }

    private static let ringRadius = 4.5
    /// The largest number of positions that are shown as dots.
    private static let mostDots = 60

    /// The points that are far enough from each other to be seen as dots.
    private func spread(_ points: [Vector]) -> [Vector] {
        var result: [Vector] = []
        for point in points.dropFirst().dropLast() where point.distance(to: result.last ?? points[0]) >= 6 {
            result.append(point)
        }
        return result
    }

    // MARK: Numbers

    /// Writes the number of each contact beside its landing. Contacts that land at the same place share a label.
    private func writeNumbers(to svg: inout SVGWriter) {
        var labels: [(at: Vector, numbers: [Int], colour: Colour)] = []
        for (index, contact) in recording.contacts.enumerated() {
            let landing = place(contact.landed.position)
            if let near = labels.firstIndex(where: { $0.at.distance(to: landing) < 9 }) {
                labels[near].numbers.append(contact.number)
            } else {
                labels.append((landing, [contact.number], recording.colour(of: index)))
            }
        }
        var taken: [Box] = []
        for index in recording.contacts.indices {
            let contact = recording.contacts[index]
            for sample in [contact.landed, contact.last] {
                let point = place(sample.position)
                taken.append(Box(point - Vector(x: 6, y: 6), point + Vector(x: 6, y: 6)))
            }
            let trail = TrailSimplifier.simplified(contact.samples.map { place($0.position) }, tolerance: 2)
            for (start, end) in zip(trail, trail.dropFirst()) {
                let steps = max(1, rounded(start.distance(to: end) / 8))
                for step in 1...steps {
                    let point = start + (end - start) * (Double(step) / Double(steps))
                    taken.append(Box(point - Vector(x: 2, y: 2), point + Vector(x: 2, y: 2)))
                }
            }
        }
        var written: [Box] = []
        for label in labels {
            let text = ranges(of: label.numbers)
            let box = bestPlace(for: text, at: label.at, taken + written)
            // Where contacts are crowded, the title of each says which one it is.
            guard !written.contains(where: { $0.overlaps(box) }) else { continue }
            written.append(box)
            svg.text(
                text, at: Vector(x: (box.low.x + box.high.x) / 2, y: box.high.y - 3),
                "number small middle halo \(PlotStyle.of(label.colour))")
        }
    }

    /// The place around a landing that covers the least.
    private func bestPlace(for text: String, at landing: Vector, _ taken: [Box]) -> Box {
        let half = Vector(x: textWidth(text, size: 11) / 2 + 1, y: 7)
        var best: (box: Box, cost: Double)?
        for (order, side) in [
            Vector(x: 0, y: -1), Vector(x: 1, y: 0), Vector(x: -1, y: 0), Vector(x: 0, y: 1), Vector(x: 1, y: -1),
            Vector(x: -1, y: -1), Vector(x: 1, y: 1), Vector(x: -1, y: 1),
        ].enumerated() {
            let isDiagonal = side.x != 0 && side.y != 0
            let gap = Self.ringRadius + (isDiagonal ? -1 : 3)
            let centre = landing + Vector(x: side.x * (half.x + gap), y: side.y * (half.y + gap))
            let box = Box(centre - half, centre + half)
            var cost = Double(order) * 0.1 + box.excess(over: self.box)
            for other in taken where other.overlaps(box) { cost += 10 }
            if cost < best?.cost ?? .infinity { best = (box, cost) }
        }
        return best?.box ?? Box(landing - half, landing + half)
    }
}

/// Numbers in ascending order as text, e.g. `1–3, 7`.
func ranges(of numbers: [Int]) -> String {
    var parts: [(first: Int, last: Int)] = []
    for number in numbers {
        if let last = parts.last, number == last.last + 1 {
            parts[parts.count - 1].last = number
        } else {
            parts.append((number, number))
        }
    }
    return joined(
        parts.map {
            $0.first == $0.last ? "\($0.first)" : "\($0.first)\($0.last - $0.first > 1 ? "–" : ", ")\($0.last)"
        })
}

/// Cuts text to a width in px and ends it with `…`. Returns an empty text if not even a letter fits.
func shortened(_ text: String, to width: Double, size: Double) -> String {
    if textWidth(text, size: size) <= width { return text }
    var kept: [UInt8] = []
    var isFull = false
    forEachScalar(of: text.utf8) { scalar in
        if isFull { return }
        var longer = kept
        longer.append(utf8Of: scalar)
        if textWidth(String(decoding: longer, as: UTF8.self) + "…", size: size) > width {
            isFull = true
        } else {
            kept = longer
        }
    }
    return kept.isEmpty ? "" : String(decoding: kept, as: UTF8.self) + "…"
}
