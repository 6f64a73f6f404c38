import GestureCore
import Terminal

/// Draws the symbol of a gesture.
enum PlotSymbol {
    /// The room for a symbol, in px.
    static let width = 19.0

    static func write(_ gesture: PlottedGesture, at centre: Vector, _ style: String, to svg: inout SVGWriter) {
        svg.text("\(gesture.appearance.symbol)", at: Vector(x: centre.x, y: centre.y + 5), "symbol middle \(style)")
    }
}
