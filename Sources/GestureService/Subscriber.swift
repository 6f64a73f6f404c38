import GestureCore
import GestureProtocol

/// One client's subscription: its own recognition, and where its events go.
final class Subscriber {
    let request: SubscriptionRequest
    let client: OutgoingQueue
    var engine: GestureEngine
    private var sequence: UInt64 = 0

    init(_ request: SubscriptionRequest, client: OutgoingQueue) {
        self.request = request
        self.client = client
        engine = GestureEngine(options: request.options)
    }

    func attach(_ device: AttachedDevice) {
        guard request.wants(deviceID: device.id, name: device.name) else { return }
        engine.attach(device.surface)
    }

    /// Puts what was recognized last into the client's queue.
    ///
    /// - Returns: how many events were written.
    func write(_ devices: [AttachedDevice]) -> Int {
        var written = 0
        for event in engine.events where request.wants(event.phase) {
            sequence += 1
            guard let device = devices.first(where: { $0.surface.id == event.surface }) else { continue }
            client.writer.eventReply(event, sequence: sequence, device: device.quotedID)
            written += 1
        }
        return written
    }
}
