/// The gestures of a request: a selection recognized side by side, and compositions, each recognized independently.
public struct GestureSet: Hashable, Sendable {
    public var selection: GestureSelection
    public var compositions: [Composition]

    public init(selection: GestureSelection = .standard, compositions: [Composition] = []) {
        self.selection = selection
        self.compositions = compositions
    }
}

extension GestureSet {
    /// Whether there are only presses, taps and long presses.
    var isMadeOfActions: Bool {
        selection.actions == selection && compositions.allSatisfy { $0.expression.isMadeOf { $0.isAction } }
    }

    /// See ``GestureOptions/countsResting``.
    fileprivate var countsResting: Bool {
        contains { $0.restingFingers > 0 }
            || compositions.reduce(0) { $0 + $1.expression.nodeCount } > Self.mostBesideResting
    }

    /// The most gestures and compositions in the list with which resting fingers are told apart.
    private static let mostBesideResting = 64

    /// Returns whether a gesture of a composition meets a condition.
    public func contains(where condition: (GesturePattern) -> Bool) -> Bool {
        compositions.contains { $0.expression.contains(where: condition) }
    }
}

/// The options of one subscription.
public struct GestureOptions: Hashable, Sendable {
    public var gestures: GestureSet
    public var thresholds: Thresholds
    /// The accommodations in place of those of the surface; nil for those of the surface. Apart from the thresholds, because
    /// recognizers copy these in every frame.
    public var holdDuration: Interval?
    public var ignoreRepeat: Interval?
    /// Whether thresholds and accommodations are those of the preset ``TouchAccommodations/steady``, as far as no others were chosen.
    public var isSteady = false
    /// The regions, each tracked independently; if empty, the whole surface is one region.
    public var regions: [TrackedRegion]

    public init(
        gestures: GestureSet = GestureSet(), thresholds: Thresholds = Thresholds(), regions: [TrackedRegion] = []
    ) {
        self.gestures = gestures
        self.thresholds = thresholds
        self.regions = regions
    }

    public init(selection: GestureSelection, thresholds: Thresholds = Thresholds()) {
        self.init(gestures: GestureSet(selection: selection), thresholds: thresholds)
    }

    /// Whether a gesture depends on the modifier keys.
    public var usesModifiers: Bool {
        gestures.contains { $0.modifiers != nil }
            || regions.contains { $0.gestures?.contains { $0.modifiers != nil } ?? false }
    }

    /// Whether fingers count however long they rest on a touchscreen. They do if a gesture needs resting fingers. They also do if a
    /// region has many gestures, because each further group of fingers takes memory for all of them.
    public var countsResting: Bool {
        gestures.countsResting || regions.contains { $0.gestures?.countsResting ?? false }
    }

    /// Whether a gesture claims its fingers.
    public var claims: Bool {
        gestures.contains { $0.claims } || regions.contains { $0.gestures?.contains { $0.claims } ?? false }
    }
}
