import GestureCore
import GestureProtocol

/// One client's subscription: its request, the queue of its events, and their numbers.
final class Subscriber {
    var request: CompiledSubscription
    let client: OutgoingQueue
    /// The name by which other connections can refer to it. It is random, so that nobody else can guess it.
    let name: [UInt8]
    /// Whether its client gets the positions of fingers.
    let includesPositions: Bool
    /// The account of the client's user.
    let account: Account
    /// The cost of ``request`` on the devices in use.
    var cost = GestureCost.zero
    /// The number of its last event.
    private var sequence: UInt64 = 0
    /// The difference between the gesture numbers of the engine, which others may share, and those that the client gets. Wraps
    /// around.
    private var gestureOffset: UInt64 = 0

    init(
        _ request: CompiledSubscription, name: [UInt8], client: OutgoingQueue, includesPositions: Bool = true,
        account: Account = Account()
    ) {
        self.request = request
        self.account = account
        self.name = name
        self.client = client
        self.includesPositions = includesPositions
        client.messages.reserve(PendingEvents.capacity)
    }

    /// Moves to another engine, and continues with its next gesture.
    ///
    /// - Parameters:
    ///   - last: the number of the last gesture of that engine.
    ///   - old: the number of the last gesture of the engine before.
    func renumber(gesturesAfter last: UInt64, insteadOf old: UInt64) { gestureOffset &+= last &- old }

    /// Sends events to the client, or queues them.
    func send(_ events: PendingEvents) {
        // Its connection is closed after the frame.
        guard client.failure == nil else { return }
        write(events, to: &client.messages)
        client.flush()
    }

    private func write(_ events: PendingEvents, to messages: inout WaitingMessages) {
        for index in events.events.indices {
            let event = events.events[index]
            let gesture = event.gesture &- gestureOffset
            let start = messages.writer.bytes.count
            messages.writer.eventReply(
                sequence: sequence + event.ordinal, gesture: gesture, rest: events.bytes[event.range])
            if event.isChange { messages.noteChange(of: gesture, from: start) }
        }
        // A gap is a `changed` that was replaced.
        sequence += events.count
        messages.noteCoalesced(events.replaced)
    }
}

extension CompiledSubscription {
    /// The cost on these devices: several times as much if one of them is so large that people are recognized separately.
    func cost(on devices: [AttachedDevice]) -> GestureCost {
        options.cost(
            separatesPeople: devices.contains {
                wants(deviceID: $0.id, name: $0.name) && $0.surface.reach(options.thresholds) != nil
            })
    }
}
