import GestureCore
import GestureProtocol

/// Two gestures of which the second follows the first, such as a drag after a long press.
///
/// A long press is complete when it begins, so its fingers can make the next gesture; other gestures are complete when they end. From
/// then on the value is ``Value/second(_:_:)``.
///
/// While the sequence waits for its second gesture and no finger of the first is down, it is not going on: after a tap it is `possible`,
/// and after a gesture that has begun it is `cancelled`. Therefore no state stays set if the second gesture never comes. If it comes,
/// the sequence begins or ends as usual, with both values. A `possible` is only known to be `cancelled` when the first gesture comes again.
///
/// Each device has sequences of its own. If a device counts the fingers of several people apart (`reach`), their gestures in the same
/// region make one sequence.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value: Sendable {
        /// The first gesture has begun, and is not complete.
        case first(First.Value)
        /// The first gesture is complete; the second has a value once it has begun.
        case second(First.Value, Second.Value?)
    }

    public typealias Body = Never

    public var first: First
    public var second: Second
    /// The longest time from the first landing until the last gesture is recognized, 1 ms … 1 h; unlimited if nil.
    public var limit: Duration?

    public init(_ first: First, _ second: Second, within limit: Duration? = nil) {
        self.first = first
        self.second = second
        self.limit = limit
    }

    public var _recognition: GestureRecognition<Value> {
        let (first, second) = (first._recognition, second._recognition)
        let request = RequestedGesture(
            .sequence([first.request, second.request], within: limit.map { Interval($0) }))
        return GestureRecognition(request, problem: first.problem ?? second.problem) {
            SequenceDecoder<First, Second>(first.makeDecoder(), second.makeDecoder())
        }
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

extension Gesture {
    /// Combines two gestures of which the second follows the first.
    ///
    /// - Parameter limit: the longest time from the first landing until the last gesture is recognized, 1 ms … 1 h; unlimited if nil.
    public func sequenced<Other: Gesture>(
        before other: Other, within limit: Duration? = nil
    ) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other, within: limit)
    }
}

private struct SequenceDecoder<First: Gesture, Second: Gesture>: GestureDecoder {
    typealias Value = SequenceGesture<First, Second>.Value

    private var first: any GestureDecoder<First.Value>
    private var second: any GestureDecoder<Second.Value>
    private var runs: [String: SequenceRun<First, Second>] = [:]

    init(_ first: any GestureDecoder<First.Value>, _ second: any GestureDecoder<Second.Value>) {
        self.first = first
        self.second = second
    }

    mutating func decode(_ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects) -> [Update<Value>] {
        let device = event.context.device
        var run = runs[device] ?? SequenceRun()
        defer { runs[device] = run }
        return switch path.first {
        case 0: first.decode(event, path.dropFirst(), &effects).flatMap { run.followFirst($0) }
        case 1: second.decode(event, path.dropFirst(), &effects).compactMap { run.followSecond($0) }
        default: []
        }
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Value>] {
        defer { runs = [:] }
        _ = first.cancel(&effects)
        _ = second.cancel(&effects)
        return runs.values.compactMap { $0.cancelled }.sorted { $0.run < $1.run }
    }
}

/// The sequence on one device.
///
/// | the sequence | first begins or changes | first ends            | second begins or changes | second ends |
/// |--------------|-------------------------|-----------------------|--------------------------|-------------|
/// | is at rest   | begins                  | waits: `possible`     | –                        | –           |
/// | goes on      | changes                 | waits: `cancelled`    | changes                  | ends        |
/// | waits        | begins anew             | begins to wait anew   | begins                   | ends        |
private struct SequenceRun<First: Gesture, Second: Gesture> {
    typealias Value = SequenceGesture<First, Second>.Value

    /// The value and number of the first gesture, until the sequence ends or starts over.
    var first: First.Value?
    var firstNumber: Int?
    var second: Second.Value?
    var isFirstComplete = false
    /// The last complete first gesture that no second one has followed. Another one can begin before the second does: with the same
    /// fingers, or while an earlier sequence still goes on.
    var complete: Update<First.Value>?
    /// The gestures of the members that have begun.
    var openFirst: Set<Int> = []
    var openSecond: Set<Int> = []
    /// Gestures of the first member that go on after the sequence has ended.
    var left: Set<Int> = []
    /// The number of the sequence that goes on.
    var number: Int?
    /// The number of the sequence that waits and was reported as possible.
    var possible: Int?

    var value: Value? {
        first.map { isFirstComplete ? .second($0, second) : .first($0) }
    }

    var cancelled: Update<Value>? { step(.cancelled) }

    /// - Returns: the steps of the sequence for a step of its first gesture.
    mutating func followFirst(_ update: Update<First.Value>) -> [Update<Value>] {
        switch update.phase {
        case .possible: return []
        case .began: openFirst.insert(update.run)
        case .changed:
            guard openFirst.contains(update.run) else { return [] }
        case .ended:
            if left.remove(update.run) != nil { return [] }
            openFirst.remove(update.run)
        case .cancelled:
            guard openFirst.remove(update.run) != nil else {
                left.remove(update.run)
                return []
            }
        }
        if update.phase == .cancelled {
            if complete?.run == update.run { complete = nil }
        } else if update.isComplete || complete?.run == update.run {
            complete = update
        }
        if !openSecond.isEmpty {
            if update.run == firstNumber { first = update.value }
            return []
        }
        if update.phase == .cancelled { return [end(.cancelled)].compactMap { $0 } }

        var steps: [Update<Value>] = []
        if number == nil {
            steps = [cancelled].compactMap { $0 }
            startOver()
        }
        (first, firstNumber) = (update.value, update.run)
        if update.isComplete { isFirstComplete = true }
        let isNew = number == nil
        if update.phase != .ended {
            number = number ?? update.run
            steps += [step(isNew ? .began : .changed)].compactMap { $0 }
        } else if isNew {
            possible = update.run
            steps += [step(.possible)].compactMap { $0 }
        } else {
            // The callbacks learn that the first gesture is complete, before it is no longer going on.
            steps += [step(.changed), step(.cancelled)].compactMap { $0 }
            number = nil
            if !isFirstComplete { startOver() }
        }
        return steps
    }

    /// - Returns: the step of the sequence for a step of its second gesture; nil if it has none.
    mutating func followSecond(_ update: Update<Second.Value>) -> Update<Value>? {
        switch update.phase {
        case .possible: return nil
        case .began: openSecond.insert(update.run)
        case .changed:
            guard openSecond.contains(update.run) else { return nil }
        case .ended: openSecond.remove(update.run)
        case .cancelled:
            guard openSecond.remove(update.run) != nil else { return nil }
        }
        if second == nil, let complete {
            (first, firstNumber, isFirstComplete) = (complete.value, complete.run, true)
            self.complete = nil
        }
        guard let first, let firstNumber else { return nil }
        second = update.value
        // The service looks for the second gesture only then, also if the first did not seem to be complete: the members of a
        // simultaneous gesture can end one after the other.
        isFirstComplete = true
        let isNew = number == nil
        number = number ?? possible ?? update.run
        possible = nil
        guard openSecond.isEmpty else { return step(isNew ? .began : .changed, isComplete: update.isComplete) }
        guard update.phase == .cancelled else { return end(.ended, isComplete: update.isComplete) }
        // The second gesture can begin again as long as the service waits for it.
        complete = complete ?? Update(phase: .ended, value: first, run: firstNumber)
        return end(.cancelled)
    }

    private func step(_ phase: GesturePhase, isComplete: Bool = false) -> Update<Value>? {
        guard let value, let number = number ?? possible else { return nil }
        return Update(phase: phase, value: value, run: number, isComplete: isComplete)
    }

    private mutating func end(_ phase: GesturePhase, isComplete: Bool = false) -> Update<Value>? {
        let last = step(phase, isComplete: isComplete)
        left.formUnion(openFirst)
        openFirst = []
        startOver()
        return last
    }

    private mutating func startOver() {
        let old = self
        self = Self()
        (openFirst, left, complete) = (old.openFirst, old.left, old.complete)
    }
}
