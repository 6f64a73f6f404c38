import GestureCore
import Testing
import TouchDecoding
import TouchRecordings

@testable import GestureService

/// What calls that wait have to send.
@Suite struct WaitingCallTests {
    private static let panel: DeviceDescription = {
        var device = DeviceDescription()
        device.name = "Panel"
        for code in [
            EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
        ] {
            device.axes[Int(code)] = AxisRange(minimum: 0, maximum: 1000, resolution: 10)
            device.codes[Int(EventType.abs)].insert(Int(code))
        }
        return device
    }()

    /// The history of one finger that moves for `frames` frames.
    private static func history(frames: Int) -> EventHistory {
        var state = DeviceSnapshot()
        state.slots = [SlotValues()]
        let history = EventHistory(capacity: 1 << 14, state)
        func append(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int) {
            history.append(
                RawEvent(time: Instant(microseconds: Int64(time) * 8000), type: type, code: code, value: value))
        }
        for frame in 0...frames {
            if frame == 0 { append(EventType.abs, EventCode.absMTTrackingID, 1, at: frame) }
            if frame == frames { append(EventType.abs, EventCode.absMTTrackingID, -1, at: frame) }
            append(EventType.abs, EventCode.absMTPositionX, Int32(frame % 1000), at: frame)
            append(EventType.syn, EventCode.synReport, 0, at: frame)
        }
        return history
    }

    private static func reader(_ history: EventHistory) -> HistoryReader {
        HistoryReader(history, keep: .milliseconds(1_000_000), panel, DeviceContext())
    }

    @Test func `a call that waits for the end of the lock sends no touches`() {
        let call = WaitingCall.unlock
        #expect(call.isUnlock && !call.sendsTouches && !call.isRecording && !call.isLastTouches)
        #expect(call.nextPart() == nil)
    }

    @Test(arguments: [0, 10, 3000])
    func `the parts of the last touches are the whole recording`(frames: Int) {
        let history = Self.history(frames: frames)
        let call = WaitingCall.lastTouches(Self.reader(history))
        #expect(call.isLastTouches && call.sendsTouches && !call.isRecording && !call.isUnlock)
        var whole: [UInt8] = []
        let reader = Self.reader(history)
        while !reader.isFinished { reader.read(1000, into: &whole) }

        var sent: [UInt8] = []
        var isOver = false
        while !isOver {
            switch call.nextPart() {
            case .more(let text):
                sent += text
                // 32 events, of about 30 bytes each, beyond the limit.
                #expect(text.count < 8192 + 32 * 64)
            case .last(let text):
                sent += text
                isOver = true
            case .overwritten, nil:
                Issue.record("the recording has no end")
                return
            }
        }
        #expect(sent == whole && !whole.isEmpty)
    }

    @Test func `touches that are overwritten meanwhile cannot be completed`() {
        let history = Self.history(frames: 3000)
        let call = WaitingCall.lastTouches(Self.reader(history))
        history.clear()
        #expect(call.nextPart() == .overwritten)
    }
}
