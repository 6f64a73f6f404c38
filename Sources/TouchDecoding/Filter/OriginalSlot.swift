/// One slot of a filtered device.
struct OriginalSlot {
    /// The values of the axes of a contact, by the distance of their codes from ABS_MT_TOUCH_MAJOR.
    typealias Values = InlineArray<14, Int32>

    private(set) var values = Values(repeating: 0)
    /// The values with which a contact landed that is held.
    private(set) var landing = Values(repeating: 0)
    /// A bit for each axis that has changed since the last frame.
    private(set) var changedAxes: UInt16 = 0
    /// The tracking id of the contact now, and after the last frame; -1 if there is none.
    var id: Int32 = -1
    private(set) var formerID: Int32 = -1

    var isOccupied: Bool { id >= 0 }

    static func index(of code: UInt16) -> Int { Int(code - EventCode.absMTTouchMajor) }

    mutating func set(_ code: UInt16, _ value: Int32) {
        let index = Self.index(of: code)
        values[index] = value
        changedAxes |= 1 << UInt16(truncatingIfNeeded: index)
    }

    func value(_ code: UInt16) -> Int32 { values[Self.index(of: code)] }

    /// Keeps the values as those with which the contact landed.
    mutating func keepLanding() { landing = values }

    mutating func finishFrame() {
        formerID = id
        changedAxes = 0
    }
}
