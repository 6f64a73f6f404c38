import GestureProtocol

/// Requests to the service. The task that waits for a reply can be cancelled at any time; it then throws
/// ``GestureClientError/cancelled``.
///
/// All but ``status()`` and ``devices()`` need the right to control the service (`control = yes` in gestured.conf).
extension GestureClient {
    /// The state and the counters of the service.
    nonisolated(nonsending) public func status() async throws(GestureClientError) -> ServiceStatus {
        ServiceStatus(try await call(.getStatus))
    }

    /// The touch devices in use, and those that the service does not use.
    nonisolated(nonsending) public func devices() async throws(GestureClientError) -> TouchDevices {
        TouchDevices(try await call(.listDevices))
    }

    /// Suspends recognition until ``resume()`` is called or the service ends. Unfinished gestures are cancelled.
    nonisolated(nonsending) public func pause() async throws(GestureClientError) { _ = try await call(.pause) }

    /// Resumes recognition. Fingers that are down are ignored until they are lifted.
    nonisolated(nonsending) public func resume() async throws(GestureClientError) { _ = try await call(.resume) }

    /// Blocks all touches on all devices, for example to clean a screen, and returns when they are unlocked: when the gesture is
    /// recognized, the time has passed, ``unlock()`` is called, or another lock replaces this one.
    ///
    /// Cancelling the task leaves touches locked.
    ///
    /// - Parameters:
    ///   - gesture: the gesture that unlocks.
    ///   - limit: the time after which touches are unlocked, 1 s … 24 h, in whole seconds; unlimited if nil.
    nonisolated(nonsending) public func lock(
        until gesture: some Gesture, for limit: Duration? = nil
    ) async throws(GestureClientError) {
        try await lock(gesture._recognition.request, limit, problem: gesture._recognition.problem)
    }

    /// Blocks all touches on all devices for a time, and returns when they are unlocked.
    ///
    /// - Parameter limit: 1 s … 24 h, in whole seconds.
    nonisolated(nonsending) public func lock(for limit: Duration) async throws(GestureClientError) {
        try await lock(nil, limit)
    }

    nonisolated(nonsending) private func lock(
        _ gesture: RequestedGesture?, _ limit: Duration?, problem: GestureClientError? = nil
    ) async throws(GestureClientError) {
        if let problem { throw problem }
        let lock = RequestedLock(gestures: gesture.map { [$0] }, seconds: limit?.components.seconds)
        let replies = try ReplyStream(.lock(lock), over: transport)
        while try await replies.next().answer.locked {}
    }

    /// Ends the lock.
    nonisolated(nonsending) public func unlock() async throws(GestureClientError) { _ = try await call(.unlock) }

    /// Lets the haptic device pulse, with pauses of 75 ms. A new call replaces the remaining pulses of an earlier one.
    ///
    /// - Parameter count: 1 … 10.
    nonisolated(nonsending) public func pulse(_ count: Int = 1) async throws(GestureClientError) {
        _ = try await call(.pulse(Int64(count)))
    }

    /// A recording of a touch device as the service reads it, in evemu format: complete lines, first the description of the device.
    ///
    /// The sequence ends when the device is gone. It needs the right to positions, too.
    ///
    /// - Parameter device: an id, or a name that only one device has.
    public func record(_ device: String) -> RecordingText { RecordingText(transport: transport, call: .record(device)) }

    /// A recording of the last touches of a device, which the flight recorder has kept. In evemu format, as ``record(_:)``.
    ///
    /// It needs the right to positions, too.
    ///
    /// - Parameter device: an id, or a name that only one device has; nil for the device that was touched last.
    public func recordLast(_ device: String? = nil) -> RecordingText {
        RecordingText(transport: transport, call: .recordLast(device))
    }

    /// Sets how a device is mounted and to which display it belongs, until the service ends. Settings that are nil stay as they are.
    /// Touches on the device are cancelled.
    ///
    /// - Parameters:
    ///   - device: an id, or a name that only one device has.
    ///   - rotation: the clockwise rotation of the panel, as seen by the person in front of it: 0°, 90°, 180° or 270°.
    ///   - mirror: the mirrored direction of the panel before rotation: `none`, `horizontal` (left and right) or `vertical`.
    ///   - output: the display, for example `HDMI-A-1`.
    nonisolated(nonsending) public func transform(
        _ device: String, rotation: Angle? = nil, mirror: String? = nil, output: String? = nil
    ) async throws(GestureClientError) {
        // The service rejects what is no angle.
        let degrees = rotation.map { Int(exactly: $0.degrees.rounded()) ?? -1 }
        _ = try await call(.transform(device, rotation: degrees, mirror: mirror, output: output))
    }

    /// Grabs a device, so that other programs receive no events from it. The grab begins when all fingers are lifted, and lasts
    /// until the service ends.
    ///
    /// - Parameter device: an id, or a name that only one device has.
    nonisolated(nonsending) public func grab(_ device: String) async throws(GestureClientError) {
        _ = try await call(.grab(device, true))
    }

    /// Releases a grabbed device.
    ///
    /// - Parameter device: an id, or a name that only one device has.
    nonisolated(nonsending) public func release(_ device: String) async throws(GestureClientError) {
        _ = try await call(.grab(device, false))
    }

    /// Has the service read its configuration again. Touches continue except on devices whose settings changed.
    ///
    /// - Throws: ``GestureClientError/configurationInvalid(_:)`` if it is wrong.
    nonisolated(nonsending) public func reload() async throws(GestureClientError) { _ = try await call(.reload) }

    nonisolated(nonsending) private func call<Answer: Message>(
        _ call: Call<Answer>
    ) async throws(GestureClientError) -> Answer {
        try await ReplyStream(call, over: transport).next().answer
    }
}

/// The text of a recording as it arrives; see ``GestureClient/record(_:)`` and ``GestureClient/recordLast(_:)``. Each iteration is a
/// recording of its own.
public struct RecordingText: AsyncSequence, Sendable {
    public typealias Element = String
    public typealias Failure = GestureClientError

    fileprivate let transport: any Transport
    fileprivate let call: Call<RecordingReply>

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let text: RecordingText
        private var replies: ReplyStream<RecordingReply>?
        private var isOver = false

        fileprivate init(_ text: RecordingText) { self.text = text }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(GestureClientError) -> String? {
            if isOver { return nil }
            // An error is the end, too.
            isOver = true
            let replies: ReplyStream<RecordingReply>
            if let begun = self.replies {
                replies = begun
            } else {
                replies = try ReplyStream(text.call, over: text.transport)
                self.replies = replies
            }
            do throws(GestureClientError) {
                let part = try await replies.next()
                let text = String(decoding: part.answer.text, as: UTF8.self)
                // A device that is gone ends the recording with an empty part.
                isOver = text.isEmpty || !part.continues
                return text.isEmpty ? nil : text
            } catch .cancelled {
                return nil
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
