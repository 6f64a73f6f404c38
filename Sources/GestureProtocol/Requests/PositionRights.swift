import GestureCore

// The list of requests that a client without the right to positions can make. The switches have no default, so that the compiler asks
// about each new parameter, kind and threshold. docs/security.md lists the positions that such a client learns nevertheless.

extension GestureOptions {
    /// Returns the first parameter whose value could reveal where a finger is, e.g. `gestures.area`; nil if none could.
    ///
    /// - Parameter configured: the configured thresholds.
    package func parameterRevealingPositions(beyond configured: Thresholds) -> String? {
        for parameter in SubscriptionParameter.allCases {
            if let name = parameter.revealsPositions(in: self, beyond: configured) { return name }
        }
        return nil
    }
}

extension SubscriptionParameter {
    fileprivate func revealsPositions(in options: GestureOptions, beyond configured: Thresholds) -> String? {
        switch self {
        // The options contain those of the notation, too.
        case .gestures, .notation: return options.gestures.parameterRevealingPositions(beyond: configured)
        case .regions: return options.regions.isEmpty ? nil : "regions"
        // The name of the device is in each event anyway, and the phases only leave events out.
        case .devices, .phases: return nil
        case .thresholds:
            let threshold = ThresholdParameter.allCases.first { !$0.hidesPositions(in: options, beyond: configured) }
            return threshold.map { "thresholds.\($0.member.name)" }
        }
    }
}

extension GestureSet {
    fileprivate func parameterRevealingPositions(beyond configured: Thresholds) -> String? {
        for kind in GestureKind.allCases where !kind.hidesPositions && !selection[kind].isEmpty {
            return "gestures.kind"
        }
        for composition in compositions {
            if let name = composition.expression.parameterRevealingPositions(beyond: configured) { return name }
        }
        return nil
    }
}

extension GestureExpression {
    fileprivate func parameterRevealingPositions(beyond configured: Thresholds) -> String? {
        switch self {
        case .gesture(let pattern):
            if !pattern.kind.hidesPositions { return "gestures.kind" }
            let parameter = GestureParameter.allCases.first { !$0.hidesPositions(in: pattern, beyond: configured) }
            return parameter.map { "gestures.\($0.name)" }
        // The members follow one another in time, however far apart they are.
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, within: _):
            for member in members {
                if let name = member.parameterRevealingPositions(beyond: configured) { return name }
            }
            return nil
        }
    }
}

extension GestureKind {
    fileprivate var hidesPositions: Bool {
        switch self {
        // It reports the contacts themselves: without positions, nothing but their pressure and size is left.
        case .touch: false
        case .press, .activity, .tap, .longPress, .drag, .pinch, .rotation, .stroke: true
        // The edge is told of touches that travel, not of the keys of a keyboard.
        case .swipe, .edgeSwipe: true
        }
    }
}

extension GestureParameter {
    fileprivate func hidesPositions(in pattern: GesturePattern, beyond configured: Thresholds) -> Bool {
        switch self {
        case .fingers, .count, .restingFingers: true
        case .idle, .minimumDuration, .maximumDuration: true
        case .axisLock, .directions, .direction, .axis, .templates, .rotation, .score: true
        case .modifiers, .claim: true
        case .area: pattern.area == nil
        // A drag can begin at the landing, and each touch makes one.
        case .edge: pattern.edge == nil || pattern.kind == .edgeSwipe
        // A shorter swipe would reveal the edge for touches that hardly move.
        case .minimumDistance:
            pattern.kind == .drag || pattern.minimumDistance.map { $0 >= configured.swipeDistance } ?? true
        }
    }
}

extension ThresholdParameter {
    fileprivate func hidesPositions(in options: GestureOptions, beyond configured: Thresholds) -> Bool {
        let chosen = options.thresholds
        switch self {
        case .longPress, .decelerationRate: return true
        // Within them, the distance of two taps matters. With longer ones, it would matter for taps that are far apart in time.
        case .tapGap: return chosen.tapGap <= configured.tapGap
        case .tapRun: return chosen.tapRun <= max(configured.tapRun, configured.tapGap)
        // Several of them would measure the distance of two taps, or of two fingers.
        case .tapDistance: return chosen.tapDistance == configured.tapDistance
        case .slop: return chosen.slop == configured.slop && chosen.touchpadSlop == configured.touchpadSlop
        case .reach: return chosen.reach == configured.reach
        // A touch is left out if it is near the last one.
        case .ignoreRepeat: return options.ignoreRepeat == nil
        case .steady: return !options.isSteady
        // Several of them would measure the distance from the edge: with a hold, a touch begins where the finger is after it.
        case .edge: return chosen.edge == configured.edge
        case .holdDuration: return options.holdDuration == nil
        // As for `minimumDistance` of a gesture.
        case .swipeDistance: return chosen.swipeDistance >= configured.swipeDistance
        }
    }
}
