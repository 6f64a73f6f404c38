import GestureCore

/// Checks that the frames of one device, from its attachment on, meet the requirements of the recognizers.
public struct FrameChecker {
    private var open: Set<ContactID> = []
    /// The highest number of a contact up to the previous frame.
    private var last: UInt64 = 0
    /// The first violation.
    public private(set) var complaint: String?

    public init() {}

    /// The number of contacts that are down after the last frame.
    public var contactsDown: Int { open.count }

    public mutating func check(_ frame: TouchFrame) {
        guard complaint == nil else { return }
        if frame.changes.isEmpty { complaint = "a frame in which nothing changes" }
        var highest = last
        for (index, change) in frame.changes.enumerated() {
            highest = max(highest, change.contact.number)
            let isRepeated = frame.changes[..<index].contains { $0.contact == change.contact }
            guard let problem = isRepeated ? "a contact that occurs twice" : problem(of: change) else { continue }
            complaint = "\(problem): \(frame)"
            return
        }
        last = highest
    }

    private mutating func problem(of change: ContactChange) -> String? {
        switch change.action {
        case .down:
            if change.contact.number <= last { return "the number of an earlier contact" }
            open.insert(change.contact)
        case .move:
            if !open.contains(change.contact) { return "a move of what is not down" }
        case .up, .cancel:
            if open.remove(change.contact) == nil { return "an end of what is not down" }
        }
        guard change.position.x.isFinite, change.position.y.isFinite else { return "not a number" }
        guard 0...1 ~= change.shape.pressure ?? 0 else { return "a pressure out of range" }
        guard 0..<Double.infinity ~= change.shape.major ?? 0 else { return "a size out of range" }
        return nil
    }
}
