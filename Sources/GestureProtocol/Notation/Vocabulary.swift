import GestureCore
import Text

// The words of the notation. Those of the protocol are words of the notation, too.

extension GestureKind {
    /// The name in the notation, as tools write it, e.g. `long press`.
    package var notation: String { self == .activity ? "idle" : "\(title)" }

    /// The name in one word, e.g. `hold`.
    package var shortNotation: ByteString {
        Self.otherNames.first { $0.kind == self }?.name ?? ByteString("\(name)")
    }

    private static let otherNames: [(name: ByteString, kind: GestureKind)] = [
        ("hold", .longPress), ("edge", .edgeSwipe), ("rotate", .rotation), ("idle", .activity),
    ]

    /// Returns the kind with a name of one word.
    init?(notation word: ByteString) {
        guard let kind = GestureKind(name: word.bytes) ?? Self.otherNames.first(where: { $0.name == word })?.kind else {
            return nil
        }
        self = kind
    }

    /// All names.
    static var words: [ByteString] {
        otherNames.map { $0.name } + allCases.flatMap { [ByteString("\($0.name)"), ByteString($0.notation)] }
            + ["double", "triple"]
    }

    /// Names that other gesture recognizers use, and what they are here.
    private static let namesElsewhere: [(name: String, kind: GestureKind, taps: Int)] = [
        ("doubletap", .tap, 2), ("doubleclick", .tap, 2), ("tripletap", .tap, 3), ("click", .tap, 1),
        ("hold", .longPress, 1), ("longpress", .longPress, 1), ("pan", .drag, 1), ("scroll", .drag, 1),
        ("move", .drag, 1), ("flick", .swipe, 1), ("fling", .swipe, 1), ("zoom", .pinch, 1), ("magnify", .pinch, 1),
        ("spread", .pinch, 1), ("rotate", .rotation, 1), ("turn", .rotation, 1), ("edge", .edgeSwipe, 1),
        ("idle", .activity, 1),
    ]

    /// Returns the kind that another gesture recognizer calls by this name, and the number of taps. The case of letters, hyphens and
    /// underscores do not count.
    static func elsewhere(_ name: some Collection<UInt8>) -> (kind: GestureKind, taps: Int)? {
        let letters = name.prefix(64).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
        return namesElsewhere.first { letters.elementsEqual($0.name.utf8) }.map { ($0.kind, $0.taps) }
    }
}

extension GestureParameter {
    /// What it is, with its article.
    private var noun: (article: String, name: String) {
        switch self {
        case .fingers: ("a ", "number of fingers")
        case .count: ("a ", "number of taps")
        case .directions: ("a ", "number of directions")
        case .axisLock: ("", "'axis-lock'")
        case .direction: ("a ", "direction")
        case .axis: ("an ", "axis")
        case .edge: ("an ", "edge")
        case .area: ("an ", "area")
        case .idle: ("a ", "time without touches")
        case .minimumDuration: ("", "'over'")
        case .maximumDuration: ("", "'under'")
        case .minimumDistance: ("a ", "distance")
        case .modifiers: ("", "modifier keys")
        case .restingFingers: ("", "'while'")
        case .claim: ("", "'claim'")
        case .templates: ("", "templates")
        case .rotation: ("", "'rotation'")
        case .score: ("", "'score'")
        }
    }

    /// Why a kind cannot have it, e.g. `an edge only with drag or edge swipe`, or `no area with press`.
    func notWith(_ kind: GestureKind) -> String {
        let kinds = GestureKind.allCases.filter { other in
            // The directions of pinch and rotation have other names.
            other.parameters.contains(.init(self)) && (self != .direction || other.minimumFingers == 1)
        }
        guard kinds.count <= 4, let last = kinds.last else { return "no \(noun.name) with \(kind.notation)" }
        let others = kinds.dropLast().map { $0.notation }
        let list = others.isEmpty ? last.notation : "\(joined(others)) or \(last.notation)"
        return "\(noun.article)\(noun.name) only with \(list)"
    }

    /// e.g. `only one edge`
    func onlyOne(of kind: GestureKind) -> String {
        switch self {
        case .minimumDuration where kind == .longPress: "only one time"
        case .modifiers: "modifier keys only once"
        default: "only one \(noun.name)"
        }
    }

    /// Words for conditions other than the names of the protocol.
    static let otherWords: [(word: ByteString, parameter: GestureParameter)] = [
        ("in", .area), ("from", .edge), ("to", .direction), ("under", .maximumDuration), ("over", .minimumDuration),
        ("with", .modifiers),
        ("axis-lock", .axisLock), ("finger", .fingers), ("taps", .count),
    ]

    /// Returns the condition that a word begins.
    init?(notation word: ByteString) {
        let other = Self.otherWords.first { $0.word == word }?.parameter
        guard let parameter = other ?? GestureParameter(name: word.bytes), parameter != .templates else { return nil }
        self = parameter
    }
}

extension Direction {
    /// The name in the notation, e.g. `up-left`.
    package var notation: ByteString { ByteString("\(words)") }

    /// Also accepts the names of the protocol, e.g. `upLeft`.
    init?(notation word: ByteString) {
        guard let direction = Direction(name: word.bytes) ?? Self.allCases.first(where: { $0.notation == word }) else {
            return nil
        }
        self = direction
    }
}

extension EventModifiers {
    /// The names in the notation.
    static let notation: [(modifier: EventModifiers, name: ByteString)] = [
        (.control, "ctrl"), (.shift, "shift"), (.alt, "alt"), (.super, "super"), (.capsLock, "capslock"),
    ]

    /// Returns the key with a name, also with that of the protocol.
    init?(notation name: ByteString) {
        guard let key = Self.notation.first(where: { $0.name == name })?.modifier ?? EventModifiers(name: name.bytes)
        else { return nil }
        self = key
    }
}

/// Words that people write in a gesture, and what the notation has for them.
private let wordsElsewhere: [(word: ByteString, meant: ByteString)] = [
    ("cw", "clockwise"), ("ccw", "counterclockwise"), ("anticlockwise", "counterclockwise"), ("inward", "in"),
    ("inwards", "in"), ("outward", "out"), ("outwards", "out"), ("twice", "double tap"), ("thrice", "3 taps"),
    ("half", "50%"), ("middle", "center"), ("start", "begin"), ("cmd", "super"), ("meta", "super"), ("win", "super"),
    ("option", "alt"),
]

/// Returns what was probably meant; nil if no known text is similar.
///
/// - Parameter known: what is valid at this place.
func likelyText(for word: ByteString, among known: [ByteString]) -> String? {
    if let meant = wordsElsewhere.first(where: { $0.word == word })?.meant, known.contains(where: { $0 == meant }) {
        return meant.description
    }
    let nearest = nearestWord(to: word.bytes, among: known)
    // e.g. leftwards
    return (nearest ?? known.first { $0.bytes.count > 3 && word.bytes.starts(with: $0.bytes) })?.description
}
