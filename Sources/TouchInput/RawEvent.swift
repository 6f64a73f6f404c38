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
    var isDropped: Bool { type == EventType.syn && code == EventCode.synDropped }
}
