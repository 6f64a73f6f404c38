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
    private var check: MeasurementCheck
    private var silences = 0

    /// The time to wait for a touch before the person is told that none has come.
    static let patience = Interval.milliseconds(60_000)
    /// The number of such times after which to give up.
    static let mostSilences = 5

    /// The places of the test, which the person has not touched before.
    static var testPlaces: [(name: StaticString, position: Vector)] {
        [
            ("right", Vector(x: 1, y: 0.5)), ("bottom", Vector(x: 0.5, y: 1)), ("left", Vector(x: 0, y: 0.5)),
            ("top", Vector(x: 0.5, y: 0)),
        ]
    }

    /// - Parameter seed: any number; it decides which place is tested.
    init(_ facts: PanelFacts, asksToWrite: Bool, seed: Int = 0) {
        self.facts = facts
        check = MeasurementCheck(facts)
        self.asksToWrite = asksToWrite
        firstPlace = Int(seed.magnitude % UInt(Self.testPlaces.count))
    }

    /// Whether the next input should be a touch.
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

    private var question: [String] { SetupQuestion(step: step, facts: facts, settings: settings, screen: screen).lines }

    // MARK: Touches

    private mutating func handle(_ touch: PanelTouch) -> [String] {
        guard awaitsTouch else { return [] }
        switch touch {
        case .at(let position): return handle(position)
        case .flawed(let flaw): return [flaw.text] + question
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
        if let refusal { return refusal.lines + question }
        guard corners.next == nil, let orientation = corners.orientation else { return question }
        settings.orientation = orientation
        step = facts.screens.isEmpty ? .size : .output
        screen = nil
        // A display that is not connected now.
        settings.output = facts.screens.isEmpty ? facts.output : nil
        return ["", "The panel is \(orientation.words)."] + question
    }

    private mutating func addCardTouch(_ seen: Vector, _ measured: CardMeasurement) -> [String] {
        var measurement = measured
        let refusal = measurement.add(seen)
        step = .card(measurement)
        if let refusal {
            if refusal == .screenTooSmall { step = .size }
            return [refusal.text(ofWidth: measurement.touches.count < 2)] + question
        }
        guard let size = measurement.size else { return question }
        let built = settings.orientation.swapsSides ? size.turned : size
        if let doubt = check.doubt(about: built, on: screen) {
            step = .card(CardMeasurement())
            return [doubt, "Measure again."] + question
        }
        return use(built)
    }

    private mutating func test(_ seen: Vector, _ place: Int) -> [String] {
        let (name, position) = Self.testPlaces[place]
        let offset = seen - position
        guard offset.x.magnitude <= CornerTouches.farthest, offset.y.magnitude <= CornerTouches.farthest else {
            step = .test((place + 1) % Self.testPlaces.count)
            return [
                "With these settings, that touch is \(percent(seen.x)) from the left and \(percent(seen.y)) from the "
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
        check = MeasurementCheck(facts)
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
            index = facts.currentScreen
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
        guard let seen = isEmpty ? facts.seenRatio(settings.orientation) : Proportions.parse(line) else {
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
