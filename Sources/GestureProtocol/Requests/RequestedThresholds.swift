import GestureCore

/// The thresholds that a client chooses, as in ``Thresholds``. Those that are nil have the defaults of the service.
package struct RequestedThresholds: Hashable, Sendable {
    /// On touchscreens and touchpads.
    package var slop: Points?
    package var tapGap: Interval?
    package var tapDistance: Points?
    package var tapRun: Interval?
    package var longPress: Interval?
    package var swipeDistance: Points?
    package var edge: Points?
    package var reach: Points?
    package var decelerationRate: Double?
    /// True for the preset ``TouchAccommodations/steady``, as far as the others are nil.
    package var steady: Bool?
    /// As in ``TouchAccommodations``, like ``ignoreRepeat``.
    package var holdDuration: Interval?
    package var ignoreRepeat: Interval?

    package init() {}
}

/// A member of thresholds in a call.
enum ThresholdParameter: CaseIterable {
    // The preset comes before what it sets, because it is what the client chose.
    case steady, slop, tapGap, tapDistance, tapRun, longPress, swipeDistance, edge, reach, decelerationRate,
        holdDuration, ignoreRepeat

    var member: Member {
        switch self {
        case .slop: Thresholds.Parameters.slop.member
        case .tapGap: Thresholds.Parameters.tapGap.member
        case .tapDistance: Thresholds.Parameters.tapDistance.member
        case .tapRun: Thresholds.Parameters.tapRun.member
        case .longPress: Thresholds.Parameters.longPress.member
        case .swipeDistance: Thresholds.Parameters.swipeDistance.member
        case .edge: Thresholds.Parameters.edge.member
        case .reach: Thresholds.Parameters.reach.member
        case .decelerationRate: Thresholds.Parameters.decelerationRate.member
        case .steady: Thresholds.Parameters.steady.member
        case .holdDuration: Thresholds.Parameters.holdDuration.member
        case .ignoreRepeat: Thresholds.Parameters.ignoreRepeat.member
        }
    }
}

extension Thresholds {
    /// How the members of thresholds in a call are read and written.
    enum Parameters {
        static var slop: Parameter<Points> { .points("thresholds.slop", 0...100) }
        static var tapGap: Parameter<Interval> { .milliseconds("thresholds.tapGap", 0...10_000) }
        static var tapDistance: Parameter<Points> { .points("thresholds.tapDistance", 0...10_000) }
        static var tapRun: Parameter<Interval> { .milliseconds("thresholds.tapRun", 0...10_000) }
        static var longPress: Parameter<Interval> { .milliseconds("thresholds.longPress", 0...60_000) }
        static var swipeDistance: Parameter<Points> { .points("thresholds.swipeDistance", 0...10_000) }
        static var edge: Parameter<Points> { .points("thresholds.edge", 0...1000) }
        static var reach: Parameter<Points> { .points("thresholds.reach", 0...100_000) }
        static let decelerationRate = Parameter<Double>(
            "thresholds.decelerationRate", "?float", expected: "a number, 0.9 … 0.9999"
        ) { $0.number.flatMap { decelerationRates.contains($0) ? $0 : nil } }

        static var steady: Parameter<Bool> { .flag("thresholds.steady") }
        static var holdDuration: Parameter<Interval> {
            .milliseconds("thresholds.holdDuration", 0...TouchAccommodations.longest)
        }
        static var ignoreRepeat: Parameter<Interval> {
            .milliseconds("thresholds.ignoreRepeat", 0...TouchAccommodations.longest)
        }

        static var members: [Member] { ThresholdParameter.allCases.map { $0.member } }
    }
}

// MARK: Writing

extension JSONWriter {
    mutating func thresholds(_ thresholds: RequestedThresholds) {
        typealias Parameters = Thresholds.Parameters
        raw("{")
        member(Parameters.slop, thresholds.slop)
        member(Parameters.tapGap, thresholds.tapGap)
        member(Parameters.tapDistance, thresholds.tapDistance)
        member(Parameters.tapRun, thresholds.tapRun)
        member(Parameters.longPress, thresholds.longPress)
        member(Parameters.swipeDistance, thresholds.swipeDistance)
        member(Parameters.edge, thresholds.edge)
        member(Parameters.reach, thresholds.reach)
        member(Parameters.decelerationRate, thresholds.decelerationRate)
        member(Parameters.steady, thresholds.steady)
        member(Parameters.holdDuration, thresholds.holdDuration)
        member(Parameters.ignoreRepeat, thresholds.ignoreRepeat)
        raw("}")
    }
}

// MARK: Reading and compiling

extension RequestedThresholds {
    init(_ value: JSONValue) throws(InvalidParameter) {
        typealias Parameters = Thresholds.Parameters
        guard value.kind == .object else {
            throw InvalidParameter(
                RequestedSubscription.thresholdList.name, expected: "an object such as {\"slop\": 12}")
        }
        try value.checkMembers(Parameters.members, of: RequestedSubscription.thresholdList.name)
        slop = try value.optional(Parameters.slop)
        tapGap = try value.optional(Parameters.tapGap)
        tapDistance = try value.optional(Parameters.tapDistance)
        tapRun = try value.optional(Parameters.tapRun)
        longPress = try value.optional(Parameters.longPress)
        swipeDistance = try value.optional(Parameters.swipeDistance)
        edge = try value.optional(Parameters.edge)
        reach = try value.optional(Parameters.reach)
        decelerationRate = try value.optional(Parameters.decelerationRate)
        steady = try value.optional(Parameters.steady)
        holdDuration = try value.optional(Parameters.holdDuration)
        ignoreRepeat = try value.optional(Parameters.ignoreRepeat)
    }
}

extension Thresholds {
    /// Replaces the thresholds that a client chooses.
    mutating func override(by chosen: RequestedThresholds) {
        if let slop = chosen.slop {
            self.slop = slop
            touchpadSlop = slop
        } else if chosen.steady ?? false {
            slop = max(slop, Self.steadySlop(on: .touchscreen))
            touchpadSlop = max(touchpadSlop, Self.steadySlop(on: .touchpad))
        }
        tapGap = chosen.tapGap ?? tapGap
        tapDistance = chosen.tapDistance ?? tapDistance
        tapRun = chosen.tapRun ?? tapRun
        longPress = chosen.longPress ?? longPress
        swipeDistance = chosen.swipeDistance ?? swipeDistance
        edge = chosen.edge ?? edge
        reach = chosen.reach ?? reach
        decelerationRate = chosen.decelerationRate ?? decelerationRate
    }
}
