import GestureCore
import GestureProtocol
import Text

/// Touches to make, as a text in the short notation describes them: `tap 5% 5% x4, wait 1s, hold 2s then drag left`.
///
/// A comma and `then` both separate touches. `wait` sets the pause between two touches. A place in percent of the width and of the
/// height says where the fingers land, `x4` repeats the gesture before it.
package struct TouchScore: Sendable {
    package enum Step: Sendable {
        case pause(Interval)
        case touch(Touch)
    }

    /// One gesture.
    package struct Touch: Sendable {
        package var pattern: GesturePattern
        /// The name of the stroke.
        package var stroke: BuiltInStroke?
        /// The centre of the fingers when they land, in fractions; anywhere if nil.
        package var place: UnitPoint?
        /// Whether `then` precedes it: after a hold, the fingers of the hold move on.
        package var continues = false
        /// The position of the gesture in the text, from 1, for error messages.
        package var column = 1
    }

    package private(set) var steps: [Step] = []
    /// Limits of the time from the landing at the first of several steps to the end of the last, with the column of the first.
    package private(set) var limits: [(steps: ClosedRange<Int>, time: Interval, column: Int)] = []

    /// The largest number of gestures.
    static let mostTouches = 1000

    package init(_ text: some Collection<UInt8>) throws(NotationError) {
        var reader = GestureReader(text)
        var column = reader.words.column
        do throws(NotationError) {
            var continues = false
            var first = 0
            var isOver = false
            repeat {
                column = reader.words.column
                if reader.words.take("wait") {
                    steps.append(.pause(try reader.words.duration(after: "wait")))
                    continues = false
                    first = steps.count
                } else {
                    try readTouch(&reader, continues: continues, column: column)
                    // Of a gesture that is repeated, the last one begins a sequence.
                    if !continues { first = steps.count - 1 }
                }
                continues = false
                if reader.words.take("then") {
                    continues = true
                } else if reader.words.take("within") {
                    guard first < steps.count - 1 else {
                        throw NotationError("within", expected: "two gestures or more, with 'then' between")
                    }
                    limits.append((first...steps.count - 1, try reader.words.duration(after: "within"), column))
                }
                if !continues { isOver = try !Self.goesOn(&reader.words) }
            } while !isOver
        } catch {
            throw error.inGesture(at: column)
        }
    }

    private static func goesOn(_ words: inout NotationWords) throws(NotationError) -> Bool {
        if words.take(",") { return true }
        guard let word = words.next else { return false }
        throw NotationError(
            word,
            expected:
                "a comma, 'then', a place such as 5% 5%, a repetition such as x4, or a word of the gesture before",
            among: [
                "then", "within", "wait", "fingers", "under", "over", "from", "while", "clockwise", "counterclockwise",
            ]
                + Direction.allCases.map { $0.notation })
    }

    private mutating func readTouch(
        _ reader: inout GestureReader, continues: Bool, column: Int
    ) throws(NotationError) {
        let gesture = try reader.single()
        var touch: Touch
        switch gesture.form {
        case .gesture(let pattern): touch = Touch(pattern: pattern)
        case .stroke(let stroke):
            var pattern = GesturePattern(.stroke)
            pattern.area = stroke.area
            pattern.modifiers = stroke.modifiers
            touch = Touch(pattern: pattern, stroke: gesture.name.flatMap { BuiltInStroke(name: $0.bytes) })
        case .exclusive, .simultaneous, .sequence: throw NotationError("expected one gesture")
        }
        touch.continues = continues
        touch.column = column
        try Self.check(touch.pattern)
        if let x = reader.words.next.flatMap({ fraction(notation: $0) }) {
            touch.place = try Self.place(x, &reader.words)
        }
        let count = try Self.repetitions(&reader.words)
        guard steps.count + count <= Self.mostTouches else {
            throw NotationError("expected at most \(Self.mostTouches) gestures")
        }
        for index in 0..<count {
            if index > 0 { touch.continues = false }
            steps.append(.touch(touch))
        }
    }

    private static func check(_ pattern: GesturePattern) throws(NotationError) {
        if pattern.kind == .activity {
            throw NotationError("'idle' is no touch: expected a pause such as 'wait 120s'")
        }
        if let modifiers = pattern.modifiers, modifiers != [] {
            throw NotationError("a touchscreen has no keys: expected no modifiers after 'with'")
        }
    }

    private static func place(_ x: Double, _ words: inout NotationWords) throws(NotationError) -> UnitPoint {
        guard let y = words.second.flatMap({ fraction(notation: $0) }), x <= 1, y <= 1 else {
            throw NotationError(words.next, expected: "a place, 0% to 100% of the width and of the height, e.g. 5% 5%")
        }
        words.skip()
        words.skip()
        return UnitPoint(x: x, y: y)
    }

    private static func repetitions(_ words: inout NotationWords) throws(NotationError) -> Int {
        guard let word = words.next, word.bytes.first == UInt8(ascii: "x") else { return 1 }
        guard let count = wholeNumber(ByteString(Array(word.bytes.dropFirst()))), 1...mostTouches ~= count else {
            throw NotationError(word, expected: "a repetition, x1 to x\(mostTouches)")
        }
        words.skip()
        return count
    }
}

extension NotationError {
    /// The same error, with its position in the text, or that of the gesture.
    func inGesture(at column: Int) -> NotationError { NotationError("column \(self.column ?? column): \(message)") }
}
