import GestureClient
import GestureCore
import GestureProtocol

/// A subscription with its engine.
struct PlayedSubscription: Sendable {
    let name: [UInt8]
    let receiver: any MessageReceiver
    private let request: CompiledSubscription
    private var engine: GestureEngine
    private var labels: EventLabels
    /// The number of the last event.
    private var sequence: UInt64 = 0

    init(
        _ request: CompiledSubscription, name: [UInt8], _ receiver: any MessageReceiver,
        _ modifiers: GestureCore.EventModifiers, at time: Instant
    ) {
        self.request = request
        self.name = name
        self.receiver = receiver
        engine = GestureEngine(options: request.options)
        labels = EventLabels(engine)
        engine.advance(to: time)
        engine.note(modifiers, at: .distantPast)
    }

    var nextDeadline: Instant? { engine.nextDeadline }

    func wants(_ device: PlayedDevice) -> Bool { device.isWanted(by: request) }

    mutating func note(_ modifiers: GestureCore.EventModifiers, at time: Instant) { engine.note(modifiers, at: time) }

    mutating func setRegions(_ regions: [TrackedRegion], _ devices: [PlayedDevice], at time: Instant) -> UInt64 {
        // Events that this makes final carry the names of the old regions.
        let events = step(devices) { $0.setRegions(regions, at: time) }
        labels = labels.updated(engine)
        return events
    }

    /// Delivers the events of a step of the engine.
    ///
    /// - Returns: the number of events.
    mutating func step(_ devices: [PlayedDevice], _ body: (inout GestureEngine) -> Void) -> UInt64 {
        body(&engine)
        let before = sequence
        for event in engine.events where request.wants(event.phase) {
            guard let device = devices.first(where: { $0.surface.id == event.surface }) else { continue }
            sequence += 1
            var writer = JSONWriter()
            writer.eventReply(
                event, sequence: sequence, device: device.labels, labels: labels,
                modifiers: engine.modifiers(at: event.time))
            // Without the NUL at its end.
            _ = receiver.receive(writer.bytes.dropLast())
        }
        return sequence - before
    }
}
