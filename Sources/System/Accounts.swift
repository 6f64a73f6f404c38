internal import CLinux
import Text

/// Returns the id of a user by name or number; nil if there is no user of that name.
package func userID(named name: String) -> UInt32? {
    if let entry = unsafe getpwnam(name) { return unsafe entry.pointee.pw_uid }
    return parseInteger(name.utf8, upTo: UInt64(UInt32.max)).map { UInt32($0) }
}

/// Returns whether a user id belongs to an account of this machine: in /etc/passwd, or in systemd's ranges for dynamic users and
/// homes (UIDS-GIDS.md). Asks no name service, which might block.
package func isKnownUser(_ uid: UInt32) -> Bool {
    if 61_184...65_519 ~= uid || 60_001...60_513 ~= uid { return true }
    return linux_is_in_passwd(uid) != 0
}

/// Returns the id of a group by name or number; nil if there is no group of that name.
package func groupID(named name: String) -> UInt32? {
    if let entry = unsafe getgrnam(name) { return unsafe entry.pointee.gr_gid }
    return parseInteger(name.utf8, upTo: UInt64(UInt32.max)).map { UInt32($0) }
}
