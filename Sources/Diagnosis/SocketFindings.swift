import ServiceAccess

/// The findings about the socket's file.
struct SocketFindings {
    /// The file at the path.
    enum File: Equatable {
        case missing
        /// The status of the file is not available.
        case hidden(reason: String)
        case other
        /// - Parameter group: the name, or the number if it has no name.
        case socket(FilePermissions, owner: String, group: String)
    }

    var path: String
    var file: File
    /// True for the socket of the installed service.
    var isInstalled: Bool
    /// The user that runs this program.
    var user: UserAccount
    var userName: String
    /// Whether /etc/group lists the user in the socket's group. The group takes effect at the next login.
    var isMember = false
    var initSystem = InitSystem.systemd

    var all: [Finding] {
        switch file {
        case .missing:
            return [
                .problem(
                    "the socket \(path) does not exist",
                    isInstalled
                        ? "run \(initSystem.start)"
                        : "start the service with 'gestured --socket \(path)', or specify its socket with --socket")
            ]
        case .hidden(let reason):
            return [.problem("the socket \(path): \(reason)", "run 'sudo gesturectl doctor'")]
        case .other:
            return [.problem("\(path) is not a socket", "remove it, or specify another path with --socket")]
        case .socket(let permissions, let owner, let group):
            let text = "the socket \(path) belongs to \(owner), group \(group), mode \(octal(permissions.mode))"
            if permissions.allow(.write, to: user) { return [.ok("\(text): \(userName) can connect")] }
            let advice =
                if isMember {
                    "\(userName) is in the group \(group), but was not at log-in: log out and in again"
                } else if isInstalled {
                    "sudo adduser \(userName) \(group), then log out and in again"
                } else {
                    // The group can grant much more than connecting.
                    "run this as \(owner), or start the service as \(userName)"
                }
            return [.problem("\(text): \(userName) cannot connect", advice)]
        }
    }

    private func octal(_ mode: UInt32) -> String {
        String(decoding: [9, 6, 3, 0].map { UInt8(ascii: "0") + UInt8(mode >> $0 & 7) }, as: UTF8.self)
    }
}
