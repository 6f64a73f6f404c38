internal import CLinux
import GestureProtocol

/// A subscription, which comes back by itself where the service does.
///
/// A service that ends cannot end gestures: what had begun when the stream was disconnected counts as cancelled.
public final class GestureStream {
    public enum Item {
        /// How things are, at the beginning and whenever the stream has come back. Events count anew from here.
        case state(JSONValue)
        case event(JSONValue)
        /// The service has gone, or is not there yet, and why; once until the next state.
        case disconnected(ConnectionError)
    }

    private let path: String
    private let parameters: [UInt8]
    private let reconnects: Bool
    private var connection: ServiceConnection?
    private var isConnected = true
    /// How long to wait before the next attempt, in ms.
    private var delay = firstDelay

    /// A service is back within some tenths of a second; one that is not is asked for less and less often.
    private static let firstDelay = 100
    private static let longestDelay = 2000

    /// Connects with the first ``next(timeout:)``.
    ///
    /// - Parameters:
    ///   - parameters: those of Subscribe, a JSON object.
    ///   - reconnects: whether it comes back, for ever.
    public init(path: String = defaultSocket, parameters: [UInt8], reconnects: Bool = true) {
        self.path = path
        self.parameters = parameters
        self.reconnects = reconnects
    }

    /// Waits for what comes next.
    ///
    /// - Parameter timeout: in ms; waits for ever if nil.
    /// - Throws: ``ConnectionError/timedOut``; what is no better the next time; and, where it does not come back, everything.
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

    /// Waits for the next reply; first connects, where it has to, after a rest that grows.
    private func receive(until end: Int64?) throws(ConnectionError) -> Item {
        if connection == nil {
            if !isConnected { try rest(until: end) }
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

    private func rest(until end: Int64?) throws(ConnectionError) {
        let left = end.map { milliseconds(until: $0) } ?? delay
        _ = linux_wait_readable(-1, CInt(min(delay, left)))  // nothing to wait for but the time
        if left < delay { throw .timedOut }
        delay = min(2 * delay, Self.longestDelay)
    }

    /// What is left until an instant in µs of CLOCK_MONOTONIC, at least 0.
    private func milliseconds(until end: Int64) -> Int {
        Int(max(0, min((end - linux_monotonic_microseconds() + 999) / 1000, 1 << 30)))
    }
}
