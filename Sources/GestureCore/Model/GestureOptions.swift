/// Numbers of fingers, each 1 … 10.
public struct FingerSet: Hashable, Sendable {
    public static let largest = 10
    private var bits: UInt16

    private init(bits: UInt16) { self.bits = bits }

    public static let none = FingerSet(bits: 0)
    public static let any = FingerSet(bits: 0b111_1111_1110)

    /// Adds a number of fingers; one outside 1 … 10 is ignored.
    public mutating func insert(_ fingers: Int) {
        guard 1...Self.largest ~= fingers else { return }
        bits |= 1 << UInt16(fingers)
    }

    public mutating func formUnion(_ other: FingerSet) { bits |= other.bits }

    public func contains(_ fingers: Int) -> Bool { 1...Self.largest ~= fingers && bits & 1 << UInt16(fingers) != 0 }
    public var isEmpty: Bool { bits == 0 }
}

/// Which counts of taps are asked for, each 1 … 10: what a tap has to be told apart from.
public struct TapCounts: Hashable, Sendable {
    public static let largest = 10
    private var bits: UInt16 = 0

    public init() {}

    /// Adds a count; one outside 1 … 10 is ignored.
    public mutating func insert(_ count: Int) {
        guard 1...Self.largest ~= count else { return }
        bits |= 1 << UInt16(count)
    }

    public func contains(_ count: Int) -> Bool { 1...Self.largest ~= count && bits & 1 << UInt16(count) != 0 }
    public var isEmpty: Bool { bits == 0 }

    /// The highest count asked for that is at most `limit`, or 0.
    public func highest(upTo limit: Int = largest) -> Int {
        var count = min(max(limit, 0), Self.largest)
        while count > 0, !contains(count) { count -= 1 }
        return count
    }
}

/// The gestures that are recognized side by side; nothing else is recognized, and nothing else competes.
public struct GestureSelection: Hashable, Sendable {
    public var press = false
    /// Every contact by itself.
    public var touch = false
    /// After how long without a touch a surface is idle; nil if nobody wants to know.
    public var idleTime: Interval?
    /// The counts of taps asked for, by number of fingers; index 0 is not used.
    private var taps = InlineArray<11, TapCounts>(repeating: TapCounts())
    public var longPress = FingerSet.none
    public var drag = FingerSet.none
    /// With how many fingers a drag that sets out along an axis stays on it until it clearly leaves.
    public var lockedDrag = FingerSet.none
    public var swipe = FingerSet.none
    /// Among how many directions swipes are told apart.
    public var swipeRose = Direction.Rose.four
    public var edgeSwipe = FingerSet.none
    public var edgeSwipeRose = Direction.Rose.four
    public var pinch = FingerSet.none
    public var rotation = FingerSet.none

    public init() {}

    /// What a subscription gets that asks for nothing in particular: every kind but single contacts and activity, taps up to
    /// triple.
    public static let standard: GestureSelection = {
        var selection = GestureSelection()
        selection.press = true
        for count in 1...3 { selection.insertTap(count: count, fingers: .any) }
        selection.longPress = .any
        selection.drag = .any
        selection.swipe = .any
        selection.edgeSwipe = .any
        selection.pinch = .any
        selection.rotation = .any
        return selection
    }()

    public mutating func insertTap(count: Int, fingers: FingerSet) {
        for number in 1...FingerSet.largest where fingers.contains(number) { taps[number].insert(count) }
    }

    /// The counts of taps asked for with so many fingers.
    public func tapCounts(fingers: Int) -> TapCounts {
        1...FingerSet.largest ~= fingers ? taps[fingers] : TapCounts()
    }

    /// Adds one gesture; what it says of where it starts and where to it goes is not looked at.
    public mutating func insert(_ pattern: GesturePattern) {
        switch pattern.kind {
        case .press: press = true
        case .touch: touch = true
        case .activity: idleTime = pattern.idleTime
        case .tap: insertTap(count: pattern.count, fingers: pattern.fingers)
        case .longPress: longPress.formUnion(pattern.fingers)
        case .drag:
            drag.formUnion(pattern.fingers)
            if pattern.locksAxis { lockedDrag.formUnion(pattern.fingers) }
        case .swipe:
            swipe.formUnion(pattern.fingers)
            if pattern.rose == .eight { swipeRose = .eight }
        case .edgeSwipe:
            edgeSwipe.formUnion(pattern.fingers)
            if pattern.rose == .eight { edgeSwipeRose = .eight }
        case .pinch: pinch.formUnion(pattern.fingers)
        case .rotation: rotation.formUnion(pattern.fingers)
        }
    }

    /// Without what makes a control act: presses, taps and long presses.
    var withoutActions: GestureSelection {
        var rest = self
        rest.press = false
        rest.taps = InlineArray(repeating: TapCounts())
        rest.longPress = .none
        return rest
    }

    public static func == (left: GestureSelection, right: GestureSelection) -> Bool {
        left.press == right.press && left.touch == right.touch && left.idleTime == right.idleTime
            && left.longPress == right.longPress && left.drag == right.drag && left.lockedDrag == right.lockedDrag
            && left.swipe == right.swipe && left.swipeRose == right.swipeRose && left.edgeSwipe == right.edgeSwipe
            && left.edgeSwipeRose == right.edgeSwipeRose
            && left.pinch == right.pinch && left.rotation == right.rotation
            && (1...FingerSet.largest).allSatisfy { left.taps[$0] == right.taps[$0] }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(press)
        hasher.combine(touch)
        hasher.combine(idleTime)
        for fingers in 1...FingerSet.largest { hasher.combine(taps[fingers]) }
        hasher.combine(longPress)
        hasher.combine(drag)
        hasher.combine(lockedDrag)
        hasher.combine(swipe)
        hasher.combine(swipeRose)
        hasher.combine(edgeSwipe)
        hasher.combine(edgeSwipeRose)
        hasher.combine(pinch)
        hasher.combine(rotation)
    }
}

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

/// Gestures as they are asked for: some side by side, and compositions, each watched by itself.
public struct GestureSet: Hashable, Sendable {
    public var selection: GestureSelection
    public var compositions: [Composition]

    public init(selection: GestureSelection = .standard, compositions: [Composition] = []) {
        self.selection = selection
        self.compositions = compositions
    }
}

/// All that one subscription chooses.
public struct GestureOptions: Hashable, Sendable {
    public var gestures: GestureSet
    public var thresholds: Thresholds
    /// Each tracked by itself; without any, the whole surface is one.
    public var regions: [Region]

    public init(
        gestures: GestureSet = GestureSet(), thresholds: Thresholds = Thresholds(), regions: [Region] = []
    ) {
        self.gestures = gestures
        self.thresholds = thresholds
        self.regions = regions
    }

    public init(selection: GestureSelection, thresholds: Thresholds = Thresholds()) {
        self.init(gestures: GestureSet(selection: selection), thresholds: thresholds)
    }
}
