import GestureCore
import GestureProtocol
import Text

/// What an actions file asks of the service, and which bindings an event of the service concerns.
///
/// Bindings with the same gesture share it. Taps and long presses are members of one composition: a tap then waits while a tap of
/// another binding with a higher count is still possible, and a long press rejects the tap of the same fingers. All other gestures
/// are recognized side by side.
struct ActionSubscription {
    private struct Route {
        var name: ByteString
        var path: [Int]
        var gesture: RequestedGesture
    }

    private(set) var request: RequestedSubscription
    private var routes: [Route] = []
    /// Whether a binding is for `press`, whose events have no name.
    private var hasPress = false

    /// The name of the composition of taps and long presses. The number is that of the group with the same durations.
    private static func name(_ kind: String, _ index: Int) -> ByteString { ByteString("\(kind)\(index)") }

    init(_ bindings: [Binding]) {
        var requested: [RequestedGesture] = []
        var groups: [[RequestedGesture]] = []
        var idle: Interval?
        for binding in bindings {
            switch binding.trigger {
            case .idle(let time), .wake(.some(let time)): idle = min(idle ?? time, time)
            case .wake(nil): break
            case .gesture(let gesture) where !requested.contains(gesture):
                requested.append(gesture)
                if gesture.isRestingGesture { Self.insert(gesture, into: &groups) }
            case .gesture: break
            }
        }
        var gestures: [RequestedGesture] = []
        for (index, group) in groups.enumerated() {
            let name = Self.name("taps", index)
            for (place, gesture) in group.enumerated() {
                routes.append(
                    Route(name: name, path: [place / Self.mostMembers, place % Self.mostMembers], gesture: gesture))
            }
            let chunks = stride(from: 0, to: group.count, by: Self.mostMembers).map { start in
                RequestedGesture(.simultaneous(Array(group[start..<min(start + Self.mostMembers, group.count)])))
            }
            gestures.append(RequestedGesture(.simultaneous(chunks), name: name))
        }
        for (index, gesture) in requested.enumerated() where !gesture.isRestingGesture {
            if gesture.lastKind == .press {
                hasPress = true
                gestures.append(gesture)
            } else {
                var named = gesture
                // The name of a stroke is that of its shape.
                named.name = gesture.name ?? Self.name("gesture", index)
                routes.append(Route(name: named.name ?? "", path: [], gesture: gesture))
                gestures.append(named)
            }
        }
        if let idle {
            var pattern = GesturePattern(.activity)
            pattern.idleTime = idle
            gestures.append(RequestedGesture(.gesture(pattern)))
        }
        request = RequestedSubscription(gestures: gestures)
    }

    /// The service accepts 32 members of an array and 64 gestures of a composition, with the arrays themselves.
    private static let mostMembers = 30
    private static let mostInGroup = 60

    private static func insert(_ gesture: RequestedGesture, into groups: inout [[RequestedGesture]]) {
        for index in groups.indices
        where groups[index].count < mostInGroup && groups[index][0].tapDurations == gesture.tapDurations {
            groups[index].append(gesture)
            return
        }
        groups.append([gesture])
    }

    /// The gesture of an event; nil if no binding has it.
    func gesture(of event: Event) -> RequestedGesture? {
        guard let name = event.name else {
            return hasPress && event.kind.known == .press ? RequestedGesture(.gesture(GesturePattern(.press))) : nil
        }
        return routes.first { $0.name == name && ($0.path.isEmpty || $0.path == event.path ?? []) }?.gesture
    }
}

extension RequestedGesture {
    /// True for taps and long presses.
    fileprivate var isRestingGesture: Bool {
        if case .gesture(let pattern) = form { pattern.kind == .tap || pattern.kind == .longPress } else { false }
    }

    /// The durations that all taps of a composition share. A long press goes with taps of any duration.
    fileprivate var tapDurations: ClosedRange<Interval>? {
        guard case .gesture(let pattern) = form else { return nil }
        var durations = pattern
        if pattern.kind == .longPress { (durations.minimumDuration, durations.maximumDuration) = (nil, nil) }
        return durations.durations
    }
}
