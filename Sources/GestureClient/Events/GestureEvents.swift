import GestureProtocol

/// The steps of a subscription as an asynchronous sequence.
///
/// Each iteration is a subscription of its own, which ends with the loop. If its task is cancelled, the loop ends at once. If the
/// connection is lost, the sequence delivers ``GestureEvent/disconnected(_:)``, connects again, and continues with
/// ``GestureEvent/connected(_:)``.
///
/// A program that is slower than the fingers gets only the latest `changed` of each gesture.
public struct GestureEvents<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = GestureEvent<Value>
    /// An error that connecting again cannot solve, such as an invalid parameter or a missing right.
    public typealias Failure = GestureClientError

    let transport: any Transport
    let recognitions: [GestureRecognition<Value>]
    let region: Region?
    let options: SubscriptionOptions

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: TypedSubscription<Value>

        fileprivate init(_ events: GestureEvents) { subscription = TypedSubscription(events) }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(GestureClientError) -> GestureEvent<Value>? {
            try await subscription.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// A subscription whose events have values. It ends when it is destroyed.
private final class TypedSubscription<Value: Sendable> {
    private let stream: SubscriptionStream
    private var router = GestureRouter<Value>()
    private let phases: Set<GesturePhase>
    /// The reason why the stream ends, after all pending events.
    private var problem: GestureClientError?
    private var isOver = false
    /// The next events, the last one first.
    private var pending: [GestureEvent<Value>] = []

    init(_ events: GestureEvents<Value>) {
        phases = events.options.phases ?? Set(GesturePhase.allCases)
        for (index, recognition) in events.recognitions.enumerated() { router.insert(recognition, id: index) }
        problem = events.recognitions.lazy.compactMap(\.problem).first
        let requests = router.requests
        let regions = events.region.map { region in
            region.ancestors.map { RequestedRegion($0.core(mask: .all), gestures: []) }
                + [RequestedRegion(region.core(mask: .all), gestures: requests)]
        }
        let request = events.options.request(gestures: regions == nil ? requests : [], regions: regions)
        stream = SubscriptionStream(request, over: events.transport)
        do throws(GestureClientError) { try request.check() } catch { problem = problem ?? error }
    }

    deinit { end() }

    nonisolated(nonsending) func next() async throws(GestureClientError) -> GestureEvent<Value>? {
        while !isOver {
            if let event = pending.popLast() { return event }
            if let problem {
                end()
                throw problem
            }
            var effects = Effects()
            do throws(GestureClientError) {
                switch try await stream.next() {
                case .connected(let state): pending = [.connected(state)]
                case .event(let event): pending = wanted(router.decode(event, &effects))
                case .disconnected(let error): pending = wanted(router.cancel(&effects)) + [.disconnected(error)]
                case .woken: break
                case nil:
                    end()
                    return nil
                }
            } catch {
                problem = error
                pending = wanted(router.cancel(&effects))
            }
            pending.reverse()
            await effects.run()
        }
        return nil
    }

    private func wanted(_ updates: [Update<Value>]) -> [GestureEvent<Value>] {
        updates.lazy.filter { self.phases.contains($0.phase) }.map { GestureEvent($0) }
    }

    /// Resets the states of gestures that go on.
    private func end() {
        isOver = true
        var effects = Effects()
        _ = router.cancel(&effects)
        for reset in effects.resets { reset() }
    }
}
