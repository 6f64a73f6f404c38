import GestureCore
import GestureProtocol

/// Two gestures that are recognized side by side, such as a pinch and a rotation of the same fingers.
///
/// The composition begins with the first of its members that begins, changes with each of them, and ends with the last. It is
/// cancelled if no member ended. It has no `possible`. A swipe or stroke is reported after the drag of the same fingers has ended, and
/// is then a composition of its own.
///
/// Each device has gestures of its own. If a device counts the fingers of several people apart (`reach`), their gestures in the same
/// region make one value.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    /// The values of the members; nil for a member that has not begun, or was cancelled.
    public struct Value: Sendable {
        public var first: First.Value?
        public var second: Second.Value?

        public init(first: First.Value? = nil, second: Second.Value? = nil) {
            self.first = first
            self.second = second
        }
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
            if case .simultaneous(let members) = form { members } else { nil }
        }
        return GestureRecognition(
            RequestedGesture(.simultaneous(pair.members)), problem: first.problem ?? second.problem
        ) {
            SimultaneousDecoder<First, Second>(pair, first.makeDecoder(), second.makeDecoder())
        }
    }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

extension Gesture {
    /// Combines two gestures that are recognized side by side.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}

private struct SimultaneousDecoder<First: Gesture, Second: Gesture>: GestureDecoder {
    typealias Value = SimultaneousGesture<First, Second>.Value

    private let pair: PairRequest
    private var first: any GestureDecoder<First.Value>
    private var second: any GestureDecoder<Second.Value>
    private var runs: [String: SimultaneousRun<First, Second>] = [:]

    init(
        _ pair: PairRequest, _ first: any GestureDecoder<First.Value>, _ second: any GestureDecoder<Second.Value>
    ) {
        self.pair = pair
        self.first = first
        self.second = second
    }

    mutating func decode(_ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects) -> [Update<Value>] {
        let device = event.context.device
        var run = runs[device] ?? SimultaneousRun()
        let updates: [Update<Value>] =
            switch pair.member(path) {
            case .first(let path): first.decode(event, path, &effects).compactMap { run.followFirst($0) }
            case .second(let path): second.decode(event, path, &effects).compactMap { run.followSecond($0) }
            case nil: []
            }
        runs[device] = run.number == nil ? nil : run
        return updates
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Value>] {
        defer { runs = [:] }
        _ = first.cancel(&effects)
        _ = second.cancel(&effects)
        let cancelled = runs.values.compactMap { run in
            run.number.map { Update(phase: .cancelled, value: run.value, run: $0) }
        }
        return cancelled.sorted { $0.run < $1.run }
    }
}

/// The composition on one device.
private struct SimultaneousRun<First: Gesture, Second: Gesture> {
    typealias Value = SimultaneousGesture<First, Second>.Value

    var value = Value()
    /// The composition's own number; nil if no member has begun.
    var number: Int?
    /// The members' gestures that have begun.
    private var open: (first: Set<Int>, second: Set<Int>) = ([], [])
    private var isComplete = (first: false, second: false)
    private var hasEnded = false

    /// - Returns: the composition's step for a step of its first member; nil if it has none.
    mutating func followFirst(_ update: Update<First.Value>) -> Update<Value>? {
        follow(update, \.first, \.open.first, \.isComplete.first)
    }

    mutating func followSecond(_ update: Update<Second.Value>) -> Update<Value>? {
        follow(update, \.second, \.open.second, \.isComplete.second)
    }

    private mutating func follow<Member>(
        _ update: Update<Member>, _ member: WritableKeyPath<Value, Member?>,
        _ open: WritableKeyPath<Self, Set<Int>>, _ isComplete: WritableKeyPath<Self, Bool>
    ) -> Update<Value>? {
        let wasOpen = self[keyPath: open].contains(update.run)
        switch update.phase {
        case .began: self[keyPath: open].insert(update.run)
        case .changed where wasOpen: break
        case .ended:
            self[keyPath: open].remove(update.run)
            hasEnded = true
        case .cancelled where wasOpen: self[keyPath: open].remove(update.run)
        case .possible, .changed, .cancelled: return nil
        }
        value[keyPath: member] = update.value
        if update.isComplete { self[keyPath: isComplete] = true }
        let isOver = self.open.first.isEmpty && self.open.second.isEmpty
        var step = update.with(value)
        step.phase = isOver ? (hasEnded ? .ended : .cancelled) : number == nil ? .began : .changed
        step.run = number ?? update.run
        step.isComplete = self.isComplete.first && self.isComplete.second
        if isOver {
            self = Self()
        } else {
            number = step.run
            if update.phase == .cancelled { value[keyPath: member] = nil }
        }
        return step
    }
}
