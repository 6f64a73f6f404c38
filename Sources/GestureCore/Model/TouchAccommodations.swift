/// How touches are filtered for people whose hands shake, as by iOS's Touch Accommodations, and for panels with faults. All is off by
/// default.
public struct TouchAccommodations: Hashable, Sendable {
    /// The time for which a contact has to be down before it counts.
    public var holdDuration: Interval
    /// The time for which a contact has to be gone before it counts as lifted. One that lands nearby by then continues it.
    public var liftDuration: Interval
    /// The time after a lift in which a landing nearby is ignored.
    public var ignoreRepeat: Interval
    /// Whether the slop is at least ``Thresholds/steadySlop(on:)``.
    public var isSteady: Bool

    /// The longest of the times in ms: Samsung's Galaxy phones offer as much.
    public static let longest: Int64 = 4000

    /// The preset for people whose hands shake, with a ``Thresholds/steadySlop(on:)``.
    ///
    /// A hand that trembles 4 times a second, as slowly as most, bounces off the surface for at most half a period, 125 ms. What touches
    /// it for less than 50 ms has brushed it: taps of shaking hands take 100 ms and more. iOS begins with 100 ms for both.
    public static let steady = TouchAccommodations(
        holdDuration: .milliseconds(50), ignoreRepeat: .milliseconds(125), isSteady: true)

    public init(
        holdDuration: Interval = .zero, liftDuration: Interval = .zero, ignoreRepeat: Interval = .zero,
        isSteady: Bool = false
    ) {
        self.holdDuration = holdDuration
        self.liftDuration = liftDuration
        self.ignoreRepeat = ignoreRepeat
        self.isSteady = isSteady
    }
}
