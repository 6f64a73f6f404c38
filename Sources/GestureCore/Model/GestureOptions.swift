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
