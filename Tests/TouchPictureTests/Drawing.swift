import GestureCore

@testable import TouchPicture

/// What is drawn, read back from SVG. Accepts only well-formed elements with the escapes that SVGWriter writes.
struct Drawing {
    struct Element: Equatable {
        var name: String
        var attributes: [String: String] = [:]
        /// The text inside, without that of other elements.
        var text = ""
        /// The index of the element around it.
        var parent: Int?

        var classes: [String] { (attributes["class"] ?? "").split(separator: " ").map { String($0) } }
        func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? .nan }
        var at: Vector { Vector(x: number("x"), y: number("y")) }
        var box: Box { Box(x: number("x"), y: number("y"), width: number("width"), height: number("height")) }
        var line: [Double] { ["x1", "y1", "x2", "y2"].map { number($0) } }
        var points: [Vector] {
            (attributes["points"] ?? "").split(separator: " ").map { pair in
                let numbers = pair.split(separator: ",").map { Double($0) ?? .nan }
                return Vector(x: numbers[0], y: numbers[1])
            }
        }
    }

    struct NotWellFormed: Error, Equatable {
        var rest: String
    }

    private(set) var elements: [Element] = []
    private var rest: Substring

    /// Reads what `write` draws.
    init(_ write: (inout SVGWriter) -> Void) throws(NotWellFormed) {
        var svg = SVGWriter()
        svg.group("") { write(&$0) }
        try self.init(svg.bytes)
    }

    init(_ bytes: [UInt8]) throws(NotWellFormed) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw NotWellFormed(rest: "not UTF-8") }
        rest = text[...]
        try readElement(in: nil)
        guard rest == "\n" else { throw NotWellFormed(rest: String(rest)) }
    }

    // MARK: Looking into it

    /// The elements of a kind that have all these classes, in the order in which they are drawn.
    func all(_ name: String, _ classes: String = "") -> [Element] {
        let wanted = classes.split(separator: " ").map { String($0) }
        return elements.filter { element in
            element.name == name && wanted.allSatisfy { element.classes.contains($0) }
        }
    }

    func texts(_ classes: String = "") -> [String] { all("text", classes).map { $0.text } }
    var titles: [String] { all("title").map { $0.text } }

    /// The numbers of all attributes.
    var numbers: [Double] {
        elements.flatMap { element in
            element.points.flatMap { [$0.x, $0.y] }
                + ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height", "stroke-width"]
                .filter { element.attributes[$0] != nil }.map { element.number($0) }
        }
    }

    // MARK: Reading

    private mutating func readElement(in parent: Int?) throws(NotWellFormed) {
        try expect("<")
        var element = Element(name: try word(), parent: parent)
        while skip(" ") {
            let name = try word()
            try expect("=\"")
            guard element.attributes.updateValue(try text(until: "\""), forKey: name) == nil else { throw failure }
            try expect("\"")
        }
        let index = elements.count
        elements.append(element)
        if skip("/>") { return }
        try expect(">")
        while !skip("</") {
            if rest.first == "<" {
                try readElement(in: index)
            } else {
                elements[index].text += try text(until: "<")
            }
        }
        try expect(element.name + ">")
    }

    private mutating func word() throws(NotWellFormed) -> String {
        let word = rest.prefix { $0.isLetter || $0.isNumber || "-:".contains($0) }
        guard !word.isEmpty else { throw failure }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private mutating func text(until end: Unicode.Scalar) throws(NotWellFormed) -> String {
        var text = ""
        while let scalar = rest.unicodeScalars.first, scalar != end {
            let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")]
            if scalar == "&" {
                guard let entity = entities.first(where: { rest.hasPrefix($0.0) }) else { throw failure }
                rest = rest.dropFirst(entity.0.count)
                text += entity.1
            } else {
                guard scalar >= " " || scalar == "\n", scalar != "<" else { throw failure }
                text.unicodeScalars.append(scalar)
                rest.unicodeScalars.removeFirst()
            }
        }
        return text
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func expect(_ text: String) throws(NotWellFormed) { if !skip(text) { throw failure } }
    private var failure: NotWellFormed { NotWellFormed(rest: String(rest.prefix(40))) }
}
