import GestureCore
import Text

/// The gestures that a touch was not, the nearest first.
package struct NearMisses {
    private struct Miss {
        /// The gestures that share the reason.
        var names: [String]
        var reason: String
        /// The part of its limits that the touch reached, 0 … 1.
        var nearness: Double

        func text(_ names: [String]) -> String { "no \(joined(names)): \(reason)" }
    }

    private var misses: [Miss] = []
    private let wasGesture: Bool

    /// - Parameter reach: the largest distance of a finger from its landing, in pt.
    package init(_ touch: TouchExplanation, reach: Points) {
        wasGesture = touch.verdicts.contains { $0.isRecognized }
        var found: [Miss] = []
        for verdict in touch.verdicts {
            guard case .ruledOut(let reason) = verdict.outcome else { continue }
            let name = verdict.kind.title(taps: verdict.taps ?? 1)
            let text = reason.text
            // e.g. `swipe, edge swipe: 43 pt of 50 pt`
            if let same = found.firstIndex(where: { $0.reason.utf8.elementsEqual(text.utf8) }) {
                if !found[same].names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                    found[same].names.append(name)
                }
                continue
            }
            let nearness = Self.nearness(verdict, reason, in: touch, reach: reach)
            found.append(Miss(names: [name], reason: text, nearness: nearness))
        }
        // Stable, so that equally near ones stay in the order of the request.
        for miss in found {
            misses.insert(miss, at: misses.firstIndex { $0.nearness < miss.nearness } ?? misses.count)
        }
    }

    /// How nearly a touch was a gesture that a reason ruled out, 0 … 1.
    private static func nearness(
        _ verdict: Verdict, _ reason: Reason, in touch: TouchExplanation, reach: Points
    ) -> Double {
        if let nearness = reason.numericNearness(reach: reach, touch) { return nearness }
        return touch.verdicts.contains { $0.isRecognized && $0.kind == verdict.kind }
            ? 0 : reason.conditionNearness(touch)
    }

    /// Returns the gestures that a touch was not, with their reasons: those that it nearly was, the nearest first.
    package static func verdicts(of touch: TouchExplanation) -> [(verdict: Verdict, reason: Reason)] {
        var near: [(verdict: Verdict, reason: Reason, nearness: Double)] = []
        for verdict in touch.verdicts {
            guard case .ruledOut(let reason) = verdict.outcome else { continue }
            // One gesture is listed for each number of fingers that was asked for.
            let nearness =
                reason.rule == .fingerCount
                ? reason.conditionNearness(touch) : nearness(verdict, reason, in: touch, reach: touch.travel.length)
            guard nearness >= Self.near else { continue }
            near.insert((verdict, reason, nearness), at: near.firstIndex { $0.nearness < nearness } ?? near.count)
        }
        return near.map { ($0.verdict, $0.reason) }
    }

    /// All gestures that it was not, each with the reason.
    package var all: [String] { misses.map { $0.text($0.names) } }

    /// The reasons for which it was not what it nearly was; empty if it was a gesture and nearly no other.
    package var nearest: [String] {
        let near = misses.filter { $0.nearness >= Self.near }
        // A touch that was no gesture gets a reason in any case.
        return (near.isEmpty && !wasGesture ? misses.prefix(1) : near.prefix(Self.most)).map { miss in
            // The edge swipe missed the same condition as the swipe.
            let isSwipe = miss.names.contains { Self.isTitle($0, of: .swipe) }
            return miss.text(miss.names.filter { !isSwipe || !Self.isTitle($0, of: .edgeSwipe) })
        }
    }

    private static func isTitle(_ name: String, of kind: GestureKind) -> Bool {
        name.utf8.elementsEqual(kind.title(taps: 1).utf8)
    }

    private static let near = 0.5
    private static let most = 3
}

extension Reason {
    /// The part of the limit that the touch reached or, if it had to stay below, the part of what it did that the limit allows, 0 … 1;
    /// nil for rules without such numbers.
    ///
    /// - Parameter reach: the largest distance of a finger from its landing, in pt.
    fileprivate func numericNearness(reach: Points, _ touch: TouchExplanation) -> Double? {
        guard let measured, let limit, rule.bound != .none else { return nil }
        guard measured > 0, limit > 0 else { return 0 }
        return switch (rule, rule.bound) {
        // These are measured where the limit was exceeded, which says nothing about the rest of the touch.
        case (.movedTooFar, _): min(limit / max(reach, limit), 1)
        case (.longPress, _): min(limit / max(Double((touch.ended - touch.began).microseconds) / 1000, limit), 1)
        // The shortest swipe is 2.5 times the slop.
        case (.stayed, _): isOfOneFinger(touch) ? 1 : min(measured / limit, 1) / 2.5
        // The touch was a swipe elsewhere.
        case (.inEdgeBand, _): 1
        case (_, .none): nil
        case (_, .atLeast), (_, .moreThan): min(measured / limit, 1)
        case (_, .atMost), (_, .lessThan): min(limit / measured, 1)
        }
    }

    /// Whether the fingers moved, and one of them stayed behind.
    fileprivate func isOfOneFinger(_ touch: TouchExplanation) -> Bool {
        rule == .stayed && touch.fingers > 1 && touch.travel.length > limit ?? .infinity
    }

    /// 1 if the touch met the other conditions and missed this one, which has no numbers; otherwise 0.
    fileprivate func conditionNearness(_ touch: TouchExplanation) -> Double {
        switch rule {
        case .direction, .area, .edge, .fingersCameOrWent, .landedAfterLift, .undecided, .stoppedFling, .tapFingers: 1
        // Each touch of one finger misses the gestures of several.
        case .fingerCount: touch.fingers > 1 ? 1 : 0
        default: 0
        }
    }
}
