import GestureCore
import GestureProtocol

/// Follows gestures from event to event: which of them are complete, and which go on.
package struct GestureLog {
    /// Whether each event counts, and not only the last one of a gesture.
    let showsAll: Bool
    /// Whether presses, and drags that end as swipes, are left out.
    private let isStandard: Bool
    /// The latest event of each gesture that goes on, in the order in which they began.
    private var open: [Event] = []
    /// The drag that has ended last, until it is known whether it was a swipe.
    private var drag: Event?
    /// The events to keep that nobody has taken yet.
    private var kept: [Event] = []

    /// Gestures that never end would need more and more memory.
    private static let limit = 256

    /// - Parameter showsAll: also the case if the request is without `ended` or `cancelled`: then nothing says which gestures
    ///   have ended.
    package init(_ request: CompiledSubscription, showsAll: Bool) {
        self.showsAll = showsAll || !request.wants(.ended) || !request.wants(.cancelled)
        isStandard = request.options.isStandard
    }

    /// The latest event of each gesture that goes on, or may become another one.
    var unfinished: [Event] { open + (drag.map { [$0] } ?? []) }

    /// Whether a drag waits for the swipe that can follow it.
    var isWaiting: Bool { drag != nil }

    package mutating func handle(_ event: Event) {
        if showsAll {
            kept.append(event)
            return
        }
        if isStandard {
            if event.kind.known == .press { return }
            if let drag, event.isSwipe(endingAs: drag) { self.drag = nil }
            keepDrag()
        }
        let index = open.firstIndex { $0.gesture == event.gesture }
        switch event.phase.known {
        case .possible, .began, .changed:
            if let index {
                open[index] = event
                return
            }
            open.append(event)
            if open.count > Self.limit { kept.append(open.removeFirst()) }
        case .ended, .cancelled, nil:
            if let index { open.remove(at: index) }
            if isStandard, event.kind.known == .drag, event.phase.known == .ended {
                drag = event
            } else {
                kept.append(event)
            }
        }
    }

    /// Returns the next event to keep, or nil.
    package mutating func next() -> Event? { kept.isEmpty ? nil : kept.removeFirst() }

    /// Keeps the drag that has ended, because no swipe follows it.
    package mutating func keepDrag() {
        if let drag { kept.append(drag) }
        drag = nil
    }

    /// Forgets the gestures that go on, because nothing will end them.
    mutating func removeOpen() { open = [] }
}

extension Event {
    /// Whether it is the swipe that a drag has ended as: the service reports both, the drag first.
    package func isSwipe(endingAs drag: Event) -> Bool {
        guard kind.known == .swipe || kind.known == .edgeSwipe, drag.kind.known == .drag else { return false }
        return phase.known == .ended && drag.phase.known == .ended && time == drag.time && device == drag.device
            && region == drag.region
    }
}

extension GestureOptions {
    /// Whether the request names no gestures. Each touch makes a press, which is then left out where gestures are listed.
    package var isStandard: Bool { gestures.selection == .standard && regions.allSatisfy { $0.gestures == nil } }
}
