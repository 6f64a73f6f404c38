import GestureCore
import GestureProtocol
import Text

/// The devices, phases and thresholds of a subscription.
public struct SubscriptionOptions: Hashable, Sendable {
    /// Ids or names of devices; nil for all, including those plugged in later.
    public var devices: [String]?
    /// The phases that streams deliver; nil for all.
    ///
    /// Without `changed`, the service does not send it, and compositions, states and callbacks do not learn how gestures change.
    public var phases: Set<GesturePhase>?
    /// The thresholds of recognition. Those that are nil are as configured.
    public var thresholds = GestureThresholds()

    public init(
        devices: [String]? = nil, phases: Set<GesturePhase>? = nil, thresholds: GestureThresholds = GestureThresholds()
    ) {
        self.devices = devices
        self.phases = phases
        self.thresholds = thresholds
    }
}

/// The state of a gesture.
public typealias GesturePhase = GestureCore.GesturePhase

/// Distances in pt and times. Those that are nil are as configured. All ranges and limits are inclusive; times count in whole
/// milliseconds.
public struct GestureThresholds: Hashable, Sendable {
    /// The largest distance that a contact can move during a tap, 0 … 100 pt.
    public var slop: Double?
    /// The longest time from a release to the next press of a double tap, 0 … 10 s.
    public var tapGap: Duration?
    /// The largest distance between two presses of a double tap, 0 … 10000 pt.
    public var tapDistance: Double?
    /// The time without a touch after which ``TapGesture/Value/run`` counts from 1 again, 0 … 10 s.
    public var tapRun: Duration?
    /// The time that fingers must rest for a long press, 0 … 60 s.
    public var longPress: Duration?
    /// The shortest distance of a swipe, 0 … 10000 pt.
    public var swipeDistance: Double?
    /// The width of the edge band, in which edge swipes start, 0 … 1000 pt.
    public var edge: Double?
    /// The largest distance between the fingers of one person, 0 … 100000 pt. On large screens, people are recognized separately.
    public var reach: Double?
    /// The part of its speed that coasting content keeps each millisecond, 0.9 … 0.9999.
    public var decelerationRate: Double?
    /// True for a slop of 40 pt (on touchpads 16), a ``holdDuration`` of 50 ms and an ``ignoreRepeat`` of 125 ms, as far as they are nil:
    /// for people with tremor.
    public var steady: Bool?
    /// The time for which a finger must be down before it counts, 0 … 4 s, for people with tremor.
    public var holdDuration: Duration?
    /// The time after a lift in which a landing within 10 mm of it is ignored, 0 … 4 s, for people with tremor.
    public var ignoreRepeat: Duration?

    public init() {}
}

extension GestureThresholds {
    /// nil if all are as configured.
    var request: RequestedThresholds? {
        guard self != GestureThresholds() else { return nil }
        var request = RequestedThresholds()
        request.slop = slop
        request.tapGap = tapGap.map { Interval($0) }
        request.tapDistance = tapDistance
        request.tapRun = tapRun.map { Interval($0) }
        request.longPress = longPress.map { Interval($0) }
        request.swipeDistance = swipeDistance
        request.edge = edge
        request.reach = reach
        request.decelerationRate = decelerationRate
        request.steady = steady
        request.holdDuration = holdDuration.map { Interval($0) }
        request.ignoreRepeat = ignoreRepeat.map { Interval($0) }
        return request
    }
}

extension SubscriptionOptions {
    func request(gestures: [RequestedGesture]?, regions: [RequestedRegion]?) -> RequestedSubscription {
        RequestedSubscription(
            gestures: gestures, regions: regions, devices: devices?.map { ByteString($0) },
            // The beginnings and ends are needed to know which gestures go on.
            phases: phases.flatMap { $0.contains(.changed) ? nil : GesturePhase.allCases.filter { $0 != .changed } },
            thresholds: thresholds.request)
    }
}

extension RequestedSubscription {
    /// Reads the request as the service does, so that an error is found before the service is asked.
    ///
    /// - Throws: ``GestureClientError/invalidParameter(_:expected:hint:)``.
    func check() throws(GestureClientError) {
        do throws(InvalidParameter) {
            _ = try CompiledSubscription(checking: self, thresholds: Thresholds())
        } catch {
            throw .invalidParameter(error.name, expected: error.expected, hint: error.hint)
        }
    }
}
