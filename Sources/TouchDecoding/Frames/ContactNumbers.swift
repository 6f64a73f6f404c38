import GestureCore

/// Numbers the contacts of all devices.
package struct ContactNumbers: Equatable, Sendable {
    private var last: UInt64 = 0

    package init() {}

    package mutating func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
