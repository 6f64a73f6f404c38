/// The gestures that are recognized side by side. Other kinds do not compete.
public struct GestureSelection: Hashable, Sendable {
    /// The finger counts by kind. Unused for taps, which depend on the tap count, and for activity.
    private var fingers = InlineArray<11, FingerSet>(repeating: .none)
    /// The tap counts by finger count; index 0 is unused.
    private var taps = InlineArray<11, TapCounts>(repeating: TapCounts())
    /// The time without a touch after which a surface is idle; nil if activity is not reported.
    public var idleTime: Interval?
    /// The finger counts with which a drag stays on its axis until it clearly leaves it.
    public var axisLockedDrag = FingerSet.none
    public var swipeDirections = Direction.Count.four
    public var edgeSwipeDirections = Direction.Count.four
    /// The limits of the time from the first landing of a tap to its last lift.
    public private(set) var tapDurations = Interval.zero...Interval.max
    /// The shortest distance of a swipe in place of ``Thresholds/swipeDistance``, in pt, if that is longer.
    public private(set) var swipeDistance: Points?

    public init() {}

    /// The finger counts with which a kind is recognized.
    public subscript(kind: GestureKind) -> FingerSet {
        get { fingers[Int(kind.rawValue)] }
        set { fingers[Int(kind.rawValue)] = newValue }
    }

    public var press: Bool {
        get { !self[.press].isEmpty }
        set { self[.press] = newValue ? .any : .none }
    }

    /// Whether each contact is reported by itself.
    public var touch: Bool {
        get { !self[.touch].isEmpty }
        set { self[.touch] = newValue ? .any : .none }
    }

    /// The default of a subscription: all kinds but touch, activity and stroke, and up to triple taps.
    public static let standard: GestureSelection = {
        var selection = GestureSelection()
        for kind in GestureKind.allCases where kind.isStandard { selection.insert(GesturePattern(kind)) }
        for count in 2...3 { selection.insertTap(count: count, fingers: .any) }
        return selection
    }()

    public mutating func insertTap(count: Int, fingers: FingerSet) {
        for number in 1...FingerSet.largest where fingers.contains(number) { taps[number].insert(count) }
    }

    /// The tap counts with this number of fingers.
    public func tapCounts(fingers: Int) -> TapCounts {
        1...FingerSet.largest ~= fingers ? taps[fingers] : TapCounts()
    }

    /// Adds one gesture, without the conditions that only ``GesturePattern/matches(_:on:_:)`` checks.
    public mutating func insert(_ pattern: GesturePattern) {
        switch pattern.kind {
        case .activity: idleTime = pattern.idleTime
        case .tap:
            let isFirst = taps.indices.allSatisfy { taps[$0].isEmpty }
            insertTap(count: pattern.count, fingers: pattern.fingers)
            tapDurations = isFirst ? pattern.durations : tapDurations.union(pattern.durations)
        default: self[pattern.kind].formUnion(pattern.fingers)
        }
        if pattern.kind == .swipe || pattern.kind == .edgeSwipe, let distance = pattern.minimumDistance {
            swipeDistance = min(distance, swipeDistance ?? distance)
        }
        if pattern.kind == .drag, pattern.locksAxis { axisLockedDrag.formUnion(pattern.fingers) }
        if pattern.kind == .swipe, pattern.directions == .eight { swipeDirections = .eight }
        if pattern.kind == .edgeSwipe, pattern.directions == .eight { edgeSwipeDirections = .eight }
    }

    /// The selection without the kinds that a disabled region does not recognize.
    var withoutActions: GestureSelection {
        var remaining = self
        for index in fingers.indices where GestureKind(rawValue: UInt8(index))?.isAction ?? false {
            remaining.fingers[index] = .none
        }
        remaining.taps = InlineArray(repeating: TapCounts())
        return remaining
    }

    /// Presses, taps and long presses alone.
    var actions: GestureSelection {
        var actions = GestureSelection()
        for index in fingers.indices where GestureKind(rawValue: UInt8(index))?.isAction ?? false {
            actions.fingers[index] = fingers[index]
        }
        actions.taps = taps
        actions.tapDurations = tapDurations
        return actions
    }

    /// The gestures of the selection that a touch can make.
    func limited(to permits: TouchPermits) -> GestureSelection {
        if permits == .all { return self }
        var limited = permits.contains(.holds) ? self : withoutActions
        if !permits.contains(.press) { limited.press = false }
        if !permits.contains(.taps) { limited.taps[1] = TapCounts() }
        return limited
    }

    /// The number of recognizers that the selection needs.
    var recognizerCount: Int {
        var count = idleTime == nil ? 0 : 1
        if (1...FingerSet.largest).contains(where: { !tapCounts(fingers: $0).isEmpty }) { count += 1 }
        for index in fingers.indices where !fingers[index].isEmpty { count += 1 }
        // Each contact has its own recognizer, which reports an event in every frame.
        return touch ? count - 1 + 2 * FingerSet.largest : count
    }

    public static func == (left: GestureSelection, right: GestureSelection) -> Bool {
        left.fingers.indices.allSatisfy { left.fingers[$0] == right.fingers[$0] }
            && left.taps.indices.allSatisfy { left.taps[$0] == right.taps[$0] }
            && left.idleTime == right.idleTime && left.axisLockedDrag == right.axisLockedDrag
            && left.swipeDirections == right.swipeDirections && left.edgeSwipeDirections == right.edgeSwipeDirections
            && left.tapDurations == right.tapDurations && left.swipeDistance == right.swipeDistance
    }

    public func hash(into hasher: inout Hasher) {
        for index in fingers.indices { hasher.combine(fingers[index]) }
        for index in taps.indices { hasher.combine(taps[index]) }
        hasher.combine(idleTime)
        hasher.combine(axisLockedDrag)
        hasher.combine(swipeDirections)
        hasher.combine(edgeSwipeDirections)
        hasher.combine(tapDurations)
        hasher.combine(swipeDistance)
    }
}

extension ClosedRange {
    fileprivate func union(_ other: ClosedRange) -> ClosedRange {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
