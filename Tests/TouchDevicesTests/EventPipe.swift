import CLibevdev
import Foundation
import GestureCore
import TestSupport
import TouchDecoding

@testable import TouchDevices

/// A pipe that carries events, in place of a node. Its `deinit` closes the end for writing, and nobody closes the other one but its
/// reader.
final class EventPipe {
    let reader: CInt
    private(set) var writer: CInt

    init() throws {
        var ends: [CInt] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw CocoaError(.fileNoSuchFile) }
        (reader, writer) = (ends[0], ends[1])
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    }

    deinit { hangUp() }

    func hangUp() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    func write(_ events: [RawEvent]) {
        for event in events {
            var event = input_event_of(
                Int(event.time.microseconds / 1_000_000), Int(event.time.microseconds % 1_000_000), event.type,
                event.code, event.value)
            _ = unsafe Foundation.write(writer, &event, MemoryLayout<input_event>.size)
        }
    }

    /// Writes bytes that need not be a whole event.
    func write(bytes: [UInt8]) { _ = unsafe Foundation.write(writer, bytes, bytes.count) }

    /// Reads all events that were written.
    func events() -> [RawEvent] {
        var events: [RawEvent] = []
        var event = input_event()
        while unsafe read(reader, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size {
            events.append(RawEvent(event))
        }
        return events
    }
}

extension RawEvent {
    static func key(_ code: UInt16, _ value: Int32, at time: Instant = .milliseconds(1000)) -> RawEvent {
        RawEvent(time: time, type: EventType.key, code: code, value: value)
    }

    /// SYN_REPORT.
    static func report(at time: Instant = .milliseconds(1000)) -> RawEvent {
        RawEvent(time: time, type: EventType.syn, code: 0, value: 0)
    }
}
