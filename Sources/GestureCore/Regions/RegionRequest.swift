/// The gestures that one tracker recognizes: those of its region, or of the subscription.
struct RegionRequest {
    let gestures: GestureSet
    private let inherits: Bool
    /// The only priority, or all but that one; nil for all gestures.
    private let part: Part?

    private enum Part { case simultaneous, competing }

    /// - Parameters:
    ///   - isNested: whether a region of the subscription has a parent. Otherwise gestures of all priorities are recognized side by
    ///     side.
    ///   - isSimultaneous: true for the gestures that run beside all others.
    init(_ region: TrackedRegion?, _ options: GestureOptions, isNested: Bool, isSimultaneous: Bool = false) {
        inherits = region?.inheritsActions ?? false
        part = isNested ? isSimultaneous ? .simultaneous : .competing : nil
        var gestures = region?.gestures ?? options.gestures
        if isSimultaneous {
            gestures.selection = GestureSelection()
        } else if inherits {
            gestures.selection = gestures.selection.actions
        }
        self.gestures = gestures
    }

    /// Returns whether a composition of ``gestures`` is recognized.
    func includes(_ composition: Composition) -> Bool {
        guard !inherits || composition.expression.isMadeOf({ $0.isAction }) else { return false }
        return switch part {
        case nil: true
        case .simultaneous: composition.effectivePriority == .simultaneous
        case .competing: composition.effectivePriority != .simultaneous
        }
    }
}

/// What a region asks of the fingers in its chain, as far as it matters to the regions around it and inside it.
struct RegionDemand: Equatable, Sendable {
    /// Whether the masks let the region recognize gestures.
    var isOn = false
    var isEnabled = true
    var press = false
    var longPress = false
    var drag = false
    var touch = false
    /// Whether gestures run beside all others.
    var hasSimultaneous = false
    /// The counts of taps with one finger, of priority normal and high, that a touch can begin with anywhere.
    private var taps = TapCounts()
    private var highTaps = TapCounts()
    /// The same with an area.
    private var placedTaps: [PlacedTap] = []
    /// Whether there are taps with limits of time. Only the region that a touch is for recognizes these.
    var hasTimedTaps = false
    /// The edges from which drags start.
    private var drawers: [EdgeLocation.Edge] = []

    private struct PlacedTap: Equatable, Sendable {
        var count: Int
        var isHigh: Bool
        var area: Rectangle
    }

    init(_ region: TrackedRegion, _ options: GestureOptions, isOn: Bool) {
        self.isOn = isOn
        isEnabled = region.isEnabled
        let request = RegionRequest(region, options, isNested: true)
        let selection = request.gestures.selection
        press = selection.press
        longPress = !selection[.longPress].isEmpty
        drag = !selection[.drag].isEmpty
        touch = selection.touch
        taps = selection.tapCounts(fingers: 1)
        for composition in request.gestures.compositions {
            if composition.effectivePriority == .simultaneous {
                if RegionRequest(region, options, isNested: true, isSimultaneous: true).includes(composition) {
                    hasSimultaneous = true
                }
            } else if request.includes(composition) {
                composition.expression.forEachFirst { add($0, composition.effectivePriority) }
            }
        }
    }

    private mutating func add(_ pattern: GesturePattern, _ priority: GesturePriority) {
        switch pattern.kind {
        case .longPress: longPress = true
        case .drag:
            drag = true
            if let edge = pattern.edge, !drawers.contains(edge) { drawers.append(edge) }
        case .tap where pattern.fingers.contains(1) && pattern.restingFingers == 0:
            if pattern.minimumDuration != nil || pattern.maximumDuration != nil {
                hasTimedTaps = true
            } else if let area = pattern.area {
                placedTaps.append(PlacedTap(count: pattern.count, isHigh: priority == .high, area: area))
            } else if priority == .high {
                highTaps.insert(pattern.count)
            } else {
                taps.insert(pattern.count)
            }
        default: break
        }
    }

    func taps(at place: UnitPoint) -> TapCounts { placed(taps, isHigh: false, at: place) }
    func highTaps(at place: UnitPoint) -> TapCounts { placed(highTaps, isHigh: true, at: place) }

    private func placed(_ counts: TapCounts, isHigh: Bool, at place: UnitPoint) -> TapCounts {
        var counts = counts
        for index in placedTaps.indices where placedTaps[index].isHigh == isHigh {
            if placedTaps[index].area.contains(place) { counts.insert(placedTaps[index].count) }
        }
        return counts
    }

    /// Whether the region can be the one that a press and taps of one finger are for, wherever the finger lands.
    var canBeTarget: Bool { press || hasTimedTaps || !taps.isEmpty || !highTaps.isEmpty || !placedTaps.isEmpty }

    /// Returns whether the region can be the one that a press and taps of one finger are for.
    func asksForTarget(at place: UnitPoint) -> Bool {
        press || hasTimedTaps || !taps(at: place).isEmpty || !highTaps(at: place).isEmpty
    }

    /// Returns whether a drag of a region around this one has to leave the finger time to decide.
    func asksForTime(at place: UnitPoint) -> Bool { isEnabled && (asksForTarget(at: place) || longPress) || drag }

    /// Returns whether a drag that starts at this edge is asked for.
    func hasDrawer(at location: EdgeLocation?) -> Bool {
        if case .edge(let edge, _)? = location { drawers.contains(edge) } else { false }
    }
}

extension TrackedRegion {
    /// Whether the region has the presses, taps and long presses of the subscription.
    var inheritsActions: Bool { parent != nil && gestures == nil }
}
