import GestureCore
import Terminal
import Text

/// One measure over time against the limits that decide on gestures.
struct CurveDrawing {
    private struct Curve {
        var points: [Vector]
        var colour: Colour
    }

    private struct Limit {
        var value: Double
        var label: String
    }

    private let title: [String]
    private var curves: [Curve] = []
    /// Limits that stay the same.
    private var limits: [Limit] = []
    /// Limits that depend on how far the fingers are apart.
    private var movingLimits: [[Vector]] = []
    /// The values at the lower and the upper edge.
    private let range: ClosedRange<Double>
    /// Whether values above the range are cut off.
    private let isCut: Bool
    /// The unit behind each value, if the title has none.
    private let unit: String
    /// The value of fingers that do nothing.
    private let rest: Double
    /// The kind that begins beyond `movingLimits`.
    private var kind = GestureKind.drag

    /// In px.
    static let height = 92.0

    /// The measures that matter in a recording.
    static func all(_ recording: PlottedRecording) -> [CurveDrawing] {
        [distance(recording), scale(recording), angle(recording)].compactMap { $0 }
    }

    /// The distance of each contact from its landing point, in mm. Far above the limits nothing is decided, and the panel shows it.
    private static func distance(_ recording: PlottedRecording) -> CurveDrawing? {
        var limits = [limit("slop", recording.limits.slop)]
        if let distance = recording.limits.swipeDistance(fingers: recording.mostFingers) {
            limits.append(limit("swipe", distance))
        }
        var curves: [Curve] = []
        let highestLimit = limits.reduce(0.1) { max($0, $1.value) }
        let highest = highestLimit * 3
        var most = highestLimit * 1.2
        for (index, contact) in recording.contacts.enumerated() {
            let start = contact.landed.position
            let points = contact.samples.map {
                Vector(x: $0.time, y: $0.position.distance(to: start) * Points.millimetresPerPoint)
            }
            most = max(most, contact.reach * Points.millimetresPerPoint)
            curves.append(Curve(points: points, colour: recording.colour(of: index)))
        }
        guard !curves.isEmpty else { return nil }
        let isCut = most > highest
        let note = isCut ? ["cut off at \(tenths(highest)) mm"] : []
        return CurveDrawing(
            title: ["distance in mm", "from landing"] + note, curves: curves, limits: limits, movingLimits: [],
            range: 0...(isCut ? highest : most * 1.05), isCut: isCut, unit: "", rest: 0)
    }

    private static func limit(_ name: StaticString, _ distance: Points) -> Limit {
        Limit(value: distance * Points.millimetresPerPoint, label: "\(name) \(millimetres(distance))")
    }

    /// The span of two or more fingers, as a multiple of the span when their number last changed.
    private static func scale(_ recording: PlottedRecording) -> CurveDrawing? {
        guard recording.limits.wantsPinch else { return nil }
        let matters = recording.spreads.contains { spread in
            spread.samples.contains {
                abs($0.scale - 1) > ($0.scaleLimits.upperBound - 1) * share
            }
        }
        guard matters else { return nil }
        var values: [Double] = []
        for spread in recording.spreads {
            for sample in spread.samples {
                values += [sample.scale, sample.scaleLimits.lowerBound, sample.scaleLimits.upperBound]
            }
        }
        return CurveDrawing(
            title: ["scale in ×", "of the first span"], recording, .pinch, values, unit: "×", rest: 1, { $0.scale },
            [{ $0.scaleLimits.lowerBound }, { $0.scaleLimits.upperBound }])
    }

    /// The angle that two or more fingers have turned since their number last changed.
    private static func angle(_ recording: PlottedRecording) -> CurveDrawing? {
        guard recording.limits.wantsRotation else { return nil }
        let matters = recording.spreads.contains { spread in
            spread.samples.contains { abs($0.degrees) > $0.degreesLimit * share }
        }
        guard matters else { return nil }
        var values: [Double] = []
        for spread in recording.spreads {
            for sample in spread.samples { values += [sample.degrees, sample.degreesLimit, -sample.degreesLimit] }
        }
        return CurveDrawing(
            title: ["angle in °", "turned"], recording, .rotation, values, unit: "°", rest: 0, { $0.degrees },
            [{ -$0.degreesLimit }, { $0.degreesLimit }])
    }

    /// The part of a limit from which a measure is shown.
    private static let share = 0.5

    private init(
        title: [String], curves: [Curve], limits: [Limit], movingLimits: [[Vector]], range: ClosedRange<Double>,
        isCut: Bool = false, unit: String, rest: Double
    ) {
        self.title = title
        self.curves = curves
        self.limits = limits
        self.movingLimits = movingLimits
        self.range = range
        self.isCut = isCut
        self.unit = unit
        self.rest = rest
    }

    private init(
        title: [String], _ recording: PlottedRecording, _ kind: GestureKind, _ values: [Double], unit: String,
        rest: Double,
        _ value: (SpreadMeter.Sample) -> Double, _ limits: [(SpreadMeter.Sample) -> Double]
    ) {
        let colour = GestureAppearance(kind).colour
        var curves: [Curve] = []
        var movingLimits: [[Vector]] = []
        for spread in recording.spreads {
            func points(_ value: (SpreadMeter.Sample) -> Double) -> [Vector] {
                zip(spread.times, spread.samples).map { Vector(x: $0, y: value($1)) }
            }
            curves.append(Curve(points: points(value), colour: colour))
            for limit in limits { movingLimits.append(points(limit)) }
        }
        let (low, high) = (values.min() ?? 0, values.max() ?? 1)
        let margin = max((high - low) * 0.05, 1e-3)
        self.init(
            title: title, curves: curves, limits: [], movingLimits: movingLimits, range: low - margin...high + margin,
            unit: unit, rest: rest)
        self.kind = kind
    }

    func write(_ scale: TimeScale, top: Double, to svg: inout SVGWriter) {
        let (left, right) = (TimelineDrawing.left, TimelineDrawing.right)
        for (row, line) in title.enumerated() {
            svg.text(
                line, at: Vector(x: PlotPage.margin, y: top + 13 + Double(row) * 15), row == 0 ? "head" : "small dim")
        }
        let bottom = top + Self.height
        func y(_ value: Double) -> Double {
            let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
            return bottom - part * Self.height
        }
        svg.line(Vector(x: left, y: y(rest)), Vector(x: right, y: y(rest)), "grid")
        if isCut { svg.line(Vector(x: left, y: top), Vector(x: right, y: top), "grid") }
        func lines(_ points: [Vector]) -> [[Vector]] {
            Self.parts(of: points.map { Vector(x: scale.x($0.x), y: y($0.y)) }, below: top)
                .map { TrailSimplifier.simplified($0, tolerance: 0.25) }
        }
        var labels: [Double] = []
        for limit in limits.sorted(by: { $0.value < $1.value }) {
            let height = y(limit.value)
            svg.line(Vector(x: left, y: height), Vector(x: right, y: height), "limit")
            // Labels do not overlap.
            let label = min(height, (labels.last ?? .infinity) - 12)
            labels.append(label)
            svg.text(limit.label, at: Vector(x: right + 6, y: label + 4), "small dim")
        }
        for limit in movingLimits { for line in lines(limit) { svg.polyline(line, "limit") } }
        for curve in curves {
            for line in lines(curve.points) where line.count > 1 {
                svg.polyline(line, "curve \(PlotStyle.of(curve.colour))")
            }
        }
        for value in ticks {
            svg.text(text(value), at: Vector(x: left - 6, y: y(value) + 4), "small dim end")
        }
        if let end = longestLimit?.last {
            svg.text("\(kind.title) begins", at: Vector(x: right + 6, y: y(end.y) + 4), "small dim")
        }
    }

    /// The parts of a line that are not above `top`, in px.
    private static func parts(of points: [Vector], below top: Double) -> [[Vector]] {
        var parts: [[Vector]] = []
        var part: [Vector] = []
        for (index, point) in points.enumerated() {
            let isAbove = point.y < top
            if index > 0, isAbove != (points[index - 1].y < top) {
                let (start, way) = (points[index - 1], point - points[index - 1])
                part.append(start + way * ((top - start.y) / way.y))
            }
            if !isAbove {
                part.append(point)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// The upper limit over the longest time.
    private var longestLimit: [Vector]? {
        var longest: (limit: [Vector], time: Double)?
        for limit in movingLimits {
            let time = (limit.last?.x ?? 0) - (limit.first?.x ?? 0)
            // Of two limits of the same time, the upper one is the last.
            if time >= longest?.time ?? 0 { longest = (limit, time) }
        }
        return longest?.limit
    }

    /// The values that are written at the left edge.
    private var ticks: [Double] {
        let step = roundStep(atLeast: (range.upperBound - range.lowerBound) / 3)
        var values: [Double] = []
        // Limits are finite, and a step is at least a sixth of the range.
        var value = step * Double(rounded(range.lowerBound / step))
        while value <= range.upperBound, values.count < 8 {
            if value >= range.lowerBound { values.append(value) }
            value += step
        }
        return values
    }

    private func text(_ value: Double) -> String {
        unit.utf8.elementsEqual("×".utf8) ? "× " + thousandths(value) : thousandths(value) + unit
    }
}
