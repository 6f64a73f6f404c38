import GestureCore
import Text
import TouchDecoding

/// What the person is asked at a step of ``SetupDialogue``.
struct SetupQuestion {
    let step: SetupDialogue.Step
    let facts: PanelFacts
    let settings: PanelSettings
    /// The display of the panel; nil if it is not known.
    let screen: PanelFacts.Screen?

    /// The question; empty if nothing is asked.
    var lines: [String] {
        switch step {
        case .corners(let corners):
            guard let corner = corners.next else { return [] }
            return ["", "Touch the \(corner.name) corner of the screen."] + Self.picture(corner.position)
        case .output: return outputQuestion
        case .size: return sizeQuestion
        case .proportions:
            return [
                "", "How wide is the screen compared with its height, as you see it?",
                "Press Enter for \(Proportions.text(facts.seenRatio(settings.orientation))), or type e.g. 4:3.",
            ]
        case .card(let measurement): return Self.cardQuestion(measurement)
        case .test(let place):
            let (name, position) = SetupDialogue.testPlaces[place]
            return ["Now a test. Touch the middle of the \(name) edge, at the X."] + Self.picture(position)
        case .confirm: return ["Use these settings? [yes]"]
        case .done, .ended, .abandoned: return []
        }
    }

    private var outputQuestion: [String] {
        if facts.screens.count == 1, let screen = facts.screens.first {
            return ["", "Is this the panel of the display \(screen.text)? [yes]"]
        }
        var lines = ["", "Which display does the panel belong to?"]
        for (index, screen) in facts.screens.enumerated() { lines.append("  \(index + 1)  \(screen.text)") }
        lines.append("  0  none of them")
        lines.append("Type its number. [\(facts.currentScreen + 1)]")
        return lines
    }

    private var sizeQuestion: [String] {
        var lines = [""]
        if let known = facts.knownSize(on: screen) {
            let seen = settings.orientation.swapsSides ? known.turned : known
            let source =
                switch known.source {
                case .configuration: "The configuration says"
                case .resolution: "The panel reports"
                case .display, .assumed: "The display reports"
                }
            lines.append("\(source) that the screen is \(seen.sides) (width × height, as you see it).")
            lines.append("Press Enter if that is right. Otherwise type one of these:")
        } else {
            lines.append(
                "The panel does not report its size. How large is the screen, without its frame? Type one of these:")
        }
        return lines + [
            "  21.5         the diagonal in inches; also 54.6 cm",
            "  476x268      width and height in mm, as you see the screen; also 47.6x26.8 cm",
            "  card         to measure it with a bank card",
        ]
    }

    private static func cardQuestion(_ measurement: CardMeasurement) -> [String] {
        switch measurement.touches.count {
        case 0:
            [
                "",
                "Lay a bank card flat on the left part of the screen, its long sides level. It may stick out over the edge.",
                "Hold it there and touch the screen right beside the middle of its right side.",
            ]
        case 1:
            [
                "Keep the right side of the card where it is, and turn the card over it like a page: it now lies to the right.",
                "Again, touch the screen right beside the middle of its right side.",
            ]
        case 2:
            [
                "",
                "The width is measured. Now lay the card on the upper part of the screen, its long sides level again.",
                "Hold it there and touch the screen just below the middle of its lower side.",
            ]
        default:
            [
                "Keep the lower side of the card where it is, and turn the card over it: it now lies below.",
                "Again, touch the screen just below the middle of its lower side.",
            ]
        }
    }

    /// A screen with an X at a position.
    private static func picture(_ position: Vector) -> [String] {
        let (columns, rows) = (24, 5)
        let (column, row) = (rounded(position.x * Double(columns - 1)), rounded(position.y * Double(rows - 1)))
        let edge = "  +" + String(repeating: "-", count: columns) + "+"
        var lines = [edge]
        for line in 0..<rows {
            let mark = line == row ? column : -1
            let content =
                mark < 0
                ? String(repeating: " ", count: columns)
                : String(repeating: " ", count: mark) + "X" + String(repeating: " ", count: columns - 1 - mark)
            lines.append("  |" + content + "|")
        }
        return lines + [edge]
    }
}
