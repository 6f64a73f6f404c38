import TouchDecoding

/// The tools of a pen that are near its surface, such as its tip and its rubber.
struct PenTools: Equatable {
    /// The keys of which one is down while the pen is near: BTN_TOOL_PEN, _RUBBER, _BRUSH, _PENCIL and _AIRBRUSH.
    static let codes = EventCode.btnToolPen...EventCode.btnToolPen + 4

    /// A bit for each of ``codes`` that is down.
    private var down: UInt8 = 0

    var isNear: Bool { down != 0 }

    /// Follows an event of the pen. Those that are not about a tool change nothing.
    mutating func handle(_ event: RawEvent) {
        if event.type == EventType.key { set(event.code, isDown: event.value != 0) }
    }

    mutating func set(_ code: UInt16, isDown: Bool) {
        guard Self.codes.contains(code) else { return }
        let bit: UInt8 = 1 << UInt8(code - Self.codes.lowerBound)
        down = isDown ? down | bit : down & ~bit
    }
}
