import GestureClient
import Testing

@testable import GestureClient

/// A subscription whose typed events are compared with those of a replay of the same recording.
struct ComparedStream {
    private let events: GestureEvents<any Described>
    private let recording: Recording

    /// - Parameter gestures: in a list, gestures that share recognizers.
    init(
        _ gestures: [any GestureSource<any Described>], in region: Region? = nil,
        options: SubscriptionOptions = SubscriptionOptions(), playing recording: Recording, from service: RunningService
    ) {
        self.recording = recording
        events = GestureClient(socket: service.socket).events(of: gestures, in: region, options: options)
    }

    /// Reads until the last event of the replay.
    ///
    /// A busy service and a busy program merge `changed` events, which leaves a gap in the sequence numbers.
    func expectAllEvents(_ location: SourceLocation = #_sourceLocation) async throws {
        let phases = (events.options.phases ?? Set(GesturePhase.allCases)).map { "\($0)" }
        let expected = try await Replay(recording, events).events.filter { phases.contains($0.phase) }
        let last = try #require(expected.last, sourceLocation: location).sequence
        var merged = Dictionary(uniqueKeysWithValues: expected.map { ($0.sequence, $0) })
        var times: (found: Double, expected: Double)?
        for try await event in events {
            guard case .some(let value) = event.value else { continue }
            let member = try #require(value.members.first, sourceLocation: location)
            let event = event.phase
            guard let replayed = merged.removeValue(forKey: member.sequence) else {
                // A tap that was possible has become one with another count.
                #expect(event == "cancelled", sourceLocation: location)
                continue
            }
            let start = times ?? (member.fields.time, replayed.fields.time)
            times = start
            #expect(event == replayed.phase, sourceLocation: location)
            #expect(
                member.fields.since(start.found) == replayed.fields.since(start.expected), sourceLocation: location)
            if member.sequence == last { break }
        }
        #expect(merged.values.allSatisfy { $0.phase == "changed" }, sourceLocation: location)
    }

    /// Reads until the composition was over a number of times, and compares the member that each step is about.
    ///
    /// - Returns: the phases, in which a `changed` stands for any number of them.
    func phases(
        untilOver count: Int, _ location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        let expected = try await Replay(recording, events).events
        let bySequence = Dictionary(uniqueKeysWithValues: expected.map { ($0.sequence, $0) })
        var times: (found: Double, expected: Double)?
        var phases: [String] = []
        var over = 0
        for try await event in events {
            guard case .some(let value) = event.value else { continue }
            let member = try #require(
                value.members.max { $0.sequence < $1.sequence }, sourceLocation: location)
            let replayed = try #require(bySequence[member.sequence], sourceLocation: location)
            let start = times ?? (member.fields.time, replayed.fields.time)
            times = start
            #expect(member.path == replayed.path, sourceLocation: location)
            #expect(
                member.fields.since(start.found) == replayed.fields.since(start.expected), sourceLocation: location)
            if !(event.phase == "changed" && phases.last == "changed") { phases.append(event.phase) }
            if ["ended", "cancelled"].contains(event.phase) { over += 1 }
            if over == count { break }
        }
        return phases
    }
}

extension GestureEvent {
    var phase: String {
        switch self {
        case .connected: "connected"
        case .possible: "possible"
        case .began: "began"
        case .changed: "changed"
        case .ended: "ended"
        case .cancelled: "cancelled"
        case .disconnected: "disconnected"
        }
    }
}

extension WireFields {
    /// In µs.
    fileprivate var time: Double { values["time"].flatMap(Double.init) ?? 0 }

    /// The same fields with times since `start`, which differ between two runs of a recording.
    fileprivate func since(_ start: Double) -> WireFields {
        var fields = self
        for name in ["time", "decided"] {
            if let time = values[name].flatMap(Double.init) { fields.set(name, time - start) }
        }
        return fields
    }
}

extension GestureSource where Value: Described {
    /// The same gesture in a list of gestures with different values.
    var described: ModifiedGesture<Self, any Described> { map { $0 } }
}
