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
    var isDropped: Bool { type == EventType.syn && code == EventCode.synDropped }
}
