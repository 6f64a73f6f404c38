import GestureCore
import Terminal

/// A touch, and why it was not what it nearly was.
struct PlottedTouch {
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
    private let misses: NearMisses

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
        for verdict in touch.verdicts {
            if case .recognized(let gesture) = verdict.outcome { gestures.append(gesture.first.gesture) }
        }
        self.gestures = gestures
        misses = NearMisses(touch, reach: self.contacts.reduce(0) { max($0, contacts[$1].reach) })
    }

    /// All gestures that it was not, each with the reason.
    var reasons: [String] { misses.all.map { named($0) } }

    /// Why it was not what it nearly was; empty if it was nearly nothing else.
    var nearMisses: [String] { misses.nearest.map { named($0) } }

    private func named(_ reason: String) -> String { place.utf8.isEmpty ? reason : "\(place): \(reason)" }
}
