import GestureCore
import Text

/// The request of a call to Subscribe.
package struct SubscriptionRequest: Hashable, Sendable {
    package var options: GestureOptions
    /// Ids or names of devices; nil for all, including devices plugged in later.
    package var devices: [[UInt8]]?
    /// The phases to send; nil for all.
    package var phases: [GesturePhase]?

    package init(options: GestureOptions = GestureOptions(), devices: [[UInt8]]? = nil, phases: [GesturePhase]? = nil) {
        self.options = options
        self.devices = devices
        self.phases = phases
    }

    package func wants(_ phase: GesturePhase) -> Bool { phases?.contains(phase) ?? true }

    /// Returns whether the request includes a device.
    package func wants(deviceID: [UInt8], name: [UInt8]) -> Bool {
        devices?.contains { $0 == deviceID || $0 == name } ?? true
    }

    static let gestures = Member("gestures", "?[]Gesture")
    static let regions = Member("regions", "?[]Region")
    static let devices = Member("devices", "?[]string")
    static let phases = Member("phases", "?[]string")
    static let thresholds = Member("thresholds", "?Thresholds")
    /// The parameters of a Subscribe.
    package static let members = SubscriptionParameter.allCases.map { $0.member }

    /// Reads the parameters of a Subscribe.
    ///
    /// - Parameter thresholds: the defaults.
    package init(parameters: JSONValue?, thresholds: Thresholds) throws(InvalidParameter) {
        self.init()
        options.thresholds = thresholds
        guard let parameters else { return }
        if let gestures = parameters["gestures"] {
            var room = GestureRoom()
            options.gestures = try GestureSet(gestures, room: &room)
        }
        if let regions = parameters["regions"] { options.regions = try Array(regions: regions) }
        if let devices = parameters["devices"] { self.devices = try Self.devices(devices) }
        if let phases = parameters["phases"] { self.phases = try Self.phases(phases) }
        if let thresholds = parameters["thresholds"] {
            try options.thresholds.override(by: thresholds)
            options.holdDuration = try thresholds.optional(Thresholds.Parameters.holdDuration)
            options.ignoreRepeat = try thresholds.optional(Thresholds.Parameters.ignoreRepeat)
        }
    }

    private static let mostDevices = 64

    private static func devices(_ value: JSONValue) throws(InvalidParameter) -> [[UInt8]] {
        guard value.kind == .array, value.count <= mostDevices else {
            throw InvalidParameter("devices", expected: "an array of at most 64 device ids or names")
        }
        var devices: [[UInt8]] = []
        for index in 0..<value.count {
            guard let device = value[index].string else {
                throw InvalidParameter("devices", expected: "an array of at most 64 device ids or names")
            }
            devices.append(device)
        }
        return devices
    }

    /// Repeated phases are accepted, within limits.
    private static let mostPhases = 16

    private static func phases(_ value: JSONValue) throws(InvalidParameter) -> [GesturePhase] {
        let expected = "an array of possible, began, changed, ended, cancelled"
        guard value.kind == .array, value.count <= mostPhases else {
            throw InvalidParameter("phases", expected: expected)
        }
        var phases: [GesturePhase] = []
        for index in 0..<value.count {
            let name = value[index].string
            guard let name, let phase = GesturePhase(name: name) else {
                let hint = name.flatMap {
                    InvalidParameter.Hint.nearest(to: $0, among: GesturePhase.allCases.map { $0.name })
                }
                throw InvalidParameter("phases", expected: expected, hint: hint)
            }
            if !phases.contains(phase) { phases.append(phase) }
        }
        return phases
    }
}

/// A parameter of a Subscribe.
enum SubscriptionParameter: CaseIterable {
    case gestures, regions, devices, phases, thresholds

    var member: Member {
        switch self {
        case .gestures: SubscriptionRequest.gestures
        case .regions: SubscriptionRequest.regions
        case .devices: SubscriptionRequest.devices
        case .phases: SubscriptionRequest.phases
        case .thresholds: SubscriptionRequest.thresholds
        }
    }
}

/// A member of thresholds in a call.
enum ThresholdParameter: CaseIterable {
    case slop, tapGap, tapDistance, tapRun, longPress, swipeDistance, edge, reach, decelerationRate, holdDuration,
        ignoreRepeat

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
        case .holdDuration: Thresholds.Parameters.holdDuration.member
        case .ignoreRepeat: Thresholds.Parameters.ignoreRepeat.member
        }
    }
}

extension Thresholds {
    /// How the members of thresholds in a call are read.
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

        static var holdDuration: Parameter<Interval> {
            .milliseconds("thresholds.holdDuration", 0...TouchAccommodations.longest)
        }
        static var ignoreRepeat: Parameter<Interval> {
            .milliseconds("thresholds.ignoreRepeat", 0...TouchAccommodations.longest)
        }

        static var members: [Member] { ThresholdParameter.allCases.map { $0.member } }
    }

    /// Replaces the thresholds that the parameters of a call contain.
    fileprivate mutating func override(by value: JSONValue) throws(InvalidParameter) {
        guard value.kind == .object else {
            throw InvalidParameter("thresholds", expected: "an object such as {\"slop\": 12}")
        }
        try value.checkMembers(Parameters.members, of: "thresholds")
        if let slop = try value.optional(Parameters.slop) {
            self.slop = slop
            touchpadSlop = slop
        }
        tapGap = try value.optional(Parameters.tapGap) ?? tapGap
        tapDistance = try value.optional(Parameters.tapDistance) ?? tapDistance
        tapRun = try value.optional(Parameters.tapRun) ?? tapRun
        longPress = try value.optional(Parameters.longPress) ?? longPress
        swipeDistance = try value.optional(Parameters.swipeDistance) ?? swipeDistance
        edge = try value.optional(Parameters.edge) ?? edge
        reach = try value.optional(Parameters.reach) ?? reach
        decelerationRate = try value.optional(Parameters.decelerationRate) ?? decelerationRate
    }
}
