import GestureCore
import GestureProtocol

/// Follows gestures from event to event: which of them are complete, and which go on.
package struct GestureLog {
    /// Whether each event counts, and not only the last one of a gesture.
    let showsAll: Bool
    /// The latest event of each gesture that goes on, in the order in which they began.
    private(set) var open: [Event] = []

    /// Gestures that never end would need more and more memory.
    private static let limit = 256

    /// - Parameter showsAll: also the case if the request is without `ended` or `cancelled`: then nothing says which gestures
    ///   have ended.
    package init(_ request: CompiledSubscription, showsAll: Bool) {
        self.showsAll = showsAll || !request.wants(.ended) || !request.wants(.cancelled)
    }

    /// - Returns: the event to keep; nil if the gesture goes on.
    package mutating func handle(_ event: Event) -> Event? {
        if showsAll { return event }
        let index = open.firstIndex { $0.gesture == event.gesture }
        switch event.phase.known {
        case .possible, .began, .changed:
            if let index {
                open[index] = event
                return nil
            }
            open.append(event)
            return open.count > Self.limit ? open.removeFirst() : nil
        case .ended, .cancelled, nil:
            if let index { open.remove(at: index) }
            return event
        }
    }

    /// Forgets the gestures that go on, because nothing will end them.
    mutating func removeOpen() { open = [] }
}
