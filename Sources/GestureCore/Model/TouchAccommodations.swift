/// How touches are filtered for people whose hands shake, as by iOS's Touch Accommodations. Both filters are off at 0.
public struct TouchAccommodations: Hashable, Sendable {
    /// The time for which a contact has to be down before it counts.
    public var holdDuration: Interval
    /// The time after a lift in which a landing nearby is ignored.
    public var ignoreRepeat: Interval

    /// The longest time of both in ms: Samsung's Galaxy phones offer as much.
    public static let longest: Int64 = 4000

    public init(
        holdDuration: Interval = .zero, ignoreRepeat: Interval = .zero
    ) {
        self.holdDuration = holdDuration
        self.ignoreRepeat = ignoreRepeat
    }
}
