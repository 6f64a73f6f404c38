internal import CLinux
import GestureCore
import Text

/// Suppresses lines of a kind that is logged too often, and counts them.
///
/// A kind is one place in the code together with one device or one user: a device with a loose contact suppresses no lines about
/// other devices, and a client that reconnects for each call remains the same.
struct LogLimiter {
    /// The most lines of a kind that are written in one ``interval``.
    static let mostLines = 10
    /// Begins with the first line of a kind.
    static let interval = Interval.milliseconds(60_000)
    /// The most kinds that are counted at a time. All others count as one kind: a person with many user ids would cause many
    /// kinds.
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
        /// Written as the last one. Lines that follow are suppressed, and reported by the text of this one.
        case last
        case suppressed
    }

    /// Suppressed lines, and the last line before them.
    struct Suppressed {
        var priority: StaticString
        var message: String
        var subjects: [Log.Subject]
        var count = 0
    }

    private struct Entry {
        let kind: Kind
        let end: Instant
        var lines = 0
        var suppressed: Suppressed?
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
            entries[index].suppressed?.count += 1
            return .suppressed
        }
        return entries[index].lines == Self.mostLines ? .last : .written
    }

    /// Notes the last line of a kind, by which suppressed lines are reported.
    mutating func note(_ last: Suppressed, of kind: Kind) {
        if let index = index(of: kind) { entries[index].suppressed = last }
    }

    /// Forgets the kinds whose interval was over at an instant.
    ///
    /// - Returns: their suppressed lines.
    mutating func takeEnded(at time: Instant) -> [Suppressed] {
        var ended: [Suppressed] = []
        entries.removeAll { entry in
            guard entry.end <= time else { return false }
            if let suppressed = entry.suppressed, suppressed.count > 0 { ended.append(suppressed) }
            return true
        }
        return ended
    }

    /// When suppressed lines have to be reported next; nil if there are none.
    var nextEnd: Instant? {
        var next: Instant?
        for entry in entries where entry.suppressed.map({ $0.count > 0 }) ?? false {
            next = min(entry.end, next ?? entry.end)
        }
        return next
    }

    private func index(of kind: Kind) -> Int? {
        entries.firstIndex { $0.kind == kind }
            ?? (entries.count > Self.mostKinds ? entries.firstIndex { $0.kind == .others } : nil)
    }
}
