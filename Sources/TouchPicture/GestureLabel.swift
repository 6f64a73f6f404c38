import GestureCore
import Terminal

/// The symbol and the title of a gesture at its bar in the timeline: to the right of it or, if there is no room, in the filled part of
/// it, to the left, or from its start on.
struct GestureLabel {
    private enum Place { case right, inside, left, over }

    private let title: String
    private let place: Place
    /// The ends in px.
    let left: Double
    let right: Double

    private static let gap = 7.0

    /// - Parameters:
    ///   - bar: the ends of the bar in px.
    ///   - parts: the times at which the bar is filled.
    init(
        _ gesture: PlottedGesture, _ bar: (low: Double, high: Double), _ parts: [ClosedRange<Double>],
        _ scale: TimeScale
    ) {
        title = shortened(gesture.title, to: 260, size: 12)
        let width = PlotSymbol.width + textWidth(title, size: 12)
        let widest = parts.max { scale.width($0) < scale.width($1) }
        if bar.high + Self.gap + width <= PlotPage.width - PlotPage.margin {
            (place, left, right) = (.right, bar.high + Self.gap, bar.high + Self.gap + width)
        } else if let widest, scale.width(widest) > width + 2 * Self.gap {
            let middle = (scale.x(widest.lowerBound) + scale.x(widest.upperBound)) / 2
            (place, left, right) = (.inside, middle - width / 2, middle + width / 2)
        } else if bar.low - Self.gap - width >= TimelineDrawing.left {
            (place, left, right) = (.left, bar.low - Self.gap - width, bar.low - Self.gap)
        } else {
            (place, left, right) = (.over, bar.low + Self.gap, bar.low + Self.gap + width)
        }
    }

    /// - Parameter y: the middle of the bar.
    func write(_ gesture: PlottedGesture, _ colour: Colour, y: Double, to svg: inout SVGWriter) {
        let style = place == .inside ? "inside" : "halo outside \(PlotStyle.of(colour))"
        // The symbol is beside the bar.
        let symbol = place == .left ? right - PlotSymbol.width / 2 : left + PlotSymbol.width / 2
        PlotSymbol.write(gesture, at: Vector(x: symbol, y: y), style, to: &svg)
        if place == .left {
            svg.text(title, at: Vector(x: right - PlotSymbol.width, y: y + 4), "end \(style)")
        } else {
            svg.text(title, at: Vector(x: left + PlotSymbol.width, y: y + 4), style)
        }
    }
}
