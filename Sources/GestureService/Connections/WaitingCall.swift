import GestureCore
import System
import TouchRecordings

/// A call that waits for an event before its last reply is sent. Until then it can stream text.
enum WaitingCall {
    /// Waits for the end of the touch lock.
    case unlock
    /// Waits for the end of a recording, whose text is sent until then.
    case recording(DeviceRecording)
    /// Waits for the end of the last touches, which are sent in parts.
    case lastTouches(HistoryReader)

    /// What a call has to send next.
    enum Part: Equatable {
        /// Text, possibly empty, that more follows.
        case more([UInt8])
        /// The text of the last reply.
        case last([UInt8])
        /// The rest was overwritten before the client read it.
        case overwritten
    }

    var isUnlock: Bool { if case .unlock = self { true } else { false } }
    var isRecording: Bool { if case .recording = self { true } else { false } }
    var isLastTouches: Bool { if case .lastTouches = self { true } else { false } }

    /// Whether it sends touches, which requires the rights to positions and to control for as long as it lasts.
    var sendsTouches: Bool {
        switch self {
        case .unlock: false
        case .recording, .lastTouches: true
        }
    }

    /// Returns the next part of the text; nil if there is nothing to send yet.
    func nextPart() -> Part? {
        switch self {
        case .unlock: nil
        case .recording(let recording): Self.nextPart(of: recording)
        case .lastTouches(let reader): Self.nextPart(of: reader)
        }
    }

    private static func nextPart(of recording: DeviceRecording) -> Part? {
        let text = recording.take()
        if !text.isEmpty { return .more(text) }
        return recording.isOver ? .last([]) : nil
    }

    /// The part of the last touches that is sent before touches and other clients have their turn: the time that it may take, the
    /// bytes that fit into the smallest queue, and the events between two looks at both.
    private static let longestPart = Interval.milliseconds(1)
    private static let largestPart = 8192
    private static let eventsPerClock = 32

    private static func nextPart(of reader: HistoryReader) -> Part {
        let start = EventLoop.now
        var text: [UInt8] = []
        while !reader.isFinished, text.count < largestPart, EventLoop.now - start < longestPart {
            reader.read(eventsPerClock, into: &text)
            if reader.isOverwritten { return .overwritten }
        }
        return reader.isFinished ? .last(text) : .more(text)
    }

    /// Ends it without a last reply.
    func cancel() {
        if case .recording(let recording) = self { recording.stop() }
    }
}
