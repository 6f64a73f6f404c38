/// What is to be said of the socket, by its file alone.
struct SocketFindings {
    /// What lies at the path.
    enum File: Equatable {
        case missing
        /// It cannot be looked at.
        case hidden(reason: String)
        case other
        /// - Parameter group: its name, or its number where it has none.
        case socket(FilePermissions, owner: String, group: String)
    }

    var path: String
    var file: File
    /// Whether it is where the installed service listens.
    var isInstalled: Bool
    /// Who asks.
    var user: Account
    var userName: String
    /// Whether the user is entered as a member of the socket's group; who is since the log-in has the group too.
    var isMember = false

    var all: [Finding] {
        switch file {
        case .missing:
            return [
                .problem(
                    "the socket \(path) does not exist",
                    isInstalled
                        ? "sudo systemctl enable --now gestured.socket"
                        : "start the service with 'gestured --socket \(path)', or name its socket with --socket")
            ]
        case .hidden(let reason):
            return [.problem("the socket \(path): \(reason)", "run 'sudo gesturectl doctor'")]
        case .other:
            return [.problem("\(path) is not a socket", "move it away, or name another path with --socket")]
        case .socket(let permissions, let owner, let group):
            let text = "the socket \(path) is of \(owner), group \(group), mode \(octal(permissions.mode))"
            if permissions.allow(.write, to: user) { return [.ok("\(text): \(userName) may connect")] }
            let advice =
                if isMember {
                    "\(userName) is in the group \(group), but was not at log-in: log out and in again"
                } else if isInstalled {
                    "sudo adduser \(userName) \(group), then log out and in again"
                } else {
                    // The group may allow far more than to connect.
                    "run this as \(owner), or start the service as \(userName)"
                }
            return [.problem("\(text): \(userName) may not connect", advice)]
        }
    }

    private func octal(_ mode: UInt32) -> String {
        String(decoding: [9, 6, 3, 0].map { UInt8(ascii: "0") + UInt8(mode >> $0 & 7) }, as: UTF8.self)
    }
}
