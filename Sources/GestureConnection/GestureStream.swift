internal import CLinux
import GestureCore
import GestureProtocol

/// A subscription to gestures that reconnects after a restart of the service.
///
/// ```swift
/// let stream = GestureStream(parameters: Array(#"{"gestures": [{"kind": "tap"}]}"#.utf8))
/// while true {
///     switch try stream.next() {
///     case .state: print("connected")
///     case .event(let event): print(String(decoding: event.text, as: UTF8.self))
///     case .disconnected(let error): print("disconnected: \(error)")
///     }
/// }
/// ```
///
/// The stream blocks the calling thread while it waits. Use it from one thread at a time.
public final class GestureStream {
    /// One step of the subscription.
    public enum Item {
        /// The `State` of org.gestured.Gestures: the first item after each connection. The `sequence` of events starts over.
        case state(JSONValue)
        /// An `Event` of org.gestured.Gestures.
        case event(JSONValue)
        /// The connection was lost, or no service runs yet. Reported once until the next ``state(_:)``.
        ///
        /// No event will end the gestures that had begun: treat them as cancelled.
        case disconnected(ConnectionError)
    }

    private let path: String
    private let parameters: [UInt8]
    private var course: SubscriptionCourse
    private var connection: ServiceConnection?
    /// The earliest time of the next connection.
    private var retryTime = Instant.distantPast

    /// Creates a stream. The first ``next(timeout:)`` connects.
    ///
    /// - Parameters:
    ///   - path: the socket of the service.
    ///   - parameters: the parameters of org.gestured.Gestures.Subscribe, a JSON object; `{}` for the default gestures.
    ///   - reconnects: if false, ``next(timeout:)`` throws when the connection is lost.
    public init(path: String = defaultSocket, parameters: [UInt8], reconnects: Bool = true) {
        self.path = path
        self.parameters = parameters
        course = SubscriptionCourse(reconnects: reconnects)
    }

    package convenience init(
        _ request: RequestedSubscription, path: String = defaultSocket, reconnects: Bool = true
    ) {
        self.init(
            path: path, parameters: Call.subscribe(request).parameters, reconnects: reconnects)
    }

    /// Waits for the next item, and connects first if there is no connection.
    ///
    /// - Parameter timeout: in ms; nil to wait without limit.
    /// - Throws: ``ConnectionError/timedOut``; and every error that connecting again cannot solve, such as invalid parameters or
    ///   a denied permission. If the stream does not reconnect, every error.
    public func next(timeout: Int? = nil) throws(ConnectionError) -> Item {
        let end = timeout.map { Instant.now + .milliseconds(Int64($0)) }
        while true {
            do throws(ConnectionError) {
                return try receive(until: end)
            } catch .timedOut {
                throw .timedOut
            } catch {
                guard case .away(let isNew, let delay) = course.fail(isPassing: error.isPassing) else { throw error }
                connection = nil
                retryTime = Instant.now + delay
                if isNew { return .disconnected(error) }
            }
        }
    }

    /// Waits for the next reply. Connects first if necessary.
    private func receive(until end: Instant?) throws(ConnectionError) -> Item {
        let connection: ServiceConnection
        if let open = self.connection {
            connection = open
        } else {
            try waitToConnect(until: end)
            connection = try ServiceConnection(path: path)
            connection.send(.subscribe(parameters: parameters))
            self.connection = connection
        }
        switch try connection.next(of: &course, until: end) {
        case .state(let state): return .state(state)
        case .event(let event): return .event(event)
        }
    }

    private func waitToConnect(until end: Instant?) throws(ConnectionError) {
        let wake = min(retryTime, end ?? retryTime)
        // Without a descriptor: only the time passes.
        while Instant.now < wake { _ = linux_wait_readable(-1, CInt((wake - Instant.now).timeout)) }
        if let end, end < retryTime { throw .timedOut }
    }
}
