import GestureCore
import GestureProtocol

/// One client's subscription: its own recognition, and where its events go.
final class Subscriber {
    let request: SubscriptionRequest
    let client: OutgoingQueue
    var engine: GestureEngine
    /// By which its client names it on other connections; nobody else can guess it.
    let name: [UInt8]
    private var sequence: UInt64 = 0
    private var labels: EventLabels
    /// Whether its client learns where fingers are.
    let tellsPlaces: Bool

    init(_ request: SubscriptionRequest, name: [UInt8], client: OutgoingQueue, tellsPlaces: Bool = true) {
        self.request = request
        self.name = name
        self.client = client
        self.tellsPlaces = tellsPlaces
        engine = GestureEngine(options: request.options)
        labels = EventLabels(engine)
    }

    func attach(_ device: AttachedDevice) {
        guard request.wants(deviceID: device.id, name: device.name) else { return }
        engine.attach(device.surface)
    }

    /// Tracks other regions from now on; what that makes final is to be written first.
    func setRegions(_ regions: [Region], at time: Instant) { engine.setRegions(regions, at: time) }

    /// Forgets the regions of which nothing more can be told.
    func updateLabels() { labels.update(engine) }

    /// Puts what was recognized last into the client's queue.
    ///
    /// - Returns: how many events were written.
    func write(_ devices: [AttachedDevice], _ modifiers: ModifierHistory) -> Int {
        write(devices, modifiers, to: &client.messages)
    }

    private func write(
        _ devices: [AttachedDevice], _ modifiers: ModifierHistory, to messages: inout WaitingMessages
    ) -> Int {
        var written = 0
        for event in engine.events where request.wants(event.phase) {
            sequence += 1
            guard let device = devices.first(where: { $0.surface.id == event.surface }) else { continue }
            let start = messages.writer.bytes.count
            messages.writer.eventReply(
                event, sequence: sequence, device: device.labels, labels: labels,
                modifiers: modifiers.modifiers(at: event.time), tellsPlaces: tellsPlaces)
            if event.phase == .changed { messages.noteChange(of: event.gesture, from: start) }
            written += 1
        }
        return written
    }
}
