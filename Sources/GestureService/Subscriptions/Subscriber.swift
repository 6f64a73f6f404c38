import GestureCore
import GestureProtocol

/// One client's subscription: what it asked for, where its events go, and how they are numbered.
final class Subscriber {
    /// What it asks for.
    var request: SubscriptionRequest
    let client: OutgoingQueue
    /// By which its client names it on other connections; nobody else can guess it.
    let name: [UInt8]
    /// Whether its client learns where fingers are.
    let tellsPlaces: Bool
    /// Whose it is.
    let account: Account
    var cost: GestureCost
    /// Whether its client is gone, or was sent its last message.
    var isGone = false
    private var sequence: UInt64 = 0
    /// By how much gestures have lower numbers here than where they are recognized, which others may share; wraps around.
    private var gesturesBefore: UInt64 = 0

    init(
        _ request: SubscriptionRequest, name: [UInt8], client: OutgoingQueue, tellsPlaces: Bool = true,
        account: Account = Account()
    ) {
        self.request = request
        self.account = account
        cost = request.options.cost
        self.name = name
        self.client = client
        self.tellsPlaces = tellsPlaces
        client.messages.reserve(EventTexts.capacity)
    }

    /// Goes on with the next gesture of another recognition.
    ///
    /// - Parameters:
    ///   - last: the number of the last one there.
    ///   - old: the same where it was.
    func count(gesturesAfter last: UInt64, insteadOf old: UInt64) { gesturesBefore &+= last &- old }

    /// Sends events to the client, or has them wait in its queue.
    func send(_ events: EventTexts) {
        guard !isGone else { return }
        let client = client
        write(events, to: &client.messages)
        client.flush()
    }

    private func write(_ events: EventTexts, to messages: inout WaitingMessages) {
        for text in events.texts {
            let gesture = text.gesture &- gesturesBefore
            let start = messages.writer.bytes.count
            messages.writer.eventReply(
                sequence: sequence + text.ordinal, gesture: gesture, rest: events.bytes[text.place])
            if text.isChange { messages.noteChange(of: gesture, from: start) }
        }
        // A gap is a `changed` that was replaced.
        sequence += events.count
        messages.noteCoalesced(events.replaced)
    }
}
