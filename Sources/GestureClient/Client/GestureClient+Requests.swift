import GestureProtocol

/// Requests to the service. The task that waits for a reply can be cancelled at any time; it then throws
/// ``GestureClientError/cancelled``.
///
/// ``pause()``, ``resume()``, ``lock(until:for:)``, ``unlock()``, ``pulse(_:)`` and ``record(_:)`` need the right to control the service
/// (`control = yes` in gestured.conf).
extension GestureClient {
    /// The state and the counters of the service.
    nonisolated(nonsending) public func status() async throws(GestureClientError) -> ServiceStatus {
        guard let reply = try await call(.getStatus).parameters else { throw .invalidMessage }
        return ServiceStatus(reply)
    }

    /// The touch devices in use, and those that the service does not use.
    nonisolated(nonsending) public func devices() async throws(GestureClientError) -> TouchDevices {
        guard let reply = try await call(.listDevices).parameters else { throw .invalidMessage }
        return TouchDevices(reply)
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
        let call = Call(.lock, more: true) { $0.lock(until: gesture, seconds: limit?.components.seconds) }
        let replies = try ReplyStream(call, over: transport)
        while try await replies.next().parameters?["locked"]?.bool ?? false {}
    }

    /// Ends the lock.
    nonisolated(nonsending) public func unlock() async throws(GestureClientError) { _ = try await call(.unlock) }

    /// Lets the haptic device pulse, with pauses of 75 ms. A new call replaces the remaining pulses of an earlier one.
    ///
    /// - Parameter count: 1 … 10.
    nonisolated(nonsending) public func pulse(_ count: Int = 1) async throws(GestureClientError) {
        _ = try await call(.pulse) { $0.pulse(count) }
    }

    /// A recording of a touch device as the service reads it, in evemu format: complete lines, first the description of the device.
    ///
    /// The sequence ends when the device is gone. It needs the right to positions, too.
    ///
    /// - Parameter device: an id, or a name that only one device has.
    public func record(_ device: String) -> RecordingText { RecordingText(transport: transport, device: device) }

    nonisolated(nonsending) private func call(
        _ method: Method, _ parameters: (inout JSONWriter) -> Void = { $0.raw("{}") }
    ) async throws(GestureClientError) -> Reply {
        try await ReplyStream(Call(method, parameters), over: transport).next()
    }
}

/// The text of a recording as it is made; see ``GestureClient/record(_:)``. Each iteration is a recording of its own.
public struct RecordingText: AsyncSequence, Sendable {
    public typealias Element = String
    public typealias Failure = GestureClientError

    fileprivate let transport: any Transport
    fileprivate let device: String

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let text: RecordingText
        private var replies: ReplyStream?
        private var isOver = false

        fileprivate init(_ text: RecordingText) { self.text = text }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(GestureClientError) -> String? {
            if isOver { return nil }
            let replies: ReplyStream
            if let begun = self.replies {
                replies = begun
            } else {
                replies = try ReplyStream(
                    Call(.record, more: true) { [device = text.device] in $0.record(device) }, over: text.transport)
                self.replies = replies
            }
            do throws(GestureClientError) {
                let text = try await replies.next().parameters?["text"]?.text(or: "") ?? ""
                isOver = text.isEmpty
                return isOver ? nil : text
            } catch .cancelled {
                isOver = true
                return nil
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
