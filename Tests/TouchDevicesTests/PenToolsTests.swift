import GestureCore
import TestSupport
import Testing
import TouchDecoding

@testable import TouchDevices

/// When a pen is near.
@Suite struct PenToolsTests {
    /// Returns whether the pen is near after each event.
    private func isNear(after events: [RawEvent]) -> [Bool] {
        var tools = PenTools()
        return events.map { event in
            tools.handle(event)
            return tools.isNear
        }
    }

    @Test func `a pen is away at the start`() { #expect(!PenTools().isNear) }

    /// BTN_TOOL_PEN is 0x140, BTN_TOOL_AIRBRUSH 0x144, BTN_TOOL_FINGER 0x145.
    @Test(
        arguments: [
            (0x13f, false), (0x140, true), (0x141, true), (0x144, true), (0x145, false), (0, false), (0xffff, false),
        ] as [(UInt16, Bool)])
    func `pens and brushes are tools, fingers and buttons are not`(code: UInt16, isTool: Bool) {
        #expect(isNear(after: [.key(code, 1), .key(code, 0)]) == [isTool, false])
    }

    @Test func `a pen is near until its last tool has gone`() {
        let events: [RawEvent] = [.key(0x140, 1), .key(0x141, 1), .key(0x140, 0), .key(0x141, 0)]
        #expect(isNear(after: events) == [true, true, true, false])
    }

    @Test func `the same tool twice is one tool`() {
        #expect(isNear(after: [.key(0x140, 1), .key(0x140, 1), .key(0x140, 0)]) == [true, true, false])
    }

    @Test func `events that are no keys change nothing`() {
        let axis = RawEvent(time: .milliseconds(1000), type: EventType.abs, code: 0x140, value: 1)
        #expect(isNear(after: [axis, .report()]) == [false, false])
    }
}
