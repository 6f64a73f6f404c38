internal import CLinux
import Text

/// Returns the id of a user by name or number; nil if there is no user of that name.
package func userID(named name: String) -> UInt32? {
    if let entry = unsafe getpwnam(name) { return unsafe entry.pointee.pw_uid }
    return parseInteger(name.utf8, upTo: UInt64(UInt32.max)).map { UInt32($0) }
}

/// The user ids of the accounts in /etc/passwd.
package func usersInPasswd() -> [UInt32] {
    var users = [UInt32](repeating: 0, count: 64)
    var count = Int(unsafe linux_users_in_passwd(&users, CInt(users.count)))
    if count > users.count {
        users = [UInt32](repeating: 0, count: count)
        count = min(Int(unsafe linux_users_in_passwd(&users, CInt(count))), count)
    }
    return Array(users.prefix(count))
}

/// Returns the id of a group by name or number; nil if there is no group of that name.
package func groupID(named name: String) -> UInt32? {
    if let entry = unsafe getgrnam(name) { return unsafe entry.pointee.gr_gid }
    return parseInteger(name.utf8, upTo: UInt64(UInt32.max)).map { UInt32($0) }
}
