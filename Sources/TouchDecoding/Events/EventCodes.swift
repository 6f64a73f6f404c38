/// The event types, codes and properties of linux/input-event-codes.h that touch devices use.
package enum EventType {
    package static let syn: UInt16 = 0x00
    package static let key: UInt16 = 0x01
    package static let abs: UInt16 = 0x03
    package static let `switch`: UInt16 = 0x05
    package static let led: UInt16 = 0x11
    package static let forceFeedback: UInt16 = 0x15
    /// One more than the highest type.
    package static let count: UInt16 = 0x20
}

package enum EventCode {
    package static let synReport: UInt16 = 0
    package static let synDropped: UInt16 = 3
    package static let synMTReport: UInt16 = 2
    package static let absX: UInt16 = 0x00
    package static let absY: UInt16 = 0x01
    package static let absPressure: UInt16 = 0x18
    /// The code before ABS_MT_SLOT: a device that has both has an array of axes, and no slots.
    package static let absReserved: UInt16 = 0x2e
    package static let absMTSlot: UInt16 = 0x2f
    package static let absMTTouchMajor: UInt16 = 0x30
    package static let absMTPositionX: UInt16 = 0x35
    package static let absMTPositionY: UInt16 = 0x36
    package static let absMTToolType: UInt16 = 0x37
    package static let absMTTrackingID: UInt16 = 0x39
    package static let absMTPressure: UInt16 = 0x3a
    package static let absMTDistance: UInt16 = 0x3b
    package static let absMTToolX: UInt16 = 0x3c
    package static let absMTToolY: UInt16 = 0x3d
    /// Lower codes are keys of keyboards.
    package static let btnMisc: UInt16 = 0x100
    /// The first and the last of the mouse buttons.
    package static let btnLeft: UInt16 = 0x110
    package static let btnTask: UInt16 = 0x117
    /// BTN_MOUSE up to BTN_JOYSTICK.
    package static let mouseButtons: Range<UInt16> = 0x110..<0x120
    package static let btnToolPen: UInt16 = 0x140
    package static let btnToolFinger: UInt16 = 0x145
    package static let btnToolQuintTap: UInt16 = 0x148
    package static let btnTouch: UInt16 = 0x14a
    package static let btnStylus: UInt16 = 0x14b
    package static let btnToolDoubleTap: UInt16 = 0x14d
    package static let btnToolTripleTap: UInt16 = 0x14e
    package static let btnToolQuadTap: UInt16 = 0x14f
    /// Returns the number of codes of a type: the kernel's KEY_CNT, ABS_CNT, …
    package static func count(of type: UInt16) -> UInt16 {
        switch type {
        case EventType.key: 0x300
        case EventType.abs: 0x40
        case EventType.forceFeedback: 0x80
        default: 0x20
        }
    }
}

package enum InputProperty {
    package static let pointer = 0x00
    package static let direct = 0x01
    /// The two slots are corners of a rectangle around all fingers.
    package static let semiMT = 0x03
    package static let count = 0x20
}
