/// The event types, codes and properties of linux/input-event-codes.h that touch devices use.
enum EventType {
    static let syn: UInt16 = 0x00
    static let key: UInt16 = 0x01
    static let abs: UInt16 = 0x03
    static let forceFeedback: UInt16 = 0x15
    /// One more than the highest type.
    static let count: UInt16 = 0x20
}

enum EventCode {
    static let synReport: UInt16 = 0
    static let synDropped: UInt16 = 3
    static let absMTSlot: UInt16 = 0x2f
    static let absMTTouchMajor: UInt16 = 0x30
    static let absMTPositionX: UInt16 = 0x35
    static let absMTPositionY: UInt16 = 0x36
    static let absMTTrackingID: UInt16 = 0x39
    static let absMTPressure: UInt16 = 0x3a
    static let btnToolPen: UInt16 = 0x140
    static let btnToolFinger: UInt16 = 0x145
    static let btnTouch: UInt16 = 0x14a
    /// One more than the highest code of a type, as the kernel's KEY_CNT, ABS_CNT, …
    static func count(of type: UInt16) -> UInt16 {
        switch type {
        case EventType.key: 0x300
        case EventType.abs: 0x40
        case EventType.forceFeedback: 0x80
        default: 0x20
        }
    }
}

enum InputProperty {
    static let pointer = 0x00
    static let direct = 0x01
    static let count = 0x20
}
