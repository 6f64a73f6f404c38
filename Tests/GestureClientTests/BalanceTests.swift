import GestureClientTesting
import Synchronization
import TestSupport
import Testing

@testable import GestureClient

/// Every `possible` and every `began` is followed by exactly one `ended` or `cancelled`, whatever the fingers do.
struct BalanceTests {
    private static let seeds = [UInt64](1...16) + [857, 812, 226, 922]

    @Test(arguments: seeds)
    func `steps of random compositions are balanced`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let touches = TouchPlayer()
        let checker = StepChecker()
        let gestures: [any GestureSource<GestureStep>] = (0..<3).map {
            NumberedGesture(.random(&random, depth: 0), index: $0)
        }
        let task = Task { [client = touches.client] in
            for try await event in client.events(of: gestures) { checker.check(event) }
        }
        try await touches.play(RandomTouches(seed: seed, frames: 400).steps)
        await touches.disconnect()
        #expect(checker.complaint == nil)
        #expect(checker.open.isEmpty, "left open when the connection is lost")
        task.cancel()
    }

    @Test(arguments: seeds)
    func `states return whatever the fingers do`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let touches = TouchPlayer()
        let states = (0..<3).map { _ in GestureState(wrappedValue: false) }
        let checkers = states.map { _ in StepChecker() }
        let region = Region("region", Rectangle(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
        for (index, state) in states.enumerated() {
            let gesture = NumberedGesture(.random(&random, depth: 0), index: index, checker: checkers[index])
            try touches.client.attach(
                gesture.updating(state) { _, state, _ in state = true }, to: index == 0 ? nil : region)
        }
        try await touches.play(RandomTouches(seed: seed, frames: 400).steps)
        for (state, checker) in zip(states, checkers) where !checker.isGoingOn { #expect(!state.wrappedValue) }
        await touches.disconnect()
        for checker in checkers {
            #expect(checker.complaint == nil)
            #expect(!checker.isGoingOn, "left open when the connection is lost")
        }
        #expect(states.allSatisfy { !$0.wrappedValue })
    }
}

/// A step, and the number of its gesture.
struct GestureStep: Sendable {
    /// The index of the gesture in the list.
    var index: Int
    var run: Int
    var phase: GesturePhase
    var text: String
}

extension GestureEvent {
    fileprivate var phase: GesturePhase? {
        switch self {
        case .possible: .possible
        case .began: .began
        case .changed: .changed
        case .ended: .ended
        case .cancelled: .cancelled
        case .connected, .disconnected: nil
        }
    }
}

/// Checks the steps of gestures that go on at the same time.
final class StepChecker: Sendable {
    struct Key: Hashable {
        var index: Int
        var run: Int
    }

    private struct State {
        var open: [Key: GesturePhase] = [:]
        var complaint: String?
    }

    private let state = Mutex(State())

    /// The first violation.
    var complaint: String? { state.withLock { $0.complaint } }
    var open: [Key: GesturePhase] { state.withLock { $0.open } }
    var isGoingOn: Bool { open.values.contains(.began) }

    func check(_ event: GestureEvent<GestureStep>) {
        guard var step = event.value else { return }
        // A possible tap that became another one is cancelled with the value that it had.
        step.phase = event.phase ?? step.phase
        check(step)
    }

    func check(_ step: GestureStep) {
        state.withLock { state in
            let key = Key(index: step.index, run: step.run)
            let before = state.open[key]
            let isRight =
                switch step.phase {
                case .possible: before != .began
                case .began: before != .began
                case .changed: before == .began
                case .ended: true
                case .cancelled: before != nil
                }
            switch step.phase {
            case .possible, .began: state.open[key] = step.phase
            case .changed: break
            case .ended, .cancelled: state.open[key] = nil
            }
            if !isRight, state.complaint == nil {
                state.complaint = "\(step) after \(before.map { "\($0)" } ?? "nothing")"
            }
        }
    }
}

/// A gesture whose values are its steps.
private struct NumberedGesture: GestureSource {
    let content: AnyGesture<String>
    let index: Int
    let checker: StepChecker?

    init(_ content: AnyGesture<String>, index: Int, checker: StepChecker? = nil) {
        self.content = content
        self.index = index
        self.checker = checker
    }

    var _recognition: GestureRecognition<GestureStep> {
        content._recognition.decoded { [index, checker] in
            NumberedDecoder(content: $0, index: index, checker: checker)
        }
    }
}

private struct NumberedDecoder: GestureDecoder {
    var content: any GestureDecoder<String>
    let index: Int
    let checker: StepChecker?

    mutating func decode(
        _ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects
    ) -> [Update<GestureStep>] {
        number(content.decode(event, path, &effects))
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<GestureStep>] { number(content.cancel(&effects)) }

    private func number(_ updates: [Update<String>]) -> [Update<GestureStep>] {
        updates.map { update in
            let step = GestureStep(index: index, run: update.run, phase: update.phase, text: update.value)
            checker?.check(step)
            return update.with(step)
        }
    }
}

extension AnyGesture<String> {
    /// - Parameter depth: the number of compositions around this gesture.
    fileprivate static func random(_ random: inout SplitMix64, depth: Int) -> AnyGesture {
        if depth > 2 || random.oneIn(3) { return .randomPrimitive(&random) }
        let first = Self.random(&random, depth: depth + 1)
        let second = Self.random(&random, depth: depth + 1)
        switch random.below(3) {
        case 0: return AnyGesture(first.exclusively(before: second).map { $0.text })
        case 1: return AnyGesture(first.simultaneously(with: second).map { $0.text })
        default:
            let limit = random.oneIn(3) ? Duration.milliseconds(1 + random.below(2000)) : nil
            return AnyGesture(first.sequenced(before: second, within: limit).map { $0.text })
        }
    }

    private static func randomPrimitive(_ random: inout SplitMix64) -> AnyGesture {
        let fingers: FingerSet = random.oneIn(3) ? FingerSet(1...2) : .any
        switch random.below(9) {
        case 0, 1: return AnyGesture(TapGesture(count: 1 + random.below(2), fingers: fingers).map { $0.text })
        case 2:
            return AnyGesture(LongPressGesture(minimumDuration: .milliseconds(100), fingers: fingers).map { $0.text })
        case 3: return AnyGesture(DragGesture(fingers: fingers).map { $0.text })
        case 4: return AnyGesture(DragGesture(minimumDistance: 0).map { $0.text })
        case 5: return AnyGesture(SwipeGesture(among: .eight).map { $0.text })
        case 6: return AnyGesture(MagnifyGesture().map { $0.text })
        case 7: return AnyGesture(RotateGesture().map { $0.text })
        default: return AnyGesture(StrokeGesture(.caret).map { $0.text })
        }
    }
}
