import GestureCore
import GestureProtocol
import Text

/// Writes SVG. The bytes depend only on the calls: numbers have at most one decimal, and text from outside is escaped.
struct SVGWriter {
    /// An attribute of an element. Its words are chosen by the program; only text and titles come from outside.
    struct Attribute {
        fileprivate enum Value {
            case word(String)
            case number(Double)
            case points([Vector])
        }

        fileprivate var name: StaticString
        fileprivate var value: Value

        init(_ name: StaticString, _ word: String) { (self.name, value) = (name, .word(word)) }
        init(_ name: StaticString, _ number: Double) { (self.name, value) = (name, .number(number)) }
        init(points: [Vector]) { (name, value) = ("points", .points(points)) }

        static func style(_ classes: String) -> Attribute { Attribute("class", classes) }
    }

    private var writer = JSONWriter()

    var bytes: [UInt8] { writer.bytes }

    mutating func raw(_ text: String) { writer.raw(Array(text.utf8)) }

    /// Writes an element with its content: a title that is shown when the mouse is over it, and what `body` writes.
    mutating func element(
        _ name: StaticString, _ attributes: [Attribute], title: String? = nil,
        _ body: (inout SVGWriter) -> Void = { _ in }
    ) {
        writer.raw("<")
        writer.raw(name)
        for attribute in attributes { write(attribute) }
        let start = writer.bytes.count
        writer.raw(">")
        if let title {
            writer.raw("<title>")
            escape(title)
            writer.raw("</title>")
        }
        body(&self)
        if writer.bytes.count == start + 1 {
            writer.bytes.removeLast()
            writer.raw("/>\n")
        } else {
            writer.raw("</")
            writer.raw(name)
            writer.raw(">\n")
        }
    }

    mutating func group(_ classes: String, title: String? = nil, _ body: (inout SVGWriter) -> Void) {
        element("g", [.style(classes)], title: title, body)
    }

    mutating func text(_ text: String, at position: Vector, _ classes: String) {
        element("text", [.style(classes), Attribute("x", position.x), Attribute("y", position.y)]) { $0.escape(text) }
    }

    mutating func line(_ start: Vector, _ end: Vector, _ classes: String) {
        element(
            "line",
            [
                .style(classes), Attribute("x1", start.x), Attribute("y1", start.y), Attribute("x2", end.x),
                Attribute("y2", end.y),
            ])
    }

    mutating func polyline(_ points: [Vector], _ classes: String) {
        element("polyline", [.style(classes), Attribute(points: points)])
    }

    mutating func circle(_ centre: Vector, radius: Double, _ classes: String) {
        element(
            "circle",
            [.style(classes), Attribute("cx", centre.x), Attribute("cy", centre.y), Attribute("r", radius)])
    }

    mutating func rectangle(_ box: Box, radius: Double = 0, _ classes: String) {
        var attributes = [
            Attribute.style(classes), Attribute("x", box.low.x), Attribute("y", box.low.y),
            Attribute("width", box.width), Attribute("height", box.height),
        ]
        if radius > 0 { attributes.append(Attribute("rx", radius)) }
        element("rect", attributes)
    }

    private mutating func write(_ attribute: Attribute) {
        writer.raw(" ")
        writer.raw(attribute.name)
        writer.raw("=\"")
        switch attribute.value {
        case .word(let word): escape(word)
        case .number(let number): writer.decimal(number, places: 1)
        case .points(let points):
            for (index, point) in points.enumerated() {
                if index > 0 { writer.raw(" ") }
                writer.decimal(point.x, places: 1)
                writer.raw(",")
                writer.decimal(point.y, places: 1)
            }
        }
        writer.raw("\"")
    }

    /// Writes text with entities for what XML reserves. Control characters other than line feeds, characters that XML excludes and invalid UTF-8 become
    /// U+FFFD.
    mutating func escape(_ text: String) {
        forEachScalar(of: text.utf8) { scalar in
            switch scalar {
            case "&": writer.raw("&amp;")
            case "<": writer.raw("&lt;")
            case ">": writer.raw("&gt;")
            case "\"": writer.raw("&quot;")
            case "\n": writer.raw("\n")
            case "\u{fffe}", "\u{ffff}": writer.bytes.append(utf8Of: "\u{fffd}")
            default: writer.bytes.append(utf8Of: scalar.isTerminalControl ? "\u{fffd}" : scalar)
            }
        }
    }
}

/// A rectangle of the picture, in px.
struct Box: Equatable {
    var low: Vector
    var high: Vector

    init(_ low: Vector, _ high: Vector) { (self.low, self.high) = (low, high) }

    init(x: Double, y: Double, width: Double, height: Double) {
        low = Vector(x: x, y: y)
        high = Vector(x: x + width, y: y + height)
    }

    var width: Double { high.x - low.x }
    var height: Double { high.y - low.y }

    func overlaps(_ other: Box) -> Bool {
        low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }

    /// Returns the length in px by which this box is outside of another, in both directions together.
    func excess(over other: Box) -> Double {
        max(0, other.low.x - low.x) + max(0, high.x - other.high.x) + max(0, other.low.y - low.y)
            + max(0, high.y - other.high.y)
    }
}
