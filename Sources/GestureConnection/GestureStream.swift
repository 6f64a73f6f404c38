internal import CLinux
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
    private let reconnects: Bool
    private var connection: ServiceConnection?
    private var isConnected = true
    /// The time before the next attempt, in ms.
    private var delay = firstDelay

    /// A restarted service accepts connections within a few tenths of a second. The delay doubles up to the longest one.
    private static let firstDelay = 100
    private static let longestDelay = 2000

    /// Creates a stream. The first ``next(timeout:)`` connects.
    ///
    /// - Parameters:
    ///   - path: the socket of the service.
    ///   - parameters: the parameters of org.gestured.Gestures.Subscribe, a JSON object; `{}` for the default gestures.
    ///   - reconnects: if false, ``next(timeout:)`` throws when the connection is lost.
    public init(path: String = defaultSocket, parameters: [UInt8], reconnects: Bool = true) {
        self.path = path
        self.parameters = parameters
        self.reconnects = reconnects
    }

    /// Waits for the next item, and connects first if there is no connection.
    ///
    /// - Parameter timeout: in ms; nil to wait without limit.
    /// - Throws: ``ConnectionError/timedOut``; and every error that connecting again cannot solve, such as invalid parameters or
    ///   a denied permission. If the stream does not reconnect, every error.
    public func next(timeout: Int? = nil) throws(ConnectionError) -> Item {
        let end = timeout.map { linux_monotonic_microseconds() + Int64($0) * 1000 }
        while true {
            do throws(ConnectionError) {
                return try receive(until: end)
            } catch {
                guard reconnects, error.isPassing else { throw error }
                connection = nil
                if isConnected {
                    isConnected = false
                    return .disconnected(error)
                }
            }
        }
    }

    /// Waits for the next reply. Connects first if necessary, after a delay that grows.
    private func receive(until end: Int64?) throws(ConnectionError) -> Item {
        if connection == nil {
            if !isConnected { try waitToReconnect(until: end) }
            let connection = try ServiceConnection(path: path)
            connection.send("org.gestured.Gestures.Subscribe", parameters: parameters, more: true)
            self.connection = connection
        }
        while let reply = try connection?.next(timeout: end.map { milliseconds(until: $0) }) {
            if let state = reply.parameters?["state"] {
                isConnected = true
                delay = Self.firstDelay
                return .state(state)
            }
            if let event = reply.parameters?["event"] { return .event(event) }
        }
        throw .notVarlink
    }

    private func waitToReconnect(until end: Int64?) throws(ConnectionError) {
        let left = end.map { milliseconds(until: $0) } ?? delay
        _ = linux_wait_readable(-1, CInt(min(delay, left)))  // without a descriptor: only the time passes
        if left < delay { throw .timedOut }
        delay = min(2 * delay, Self.longestDelay)
    }

    /// The time left until an instant in µs of CLOCK_MONOTONIC, at least 0.
    private func milliseconds(until end: Int64) -> Int {
        Int(max(0, min((end - linux_monotonic_microseconds() + 999) / 1000, 1 << 30)))
    }
}
