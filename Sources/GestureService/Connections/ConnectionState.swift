import GestureCore

/// Whether a connection reads from its socket, waits, or closes it.
enum ConnectionState {
    case open
    /// Its user's turn is later. Until then nothing is read, and nothing that waits is sent.
    case postponed(until: Instant)
    /// Sends what is left, and reads no more.
    case closing(timeout: Instant)
    case closed

    /// Whether calls are read, now or later.
    var isOpen: Bool {
        switch self {
        case .open, .postponed: true
        case .closing, .closed: false
        }
    }

    /// Whether calls are read now.
    var isReading: Bool { if case .open = self { true } else { false } }
    var isPostponed: Bool { if case .postponed = self { true } else { false } }
    var isClosing: Bool { if case .closing = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }

    /// When the user has its turn, or the time to read the last message is over; nil if neither is awaited.
    var deadline: Instant? {
        switch self {
        case .open, .closed: nil
        case .postponed(let instant), .closing(let instant): instant
        }
    }
}
