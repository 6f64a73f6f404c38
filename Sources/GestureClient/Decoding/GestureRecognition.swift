import GestureCore
import GestureProtocol

/// The request for a gesture, and the way from the service's events to values.
public struct GestureRecognition<Value: Sendable>: Sendable {
    let request: RequestedGesture
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
            recognition.problem = .invalidParameter("gestures.modifiers", expected: "no function and numericPad")
            return recognition
        }
        return GestureRecognition(request.requiring(keys), problem: problem, makeDecoder)
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

extension RequestedGesture {
    fileprivate func requiring(_ modifiers: GestureCore.EventModifiers) -> RequestedGesture {
        var request = self
        switch form {
        case .gesture(var pattern):
            pattern.modifiers = (pattern.modifiers ?? []).union(modifiers)
            request.form = .gesture(pattern)
        case .stroke(var stroke):
            stroke.modifiers = (stroke.modifiers ?? []).union(modifiers)
            request.form = .stroke(stroke)
        case .exclusive(let members): request.form = .exclusive(members.map { $0.requiring(modifiers) })
        case .simultaneous(let members): request.form = .simultaneous(members.map { $0.requiring(modifiers) })
        case .sequence(let members, let limit):
            request.form = .sequence(members.map { $0.requiring(modifiers) }, within: limit)
        }
        return request
    }
}
