import GestureClient
import GestureCore
import TouchDecoding
import TouchRecordings
import TouchScripts

/// A gesture service inside the process, to test programs with touches: without devices, sockets or delays.
///
/// ```swift
/// @Test func twoTapsZoom() async throws {
///     let touches = TouchPlayer()
///     let map = Map(touches.client)
///     let program = Task { try await map.run() }
///     try await touches.play("0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a")
///     #expect(map.scale == 2)
///     program.cancel()
/// }
/// ```
///
/// The service has a touchscreen of 2000 × 1200 pt with the id `screen`, and a touchpad of 630 × 378 pt with the id `pad` from its first
/// finger on. Scripts are in the language of docs/test-scripts.md: times in ms, positions in pt, fingers by name, those of the
/// touchpad with the prefix `pad:`. Fingers that are down at the end of a script stay down in the next one.
///
/// Recognition is that of the service, with its default configuration, all rights, and modifier keys that ``hold(_:)`` sets. Requests
/// that need devices or change the service fail with ``GestureClientError/notAvailable``.
///
/// The player waits after each step until the program has handled its events: until loops over events wait for the next one, and
/// callbacks have returned. Their changes apply to the next step. The player does not wait for other tasks. Therefore the same
/// touches always have the same result. Play from one task at a time, and not from the loops and callbacks themselves.
public final class TouchPlayer: Sendable {
    /// The client for the program.
    public let client: GestureClient
    let service: PlayedService

    /// - Parameter options: the devices, phases and thresholds of attached gestures.
    public init(options: SubscriptionOptions = SubscriptionOptions()) {
        service = PlayedService()
        client = GestureClient(service, options)
    }

    /// Plays a script, and lets time pass until nothing is pending any more: taps are final, long presses have begun.
    ///
    /// The times of the first script are those of the events, from 0. Each further script begins at the next multiple of 10 s that is at
    /// least 4 s later than all before, so its touches are no second taps.
    ///
    /// - Parameters:
    ///   - script: statements with times of at most 24 h.
    ///   - subscriptions: the number of subscriptions that must be open before the first touch: one for each loop over events, and one
    ///     for all attached gestures together. If nil, the player waits for the first subscription, unless the program had one before.
    public func play(_ script: String, subscriptions: Int? = nil) async throws(TouchPlayerError) {
        let steps: [TouchScript.Step]
        do throws(ScriptError) {
            steps = try service.read(script)
        } catch {
            throw .invalidScript(statement: error.statement, expected: error.expected)
        }
        try await play(steps, subscriptions: subscriptions)
    }

    /// Plays steps, and then every deadline.
    package func play(_ steps: [TouchScript.Step], subscriptions: Int? = nil) async throws(TouchPlayerError) {
        try await start(subscriptions)
        for step in steps {
            if let time = step.time { try await pass(to: time) }
            service.perform(step)
            try await settle()
        }
        try await pass(to: .distantFuture)
    }

    /// Plays a recording of a device, and lets time pass until nothing is pending any more.
    ///
    /// The device is plugged in for the recording. Its id and name are those in the recording. Fingers that are down at its end are
    /// cancelled.
    ///
    /// - Parameters:
    ///   - path: a recording of evemu-record(1), libinput-record(1), `gesturectl record` or Android's `getevent -lt`.
    ///   - descriptionPath: a recording that describes the device, for `getevent`, which does not.
    ///   - atRecordedPace: if true, frames are as far apart as in the recording.
    ///   - subscriptions: as of ``play(_:subscriptions:)``.
    public func play(
        recording path: String, describedBy descriptionPath: String? = nil, atRecordedPace: Bool = false,
        subscriptions: Int? = nil
    ) async throws(TouchPlayerError) {
        let recording: RecordedDevice
        do throws(RecordingFileError) {
            recording = try RecordedDevice(path: path, descriptionPath: descriptionPath)
        } catch {
            throw .invalidRecording(error.message)
        }
        try await start(subscriptions)
        let surface = service.plug(recording, path: path)
        try await settle()
        let begin = service.nextStart
        let pace = atRecordedPace ? RecordedPace(from: begin) : nil
        let shift = RecordingShift(to: begin, from: recording.firstTime, contact: service.lastContact)
        var frames = RecordedFrames(recording)
        while frames.next() {
            let step = TouchScript.Step.frame(shift.shifted(frames.frame, on: surface))
            if let time = step.time {
                try await pass(to: time, pace)
                try await pace?.wait(until: time)
            }
            service.perform(step)
            try await settle()
        }
        // Without the end of these touches, no time can pass.
        if !frames.areFingersDown { try await pass(to: .distantFuture) }
        service.unplug(surface)
        try await settle()
    }

    /// Ends the service, as if it was killed, and waits until the program has handled that.
    ///
    /// Touches that are played before ``reconnect()`` are lost. Do not call it in a loop over events, which it would wait for.
    public func disconnect() async {
        for receiver in service.disconnect() { await receiver.whenConsumed() }
    }

    /// Starts the service again, and waits until the program has subscribed again to what it had subscribed to.
    public func reconnect() async {
        for receiver in service.reconnect() { await receiver.whenConsumed() }
        await client.whenAttached()
    }

    // MARK: Time

    private func start(_ subscriptions: Int?) async throws(TouchPlayerError) {
        guard service.isReachable else { return }
        try await settle()
        guard await service.whenSubscribed(subscriptions) else {
            throw Task.isCancelled ? .cancelled : .notSubscribed(open: service.receivers.count)
        }
        try await settle()
    }

    /// Delivers the events of all deadlines before an instant, one after the other.
    private func pass(to time: Instant, _ pace: RecordedPace? = nil) async throws(TouchPlayerError) {
        while let deadline = service.nextDeadline, deadline < time {
            try await pace?.wait(until: deadline)
            service.advance(to: deadline + Interval(microseconds: 1))
            try await settle()
        }
    }

    /// Waits until the program has handled all events, and the service has taken over what the program changed.
    private func settle() async throws(TouchPlayerError) {
        var delivered: UInt64
        repeat {
            if Task.isCancelled { throw .cancelled }
            delivered = service.delivered
            for receiver in service.receivers { await receiver.whenConsumed() }
            if service.isReachable { await client.whenAttached() }
        } while service.delivered != delivered
    }
}
