import GestureCore

/// Turns the events of one gesture or composition into values.
protocol GestureDecoder<Value> {
    associatedtype Value: Sendable

    /// - Parameters:
    ///   - event: an event of this gesture.
    ///   - path: the rest of the event's path, from this gesture down.
    ///   - effects: the callbacks of this step are appended.
    /// - Returns: mostly one update; none if only members of a composition moved on, several if the event also ends what went on
    ///   before.
    mutating func decode(_ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects) -> [Update<Value>]

    /// Ends all gestures that go on, because their events no longer arrive.
    mutating func cancel(_ effects: inout Effects) -> [Update<Value>]
}

/// A step of a gesture.
struct Update<Value: Sendable>: Sendable {
    var phase: GesturePhase
    var value: Value
    /// Tells gestures apart that go on at the same time: the number of the service's gesture that began first.
    var run: Int
    /// Whether the gesture is complete as a member of a sequence: its turn is over, although it can still go on.
    var isComplete = false

    /// The same step with another value.
    func with<Other>(_ value: Other) -> Update<Other> {
        Update<Other>(phase: phase, value: value, run: run, isComplete: isComplete)
    }
}

/// The callbacks and resets that follow from a step.
struct Effects: Sendable {
    /// The callbacks to call, in order.
    var actions: [@Sendable () async -> Void] = []
    /// What follows after all callbacks: states that return to their initial values.
    var resets: [@Sendable () -> Void] = []

    nonisolated(nonsending) func run() async {
        for action in actions { await action() }
        for reset in resets { reset() }
    }
}

/// Decodes a gesture that is not composed of others.
struct EventDecoder<Value: GestureValue>: GestureDecoder {
    private struct Open {
        var start: WireEvent
        var value: Value
    }

    /// The phase in which the gesture is complete as a member of a sequence.
    private let completion: GesturePhase
    private let makeValue: @Sendable (_ event: WireEvent, _ start: WireEvent) -> Value
    /// The gestures that have begun, by number.
    private var open: [Int: Open] = [:]

    /// - Parameter makeValue: makes the value from an event and the first event of the same gesture.
    init(
        completion: GesturePhase, _ makeValue: @escaping @Sendable (_ event: WireEvent, _ start: WireEvent) -> Value
    ) {
        self.completion = completion
        self.makeValue = makeValue
    }

    mutating func decode(_ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects) -> [Update<Value>] {
        let gesture = event.context.gesture
        let start = open[gesture]?.start ?? event
        let value = makeValue(event, start)
        switch event.phase {
        case .began, .changed: open[gesture] = Open(start: start, value: value)
        case .possible: break
        case .ended, .cancelled: open[gesture] = nil
        }
        return [Update(phase: event.phase, value: value, run: gesture, isComplete: event.phase == completion)]
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Value>] {
        defer { open = [:] }
        return open.sorted { $0.key < $1.key }.map { Update(phase: .cancelled, value: $1.value, run: $0) }
    }
}
