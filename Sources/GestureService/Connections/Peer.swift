internal import CLinux

/// The process at the other end of a socket.
struct Peer: Equatable {
    var pid: pid_t
    var uid: uid_t
    /// The group of the process when it connected.
    var gid: gid_t
}

extension Peer {
    /// Reads the peer of a socket. If the kernel does not know it, it has no rights.
    init(_ fd: CInt) {
        (pid, uid, gid) = (0, .max, .max)
        _ = unsafe linux_peer(fd, &pid, &uid, &gid)
    }

    /// Reads all groups of the process when it connected.
    func groups(_ fd: CInt) -> [gid_t] {
        var others = [gid_t](repeating: 0, count: 64)
        var count = unsafe linux_peer_groups(fd, &others, CInt(others.count))
        if count > others.count {
            others = [gid_t](repeating: 0, count: Int(count))
            count = unsafe linux_peer_groups(fd, &others, count)
        }
        return [gid] + others.prefix(Int(max(0, count)))
    }
}
