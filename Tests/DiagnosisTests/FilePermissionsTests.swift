import Testing

@testable import Diagnosis

private typealias Entry = FilePermissions.Entry

/// Access to a node of group 104 (input) by its mode and its access list.
@Suite struct FilePermissionsTests {
    private func node(_ mode: UInt32, _ accessList: [FilePermissions.Entry] = []) -> FilePermissions {
        FilePermissions(owner: 1, group: 104, mode: mode, accessList: accessList)
    }

    private static let gestured = UserAccount(uid: 990, groups: [990])
    private static let inInput = UserAccount(uid: 1000, groups: [1000, 104])
    private static let root = UserAccount(uid: 0, groups: [0])

    @Test(arguments: [
        (0o660, gestured, false), (0o660, inInput, true), (0o660, root, true), (0o000, root, true),
        (0o664, gestured, true), (0o604, gestured, true),
        // The bits for others do not apply to members of the group.
        (0o604, inInput, false),
        (0o400, UserAccount(uid: 1), true), (0o044, UserAccount(uid: 1, groups: [104]), false),
    ])
    func `without an access list the mode decides`(mode: UInt32, account: UserAccount, may: Bool) {
        #expect(node(mode).allow(.read, to: account) == may)
    }

    @Test(arguments: [(0o640, false), (0o660, true)])
    func `write permission differs from read permission`(mode: UInt32, may: Bool) {
        #expect(node(mode).allow(.write, to: Self.inInput) == may)
    }

    @Test(arguments: [
        (4, 7, true), (4, 4, true),
        // The mask limits the entry.
        (4, 2, false), (2, 7, false),
    ])
    func `an access list grants access to a named user`(permissions: UInt16, mask: UInt16, may: Bool) {
        let list = [
            Entry(tag: .user, permissions: permissions, id: 990), Entry(tag: .group, permissions: 6, id: .max),
            Entry(tag: .mask, permissions: mask, id: .max),
        ]
        #expect(node(0o660, list).allow(.read, to: Self.gestured) == may)
        #expect(!node(0o660, list).allow(.read, to: UserAccount(uid: 991, groups: [990])))
    }

    @Test func `with an access list the group's bits of the mode are the mask`() {
        let list = [Entry(tag: .group, permissions: 0, id: .max), Entry(tag: .mask, permissions: 6, id: .max)]
        #expect(!node(0o660, list).allow(.read, to: Self.inInput))
    }

    @Test func `access through one of several groups is enough`() {
        let list = [
            Entry(tag: .group, permissions: 0, id: .max), Entry(tag: .namedGroup, permissions: 4, id: 1000),
            Entry(tag: .mask, permissions: 4, id: .max),
        ]
        #expect(node(0o640, list).allow(.read, to: Self.inInput))
    }

    @Test func `reads the attribute in the format of the kernel`() {
        let attribute: [UInt8] = [
            2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 4, 0, 0xde, 3, 0, 0, 16, 0, 6, 0, 255, 255, 255, 255,
        ]
        #expect(
            Entry.all(attribute) == [
                Entry(tag: .owner, permissions: 6, id: .max), Entry(tag: .user, permissions: 4, id: 990),
                Entry(tag: .mask, permissions: 6, id: .max),
            ])
    }

    @Test(arguments: [[], [2], [1, 0, 0, 0], [2, 0, 0, 0, 1], [2, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0]])
    func `rejects other formats`(attribute: [UInt8]) { #expect(Entry.all(attribute).isEmpty) }
}
