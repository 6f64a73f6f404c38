import Foundation
import GestureCore
import TestSupport
import Testing
import TouchDecoding

@testable import TouchDevices

/// The modifier keys of a keyboard.
@Suite struct KeyboardDeviceTests {
    private static let (leftShift, rightShift, leftControl, a) = (UInt16(42), UInt16(54), UInt16(29), UInt16(30))
    private let pipe: EventPipe

    init() throws { pipe = try EventPipe() }

    /// Writes events to a keyboard, and reads until nothing is left, or the keyboard is gone.
    private func readings(_ events: [RawEvent], isOpen: Bool = true) -> [KeyboardDevice.Reading] {
        var keyboard = KeyboardDevice(limited: pipe.reader)
        pipe.write(events)
        if !isOpen { pipe.hangUp() }
        var readings: [KeyboardDevice.Reading] = []
        repeat { readings.append(keyboard.read()) } while readings.last != .empty && readings.last != .gone
        return readings
    }

    @Test func `each change of the modifiers is reported with its time`() {
        let events: [RawEvent] = [
            .key(Self.leftShift, 1, at: .milliseconds(1000)), .report(at: .milliseconds(1000)),
            .key(Self.leftControl, 1, at: .milliseconds(2500)), .report(at: .milliseconds(2500)),
            .key(Self.leftShift, 0, at: .milliseconds(3000)), .report(at: .milliseconds(3000)),
        ]
        #expect(
            readings(events) == [
                .held(.shift, at: .milliseconds(1000)), .held([.shift, .control], at: .milliseconds(2500)),
                .held(.control, at: .milliseconds(3000)), .empty,
            ])
    }

    @Test func `keys that are no modifiers, and repetitions, change nothing`() {
        #expect(readings([.key(Self.a, 1), .report(), .key(Self.a, 0), .report()]) == [.empty])
    }

    @Test func `a modifier is held until both of its keys are released`() {
        let events: [RawEvent] = [
            .key(Self.leftShift, 1), .key(Self.rightShift, 1), .key(Self.leftShift, 0), .key(Self.rightShift, 0),
        ]
        #expect(
            readings(events) == [
                .held(.shift, at: .milliseconds(1000)), .held([], at: .milliseconds(1000)), .empty,
            ])
    }

    @Test func `Caps Lock follows its light`() {
        let lit = RawEvent(
            time: .milliseconds(1000), type: EventType.led, code: ModifierDecoder.capsLock, value: 1)
        #expect(readings([lit]) == [.held(.capsLock, at: .milliseconds(1000)), .empty])
    }

    @Test func `all keys count as released after lost events`() {
        let dropped = RawEvent(time: .milliseconds(2000), type: EventType.syn, code: 3, value: 0)
        #expect(dropped.isDropped)
        #expect(
            readings([.key(Self.leftShift, 1), dropped]) == [
                .held(.shift, at: .milliseconds(1000)), .held([], at: .milliseconds(2000)), .empty,
            ])
    }

    @Test(
        arguments: [
            (EvdevDevice.mostEventsWithoutChange - 1, [.empty]),
            (EvdevDevice.mostEventsWithoutChange, [.held([], at: .milliseconds(1000)), .empty]),
            (EvdevDevice.mostEventsWithoutChange + 1, [.held([], at: .milliseconds(1000)), .empty]),
        ] as [(Int, [KeyboardDevice.Reading])])
    func `a keyboard that floods is left for a while`(count: Int, expected: [KeyboardDevice.Reading]) {
        #expect(readings(Array(repeating: .key(Self.a, 1), count: count)) == expected)
    }

    @Test func `a keyboard is gone once its events end`() {
        #expect(
            readings([.key(Self.leftShift, 1)], isOpen: false) == [.held(.shift, at: .milliseconds(1000)), .gone])
    }

    @Test func `a keyboard is gone if an event is not whole`() {
        pipe.write(bytes: [1, 2, 3])
        #expect(readings([]) == [.gone])
    }

    @Test func `no modifier is held at the start`() {
        let keyboard = KeyboardDevice(limited: pipe.reader)
        let modifiers = keyboard.modifiers
        #expect(modifiers == [])
    }

    @Test(
        arguments: [("/dev/input/no-such-node", .missing), ("/dev/null", .mask(errno: ENOTTY))]
            as [(String, KeyboardError)])
    func `a node whose keys cannot be limited is not read`(path: String, error: KeyboardError) {
        #expect(throws: error) { _ = try KeyboardDevice(path: .init(path)) }
    }
}
