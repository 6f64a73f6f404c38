/// The distances and times that tell gestures apart. Every window includes its end.
public struct Thresholds: Hashable, Sendable {
    /// How far a contact may stray from where it landed and still be a tap, in pt (0 … 100), on a touchscreen.
    ///
    /// 3.2 mm: near Flutter's 18; below half of it, taps of ordinary fingers fail.
    public var slop: Points = 20
    /// The same on a touchpad: 1.3 mm, as libinput's.
    public var touchpadSlop: Points = 8
    /// How long after a release a second press still makes a double tap (0 … 10 s). Android's 300 ms.
    public var tapGap = Interval.milliseconds(300)
    /// How far from the press before it a second press still makes a double tap, in pt. Android's 100 dp.
    public var tapDistance: Points = 100
    /// How long a rest ends a run of taps (0 … 10 s).
    public var tapRun = Interval.milliseconds(500)
    /// How long a finger rests within slop to be a long press (0 … 60 s).
    public var longPress = Interval.milliseconds(600)
    /// How far from down to up makes a swipe, in pt.
    public var swipeDistance: Points = 50
    /// How far from an edge a swipe has to start, in pt; one that starts within belongs to the edge.
    public var edge: Points = 24

    /// How much of its speed what was flung keeps each millisecond: says how long it coasts. UIScrollView's normal rate.
    public var decelerationRate = 0.998
    public static let decelerationRates = 0.9...0.9999

    /// Within how long fingers land, or lift, together (source: libinput's 100 ms for a change of the finger count).
    ///
    /// Not a setting: it is how far apart the fingers of one hand are, whatever the gesture.
    static let together = Interval.milliseconds(100)

    /// Within how long the fingers of one tap land, and lift: slower than a swipe, since a careful hand taps one finger
    /// after the other; but a finger that taps beside a resting palm makes no tap of two.
    static let tapTogether = Interval.milliseconds(300)

    /// How far apart fingers have to be for a pinch or a rotation to begin, in pt: 10 mm. Nearer ones may be one finger that
    /// the device takes for two, and their angle is mostly noise.
    static let minimumSpan: Points = 63

    public init() {}

    public func slop(on kind: Surface.Kind) -> Points {
        switch kind {
        case .touchscreen: slop
        case .touchpad: touchpadSlop
        }
    }
}

/// What recognizers go by.
struct Rules: Equatable, Sendable {
    var selection: GestureSelection
    let thresholds: Thresholds
    /// How far a contact may stray on this surface and region and still be a tap, in pt.
    let slop: Points
}
