import GestureCore

/// One event of the kernel: a `struct input_event`.
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
    /// Whether the event ends a frame that the kernel created: it repeats keys, or releases everything when the machine is suspended or
    /// the device is inhibited.
    package var isOfKernel: Bool { isReport && value != 0 }
    /// Whether the kernel repeats a key that is down.
    package var isRepeat: Bool { type == EventType.key && value == 2 }
    /// Whether the event belongs to one of several contacts.
    package var isContact: Bool { type == EventType.abs && EventCode.absMTTouchMajor...EventCode.absMTToolY ~= code }
    /// Whether the event says that nothing touches, on a device of protocol A.
    package var saysNoContact: Bool {
        value == 0
            && (type == EventType.key && code == EventCode.btnTouch
                || type == EventType.abs && code == EventCode.absPressure)
    }
    package var isDropped: Bool { type == EventType.syn && code == EventCode.synDropped }

    /// Returns the event that ends a contact of protocol A. Without earlier events of that contact, it stands for no contact.
    package static func contactEnd(at time: Instant) -> RawEvent {
        RawEvent(time: time, type: EventType.syn, code: EventCode.synMTReport, value: 0)
    }
}
