/// The event types, codes and properties of linux/input-event-codes.h that touch devices use.
enum EventType {
    static let syn: UInt16 = 0x00
    static let key: UInt16 = 0x01
    static let abs: UInt16 = 0x03
    static let `switch`: UInt16 = 0x05
    static let led: UInt16 = 0x11
    static let forceFeedback: UInt16 = 0x15
    /// One more than the highest type.
    static let count: UInt16 = 0x20
}

enum EventCode {
    static let synReport: UInt16 = 0
    static let synDropped: UInt16 = 3
    static let synMTReport: UInt16 = 2
    static let absX: UInt16 = 0x00
    static let absY: UInt16 = 0x01
    static let absPressure: UInt16 = 0x18
    /// One below ABS_MT_SLOT: a device that has both has an array of axes, and no slots.
    static let absReserved: UInt16 = 0x2e
    static let absMTSlot: UInt16 = 0x2f
    static let absMTTouchMajor: UInt16 = 0x30
    static let absMTPositionX: UInt16 = 0x35
    static let absMTPositionY: UInt16 = 0x36
    static let absMTToolType: UInt16 = 0x37
    static let absMTTrackingID: UInt16 = 0x39
    static let absMTPressure: UInt16 = 0x3a
    static let absMTDistance: UInt16 = 0x3b
    static let absMTToolX: UInt16 = 0x3c
    static let absMTToolY: UInt16 = 0x3d
    /// Below are the keys of keyboards.
    static let btnMisc: UInt16 = 0x100
    /// The first and the last of the mouse buttons.
    static let btnLeft: UInt16 = 0x110
    static let btnTask: UInt16 = 0x117
    /// BTN_MOUSE up to BTN_JOYSTICK.
    static let mouseButtons: Range<UInt16> = 0x110..<0x120
    static let btnToolPen: UInt16 = 0x140
    static let btnToolFinger: UInt16 = 0x145
    static let btnToolQuintTap: UInt16 = 0x148
    static let btnTouch: UInt16 = 0x14a
    static let btnStylus: UInt16 = 0x14b
    static let btnToolDoubleTap: UInt16 = 0x14d
    static let btnToolTripleTap: UInt16 = 0x14e
    static let btnToolQuadTap: UInt16 = 0x14f
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
    /// Two slots that are the corners of a rectangle around all fingers.
    static let semiMT = 0x03
    static let count = 0x20
}
