import GestureCore
import GestureProtocol
import System
import Text

/// A subscription for a loop that also waits for other descriptors: nothing here blocks for longer than a call.
///
/// Connects again when the service has restarted, with a delay that grows.
package final class ServiceStream {
    package enum Item {
        case state(StateReport)
        case event(Event)
        /// The service is away, or no longer there. Reported once until the next ``state(_:)``.
        case disconnected(ConnectionError)
    }

    private let path: String
    private var request: RequestedSubscription
    private let loop: EventLoop
    private let tag: UInt64
    private var course = SubscriptionCourse()
    private var connection: ServiceConnection?
    /// When to connect; nil while there is a connection.
    package private(set) var deadline: Instant?

    /// Connects in the first ``next(at:)``.
    ///
    /// - Parameter tag: with which `loop` reports that there is something to read.
    package init(_ request: RequestedSubscription, path: String, loop: EventLoop, tag: UInt64, at now: Instant) {
        self.request = request
        self.path = path
        self.loop = loop
        self.tag = tag
        deadline = now
    }

    /// Subscribes again, on a new connection, which reports the activity of the devices from the start.
    package func subscribe(_ request: RequestedSubscription, at now: Instant) {
        self.request = request
        disconnect()
        deadline = now
    }

    /// Returns the next item; nil if none has arrived.
    ///
    /// - Throws: errors that connecting again cannot solve, such as invalid parameters.
    package func next(at now: Instant) throws(ConnectionError) -> Item? {
        do throws(ConnectionError) {
            if connection == nil {
                guard let deadline, deadline <= now else { return nil }
                try connect()
            }
            return try connection.flatMap { connection throws(ConnectionError) in try item(connection) }
        } catch {
            guard case .away(let isNew, let delay) = course.fail(isPassing: error.isPassing) else { throw error }
            disconnect()
            deadline = now + delay
            return isNew ? .disconnected(error) : nil
        }
    }

    /// Asks for the devices in use, with a call of its own.
    package func devices() -> [DeviceReport]? {
        guard let connection = try? ServiceConnection(withoutWaiting: path) else { return nil }
        return try? connection.call(.listDevices, timeout: 1000).devices
    }

    private func connect() throws(ConnectionError) {
        let connection = try ServiceConnection(withoutWaiting: path)
        connection.send(.subscribe(request))
        loop.add(connection.descriptor, tag: tag)
        self.connection = connection
        deadline = nil
    }

    private func disconnect() {
        // The loop no longer watches the descriptor once it is closed.
        connection = nil
    }

    private func item(_ connection: ServiceConnection) throws(ConnectionError) -> Item? {
        do throws(ConnectionError) {
            switch try connection.next(of: &course, until: .distantPast) {
            case .state(let state): return .state(StateReport(state))
            case .event(let event): return .event(Event(event))
            }
        } catch .timedOut {
            return nil
        } catch {
            throw error
        }
    }
}
