import GestureCore
import GestureProtocol

/// Two gestures of which each touch makes one: the first that is recognized. If one frame has both, the first wins.
///
/// ```swift
/// for try await event in client.events(of: TapGesture(count: 2).exclusively(before: TapGesture())) {
///     switch event {
///     case .ended(.first): print("double tap")
///     case .ended(.second): print("tap")
///     default: break
///     }
/// }
/// ```
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    /// The value of the gesture that won.
    public enum Value: Sendable {
        case first(First.Value)
        case second(Second.Value)
    }

    public typealias Body = Never

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public var _recognition: GestureRecognition<Value> {
        let (first, second) = (first._recognition, second._recognition)
        let pair = PairRequest(first.request, second.request) { form in
            if case .exclusive(let members) = form { members } else { nil }
        }
        return GestureRecognition(
            RequestedGesture(.exclusive(pair.members)), problem: first.problem ?? second.problem
        ) {
            ExclusiveDecoder<First, Second>(pair, first.makeDecoder(), second.makeDecoder())
        }
    }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

extension Gesture {
    /// Combines two gestures of which each touch makes one: the first that is recognized.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

private struct ExclusiveDecoder<First: Gesture, Second: Gesture>: GestureDecoder {
    typealias Value = ExclusiveGesture<First, Second>.Value

    private let pair: PairRequest
    private var first: any GestureDecoder<First.Value>
    private var second: any GestureDecoder<Second.Value>

    init(
        _ pair: PairRequest, _ first: any GestureDecoder<First.Value>, _ second: any GestureDecoder<Second.Value>
    ) {
        self.pair = pair
        self.first = first
        self.second = second
    }

    mutating func decode(_ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects) -> [Update<Value>] {
        switch pair.member(path) {
        case .first(let path): first.decode(event, path, &effects).map { $0.with(.first($0.value)) }
        case .second(let path): second.decode(event, path, &effects).map { $0.with(.second($0.value)) }
        case nil: []
        }
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Value>] {
        first.cancel(&effects).map { $0.with(.first($0.value)) }
            + second.cancel(&effects).map { $0.with(.second($0.value)) }
    }
}
