import Foundation
import GestureCore
import Testing
import TouchDecoding

@testable import TouchDevices

/// Events for a clone.
@Suite struct EventWriterTests {
    private let pipe: EventPipe

    init() throws { pipe = try EventPipe() }

    /// Events with different times and values.
    private func events(_ count: Int) -> [RawEvent] {
        (0..<count).map {
            RawEvent(
                time: Instant(microseconds: 5_999_999 + Int64($0)), type: EventType.abs,
                code: EventCode.absMTPositionX, value: Int32($0))
        }
    }

    private func slot(_ value: Int32) -> RawEvent {
        RawEvent(
            time: Instant(microseconds: 5_999_999), type: EventType.abs, code: EventCode.absMTSlot, value: value)
    }

    /// One write has room for 512 events, of which the first selects the slot.
    @Test(arguments: [1, 510, 511, 512, 1022, 1023, 1024, 1025])
    func `the slot is selected once, and every event is written`(count: Int) {
        let error = EventWriter().write(events(count), slot: 7, to: pipe.writer)
        #expect(error == 0)
        #expect(pipe.events() == [slot(7)] + events(count))
        close(pipe.reader)
    }

    @Test func `without events nothing is written`() {
        let error = EventWriter().write([], slot: 7, to: pipe.writer)
        #expect(error == 0 && pipe.events() == [])
        close(pipe.reader)
    }

    @Test func `the next write starts with its own slot`() {
        let writer = EventWriter()
        let errors = [
            writer.write(events(1), slot: 1, to: pipe.writer), writer.write(events(2), slot: 2, to: pipe.writer),
        ]
        #expect(errors == [0, 0])
        #expect(pipe.events() == [slot(1)] + events(1) + [slot(2)] + events(2))
        close(pipe.reader)
    }

    @Test func `a failure is returned`() {
        // This end is for reading.
        let error = EventWriter().write(events(1), slot: 0, to: pipe.reader)
        #expect(error == EBADF)
        close(pipe.reader)
    }
}
