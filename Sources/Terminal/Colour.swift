/// The colours of text and of pictures.
package enum Colour: CaseIterable {
    /// That of ordinary text.
    case plain
    case grey
    case red, orange, yellow, lime, green, teal, cyan, blue, indigo, purple, pink

    /// The number in the escape sequence that selects the colour as one of 16, which every terminal with colours has.
    package var code: Int { row.code }
    /// On a light background, as `#rrggbb`. Its contrast to white is at least 4.5.
    package var onLight: StaticString { row.onLight }
    /// On a dark background, as `#rrggbb`. Its contrast to #0d1117 is at least 4.5.
    package var onDark: StaticString { row.onDark }

    private struct Row {
        var code: Int
        var onLight: StaticString
        var onDark: StaticString

        init(_ code: Int, _ onLight: StaticString, _ onDark: StaticString) {
            self.code = code
            self.onLight = onLight
            self.onDark = onDark
        }
    }

    /// The table of colours. Numbers from 90 are the bright ones of 16.
    private var row: Row {
        switch self {
        case .plain: Row(39, "#1f2328", "#e6edf3")
        case .grey: Row(90, "#6e7781", "#8d96a0")
        case .red: Row(31, "#cf222e", "#ff7b72")
        case .orange: Row(91, "#bc4c00", "#ffa657")
        case .yellow: Row(33, "#9a6700", "#d29922")
        case .lime: Row(92, "#4d7c0f", "#a3e635")
        case .green: Row(32, "#1a7f37", "#3fb950")
        case .teal: Row(96, "#0f766e", "#5eead4")
        case .cyan: Row(36, "#0e7490", "#39c5cf")
        case .blue: Row(34, "#0969da", "#58a6ff")
        case .indigo: Row(94, "#4338ca", "#a5b4fc")
        case .purple: Row(35, "#8250df", "#bc8cff")
        case .pink: Row(95, "#bf3989", "#f778ba")
        }
    }
}
