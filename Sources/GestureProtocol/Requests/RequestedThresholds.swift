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
    /// As in ``TouchAccommodations``, like ``ignoreRepeat``.
    package var holdDuration: Interval?
    package var ignoreRepeat: Interval?

    package init() {}
}

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
        member(Parameters.holdDuration, thresholds.holdDuration)
        member(Parameters.ignoreRepeat, thresholds.ignoreRepeat)
        raw("}")
    }
}
