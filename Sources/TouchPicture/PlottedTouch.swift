import GestureCore

/// A touch, and why it was not what it nearly was.
struct PlottedTouch {
    /// A gesture that was not recognized.
    private struct Miss {
        /// The gestures that share the reason.
        var names: String
        var reason: String
        /// The part of its limits that the touch reached, 0 … 1.
        var nearness: Double

        var text: String { "no \(names): \(reason)" }
    }

    /// The indices of its contacts in the plot.
    let contacts: [Int]
    let region: RegionID?
    /// The name of the region, if regions are nested; otherwise empty.
    private let place: String
    /// In s from the start of the recording.
    let began: Double
    /// The numbers of the gestures that were recognized.
    let gestures: [UInt64]
    /// The contacts that do not count, with the reason.
    let ignored: [(contact: Int, reason: String)]
    /// The gestures that it was not, the nearest first.
    private let misses: [Miss]

    init(_ touch: TouchExplanation, _ contacts: [PlottedContact], in place: String, began: Double) {
        self.place = place
        func index(_ id: ContactID) -> Int? { contacts.firstIndex { $0.id == id } }
        self.contacts = touch.contacts.compactMap { index($0) }
        region = touch.region
        self.began = began
        var ignored: [(contact: Int, reason: String)] = []
        // A finger that another region took counts there.
        for removal in touch.removals where removal.reason.rule != .taken {
            if let contact = index(removal.contact) { ignored.append((contact, removal.reason.text)) }
        }
        if let reason = touch.ignored { ignored += self.contacts.map { ($0, reason.text) } }
        self.ignored = ignored
        var gestures: [UInt64] = []
        var misses: [Miss] = []
        let reach = self.contacts.reduce(0) { max($0, contacts[$1].reach) }
        let duration = Double((touch.ended - touch.began).microseconds) / 1000
        for verdict in touch.verdicts {
            switch verdict.outcome {
            case .recognized(let gesture): gestures.append(gesture.first.gesture)
            case .ruledOut(let reason):
                let (text, nearness) = (reason.text, reason.nearness(reach: reach, duration: duration))
                // e.g. `swipe, edge swipe: 43 pt of 50 pt`
                if let same = misses.firstIndex(where: { $0.reason.utf8.elementsEqual(text.utf8) }) {
                    misses[same].names += ", " + verdict.name
                } else {
                    misses.append(Miss(names: verdict.name, reason: text, nearness: nearness))
                }
            }
        }
        // Stable, so that equally near ones stay in the order of the request.
        var sorted: [Miss] = []
        for miss in misses {
            sorted.insert(miss, at: sorted.firstIndex { $0.nearness < miss.nearness } ?? sorted.count)
        }
        self.gestures = gestures
        self.misses = sorted
    }

    /// All gestures that it was not, each with the reason.
    var reasons: [String] { misses.map { text(of: $0) } }

    private func text(of miss: Miss) -> String { place.utf8.isEmpty ? miss.text : "\(place): \(miss.text)" }

    /// Why it was not what it nearly was; empty if it was nearly nothing else.
    var nearMisses: [String] {
        let near = misses.filter { $0.nearness >= Self.near }
        // A touch that was no gesture gets a reason in any case.
        return (gestures.isEmpty && near.isEmpty ? Array(misses.prefix(1)) : Array(near.prefix(2))).map { text(of: $0) }
    }

    private static let near = 0.5
}

extension Verdict {
    fileprivate var name: String { kind.title(taps: taps ?? 1) }
}

extension Reason {
    /// The part of the limit that the touch reached or, if it had to stay below, the part of what it did that the limit allows, 0 … 1;
    /// 0 without numbers.
    ///
    /// - Parameters:
    ///   - reach: the largest distance of a finger from its landing, in pt.
    ///   - duration: the time from the first landing to the last lift, in ms.
    fileprivate func nearness(reach: Points, duration: Double) -> Double {
        guard let measured, let limit, measured > 0, limit > 0 else { return 0 }
        return switch (rule, rule.bound) {
        // These are measured where the limit was exceeded, which says nothing about the rest of the touch.
        case (.movedTooFar, _): min(limit / max(reach, limit), 1)
        case (.longPress, _): min(limit / max(duration, limit), 1)
        case (_, .none): 0
        case (_, .atLeast), (_, .moreThan): min(measured / limit, 1)
        case (_, .atMost), (_, .lessThan): min(limit / measured, 1)
        }
    }
}
