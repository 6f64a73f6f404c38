internal import CLinux
import GestureConfiguration

extension UserAccount {
    /// The user that runs this program.
    static var current: UserAccount {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = unsafe getgroups(CInt(groups.count), &groups)
        return UserAccount(uid: geteuid(), groups: [getegid()] + groups.prefix(Int(max(0, count))))
    }

    /// - Returns: nil if the user does not exist.
    package static func named(_ name: String) -> UserAccount? {
        guard let entry = unsafe getpwnam(name) else { return nil }
        let (uid, gid) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
        var groups = [gid_t](repeating: 0, count: 1024)
        var count = CInt(groups.count)
        let status = unsafe getgrouplist(name, gid, &groups, &count)
        return UserAccount(uid: uid, groups: status < 0 ? [gid] : Array(groups.prefix(Int(count))))
    }
}

/// The name of a user, or its number if it has no name.
func userName(_ uid: UInt32) -> String {
    guard let entry = unsafe getpwuid(uid), let name = unsafe entry.pointee.pw_name else { return "\(uid)" }
    return unsafe String(cString: name)
}

/// A group in /etc/group.
struct UserGroup {
    /// The name, or the number if the group has no name.
    var name: String
    var members: [String] = []

    init(_ gid: UInt32) {
        guard let entry = unsafe getgrgid(gid), let name = unsafe entry.pointee.gr_name else {
            name = "\(gid)"
            return
        }
        unsafe self.name = String(cString: name)
        while let member = unsafe linux_member(entry, CInt(members.count)) {
            unsafe members.append(String(cString: member))
        }
    }
}

extension ConfigurationFiles {
    /// The default files, and their folder, that a user cannot read.
    package func unreadable(to user: UserAccount) -> [String] {
        ([Self.defaultPath + ".d"] + paths).filter { FilePermissions(path: $0)?.allow(.read, to: user) == false }
    }
}

extension FilePermissions {
    /// - Parameter status: the status of the file.
    init(_ path: String, _ status: stat) {
        self.init(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777)
        var attribute = [UInt8](repeating: 0, count: 4096)
        let count = unsafe attribute.withUnsafeMutableBytes {
            unsafe getxattr(path, "system.posix_acl_access", $0.baseAddress, $0.count)
        }
        accessList = Entry.all(Array(attribute.prefix(max(0, count))))
    }

    /// - Returns: nil if the status of the file is not available.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(path, status)
    }
}
