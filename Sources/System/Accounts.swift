internal import CLinux
import Text

/// The number of a user by its name, or by the number itself; nil where there is none of that name.
package func userID(named name: String) -> UInt32? {
    if let entry = unsafe getpwnam(name) { return unsafe entry.pointee.pw_uid }
    return parseInteger(name.utf8, upTo: UInt64(UInt32.max)).map { UInt32($0) }
}

/// Whether a user id belongs to an account of this machine: in /etc/passwd, or in the ranges that systemd gives to dynamic users
/// and to homes (its UIDS-GIDS document). Asks no service, which might keep the caller waiting.
package func isKnownUser(_ uid: UInt32) -> Bool {
    if 61_184...65_519 ~= uid || 60_001...60_513 ~= uid { return true }
    return linux_is_in_passwd(uid) != 0
}

/// The number of a group by its name, or by the number itself; nil where there is none of that name.
package func groupID(named name: String) -> UInt32? {
    if let entry = unsafe getgrnam(name) { return unsafe entry.pointee.gr_gid }
    return parseInteger(name.utf8, upTo: UInt64(UInt32.max)).map { UInt32($0) }
}
