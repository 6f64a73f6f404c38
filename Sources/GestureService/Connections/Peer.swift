internal import CLinux

/// The process at the other end of a socket.
struct Peer: Equatable {
    var pid: pid_t
    var uid: uid_t
    /// All groups of the process when it connected.
    var groups: [gid_t]
}

extension Peer {
    /// Reads the peer of a socket. If the kernel does not know it, it has no rights.
    init(_ fd: CInt) {
        (pid, uid, groups) = (0, .max, [])
        var group = gid_t.max
        guard unsafe linux_peer(fd, &pid, &uid, &group) == 0 else { return }
        var others = [gid_t](repeating: 0, count: 64)
        var count = unsafe linux_peer_groups(fd, &others, CInt(others.count))
        if count > others.count {
            others = [gid_t](repeating: 0, count: Int(count))
            count = unsafe linux_peer_groups(fd, &others, count)
        }
        groups = [group] + others.prefix(Int(max(0, count)))
    }
}
