internal import CLinux
import GestureCore
import Text

/// Leaves out lines of one kind when too many come, and counts them.
///
/// A kind is one place in the code, and one device or one user: a device that comes and goes all the time hides no other,
/// and a client that connects anew for each of its calls is still the same.
struct LogLimiter {
    /// So many lines of a kind are written …
    static let mostLines = 10
    /// … from the first of them on for so long.
    static let interval = Interval.milliseconds(60_000)
    /// Of so many kinds at a time; all others are one kind together. Who can have many user ids would have many kinds.
    static let mostKinds = 64

    struct Kind: Equatable {
        private let line: UInt
        private let file: [UInt8]
        private var node: [UInt8] = []
        private var uid: uid_t?

        init(_ file: String, _ line: UInt, _ subjects: [Log.Subject]) {
            self.file = Array(file.utf8)
            self.line = line
            for subject in subjects {
                switch subject {
                case .device(let node, _): self.node = Array(node.bytes)
                case .client(let peer): uid = peer.uid
                }
            }
        }

        fileprivate static let others = Kind("", 0, [])
    }

    enum Answer {
        case written
        /// Written, as the last: those that follow are left out, to be summed up by what is noted now.
        case last
        case leftOut
    }

    /// Lines that were left out, and what the last one before them was.
    struct LeftOut {
        var priority: StaticString
        var message: String
        var subjects: [Log.Subject]
        var count = 0
    }

    private struct Entry {
        let kind: Kind
        let end: Instant
        var lines = 0
        var leftOut: LeftOut?
    }

    private var entries: [Entry] = []

    /// Counts a line of a kind.
    mutating func admit(_ kind: Kind, at time: Instant) -> Answer {
        let index: Int
        if let known = self.index(of: kind) {
            index = known
        } else {
            index = entries.count
            let kind = index < Self.mostKinds ? kind : .others
            entries.append(Entry(kind: kind, end: time + Self.interval))
        }
        entries[index].lines += 1
        if entries[index].lines > Self.mostLines {
            entries[index].leftOut?.count += 1
            return .leftOut
        }
        return entries[index].lines == Self.mostLines ? .last : .written
    }

    /// What to sum up lines of a kind by that are left out.
    mutating func note(_ last: LeftOut, of kind: Kind) {
        if let index = index(of: kind) { entries[index].leftOut = last }
    }

    /// Forgets the kinds whose time was over at an instant.
    ///
    /// - Returns: what was left out of them.
    mutating func takeEnded(at time: Instant) -> [LeftOut] {
        var ended: [LeftOut] = []
        entries.removeAll { entry in
            guard entry.end <= time else { return false }
            if let left = entry.leftOut, left.count > 0 { ended.append(left) }
            return true
        }
        return ended
    }

    /// When there is something to tell next.
    var nextEnd: Instant? {
        var next: Instant?
        for entry in entries where entry.leftOut.map({ $0.count > 0 }) ?? false {
            next = min(entry.end, next ?? entry.end)
        }
        return next
    }

    private func index(of kind: Kind) -> Int? {
        entries.firstIndex { $0.kind == kind }
            ?? (entries.count > Self.mostKinds ? entries.firstIndex { $0.kind == .others } : nil)
    }
}
