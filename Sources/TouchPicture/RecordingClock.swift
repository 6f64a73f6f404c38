import GestureCore

/// Turns the time stamps of a recording into s from its start. Times that go back count as the latest one before.
struct RecordingClock {
    let start: Instant
    private var last = 0.0

    init(start: Instant) { self.start = start }

    /// The largest time, in s: 11 days.
    private static let most = 1e6

    /// Returns the time of a frame.
    mutating func seconds(_ time: Instant) -> Double {
        last = max(last, self.of(time))
        return last
    }

    /// Returns any other time, such as that of an event.
    func of(_ time: Instant) -> Double { min(max((time - start).seconds, 0), Self.most) }
}
