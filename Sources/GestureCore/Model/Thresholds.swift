/// The distances and times that distinguish gestures. Every time window includes its end.
public struct Thresholds: Hashable, Sendable {
    /// The largest distance from the landing point at which a contact can still be a tap on a touchscreen, in pt (0 … 100).
    ///
    /// The default is 3.2 mm, near Flutter's 18. Below half of it, taps of ordinary fingers fail.
    public var slop: Points
    /// The same on a touchpad. The default is 1.3 mm, as in libinput.
    public var touchpadSlop: Points
    /// The longest time between the release of a tap and the second press of a double tap (0 … 10 s). The default is Android's
    /// 300 ms.
    public var tapGap: Interval
    /// The largest distance between the presses of a double tap, in pt. The default is Android's 100 dp.
    public var tapDistance: Points
    /// The longest pause within a run of taps (0 … 10 s). A value below ``tapGap`` counts as ``tapGap``.
    public var tapRun: Interval
    /// The time for which a finger has to rest within slop to make a long press (0 … 60 s).
    public var longPress: Interval
    /// The shortest distance from landing to lift that makes a swipe, in pt.
    public var swipeDistance: Points
    /// The width of the zones along the edges, in pt. A swipe that starts in a zone is an edge swipe.
    public var edge: Points
    /// The largest distance in pt at which a finger lands beside another and belongs to the same person. One that lands farther
    /// from all others is recognized separately. nil for the default of the surface; unlimited from the diagonal of the surface.
    public var reach: Points?

    /// The fraction of its speed that a fling keeps each millisecond, which determines how long the fling coasts. The default
    /// is UIScrollView's normal rate.
    public var decelerationRate: Double
    public static let decelerationRates = 0.9...0.9999

    /// The longest time between landings, or between lifts, of fingers that act together (source: libinput's 100 ms for a
    /// change of the finger count).
    ///
    /// Not configurable: the fingers of one hand are this far apart in every gesture.
    static let together = Interval.milliseconds(100)

    /// The longest time between the lifts of the fingers of one swipe.
    ///
    /// Twice as long on a touchscreen, where people lift the fingers of a scroll more than 100 ms apart in 6 of 89 recordings, and no
    /// thumb rests. A swipe of two fingers after which one stays down for longer is a drag.
    static func liftedTogether(on kind: Surface.Kind) -> Interval {
        kind == .touchscreen ? .milliseconds(200) : together
    }

    /// The time without motion after which a contact on a touchscreen counts no more for those that land later: it can be a hand that
    /// leans on the glass.
    static let rest = Interval.milliseconds(1000)

    /// The longest time between the landings, or between the lifts, of the fingers of one tap. It is longer than for a swipe,
    /// because a careful hand taps one finger after the other, but short enough that a finger tapping beside a resting palm
    /// makes no two-finger tap.
    static let tapTogether = Interval.milliseconds(300)

    /// The smallest span of the fingers at which a pinch or a rotation begins, in pt: 10 mm. Closer contacts can be one finger
    /// that the device reports as two, and their angle is mostly noise.
    static let minimumSpan: Points = 63

    /// The defaults. They are here and not beside the declarations, because a change of a declaration recompiles nearly all files of
    /// GestureCore and its tests. A change of this function recompiles one file.
    public init() {
        slop = 20
        touchpadSlop = 8
        tapGap = .milliseconds(300)
        tapDistance = 100
        tapRun = .milliseconds(500)
        longPress = .milliseconds(600)
        swipeDistance = 50
        edge = 24
        decelerationRate = 0.998
    }

    /// The shortest distance of a swipe, in pt. On a touchpad, three and more fingers need only half of ``swipeDistance``.
    ///
    /// Such fingers do nothing else on a touchpad, and hands move them 6 to 8 mm (recorded on pads whose size is known to 15 %). Half
    /// of the default is 4 mm. libinput begins a swipe at 2 mm, and leaves it to programs whether that was far enough.
    public func swipeDistance(fingers: Int, on kind: Surface.Kind) -> Points {
        kind == .touchpad && fingers > 2 ? swipeDistance / 2 : swipeDistance
    }

    public func slop(on kind: Surface.Kind) -> Points {
        switch kind {
        case .touchscreen: slop
        case .touchpad: touchpadSlop
        }
    }

    /// The smallest slop in pt for people whose hands shake: twice the default. On a touchscreen it is 6.4 mm, beyond both ends of a
    /// tremor with an amplitude of 3 mm, and a thumb that rolls by 5 mm.
    public static func steadySlop(on kind: Surface.Kind) -> Points { 2 * Thresholds().slop(on: kind) }
}

/// The selection and thresholds that recognizers apply.
struct Rules: Equatable, Sendable {
    var selection: GestureSelection
    var thresholds: Thresholds
    /// The largest distance from the landing point at which a contact can still be a tap on this surface and region, in pt.
    var slop: Points
    /// The distance at which a drag begins in place of the slop, in pt.
    var dragDistance: Points?
}
