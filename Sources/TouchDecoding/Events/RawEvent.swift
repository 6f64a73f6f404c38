import GestureCore

/// One event as the kernel delivers it: a `struct input_event`.
package struct RawEvent: Equatable, Sendable {
    package var time: Instant
    package var type: UInt16
    package var code: UInt16
    package var value: Int32

    package init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }

    /// - Parameters:
    ///   - seconds: of CLOCK_MONOTONIC, as in the kernel's `struct timeval`.
    ///   - microseconds: 0 … 999,999.
    package init(seconds: Int, microseconds: Int, type: UInt16, code: UInt16, value: Int32) {
        self.init(
            time: Instant(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds)), type: type, code: code,
            value: value)
    }

    package var isReport: Bool { type == EventType.syn && code == EventCode.synReport }
    /// Whether the kernel ends a frame of its own making: with keys that it repeats, or with the release of what was down, when
    /// the machine goes to sleep or the device is inhibited.
    package var isOfKernel: Bool { isReport && value != 0 }
    /// Whether the kernel says that a key is still down.
    package var isRepeat: Bool { type == EventType.key && value == 2 }
    /// Whether it says something of one contact of several.
    package var isContact: Bool { type == EventType.abs && EventCode.absMTTouchMajor...EventCode.absMTToolY ~= code }
    /// Whether it says that nothing is touched: of a device that sends all contacts anew in each frame.
    package var saysNoContact: Bool {
        value == 0
            && (type == EventType.key && code == EventCode.btnTouch
                || type == EventType.abs && code == EventCode.absPressure)
    }
    package var isDropped: Bool { type == EventType.syn && code == EventCode.synDropped }

    /// The end of a contact in a frame of protocol A; of none, if nothing was said of it.
    package static func contactEnd(at time: Instant) -> RawEvent {
        RawEvent(time: time, type: EventType.syn, code: EventCode.synMTReport, value: 0)
    }
}
