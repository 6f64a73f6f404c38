import GestureCore

/// One event as the kernel delivers it: a `struct input_event`.
public struct RawEvent: Equatable, Sendable {
    public var time: Instant
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }

    var isReport: Bool { type == EventType.syn && code == EventCode.synReport }
    /// Whether the kernel ends a frame of its own making: with keys that it repeats, or with the release of what was down, when
    /// the machine goes to sleep or the device is inhibited.
    var isOfKernel: Bool { isReport && value != 0 }
    /// Whether the kernel says that a key is still down.
    var isRepeat: Bool { type == EventType.key && value == 2 }
    /// Whether it says something of one contact of several.
    var isContact: Bool { type == EventType.abs && EventCode.absMTTouchMajor...EventCode.absMTToolY ~= code }
    /// Whether it says that nothing is touched: of a device that sends all contacts anew in each frame.
    var saysNoContact: Bool {
        value == 0
            && (type == EventType.key && code == EventCode.btnTouch
                || type == EventType.abs && code == EventCode.absPressure)
    }
    var isDropped: Bool { type == EventType.syn && code == EventCode.synDropped }

    /// The end of a contact in a frame of protocol A; of none, if nothing was said of it.
    static func contactEnd(at time: Instant) -> RawEvent {
        RawEvent(time: time, type: EventType.syn, code: EventCode.synMTReport, value: 0)
    }
}
