/// The reason why touches could not be played.
public enum TouchPlayerError: Error, Hashable, Sendable {
    /// A statement of a script is invalid.
    case invalidScript(statement: String, expected: String)
    /// A recording cannot be played; with the file, the place and the reason.
    case invalidRecording(String)
    /// The program has not opened as many subscriptions as expected, but this number, within 30 s.
    case notSubscribed(open: Int)
    /// The task that plays was cancelled.
    case cancelled
}

extension TouchPlayerError: CustomStringConvertible {
    /// A message for people that says what is wrong.
    public var description: String {
        switch self {
        case .invalidScript(let statement, let expected): "\"\(statement)\": expected \(expected)"
        case .invalidRecording(let message): message
        case .notSubscribed(let open): "the program has not subscribed within 30 s (open subscriptions: \(open))"
        case .cancelled: "cancelled"
        }
    }
}
