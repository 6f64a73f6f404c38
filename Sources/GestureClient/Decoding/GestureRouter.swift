import GestureCore
import GestureProtocol
import Text

/// Gives the events of a list of gestures to the decoder of the gesture that each belongs to.
///
/// The requests of gestures that the service tracks by themselves carry names that the router chooses. Plain gestures, which share
/// recognizers, are recognized by what they ask for.
struct GestureRouter<Value: Sendable> {
    private struct Entry {
        /// Identifies the gesture in the list.
        var id: Int
        var request: RequestedGesture
        var label: String?
        var decoder: any GestureDecoder<Value>
        /// The gestures that have begun or are possible.
        var open: [Int: Open] = [:]
    }

    /// The last step of a gesture.
    private struct Open {
        var value: Value
        var event: WireEvent
    }

    private var entries: [Entry] = []

    var ids: [Int] { entries.map(\.id) }
    /// The gestures for the service.
    var requests: [RequestedGesture] { entries.map(\.request) }

    /// - Parameter id: identifies the gesture in the list.
    mutating func insert(_ recognition: GestureRecognition<Value>, id: Int) {
        let request = recognition.request.named(id)
        entries.append(Entry(id: id, request: request, label: recognition.label, decoder: recognition.makeDecoder()))
    }

    /// Removes a gesture, and ends what it has begun.
    mutating func remove(id: Int, _ effects: inout Effects) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        _ = cancel(index, &effects)
        entries.remove(at: index)
    }

    mutating func decode(_ event: WireEvent, _ effects: inout Effects) -> [Update<Value>] {
        var updates: [Update<Value>] = []
        for index in entries.indices {
            let request = entries[index].request
            let open = entries[index].open[event.context.gesture]
            if request.matches(event) {
                // A plain gesture can have begun for others, with other fingers or before this one was attached.
                guard open != nil || !request.isPlain || event.begins else { continue }
                var event = event
                event.context.name = entries[index].label
                updates += follow(index, event, &effects)
            } else if request.isPlain, var last = open?.event {
                // A tap that was possible has become one with another count, or the number of fingers has changed.
                last.phase = .cancelled
                updates += follow(index, last, &effects)
            }
        }
        return updates
    }

    /// Ends all gestures that go on, because their events no longer arrive.
    mutating func cancel(_ effects: inout Effects) -> [Update<Value>] {
        entries.indices.flatMap { cancel($0, &effects) }
    }

    private mutating func cancel(_ index: Int, _ effects: inout Effects) -> [Update<Value>] {
        let updates = entries[index].decoder.cancel(&effects)
        for update in updates { entries[index].open[update.run] = nil }
        // Taps that were possible.
        let rest = entries[index].open.sorted { $0.key < $1.key }
        entries[index].open = [:]
        return updates + rest.map { Update(phase: .cancelled, value: $1.value, run: $0) }
    }

    private mutating func follow(_ index: Int, _ event: WireEvent, _ effects: inout Effects) -> [Update<Value>] {
        let updates = entries[index].decoder.decode(event, event.path[...], &effects)
        for update in updates {
            switch update.phase {
            case .possible, .began, .changed:
                entries[index].open[update.run] = Open(value: update.value, event: event)
            case .ended, .cancelled: entries[index].open[update.run] = nil
            }
        }
        return updates
    }
}

extension RequestedGesture {
    /// True for a gesture that shares recognizers with the others in the list.
    fileprivate var isPlain: Bool {
        if case .gesture = form { !isTrackedByItself } else { false }
    }

    /// The gesture with a name of its own for its events, if the service tracks it by itself.
    fileprivate func named(_ id: Int) -> RequestedGesture {
        guard isTrackedByItself else { return self }
        var request = self
        // The name of a stroke is that of its shape.
        if case .stroke = form {
            request = RequestedGesture(.exclusive([RequestedGesture(form, name: name)]), priority: priority)
        }
        request.name = "\(id)"
        return request
    }

    /// Whether the gesture has a name of its own in the request, by which its events are known.
    ///
    /// Directions and locked axes are settings of shared recognizers. By itself, each gesture has its own. Events do not tell
    /// gestures apart that differ only in their priority.
    fileprivate var isTrackedByItself: Bool {
        switch form {
        case .gesture(let pattern):
            pattern.kind.isComposable
                && (pattern.isParticular || pattern.locksAxis || pattern.directions == .eight || priority != .normal)
        case .stroke: priority != .normal
        case .exclusive, .simultaneous, .sequence: true
        }
    }

    /// Returns whether an event belongs to this gesture.
    fileprivate func matches(_ event: WireEvent) -> Bool {
        if let name {
            guard event.context.name.map({ ByteString($0) == name }) ?? false else { return false }
            // A stroke of the program can have the name that the router has chosen for another gesture.
            return switch form {
            case .gesture(let pattern): pattern.kind == event.kind
            case .stroke: event.kind == .stroke && event.path.isEmpty
            case .exclusive, .simultaneous, .sequence: !event.path.isEmpty
            }
        }
        guard case .gesture(let pattern) = form, event.context.name == nil, pattern.kind == event.kind else {
            return false
        }
        switch event.kind {
        case .tap: return pattern.count == event.count && pattern.fingers.contains(event.context.fingers)
        case .activity: return true
        default: return pattern.fingers.contains(event.context.fingers)
        }
    }
}

extension WireEvent {
    /// True for the first event of a gesture.
    fileprivate var begins: Bool {
        switch phase {
        case .possible, .began: true
        case .ended: kind == .tap || kind == .swipe || kind == .edgeSwipe
        case .changed, .cancelled: false
        }
    }
}
