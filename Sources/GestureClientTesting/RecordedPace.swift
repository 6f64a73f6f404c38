import GestureCore

/// Waits for instants of a recording in real time.
struct RecordedPace: Sendable {
    private let clock = ContinuousClock()
    private let begun: ContinuousClock.Instant
    private let start: Instant

    /// - Parameter start: the instant that is now.
    init(from start: Instant) {
        self.start = start
        begun = clock.now
    }

    func wait(until time: Instant) async throws(TouchPlayerError) {
        do {
            try await clock.sleep(until: begun + .microseconds((time - start).microseconds))
        } catch {
            throw .cancelled
        }
    }
}

/// Moves the frames of a recording after all that was played before.
struct RecordingShift {
    private let start: Instant
    private let firstTime: Instant
    private let contact: UInt64

    /// - Parameters:
    ///   - start: the new instant of `firstTime`.
    ///   - contact: the number of the latest contact before.
    init(to start: Instant, from firstTime: Instant?, contact: UInt64) {
        self.start = start
        self.firstTime = firstTime ?? start
        self.contact = contact
    }

    func shifted(_ frame: TouchFrame, on surface: SurfaceID) -> TouchFrame {
        var frame = frame
        frame.surface = surface
        frame.time = start + (frame.time - firstTime)
        for index in frame.changes.indices { frame.changes[index].contact.number += contact }
        return frame
    }
}
