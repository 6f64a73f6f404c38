import Terminal

/// The style sheet of a plot, for light and dark pages and for print.
///
/// Colours are no CSS variables, because not every program that shows SVG knows them.
enum PlotStyle {
    /// The class of what has a colour of ``Colour``: its text, and with `line` its lines.
    static func of(_ colour: Colour) -> String { "c\(colour.code)" }

    /// The fill with hatches of a colour.
    static func hatch(_ colour: Colour) -> String { "hatch\(colour.code)" }

    /// The style sheet.
    ///
    /// - Parameter colours: those that the picture uses.
    static func sheet(_ colours: [Colour]) -> String {
        var text = shapes
        for colour in colours { text += ".\(hatch(colour)) { fill: url(#\(hatch(colour))) }\n" }
        text += rules(colours, isDark: false)
        // Print is light.
        text += "@media screen and (prefers-color-scheme: dark) {\n" + rules(colours, isDark: true) + "}\n"
        return text
    }

    private static let shapes = """
        text { font: 12px system-ui, "DejaVu Sans", sans-serif }
        .title { font-size: 16px; font-weight: 600 }
        .head { font-weight: 600 }
        .small { font-size: 11px }
        .symbol { font: 14px "DejaVu Sans", system-ui, sans-serif }
        .end { text-anchor: end }
        .middle { text-anchor: middle }
        .panel { stroke-width: 1.5 }
        .band { fill: none; opacity: 0.5 }
        .grid, .axis, .edge, .area, .limit, .slop, .decision { fill: none }
        .edge { stroke-dasharray: 6 4 }
        .area { stroke-dasharray: 2 3; stroke-width: 1.5 }
        .limit { stroke-dasharray: 7 4; stroke-width: 1.2 }
        .slop { stroke-dasharray: 3 3 }
        .decision { stroke-dasharray: 1 3 }
        .line { fill: none; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round }
        .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round }
        .thin { fill: none; stroke-width: 1.2 }
        .ring { fill: none; stroke-width: 1.8 }
        .lost { stroke-dasharray: 2 4 }
        .number { font-weight: 600 }

        """

    private static func rules(_ colours: [Colour], isDark: Bool) -> String {
        let page = isDark ? "#0d1117" : "#ffffff"
        let panel = isDark ? "#161b22" : "#f6f8fa"
        let frame = isDark ? "#6e7681" : "#8c959f"
        let faint = isDark ? "#30363d" : "#d8dee4"
        let band = isDark ? "#21303f" : "#dbe9f7"
        let edge = isDark ? "#4c7199" : "#7ea6cf"
        let text = isDark ? "#e6edf3" : "#1f2328"
        let dim = isDark ? "#9aa4ae" : "#59636e"
        var rules = """
            .page { fill: \(page) }
            .panel { fill: \(panel); stroke: \(frame) }
            .band { stroke: \(band) }
            .edge { stroke: \(edge) }
            .grid { stroke: \(faint) }
            .axis, .area, .region { stroke: \(frame) }
            .region { fill: none }
            .limit { stroke: \(dim) }
            .pause { fill: \(page) }
            text { fill: \(text) }
            .dim { fill: \(dim) }
            .halo { stroke: \(panel); stroke-width: 3; stroke-linejoin: round; paint-order: stroke }
            .halo.outside { stroke: \(page) }
            .inside { fill: \(page) }

            """
        for colour in colours {
            let value = isDark ? colour.onDark : colour.onLight
            let name = of(colour)
            rules += ".\(name) { fill: \(value) }\n"
            rules += """
                .line.\(name), .curve.\(name), .thin.\(name), .ring.\(name), .slop.\(name), .decision.\(name) \
                { fill: none; stroke: \(value) }

                """
            rules += ".stripe.\(name) { stroke: \(value) }\n"
        }
        return rules
    }
}
