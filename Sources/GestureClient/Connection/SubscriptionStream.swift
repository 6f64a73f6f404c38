import GestureConnection
import GestureCore
import GestureProtocol

/// The events of one subscription, for one consumer, over as many connections as it takes.
final class SubscriptionStream {
    /// One step of the subscription.
    enum Step {
        case connected(ServiceState)
        case event(WireEvent)
        case disconnected(GestureClientError)
        /// ``Waker/wake()`` was called.
        case woken
    }

    /// What waits for the consumer.
    fileprivate enum Item: Sendable {
        case state(ServiceState, connection: Int)
        case event(WireEvent, connection: Int)
        case failed(GestureClientError, connection: Int)
        case wake
        case connect
    }

    private let transport: any Transport
    /// The parameters of Subscribe for the next connection.
    var request: RequestedSubscription
    /// The parameters that the service knows.
    var sent: RequestedSubscription?
    private let inbox = Inbox<Item> { $0.replaces($1) }
    private var connection: (any Connection)?
    /// The number of connections that have ended. Items of those are ignored.
    private var connections = 0
    private var course = SubscriptionCourse()

    init(_ request: RequestedSubscription, over transport: any Transport) {
        self.request = request
        self.transport = transport
        inbox.put(.connect)
    }

    deinit {
        connection?.cancel()
        inbox.close()
    }

    var waker: Waker { Waker(inbox: inbox) }

    /// Waits for the next step. Connects first if necessary, after a delay that grows.
    ///
    /// - Returns: nil if the task is cancelled.
    /// - Throws: every error that connecting again cannot solve. The stream is then over.
    nonisolated(nonsending) func next() async throws(GestureClientError) -> Step? {
        while let item = await inbox.next() {
            do throws(GestureClientError) {
                if let step = try handle(item) { return step }
            } catch {
                disconnect()
                guard case .away(let isNew, let delay) = course.fail(isPassing: error.isPassing) else {
                    inbox.close()
                    throw error
                }
                transport.retry(after: delay.seconds) { [weak inbox] in inbox?.put(.connect) }
                if isNew { return .disconnected(error) }
            }
        }
        disconnect()
        return nil
    }

    /// Begins again with the current ``request``, on a connection of its own.
    func restart() {
        disconnect()
        inbox.put(.connect)
    }

    private func disconnect() {
        connection?.cancel()
        connection = nil
        connections += 1
    }

    private func handle(_ item: Item) throws(GestureClientError) -> Step? {
        switch item {
        case .connect:
            guard connection == nil else { return nil }
            sent = request
            connection = try transport.open(
                Call.subscribe(request).message, Receiver(inbox: inbox, number: connections))
            return nil
        case .wake: return .woken
        case .state(let state, let number):
            guard number == connections else { return nil }
            course.noteState()
            return .connected(state)
        case .event(let event, let number): return number == connections ? .event(event) : nil
        case .failed(let error, let number):
            guard number == connections else { return nil }
            throw error
        }
    }

    /// Wakes the consumer of a stream from any task.
    struct Waker: Sendable {
        fileprivate let inbox: Inbox<Item>

        func wake() { inbox.put(.wake) }
    }

    /// Reads the replies of one connection.
    private struct Receiver: MessageReceiver {
        let inbox: Inbox<Item>
        let number: Int

        func receive(_ message: [UInt8]) -> Bool {
            do throws(GestureClientError) {
                // Later versions can send other replies, and events with other kinds and phases.
                switch SubscriptionReply.Content(try VarlinkReply(reading: message).parameters) {
                case .state(let state):
                    return inbox.put(
                        .state(ServiceState(StateReport(state)), connection: number), size: message.count)
                case .event(let event):
                    guard let event = WireEvent(Event(event)) else { return true }
                    return inbox.put(.event(event, connection: number), size: message.count)
                case nil: return true
                }
            } catch {
                return inbox.put(.failed(error, connection: number), size: message.count)
            }
        }

        func resumeOnceEmptier(_ connection: any Connection) { inbox.resumeOnceEmptier(connection) }
        func close(_ reason: GestureClientError) { inbox.put(.failed(reason, connection: number)) }
        func whenConsumed() async { await inbox.whenConsumed() }
    }
}

extension SubscriptionStream.Item {
    /// Only the latest waiting `changed` of each gesture is delivered, as by the service.
    func replaces(_ other: Self) -> Bool {
        switch (self, other) {
        case (.event(let event, let connection), .event(let earlier, let earlierConnection)):
            event.phase == .changed && earlier.phase == .changed && connection == earlierConnection
                && event.context.gesture == earlier.context.gesture
        case (.wake, .wake), (.connect, .connect): true
        default: false
        }
    }
}
