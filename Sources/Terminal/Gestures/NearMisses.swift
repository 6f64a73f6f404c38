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
        for (index, nearness) in Self.ranked(touch, reach: reach) {
            let verdict = touch.verdicts[index]
            guard let reason = verdict.reason else { continue }
            let name = verdict.kind.title(taps: verdict.taps ?? 1)
            let text = reason.text
            // e.g. `swipe, edge swipe: 6.8 mm of 7.9 mm`
            if let same = misses.firstIndex(where: { $0.reason.utf8.elementsEqual(text.utf8) }) {
                if !misses[same].names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                    misses[same].names.append(name)
                }
            } else {
                misses.append(Miss(names: [name], reason: text, nearness: nearness))
            }
        }
    }

    /// Returns the indices of the gestures that a touch was not, the nearest first.
    ///
    /// - Parameter countsFingers: whether a gesture with other fingers is near although the touch was one of its kind.
    private static func ranked(_ touch: TouchExplanation, reach: Points, countsFingers: Bool = false)
        -> [(index: Int, nearness: Double)]
    {
        var ranked: [(index: Int, nearness: Double)] = []
        for (index, verdict) in touch.verdicts.enumerated() {
            guard let reason = verdict.reason else { continue }
            var nearness = reason.numericNearness(reach: reach, touch)
            if nearness == nil, !verdict.endsSequence, !(countsFingers && reason.rule == .fingerCount),
                touch.verdicts.contains(where: { $0.isRecognized && $0.kind == verdict.kind })
            {
                nearness = 0
            }
            let value = (nearness ?? reason.conditionNearness(touch)) * (verdict.missesMore ? reason.shareOfSeveral : 1)
            // Stable, so that equally near ones stay in the order of the request.
            ranked.insert((index, value), at: ranked.firstIndex { $0.nearness < value } ?? ranked.count)
        }
        return ranked
    }

    /// Returns the indices of the gestures that a touch was not, the nearest first: those that it nearly was and, if it was none, those
    /// that it was a little.
    package static func indices(of touch: TouchExplanation) -> [Int] {
        let least = touch.verdicts.contains { $0.isRecognized } ? near : slightly
        return ranked(touch, reach: touch.travel.length, countsFingers: true).filter { $0.nearness >= least }.map {
            $0.index
        }
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
    private static let slightly = 0.1
    private static let most = 3
}

extension Reason {
    /// The part of the limit that the touch reached or, if it had to stay below, the part of what it did that the limit allows, 0 … 1;
    /// nil for rules without such numbers.
    ///
    /// - Parameter reach: the largest distance of a finger from its landing, in pt.
    fileprivate func numericNearness(reach: Points, _ touch: TouchExplanation) -> Double? {
        if isOfOneFinger { return 1 }
        guard let measured, let limit, rule.bound != .none else { return nil }
        guard measured > 0, limit > 0 else { return 0 }
        return switch (rule, rule.bound) {
        // These are measured where the limit was exceeded, which says nothing about the rest of the touch.
        case (.movedTooFar, _): min(limit / max(reach, limit), 1)
        case (.longPress, _): min(limit / max(Double((touch.ended - touch.began).microseconds) / 1000, limit), 1)
        // The shortest swipe is 2.5 times the slop.
        case (.stayed, _): min(measured / limit, 1) / 2.5
        // The touch was a swipe elsewhere.
        case (.inEdgeBand, _): 1
        case (_, .none): nil
        case (_, .atLeast), (_, .moreThan): min(measured / limit, 1)
        case (_, .atMost), (_, .lessThan): min(limit / measured, 1)
        }
    }

    /// Whether the fingers moved, and one of them stayed behind.
    private var isOfOneFinger: Bool { rule == .stayed && !words.utf8.isEmpty }

    /// The part of the nearness that is left if the touch missed another condition, too: none if the fingers did something else.
    fileprivate var shareOfSeveral: Double {
        switch rule {
        case .fingerCount, .area: 0
        default: 0.2
        }
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
