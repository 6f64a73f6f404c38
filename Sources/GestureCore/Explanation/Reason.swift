import Text

/// Why a gesture was ruled out, or a contact ignored: a rule, and what was measured against it.
package struct Reason: Equatable, Sendable {
    package var rule: Rule
    /// The measured value and the limit, in ``Rule/unit``; nil for rules without numbers.
    package var measured: Double?
    package var limit: Double?
    /// The words of the rule beside numbers: names, a direction, finger counts.
    package var words = ""
    /// What set the limit; nil if it is a default, or of the request.
    package var setting: ConfiguredSetting? {
        get { box?.setting }
        set { box = newValue.map { SettingBox($0) } }
    }
    private var box: SettingBox?

    init(_ rule: Rule, _ words: String = "") {
        self.rule = rule
        self.words = words
    }

    package init(_ rule: Rule, _ measured: Double, of limit: Double, _ words: String = "") {
        self.rule = rule
        self.measured = measured
        self.limit = limit
        self.words = words
    }

    init(_ rule: Rule, _ measured: Interval, of limit: Interval, _ words: String = "") {
        self.init(rule, Double(measured.microseconds) / 1000, of: Double(limit.microseconds) / 1000, words)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.rule == right.rule && left.measured == right.measured && left.limit == right.limit
            && left.words.utf8.elementsEqual(right.words.utf8) && left.setting == right.setting
    }

    /// Whether the measured value violates the limit, or if the rule has no numbers.
    package var isViolation: Bool {
        guard let measured, let limit else { return rule.bound == .none }
        return switch rule.bound {
        case .none: false
        case .atMost: measured.exceeds(limit)
        case .atLeast: !measured.reaches(limit)
        // An input at the very limit comes before the deadline.
        case .moreThan: !measured.exceeds(limit)
        case .lessThan: measured.reaches(limit)
        }
    }

    /// The reason for people, without the kind, e.g. `6.8 mm of 9.5 mm (swipe-distance = 60 pt, /etc/gestured/gestured.conf:3)`.
    package var text: String {
        guard let setting else { return sentence }
        return sentence + " (\(rule.unit == .points ? setting.text(behind: limit) : setting.text))"
    }

    private var sentence: String {
        let (measured, limit) = quantities
        return switch rule {
        case .movedTooFar: "moved \(measured), at most \(limit) allowed"
        case .provedLate: "the finger was first taken for a palm"
        case .landedAfterLift: "a finger landed after another was lifted"
        case .landedApart: "the fingers landed \(measured) apart, at most \(limit) allowed"
        case .liftedApart: "the fingers were lifted \(measured) apart, at most \(limit) allowed"
        case .tooShort: "lasted \(measured) of at least \(limit)"
        case .tooLong: "lasted \(measured), at most \(limit) allowed"
        case .longPress: "rested for \(limit), which makes a long press"
        case .fingerCount: "\(measured), requested: \(words)"
        case .fingersCameOrWent: "a finger came or went in the frame that would have begun it"
        case .lost: "the contact was cancelled, not lifted" + (words.utf8.isEmpty ? "" : ": " + words)
        case .clicked: "the touchpad was clicked, and a click is no gesture"
        // A finger that is lifted at exactly this time has made a tap.
        case .liftedEarly: "lifted after \(measured)" + (self.measured == self.limit ? ", not later" : " of \(limit)")
        case .stayed: words + "moved \(measured), more than \(limit) required"
        case .distance: "\(measured) of \(limit)"
        case .turnedBack: "went back: a path of \(measured), at most \(limit) allowed (3 times the distance)"
        case .diverged: "a finger went \(measured) off the common direction, less than \(limit) required"
        case .spread: "the fingers moved apart, not the same way"
        case .travelled: "the fingers moved the same way, not apart"
        case .undecided: "the fingers moved too little to tell a pinch from a scroll"
        case .inEdgeBand: "starts \(measured) from the edge; within \(limit), swipes are edge swipes"
        case .awayFromEdge: "starts \(measured) from the edge, at most \(limit) allowed"
        case .span: "the fingers' distance changed by \(measured), more than \(limit) required"
        case .smallSpan: "the fingers were \(measured) apart, at least \(limit) required"
        case .turn: "turned by \(measured), more than \(limit) required"
        case .strokeSize: "drew a path of \(measured), at least \(limit) required"
        case .straight: "drew a line, a line there and back, or a bend"
        case .score: "score \(measured) of \(limit)" + (words.utf8.isEmpty ? "" : ", most similar: " + words)
        case .tapGap: "landed \(measured) after the previous tap, at most \(limit) allowed"
        case .tapDistance: "landed \(measured) from the previous tap, at most \(limit) allowed"
        case .tapFingers: "the previous tap had another number of fingers: \(words)"
        case .tapCount: "\(rounded(self.measured ?? 0)) of \(limit)" + (words.utf8.isEmpty ? "" : ": " + words)
        case .disabledRegion: words.utf8.isEmpty ? "the region is disabled" : "\(words) is disabled"
        case .maskedRegion:
            words.utf8.isEmpty
                ? "the mask of the region turns off its gestures"
                : "the mask of \(words) turns off the gestures of this region"
        case .taken: words + (measured.utf8.isEmpty ? "" : " at \(measured)")
        case .innerTarget: "\(words), inside this region, asks for a press or tap"
        case .tapElsewhere:
            words.utf8.isEmpty ? "another region has the taps of this touch" : "it was a tap of \(words)"
        case .movingRegion: "fingers that landed before move " + (words.utf8.isEmpty ? "another region" : words)
        case .stoppedFling: "the touch stopped a fling"
        case .heldBack: "lifted after \(measured); contacts count if they last longer than \(limit)"
        case .repeated: "landed \(measured) after a lift nearby; landings within \(limit) are ignored"
        case .edgePalm: "a palm at the end of the touchpad"
        case .thumb: "a thumb that rests"
        case .joined: "the finger moved after a rest, and counts with those that landed since"
        case .outsideRegions: "landed outside all regions"
        case .initial: "was already down when recognition began"
        case .woke: "only woke the display"
        case .otherStroke: "more similar to \(words)"
        case .direction: words.utf8.isEmpty ? "not in the requested direction" : words
        case .area: words.utf8.isEmpty ? "outside the requested area" : words
        case .edge: "did not start at the requested edge"
        case .restingFingers: "not beside resting fingers (\(words))"
        case .modifiers: "not with the modifier keys that it requires"
        case .lostToMember: "another gesture of the composition was recognized"
        case .tooLate: "came \(measured) after its sequence began, at most \(limit) allowed"
        case .notInTurn: words
        }
    }

    /// The measured value and the limit, with the fewest decimals that tell them apart.
    private var quantities: (measured: String, limit: String) {
        func quantities(_ places: Int) -> (measured: String, limit: String) {
            (measured.map { quantity($0, places) } ?? "", limit.map { quantity($0, places) } ?? "")
        }
        guard let measured, let limit, measured.exceeds(limit) || !measured.reaches(limit) else { return quantities(1) }
        for places in 1...6 {
            let (measured, limit) = quantities(places)
            if !measured.utf8.elementsEqual(limit.utf8) { return (measured, limit) }
        }
        return quantities(1)
    }

    /// - Parameter places: the number of decimals, from 1; scores have one more.
    private func quantity(_ number: Double, _ places: Int) -> String {
        switch rule.unit {
        case .none: return ""
        case .points: return millimetres(number, places: places)
        case .milliseconds:
            // Times are whole microseconds.
            return (number == Double(rounded(number)) || places < 2 ? "\(rounded(number))" : thousandths(number))
                + " ms"
        case .degrees: return decimal(number, places) + "°"
        case .score: return fixed(max(number, 0), places: places + 1)
        case .fingers: return counted(rounded(number), "finger")
        case .taps: return counted(rounded(number), "tap")
        }
    }

    private func decimal(_ number: Double, _ places: Int) -> String {
        switch places {
        // Without trailing zeros.
        case 1: thousandths(Double(rounded(number * 10)) / 10)
        case 2, 3: thousandths(number)
        default: millionths(number)
        }
    }
}

/// Keeps a setting out of reasons, which are copied often and seldom have one.
private final class SettingBox: Sendable {
    let setting: ConfiguredSetting

    init(_ setting: ConfiguredSetting) { self.setting = setting }
}

/// The rules that rule out gestures.
package enum Rule: Named, Equatable, Sendable {
    // Several gestures.
    case movedTooFar, provedLate, landedAfterLift, landedApart, liftedApart, fingerCount, fingersCameOrWent, lost,
        clicked
    // Taps.
    case tooShort, tooLong, longPress, tapGap, tapDistance, tapFingers, tapCount
    case liftedEarly
    // Drags and swipes.
    case stayed, distance, turnedBack, diverged, inEdgeBand, awayFromEdge
    /// The decision between moving together and apart, on touchpads.
    case spread, travelled, undecided
    case span, smallSpan, turn
    // Strokes.
    case strokeSize, straight, score, otherStroke
    // Regions.
    case disabledRegion, stoppedFling
    /// The levels of a chain.
    case maskedRegion, taken, innerTarget, tapElsewhere, movingRegion
    // Contacts that reach no recognizer.
    case heldBack, repeated, edgePalm, thumb, joined, outsideRegions, initial, woke
    // Conditions of compositions.
    case direction, area, edge, restingFingers, modifiers, lostToMember, tooLate, notInTurn

    package enum Unit: Equatable, Sendable { case none, points, milliseconds, degrees, score, fingers, taps }

    /// The values that do not violate a limit.
    package enum Bound: Equatable, Sendable { case none, atMost, atLeast, moreThan, lessThan }

    package var unit: Unit { traits.unit }
    package var bound: Bound { traits.bound }
    /// The name in JSON.
    package var name: StaticString { traits.name }

    private var traits: (name: StaticString, unit: Unit, bound: Bound) {
        switch self {
        case .movedTooFar: ("movedTooFar", .points, .atMost)
        case .provedLate: ("provedLate", .none, .none)
        case .landedAfterLift: ("landedAfterLift", .none, .none)
        case .landedApart: ("landedApart", .milliseconds, .atMost)
        case .liftedApart: ("liftedApart", .milliseconds, .atMost)
        case .fingerCount: ("fingerCount", .fingers, .none)
        case .fingersCameOrWent: ("fingersCameOrWent", .none, .none)
        case .lost: ("lost", .none, .none)
        case .clicked: ("clicked", .none, .none)
        case .tooShort: ("tooShort", .milliseconds, .atLeast)
        case .tooLong: ("tooLong", .milliseconds, .atMost)
        case .longPress: ("longPress", .milliseconds, .lessThan)
        case .tapGap: ("tapGap", .milliseconds, .atMost)
        case .tapDistance: ("tapDistance", .points, .atMost)
        case .tapFingers: ("tapFingers", .none, .none)
        case .tapCount: ("tapCount", .taps, .atLeast)
        case .liftedEarly: ("liftedEarly", .milliseconds, .moreThan)
        case .stayed: ("stayed", .points, .moreThan)
        case .distance: ("distance", .points, .atLeast)
        case .turnedBack: ("turnedBack", .points, .atMost)
        case .diverged: ("diverged", .degrees, .lessThan)
        case .inEdgeBand: ("inEdgeBand", .points, .moreThan)
        case .awayFromEdge: ("awayFromEdge", .points, .atMost)
        case .spread: ("spread", .none, .none)
        case .travelled: ("travelled", .none, .none)
        case .undecided: ("undecided", .none, .none)
        case .span: ("span", .points, .moreThan)
        case .smallSpan: ("smallSpan", .points, .atLeast)
        case .turn: ("turn", .degrees, .moreThan)
        case .strokeSize: ("strokeSize", .points, .atLeast)
        case .straight: ("straight", .none, .none)
        case .score: ("score", .score, .atLeast)
        case .otherStroke: ("otherStroke", .none, .none)
        case .disabledRegion: ("disabledRegion", .none, .none)
        case .stoppedFling: ("stoppedFling", .none, .none)
        case .maskedRegion: ("maskedRegion", .none, .none)
        case .taken: ("taken", .points, .none)
        case .innerTarget: ("innerTarget", .none, .none)
        case .tapElsewhere: ("tapElsewhere", .none, .none)
        case .movingRegion: ("movingRegion", .none, .none)
        case .heldBack: ("heldBack", .milliseconds, .moreThan)
        case .repeated: ("repeated", .milliseconds, .moreThan)
        case .edgePalm: ("edgePalm", .none, .none)
        case .thumb: ("thumb", .none, .none)
        case .joined: ("joined", .none, .none)
        case .outsideRegions: ("outsideRegions", .none, .none)
        case .initial: ("initial", .none, .none)
        case .woke: ("woke", .none, .none)
        case .direction: ("direction", .none, .none)
        case .area: ("area", .none, .none)
        case .edge: ("edge", .none, .none)
        case .restingFingers: ("restingFingers", .none, .none)
        case .modifiers: ("modifiers", .none, .none)
        case .lostToMember: ("lostToMember", .none, .none)
        case .tooLate: ("tooLate", .milliseconds, .atMost)
        case .notInTurn: ("notInTurn", .none, .none)
        }
    }
}
