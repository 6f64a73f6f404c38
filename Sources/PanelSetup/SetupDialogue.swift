import GestureCore
import Text
import TouchDecoding

/// The conversation of `gesturectl setup` with a person: touches and typed lines in, lines of text and settings out.
///
/// | step        | touch                                        | line                            |
/// |-------------|----------------------------------------------|---------------------------------|
/// | corners     | corners, then output or size                 | –                               |
/// | output      | –                                            | size, or output again           |
/// | size        | –                                            | proportions, card, test, or again |
/// | proportions | –                                            | test, or proportions again      |
/// | card        | card, then test, or size if it is impossible | as in size                      |
/// | test        | confirm, or test again                       | –                               |
/// | confirm     | –                                            | done, ended, or confirm again   |
///
/// In every step, the line `s` starts over and `q` ends the dialogue. `–`: nothing happens.
struct SetupDialogue {
    enum Step: Equatable {
        case corners(CornerTouches)
        case output
        case size
        /// The diagonal in mm.
        case proportions(diagonal: Double)
        case card(CardMeasurement)
        /// The index of the place to touch in ``SetupDialogue/testPlaces``.
        case test(Int)
        case confirm
        /// The settings are complete.
        case done
        /// The person wants no settings.
        case ended
        /// Nobody has touched the panel for a long time.
        case abandoned
    }

    enum Input {
        case touch(PanelTouch)
        case line([UInt8])
        /// Nothing happened for ``SetupDialogue/patience``.
        case silence
    }

    private let facts: PanelFacts
    /// Settings are only printed, so that nothing has to be confirmed.
    private let asksToWrite: Bool
    /// The first place of the test.
    private let firstPlace: Int
    private(set) var step = Step.corners(CornerTouches())
    private(set) var settings = PanelSettings()
    private var screen: PanelFacts.Screen?
    /// The proportions of a measurement with a card that did not fit. A second one that agrees with it is taken.
    private var doubtfulRatio: Double?
    private var silences = 0

    /// The time to wait for a touch before the person is told that none has come.
    static let patience = Interval.milliseconds(60_000)
    /// The number of such times after which to give up.
    static let mostSilences = 5

    /// - Parameter seed: any number; it decides which place is tested.
    init(_ facts: PanelFacts, asksToWrite: Bool, seed: Int = 0) {
        self.facts = facts
        self.asksToWrite = asksToWrite
        firstPlace = Int(seed.magnitude % UInt(Self.testPlaces.count))
    }

    /// True if the next input should be a touch.
    var awaitsTouch: Bool {
        switch step {
        case .corners, .card, .test: true
        case .output, .size, .proportions, .confirm, .done, .ended, .abandoned: false
        }
    }

    var isOver: Bool { step == .done || step == .ended || step == .abandoned }

    /// The lines with which it starts.
    var introduction: [String] {
        [
            "Setting up \(facts.name).",
            "Stand or sit in front of the screen as it will be used. Touch it briefly with one finger.",
            "Type s and Enter to start over. Ctrl-C ends the setup and changes nothing.",
        ] + question
    }

    mutating func handle(_ input: Input) -> [String] {
        guard !isOver else { return [] }
        switch input {
        case .touch(let touch):
            silences = 0
            return handle(touch)
        case .line(let line):
            silences = 0
            return handle(line: line)
        case .silence: return handleSilence()
        }
    }

    private mutating func handleSilence() -> [String] {
        guard awaitsTouch else { return [] }
        silences += 1
        guard silences < Self.mostSilences else {
            step = .abandoned
            return []
        }
        return [
            "No touch has come for a minute. If you touched the screen, it may belong to another device: see 'gesturectl doctor'.",
            "Still waiting.",
        ] + question
    }

    // MARK: Questions

    /// The request to the person at this step.
    private var question: [String] {
        switch step {
        case .corners(let corners):
            guard let corner = corners.next else { return [] }
            return ["", "Touch the \(corner.name) corner of the screen."] + Self.picture(corner.position)
        case .output: return outputQuestion
        case .size: return sizeQuestion
        case .proportions:
            return [
                "", "How wide is the screen compared with its height, as you see it?",
                "Press Enter for \(suggestedProportions), or type e.g. 4:3.",
            ]
        case .card(let measurement): return Self.cardQuestion(measurement)
        case .test(let place):
            let (name, position) = Self.testPlaces[place]
            return ["Now a test. Touch the middle of the \(name) edge, at the X."] + Self.picture(position)
        case .confirm: return ["Use these settings? [yes]"]
        case .done, .ended, .abandoned: return []
        }
    }

    private var outputQuestion: [String] {
        let current = currentScreen
        if facts.screens.count == 1, let screen = facts.screens.first {
            return ["", "Is this the panel of the display \(screen.text)? [yes]"]
        }
        var lines = ["", "Which display does the panel belong to?"]
        for (index, screen) in facts.screens.enumerated() { lines.append("  \(index + 1)  \(screen.text)") }
        lines.append("  0  none of them")
        lines.append("Type its number. [\(current + 1)]")
        return lines
    }

    /// The index of the display that the settings so far name; -1 if there is none.
    private var currentScreen: Int { facts.screens.firstIndex { $0.name == facts.output } ?? -1 }

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

    /// The places of the test, which the person has not touched before.
    static var testPlaces: [(name: StaticString, position: Vector)] {
        [
            ("right", Vector(x: 1, y: 0.5)), ("bottom", Vector(x: 0.5, y: 1)), ("left", Vector(x: 0, y: 0.5)),
            ("top", Vector(x: 0.5, y: 0)),
        ]
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

    /// The proportions to suggest, as the person sees the screen.
    private var seenRatio: Double {
        let ratio = facts.suggestedRatio ?? 16.0 / 9
        return facts.suggestedRatio != nil && settings.orientation.swapsSides ? 1 / ratio : ratio
    }

    private var suggestedProportions: String { Proportions.text(seenRatio) }

    // MARK: Touches

    private mutating func handle(_ touch: PanelTouch) -> [String] {
        guard awaitsTouch else { return [] }
        switch touch {
        case .at(let position): return handle(position)
        case .severalFingers: return ["That was more than one finger. Use one."] + question
        case .moved: return ["The finger moved. Touch briefly, without moving."] + question
        case .cancelled: return ["The panel cancelled the touch, as it does with a palm. Use a fingertip."] + question
        }
    }

    /// - Parameter position: on the panel as it was built.
    private mutating func handle(_ position: Vector) -> [String] {
        let seen = settings.orientation.map.of(position)
        switch step {
        case .corners(let corners): return addCorner(position, corners)
        case .card(let measurement): return addCardTouch(seen, measurement)
        case .test(let place): return test(seen, place)
        case .output, .size, .proportions, .confirm, .done, .ended, .abandoned: return []
        }
    }

    private mutating func addCorner(_ position: Vector, _ touched: CornerTouches) -> [String] {
        var corners = touched
        let refusal = corners.add(position)
        step = .corners(corners)
        switch refusal {
        case nil: break
        case .noCorner(let place):
            return [
                "That was no corner: the panel reports \(Self.percent(place.x)) of its first axis and "
                    + "\(Self.percent(place.y)) of its second.",
                "Touch within a finger's breadth of the corner.",
            ] + question
        case .again(let corner): return ["That is where you touched the \(corner.name) corner."] + question
        case .noOrientation:
            return ["Corners in this order fit no way to mount a panel. Start again with the first."] + question
        }
        guard corners.next == nil, let orientation = corners.orientation else { return question }
        settings.orientation = orientation
        step = facts.screens.isEmpty ? .size : .output
        screen = nil
        // A display that is not connected now.
        settings.output = facts.screens.isEmpty ? facts.output : nil
        return ["", "The panel is \(Self.text(orientation))."] + question
    }

    private static func percent(_ part: Double) -> String { "\(rounded(part * 100)) %" }

    private static func text(_ orientation: Orientation) -> String {
        var parts: [String] = []
        if orientation.mirror != .none { parts.append("mirrored (\(orientation.mirror.name))") }
        if orientation.rotation != .none { parts.append("turned clockwise by \(orientation.rotation.degrees)°") }
        return parts.isEmpty ? "mounted upright, and not mirrored" : joined(parts, " and ")
    }

    private mutating func addCardTouch(_ seen: Vector, _ measured: CardMeasurement) -> [String] {
        var measurement = measured
        let refusal = measurement.add(seen)
        step = .card(measurement)
        let isWidth = measurement.touches.count < 2
        switch refusal {
        case nil: break
        case .notFarther:
            return ["That was not \(isWidth ? "to the right of" : "below") the first touch. Repeat both."] + question
        case .tooNear: return ["The two touches are too near to each other. Repeat both."] + question
        case .screenTooSmall:
            step = .size
            return ["The screen is too small for a card. Measure it with a ruler."] + question
        }
        guard let size = measurement.size else { return question }
        let built = settings.orientation.swapsSides ? size.turned : size
        if let doubt = doubt(about: built) {
            step = .card(CardMeasurement())
            return [doubt, "Measure again."] + question
        }
        return use(built)
    }

    /// - Returns: the reason why a measured size is not taken; nil if it is.
    private mutating func doubt(about built: PhysicalSize) -> String? {
        guard Proportions.plausible.contains(built.ratio), built.isPlausible else {
            return "That makes \(built.sides), which no screen has."
        }
        let (expected, source): (Double?, String)
        if let ratio = facts.reliableRatio(on: screen) {
            (expected, source) = (ratio, facts.reported != nil ? "the panel reports" : "the display has")
        } else {
            (expected, source) = (facts.suggestedRatio, "the coordinates of the panel have")
        }
        guard let expected, (built.ratio / expected - 1).magnitude > Self.ratioTolerance else { return nil }
        defer { doubtfulRatio = built.ratio }
        if let doubtfulRatio, (built.ratio / doubtfulRatio - 1).magnitude <= Self.repetitionTolerance { return nil }
        return "That makes \(built.sides), proportions of \(Proportions.text(built.ratio)), but "
            + "\(source) \(Proportions.text(expected)). If it comes out the same again, it is taken."
    }

    /// By how much measured proportions can differ from those expected, and from those measured before.
    static let ratioTolerance = 0.1
    static let repetitionTolerance = 0.05

    private mutating func test(_ seen: Vector, _ place: Int) -> [String] {
        let (name, position) = Self.testPlaces[place]
        let offset = seen - position
        guard offset.x.magnitude <= CornerTouches.farthest, offset.y.magnitude <= CornerTouches.farthest else {
            step = .test((place + 1) % Self.testPlaces.count)
            return [
                "With these settings, that touch is \(Self.percent(seen.x)) from the left and \(Self.percent(seen.y)) from the "
                    + "top, not at the \(name) edge.",
                "Try again. Or type s and Enter to start over with the corners.",
            ] + question
        }
        step = asksToWrite ? .confirm : .done
        return ["The touch is where it should be."] + question
    }

    // MARK: Lines

    private mutating func handle(line: [UInt8]) -> [String] {
        let word = line.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
        if word == "s" || word == "S" { return startOver() }
        if word == "q" || word == "Q" {
            step = .ended
            return []
        }
        switch step {
        case .corners, .test: return word.isEmpty ? [] : ["Touch the screen, or type s to start over or q to end."]
        case .output: return chooseOutput(word)
        case .size: return answerSize(line)
        case .proportions(let diagonal): return answerProportions(line, diagonal)
        case .card: return word.isEmpty ? [] : answerSize(line)
        case .confirm: return confirm(word)
        case .done, .ended, .abandoned: return []
        }
    }

    private mutating func startOver() -> [String] {
        step = .corners(CornerTouches())
        settings = PanelSettings()
        doubtfulRatio = nil
        return question
    }

    /// - Returns: nil if the answer is neither yes nor no.
    private static func isYes(_ word: [UInt8]) -> Bool? {
        switch ByteString(word) {
        case "", "y", "Y", "yes", "Yes": true
        case "n", "N", "no", "No": false
        default: nil
        }
    }

    private mutating func chooseOutput(_ word: [UInt8]) -> [String] {
        let index: Int
        if facts.screens.count == 1 {
            guard let isYes = Self.isYes(word) else { return ["Type yes or no."] + question }
            index = isYes ? 0 : -1
        } else if word.isEmpty {
            index = currentScreen
        } else {
            guard let number = parseInteger(word, upTo: UInt64(facts.screens.count)) else {
                return ["Type a number from 0 to \(facts.screens.count)."] + question
            }
            index = Int(number) - 1
        }
        screen = index >= 0 ? facts.screens[index] : nil
        settings.output = screen?.name
        step = .size
        return question
    }

    private mutating func answerSize(_ line: [UInt8]) -> [String] {
        switch SizeAnswer(line) {
        case .keep:
            guard let known = facts.knownSize(on: screen) else { break }
            // A size that the device or its display reports needs no setting.
            return use(known, isSet: known.source == .configuration)
        case .card:
            step = .card(CardMeasurement())
            return question
        case .diagonal(let diagonal):
            if let ratio = facts.reliableRatio(on: screen) { return use(typed: .of(diagonal: diagonal, ratio: ratio)) }
            step = .proportions(diagonal: diagonal)
            return question
        case .sides(let width, let height):
            let seen = PhysicalSize(width: width, height: height, source: .configuration)
            return use(typed: settings.orientation.swapsSides ? seen.turned : seen)
        case nil: break
        }
        return ["Expected \(SizeAnswer.expected)."] + question
    }

    private mutating func answerProportions(_ line: [UInt8], _ diagonal: Double) -> [String] {
        let isEmpty = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
        guard let seen = isEmpty ? seenRatio : Proportions.parse(line) else {
            return ["Expected \(Proportions.expected)."] + question
        }
        let size = PhysicalSize.of(diagonal: diagonal, ratio: seen)
        return use(typed: settings.orientation.swapsSides ? size.turned : size)
    }

    private mutating func use(typed built: PhysicalSize) -> [String] {
        let size = built.roundedToTenths
        guard size.isPlausible, Proportions.plausible.contains(size.ratio) else {
            step = .size
            return ["A screen of \(size.sides) is not plausible: sides are 10 to 3000 mm."] + question
        }
        return use(size)
    }

    /// - Parameters:
    ///   - built: the size of the panel as it was built.
    ///   - isSet: whether the settings contain it.
    private mutating func use(_ built: PhysicalSize, isSet: Bool = true) -> [String] {
        let size = built.roundedToTenths
        settings.size = isSet ? size : nil
        step = .test(firstPlace)
        let seen = settings.orientation.swapsSides ? size.turned : size
        return ["", "Found:"] + settings.lines.map { "  \($0)" } + [
            "  The screen is \(seen.sides) as you see it"
                + (settings.orientation.swapsSides ? "; size is that of the panel as it was built." : "."),
            "",
        ] + question
    }

    private mutating func confirm(_ word: [UInt8]) -> [String] {
        guard let isYes = Self.isYes(word) else { return ["Type yes or no."] + question }
        step = isYes ? .done : .ended
        return []
    }
}
