/// A user and the groups that permissions depend on.
package struct UserAccount: Equatable {
    var uid: UInt32
    /// All groups of the user.
    var groups: [UInt32] = []
}

/// The permissions of a file.
struct FilePermissions: Equatable {
    enum Access: UInt16 {
        case read = 4
        case write = 2
    }

    /// An entry of an access list that the mode does not contain.
    struct Entry: Equatable {
        enum Tag: UInt16 {
            case owner = 0x01
            case user = 0x02
            case group = 0x04
            case namedGroup = 0x08
            case mask = 0x10
            case others = 0x20
        }

        var tag: Tag
        var permissions: UInt16
        var id: UInt32
    }

    var owner: UInt32
    var group: UInt32
    var mode: UInt32
    /// Empty if the file has only a mode.
    var accessList: [Entry] = []

    /// Returns whether the kernel allows the access, by the algorithm of acl(5).
    func allow(_ access: Access, to account: UserAccount) -> Bool {
        if account.uid == 0 { return true }
        func has(_ permissions: UInt16) -> Bool { permissions & access.rawValue != 0 }
        if account.uid == owner { return has(UInt16(mode >> 6 & 7)) }
        let mask = accessList.first { $0.tag == .mask }?.permissions ?? 7
        if let entry = accessList.first(where: { $0.tag == .user && $0.id == account.uid }) {
            return has(entry.permissions & mask)
        }
        // With an access list, the group bits of the mode are the mask.
        let own = accessList.first { $0.tag == .group }?.permissions ?? UInt16(mode >> 3 & 7)
        var groups = [(id: group, permissions: own)]
        for entry in accessList where entry.tag == .namedGroup { groups.append((entry.id, entry.permissions)) }
        let mine = groups.filter { account.groups.contains($0.id) }
        return mine.isEmpty ? has(UInt16(mode & 7)) : mine.contains { has($0.permissions & mask) }
    }
}

extension FilePermissions.Entry {
    /// Reads the attribute system.posix_acl_access: a version of 4 bytes, then 8 bytes for each entry.
    ///
    /// - Returns: an empty list if the format is unknown.
    static func all(_ attribute: [UInt8]) -> [Self] {
        guard attribute.count >= 4, attribute.starts(with: [2, 0, 0, 0]), attribute.count % 8 == 4 else { return [] }
        var entries: [Self] = []
        for start in stride(from: 4, to: attribute.count, by: 8) {
            func number(_ offset: Int, _ count: Int) -> UInt32 {
                (0..<count).reduce(0) { $0 | UInt32(attribute[start + offset + $1]) << UInt32(8 * $1) }
            }
            guard let tag = Tag(rawValue: UInt16(number(0, 2))) else { continue }
            entries.append(Self(tag: tag, permissions: UInt16(number(2, 2)), id: number(4, 4)))
        }
        return entries
    }
}
