import GestureCore
import GestureProtocol
import Text

/// Two bindings that both run at one and the same motion, although probably only one of them is meant.
///
/// Bindings do not exclude each other, apart from taps and long presses: see ``ActionSubscription``. Not counted is what runs one after
/// the other on purpose: the parts of one gesture (`on begin`, `on end`, `every`), the members of a sequence and the sequence, a press
/// and the gesture that it becomes, a hold and the movement after it. Nor is what two fingers can do at a time: drag, pinch and rotate.
struct BindingOverlap {
    private let earlier: Binding
    private let later: Binding
    /// Those that differ: the gestures, or the first stages of sequences that are not the same.
    private let patterns: (earlier: GesturePattern, later: GesturePattern)

    /// - Parameter longPress: the time after which the service recognizes a long press.
    /// - Returns: nil if no motion runs both.
    init?(_ earlier: Binding, _ later: Binding, longPress: Interval) {
        guard earlier.scope.overlaps(later.scope), !earlier.competes(with: later) else { return nil }
        let (first, second) = (earlier.patterns, later.patterns)
        guard !first.isEmpty, first.count == second.count, earlier.runsBeside(later),
            first.indices.allSatisfy({ first[$0].overlaps(second[$0], longPress: longPress) })
        else { return nil }
        (self.earlier, self.later) = (earlier, later)
        let index = first.indices.first { first[$0] != second[$0] } ?? 0
        patterns = (first[index], second[index])
    }

    /// For the later line, e.g. `'swipe left' in line 2 and 'swipe left 3' both run at one motion: write …`.
    var message: String {
        let rule = earlier.scope == later.scope ? "" : "a narrower section replaces only the same words; "
        return "'\(earlier.name)' in line \(earlier.line) and '\(later.name)' both run at one motion: \(rule)\(remedy)"
    }

    /// The first difference that can be written into the line that lacks it.
    private var remedy: String {
        let (first, second) = patterns
        func line(_ isEarlier: Bool) -> String { isEarlier ? "in line \(earlier.line)" : "here" }
        if first.fingers != second.fingers {
            let (least, most) = (first.kind.minimumFingers, FingerSet.largest)
            let isEarlier = (least...most).contains { first.fingers.contains($0) && !second.fingers.contains($0) }
            let other = isEarlier ? second : first
            let free = (least...most).first { !other.fingers.contains($0) } ?? most
            return "write another number of fingers \(line(isEarlier)), e.g. '\(free) finger\(free == 1 ? "" : "s")'"
        }
        if first.kind != second.kind {
            return "one runs before the fingers lift, the other when they do; \(Self.choice)"
        }
        if first.count != second.count {
            return "write the same 'under' and 'over' for both, so that the shorter one waits for another tap"
        }
        if first.hasDirection != second.hasDirection { return "write a direction \(line(second.hasDirection))" }
        if (first.edge == nil) != (second.edge == nil) { return "write an edge \(line(first.edge == nil))" }
        if (first.area == nil) != (second.area == nil) { return "write an area \(line(first.area == nil))" }
        if (first.modifiers == nil) != (second.modifiers == nil) {
            let isWithNone = (first.modifiers ?? second.modifiers)?.isEmpty ?? true
            return "write \(isWithNone ? "a modifier key, e.g. 'with shift'," : "'with none'") "
                + line(first.modifiers == nil)
        }
        if let time = first.maximumDuration ?? second.maximumDuration, first.maximumDuration != second.maximumDuration {
            return "write 'over \(time.roundedMilliseconds)ms' \(line(first.maximumDuration == nil))"
        }
        return Self.choice
    }

    private static let choice = "bind only one of them, or one with another number of fingers"
}

extension ActionsFile {
    /// Warnings about bindings that run at one and the same motion.
    ///
    /// - Parameters:
    ///   - thresholds: those of the service.
    ///   - impossible: the lines of bindings that no motion runs.
    func overlaps(_ thresholds: Thresholds, without impossible: [Int]) -> [Message] {
        let possible = bindings.filter { !impossible.contains($0.line) }
        var messages: [Message] = []
        for (index, later) in possible.enumerated() {
            for earlier in possible[..<index] where messages.count < Self.mostMessages {
                guard let overlap = BindingOverlap(earlier, later, longPress: thresholds.longPress) else { continue }
                messages.append(Message(line: later.line, text: overlap.message))
            }
        }
        return messages
    }
}

extension Binding {
    /// The gesture, with the direction of its steps, or the stages of a sequence; empty for idle and wake.
    fileprivate var patterns: [GesturePattern] {
        guard case .gesture(let gesture) = trigger else { return [] }
        var pattern: GesturePattern
        switch gesture.form {
        case .gesture(let single): pattern = single
        case .stroke(let stroke):
            pattern = GesturePattern(.stroke)
            pattern.fingers = .one
            (pattern.area, pattern.modifiers) = (stroke.area, stroke.modifiers)
        case .sequence(let members, _):
            let stages = members.compactMap { member in
                if case .gesture(let pattern) = member.form { pattern } else { nil as GesturePattern? }
            }
            return stages.count == members.count ? stages : []
        case .exclusive, .simultaneous: return []
        }
        switch step?.direction {
        case .travel(let direction): pattern.direction = direction
        case .spread(let direction): pattern.spreadDirection = direction
        case nil: break
        }
        return [pattern]
    }

    /// Returns whether a motion that is the gesture of both runs both.
    fileprivate func runsBeside(_ other: Binding) -> Bool {
        guard patterns.map({ $0.kind }) == other.patterns.map({ $0.kind }) else {
            return moment != .cancel && other.moment != .cancel
        }
        return moment == other.moment && (step == nil) == (other.step == nil)
    }
}

extension Binding.Scope {
    /// Returns whether both can apply at a time. Two words for devices count as two devices.
    fileprivate func overlaps(_ other: Binding.Scope) -> Bool {
        if let device, let otherDevice = other.device, device != otherDevice { return false }
        guard let application, let otherApplication = other.application else { return true }
        return ApplicationName.matches(application, application: otherApplication)
            || ApplicationName.matches(otherApplication, application: application)
    }
}

extension FingerSet {
    fileprivate func overlaps(_ other: FingerSet) -> Bool {
        (1...Self.largest).contains { contains($0) && other.contains($0) }
    }
}

extension GesturePattern {
    fileprivate var hasDirection: Bool { direction != nil || axis != nil || spreadDirection != nil }

    /// Returns whether one motion can be both gestures.
    fileprivate func overlaps(_ other: GesturePattern, longPress: Interval) -> Bool {
        // Taps wait for further ones that have the same times.
        guard canBe(other, longPress), count == other.count || durations != other.durations,
            restingFingers == other.restingFingers,
            fingers(beside: other).overlaps(other.fingers(beside: self)), goesAlong(other),
            Self.canBeEqual(spreadDirection, other.spreadDirection), Self.canBeEqual(edge, other.edge),
            Self.canBeEqual(modifiers, other.modifiers)
        else { return false }
        if let area, let otherArea = other.area, !area.overlaps(otherArea) { return false }
        // A common end alone is no overlap: 'under 300ms' and 'over 300ms'.
        return max(durations.lowerBound, other.durations.lowerBound)
            < min(durations.upperBound, other.durations.upperBound)
    }

    private static func canBeEqual<Value: Equatable>(_ value: Value?, _ other: Value?) -> Bool {
        value == nil || other == nil || value == other
    }

    /// Returns whether a gesture of one kind can be one of the other kind, too.
    private func canBe(_ other: GesturePattern, _ longPress: Interval) -> Bool {
        // Of several strokes, the most similar one is recognized.
        if kind == other.kind { return kind != .stroke }
        let (first, lifted) = kind.recognitionPhase == .began ? (self, other) : (other, self)
        return switch (first.kind, lifted.kind) {
        case (.drag, .edgeSwipe): true
        case (.drag, .swipe): first.edge == nil
        // A stroke goes in several directions, and only some shapes begin in that of the drag, or end in that of the swipe.
        case (.drag, .stroke): !first.hasDirection && first.edge == nil
        case (.swipe, .stroke): !first.hasDirection
        case (.stroke, .swipe): !lifted.hasDirection
        // A hold rejects the tap of the same fingers, unless the tap has times of its own.
        case (.longPress, .tap):
            lifted.durations != GesturePattern(.tap).durations
                && lifted.durations.upperBound > first.minimumDuration ?? longPress
        default: false
        }
    }

    /// The numbers of fingers, as far as another gesture is concerned: an edge swipe without a number is one finger's. Otherwise, each drag
    /// would overlap with it, as a drag can begin at an edge, even one that does not ask for it.
    private func fingers(beside other: GesturePattern) -> FingerSet {
        kind == .edgeSwipe && other.kind != kind && other.edge == nil && fingers == .any ? .one : fingers
    }

    /// Returns whether one movement can go in the directions of both.
    private func goesAlong(_ other: GesturePattern) -> Bool {
        guard let sectors, let others = other.sectors else { return true }
        return sectors.contains { sector in
            others.contains { other in
                let distance = abs(sector.middle - other.middle)
                return min(distance, 16 - distance) < sector.reach + other.reach
            }
        }
    }

    /// The sectors of accepted directions, in sixteenths of a turn: the middle, and how far it reaches either way; nil for all
    /// directions. See ``Direction/init(of:among:)``.
    private var sectors: [(middle: Int, reach: Int)]? {
        guard direction != nil || axis != nil else { return nil }
        return Direction.allCases.enumerated().compactMap { index, accepted in
            accepted == direction || accepted.axis == axis && axis != nil
                ? (index * 2, directions == .eight ? 1 : 2) : nil
        }
    }
}

extension Rectangle {
    /// Returns whether the two have more than a side in common.
    fileprivate func overlaps(_ other: Rectangle) -> Bool {
        let tolerance = 1e-9
        return min(x + width, other.x + other.width) - max(x, other.x) > tolerance
            && min(y + height, other.y + other.height) - max(y, other.y) > tolerance
    }
}
