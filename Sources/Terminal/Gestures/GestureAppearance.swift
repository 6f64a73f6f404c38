import GestureCore

/// The symbol and the colour of a gesture. This is the one table of them, for text and for pictures.
///
/// The symbols are in WGL4, the characters that monospaced fonts have in common.
package struct GestureAppearance {
    /// One column wide.
    package var symbol: StaticString
    /// The symbol for terminals that do not show it: one ASCII character.
    var plainSymbol: StaticString
    package var colour: Colour

    private init(_ symbol: StaticString, _ plainSymbol: StaticString, _ colour: Colour) {
        self.symbol = symbol
        self.plainSymbol = plainSymbol
        self.colour = colour
    }

    /// - Parameters:
    ///   - direction: that of a swipe, with or without an edge; other gestures have none.
    ///   - count: the number of taps.
    package init(_ kind: GestureKind, direction: Direction? = nil, count: Int = 1) {
        if let direction {
            self.init(direction)
            return
        }
        self =
            switch kind {
            case .press: Self("·", ".", .plain)
            case .touch: Self("~", "~", .grey)
            case .activity: Self("~", "~", .teal)
            case .tap: count > 1 ? Self("∞", "O", .cyan) : Self("○", "o", .cyan)
            case .longPress: Self("●", "*", .purple)
            case .drag: Self("~", "~", .indigo)
            case .swipe, .edgeSwipe: Self("~", "~", .plain)
            case .pinch: Self("↔", "%", .pink)
            case .rotation: Self("@", "@", .orange)
            case .stroke: Self("∫", "&", .lime)
            }
    }

    /// A swipe in this direction.
    init(_ direction: Direction) {
        self =
            switch direction {
            case .up: Self("↑", "^", .blue)
            case .down: Self("↓", "v", .green)
            case .left: Self("←", "<", .red)
            case .right: Self("→", ">", .yellow)
            case .upLeft: Self("\\", "\\", .blue)
            case .upRight: Self("/", "/", .blue)
            case .downLeft: Self("/", "/", .green)
            case .downRight: Self("\\", "\\", .green)
            }
    }

    /// A gesture of a kind that this version does not know.
    static var unknown: GestureAppearance { Self("~", "~", .plain) }

    /// The symbol as this terminal shows it.
    package func symbol(on terminal: Terminal) -> StaticString { terminal.hasSymbols ? symbol : plainSymbol }
}
