internal import CLinux

/// The number of a user by its name, or by the number itself; nil where there is none of that name.
public func userID(named name: String) -> UInt32? {
    if let entry = unsafe getpwnam(name) { return unsafe entry.pointee.pw_uid }
    return UInt32(name)
}

/// The number of a group by its name, or by the number itself; nil where there is none of that name.
public func groupID(named name: String) -> UInt32? {
    if let entry = unsafe getgrnam(name) { return unsafe entry.pointee.gr_gid }
    return UInt32(name)
}
