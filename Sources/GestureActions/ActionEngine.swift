import GestureCore
import GestureProtocol
import Text

/// Decides which actions run: events of the service in, runs out. Without a clock: time is that of the events, and ``deadline``
/// says when time alone decides.
package struct ActionEngine {
    /// One run of an action.
    package struct Run: Equatable, Sendable {
        /// The index of the binding.
        package var binding: Int
        package var time: Instant
        /// The number of the step in its gesture, from 1; nil without steps.
        package var step: Int?
        package var direction: Step.Direction?
        /// The event; nil for idle.
        package var event: Event?
    }

    /// A gesture that has begun, for one of its bindings.
    private struct Progress {
        var gesture: UInt64
        var binding: Int
        var runs = 0
        var steps = 0
        var counter: StepCounter?
        var last: Event
    }

    package let bindings: [Binding]
    private let subscription: ActionSubscription
    private var progress: [Progress] = []
    private var lastRuns: [Instant?]
    private var idle: IdleTracker
    /// The application that has the focus.
    package var application: ByteString?

    /// The most gestures that are followed at the same time.
    private static let mostInProgress = 1024

    package init(_ bindings: [Binding], at now: Instant) {
        self.bindings = bindings
        subscription = ActionSubscription(bindings)
        lastRuns = bindings.map { _ in nil }
        idle = IdleTracker(bindings, at: now)
    }

    /// The parameters of Subscribe that the bindings need.
    package var request: RequestedSubscription { subscription.request }

    /// The instant at which ``advance(to:)`` has to be called; nil if nothing waits.
    package var deadline: Instant? { idle.deadline }

    // MARK: Trials

    /// Why a binding does not run for its gesture, which was made.
    package enum Obstacle: Equatable, Sendable {
        case application(ByteString)
        case device(ByteString)
        /// The binding in a narrower section that runs in its place.
        case narrower(binding: Int)
        /// It ran a time ago, which is shorter than its cooldown.
        case cooldown(Interval, ago: Interval)
        /// The gesture made none of its steps.
        case step(Step)
        /// The action runs at another part of the gesture.
        case moment
    }

    /// The bindings of the gesture that an event is of.
    package func bindings(of event: Event) -> [Int] {
        guard let gesture = subscription.gesture(of: event) else { return [] }
        return bindings.indices.filter { bindings[$0].trigger == .gesture(gesture) }
    }

    package func isFor(_ device: DeviceReport, _ binding: Int) -> Bool { bindings[binding].scope.includes(device) }

    /// Returns why a binding did not run for its gesture.
    ///
    /// - Parameter time: that of the gesture.
    package func obstacle(to binding: Int, _ device: DeviceReport, at time: Instant) -> Obstacle {
        let scope = bindings[binding].scope
        if !isFor(device, binding) { return .device(scope.device ?? "") }
        if let name = scope.application, !applies(scope, device) { return .application(name) }
        let running = candidates(bindings[binding].trigger, device)
        if !running.contains(binding) {
            let other = running.first { bindings[$0].competes(with: bindings[binding]) }
            return other.map { .narrower(binding: $0) } ?? .moment
        }
        if let cooldown = bindings[binding].cooldown, let last = lastRuns[binding], time - last < cooldown {
            return .cooldown(cooldown, ago: time - last)
        }
        return bindings[binding].step.map { .step($0) } ?? .moment
    }

    // MARK: Input

    /// Follows an event. One of a kind or with a phase that this version does not know runs nothing.
    ///
    /// - Parameter device: the device of the event; nil if it is unknown.
    package mutating func follow(_ event: Event, from device: DeviceReport?) -> [Run] {
        guard let kind = event.kind.known, let phase = event.phase.known else { return [] }
        if kind == .activity {
            return idle.follow(event).filter { isInScope($0) && note($0, at: event.time) }
        }
        guard let gesture = subscription.gesture(of: event) else { return [] }
        var runs: [Run] = []
        switch phase {
        case .possible: return []
        case .began: begin(event, gesture, device, into: &runs)
        case .changed: update(event, into: &runs)
        case .ended:
            if kind.recognitionPhase == .ended {
                recognize(event, gesture, device, into: &runs)
            } else {
                finish(event, .end, into: &runs)
            }
        case .cancelled: finish(event, .cancel, into: &runs)
        }
        return runs
    }

    /// Counts the gestures that have begun as cancelled, because the connection to the service is lost.
    package mutating func disconnect(at now: Instant) -> [Run] {
        var runs: [Run] = []
        for var state in progress {
            state.last.time = now
            run(&state, at: .cancel, state.last, into: &runs)
        }
        progress.removeAll()
        idle.disconnect(at: now)
        return runs
    }

    /// Returns the runs for which the time has come: those of idle and wake.
    package mutating func advance(to now: Instant) -> [Run] {
        idle.advance(to: now).filter { isInScope($0) && note($0, at: now) }
    }

    // MARK: Gestures

    private mutating func begin(
        _ event: Event, _ gesture: RequestedGesture, _ device: DeviceReport?, into runs: inout [Run]
    ) {
        guard event.completes else { return }
        for index in candidates(gesture, device) where progress.count < Self.mostInProgress {
            var state = Progress(
                gesture: event.gesture, binding: index, counter: bindings[index].step.map { StepCounter($0) },
                last: event)
            run(&state, at: .begin, event, into: &runs)
            makeSteps(&state, event, into: &runs)
            progress.append(state)
        }
    }

    private mutating func update(_ event: Event, into runs: inout [Run]) {
        for index in progress.indices where progress[index].gesture == event.gesture {
            var state = progress[index]
            state.last = event
            run(&state, at: .update, event, into: &runs)
            makeSteps(&state, event, into: &runs)
            progress[index] = state
        }
    }

    private mutating func finish(_ event: Event, _ moment: Binding.Moment, into runs: inout [Run]) {
        for index in progress.indices where progress[index].gesture == event.gesture {
            var state = progress[index]
            if moment == .end { makeSteps(&state, event, into: &runs) }
            run(&state, at: moment, event, into: &runs)
        }
        progress.removeAll { $0.gesture == event.gesture }
    }

    private mutating func recognize(
        _ event: Event, _ gesture: RequestedGesture, _ device: DeviceReport?, into runs: inout [Run]
    ) {
        guard event.completes else { return }
        for index in candidates(gesture, device) {
            append(Run(binding: index, time: event.time, event: event), to: &runs)
        }
    }

    /// Runs a binding if this is its moment.
    private mutating func run(
        _ state: inout Progress, at moment: Binding.Moment, _ event: Event, into runs: inout [Run]
    ) {
        let binding = bindings[state.binding]
        guard binding.step == nil, binding.moment ?? .begin == moment, state.runs < binding.limit ?? .max else {
            return
        }
        if append(Run(binding: state.binding, time: event.time, event: event), to: &runs) { state.runs += 1 }
    }

    private mutating func makeSteps(_ state: inout Progress, _ event: Event, into runs: inout [Run]) {
        guard let steps = state.counter?.follow(event) else { return }
        for direction in steps where state.runs < bindings[state.binding].limit ?? .max {
            state.steps += 1
            let run = Run(
                binding: state.binding, time: event.time, step: state.steps, direction: direction, event: event)
            if append(run, to: &runs) { state.runs += 1 }
        }
    }

    @discardableResult
    private mutating func append(_ run: Run, to runs: inout [Run]) -> Bool {
        guard note(run, at: run.time) else { return false }
        runs.append(run)
        return true
    }

    /// Notes a run, unless its binding ran within its cooldown.
    ///
    /// - Returns: whether it was noted.
    private mutating func note(_ run: Run, at now: Instant) -> Bool {
        if let cooldown = bindings[run.binding].cooldown, let last = lastRuns[run.binding], now - last < cooldown {
            return false
        }
        lastRuns[run.binding] = now
        return true
    }

    // MARK: Scopes

    /// The bindings for a gesture whose scope applies, without those that one with a narrower scope replaces.
    private func candidates(_ gesture: RequestedGesture, _ device: DeviceReport?) -> [Int] {
        candidates(.gesture(gesture), device)
    }

    /// Returns whether the binding of a run for idle or wake applies.
    private func isInScope(_ run: Run) -> Bool {
        candidates(bindings[run.binding].trigger, nil).contains(run.binding)
    }

    private func candidates(_ trigger: Binding.Trigger, _ device: DeviceReport?) -> [Int] {
        var found: [Int] = []
        for (index, binding) in bindings.enumerated()
        where binding.trigger == trigger && applies(binding.scope, device) {
            found.append(index)
        }
        return found.filter { index in
            !found.contains { other in
                bindings[other].scope.rank > bindings[index].scope.rank
                    && bindings[other].competes(with: bindings[index])
            }
        }
    }

    @inline(never)
    private func applies(_ scope: Binding.Scope, _ device: DeviceReport?) -> Bool {
        if let name = scope.application {
            guard let application, ApplicationName.matches(name, application: application) else { return false }
        }
        guard let device else { return scope.device == nil }
        return scope.includes(device)
    }
}

extension Event {
    /// True unless it is an event of a sequence before its last member.
    fileprivate var completes: Bool { stage == stages }
}
