import GestureProtocol

/// The request of a composition of two gestures, and the way from its paths to theirs.
///
/// `a.exclusively(before: b).exclusively(before: c)` is requested as one composition of three members, not as one inside another: the
/// service limits how deep compositions are nested.
struct PairRequest: Sendable {
    enum Member {
        case first(ArraySlice<Int>)
        case second(ArraySlice<Int>)
    }

    /// The largest number of members of a composition.
    private static let mostMembers = 32

    let members: [RequestedGesture]
    /// The number of members that the first gesture consists of; nil if it is one member.
    private let merged: Int?

    /// - Parameter membersOf: returns the members of a composition of the same form; nil for other gestures.
    init(
        _ first: RequestedGesture, _ second: RequestedGesture,
        merging membersOf: (RequestedGesture.Form) -> [RequestedGesture]?
    ) {
        if let inner = membersOf(first.form), inner.count < Self.mostMembers {
            members = inner + [second]
            merged = inner.count
        } else {
            members = [first, second]
            merged = nil
        }
    }

    /// The gesture that an event belongs to, with the rest of the path from that gesture down; nil for an invalid path.
    func member(_ path: ArraySlice<Int>) -> Member? {
        guard let index = path.first, members.indices.contains(index) else { return nil }
        if index == members.count - 1 { return .second(path.dropFirst()) }
        return .first(merged == nil ? path.dropFirst() : path)
    }
}
