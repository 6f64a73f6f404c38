internal import CLinux
import GestureConnection
import GestureCore
import GestureProtocol
import Text

/// A subscription for a loop that also waits for other descriptors: nothing here blocks for longer than a call.
///
/// Connects again when the service has restarted, with a delay that grows.
final class ServiceStream {
    enum Item {
        case state(JSONValue)
        case event(JSONValue)
        /// The service is away, or no longer there. Reported once until the next ``state(_:)``.
        case disconnected(ConnectionError)
    }

    private let path: String
    private var parameters: [UInt8]
    private let epoll: CInt
    private let tag: UInt64
    private var connection: ServiceConnection?
    private var isAway = false
    /// When to connect; nil while there is a connection.
    private(set) var deadline: Instant?
    private var delay = firstDelay

    private static let firstDelay = Interval.milliseconds(100)
    private static let longestDelay = Interval.milliseconds(2000)

    /// Connects in the first ``next(at:)``.
    ///
    /// - Parameters:
    ///   - parameters: those of Subscribe.
    ///   - tag: with which `epoll` reports that there is something to read.
    init(path: String, parameters: [UInt8], epoll: CInt, tag: UInt64, at now: Instant) {
        self.path = path
        self.parameters = parameters
        self.epoll = epoll
        self.tag = tag
        deadline = now
    }

    /// Subscribes again, on a new connection, which reports the activity of the devices from the start.
    func subscribe(_ parameters: [UInt8], at now: Instant) {
        self.parameters = parameters
        disconnect()
        deadline = now
    }

    /// Returns the next item; nil if none has arrived.
    ///
    /// - Throws: errors that connecting again cannot solve, such as invalid parameters.
    func next(at now: Instant) throws(ConnectionError) -> Item? {
        do throws(ConnectionError) {
            if connection == nil {
                guard let deadline, deadline <= now else { return nil }
                try connect()
            }
            return try connection.flatMap { connection throws(ConnectionError) in try item(connection) }
        } catch {
            guard error.isPassing else { throw error }
            disconnect()
            deadline = now + delay
            delay = min(Interval(microseconds: 2 * delay.microseconds), Self.longestDelay)
            guard !isAway else { return nil }
            isAway = true
            return .disconnected(error)
        }
    }

    /// Asks for the devices in use, with a call of its own.
    func devices() -> JSONValue? {
        guard let connection = try? ServiceConnection(withoutWaiting: path) else { return nil }
        connection.send("org.gestured.Gestures.ListDevices")
        return try? connection.next(timeout: 1000).parameters
    }

    private func connect() throws(ConnectionError) {
        let connection = try ServiceConnection(withoutWaiting: path)
        connection.send("org.gestured.Gestures.Subscribe", parameters: parameters, more: true)
        _ = linux_control_epoll(epoll, EPOLL_CTL_ADD, connection.descriptor, EPOLLIN.rawValue, tag)
        self.connection = connection
        deadline = nil
    }

    private func disconnect() {
        // The kernel removes the descriptor from the epoll instance when it is closed.
        connection = nil
    }

    private func item(_ connection: ServiceConnection) throws(ConnectionError) -> Item? {
        let reply: Reply
        do throws(ConnectionError) {
            reply = try connection.next(timeout: 0)
        } catch {
            if error == .timedOut { return nil }
            throw error
        }
        if let state = reply.parameters?["state"] {
            isAway = false
            delay = Self.firstDelay
            return .state(state)
        }
        guard let event = reply.parameters?["event"] else { throw .notVarlink }
        return .event(event)
    }
}
