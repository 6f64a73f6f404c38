import GestureCore
import GestureProtocol

/// The request for a gesture, and the way from the service's events to values.
public struct GestureRecognition<Value: Sendable>: Sendable {
    private(set) var request: RequestedGesture
    /// The name for the events; nil without one.
    var label: String?
    /// The reason why the service cannot recognize the gesture.
    var problem: GestureClientError?
    let makeDecoder: @Sendable () -> any GestureDecoder<Value>

    init(
        _ request: RequestedGesture, problem: GestureClientError? = nil,
        _ makeDecoder: @escaping @Sendable () -> any GestureDecoder<Value>
    ) {
        self.request = request
        self.problem = problem
        self.makeDecoder = makeDecoder
    }

    /// The same request, the values of which another decoder makes of those of this one.
    func decoded<Other>(
        by other: @escaping @Sendable (any GestureDecoder<Value>) -> any GestureDecoder<Other>
    ) -> GestureRecognition<Other> {
        var recognition = GestureRecognition<Other>(request, problem: problem) { [makeDecoder] in other(makeDecoder()) }
        recognition.label = label
        return recognition
    }

    /// The same gesture, if exactly these modifier keys, and those that it required before, are held.
    func requiring(_ modifiers: EventModifiers) -> GestureRecognition {
        guard let keys = modifiers.core else {
            var recognition = self
            recognition.problem = .invalidParameter(
                GesturePattern.Parameters.modifiers.path, expected: "no function and numericPad")
            return recognition
        }
        return with(.modifiers(keys))
    }

    /// The same gesture, which claims its fingers.
    func claiming() -> GestureRecognition { with(.claim) }

    /// The same gesture, with another order among those of other regions.
    func prioritized(_ priority: GesturePriority) -> GestureRecognition {
        var recognition = self
        recognition.request.priority = priority
        return recognition
    }

    private func with(_ condition: Condition) -> GestureRecognition {
        GestureRecognition(request.with(condition), problem: problem, makeDecoder)
    }
}

extension GestureRecognition where Value: GestureValue {
    /// - Parameter makeValue: makes the value from an event and the first event of the same gesture.
    init(
        _ pattern: GesturePattern, _ makeValue: @escaping @Sendable (_ event: WireEvent, _ start: WireEvent) -> Value
    ) {
        self.init(RequestedGesture(.gesture(pattern))) {
            EventDecoder(completion: pattern.kind == .longPress ? .began : .ended, makeValue)
        }
    }
}

/// A condition that strokes and all gestures of compositions can have.
private enum Condition {
    case modifiers(GestureCore.EventModifiers)
    case claim
}

private protocol Conditional {
    var modifiers: GestureCore.EventModifiers? { get set }
    var claims: Bool { get set }
}

extension GesturePattern: Conditional {}
extension RequestedStroke: Conditional {}

extension Conditional {
    fileprivate func with(_ condition: Condition) -> Self {
        var copy = self
        switch condition {
        case .modifiers(let keys): copy.modifiers = (modifiers ?? []).union(keys)
        case .claim: copy.claims = true
        }
        return copy
    }
}

extension RequestedGesture {
    /// The same request with a condition, in compositions for each member.
    fileprivate func with(_ condition: Condition) -> RequestedGesture {
        func all(_ members: [RequestedGesture]) -> [RequestedGesture] { members.map { $0.with(condition) } }
        var request = self
        switch form {
        case .gesture(let pattern): request.form = .gesture(pattern.with(condition))
        case .stroke(let stroke): request.form = .stroke(stroke.with(condition))
        case .exclusive(let members): request.form = .exclusive(all(members))
        case .simultaneous(let members): request.form = .simultaneous(all(members))
        case .sequence(let members, let limit): request.form = .sequence(all(members), within: limit)
        }
        return request
    }
}
