import Text

/// Numbers a region of one subscription. A region that is removed and added again later gets another number.
public struct RegionID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// A part of the surface that is tracked like a control.
///
/// The deepest region that contains the landing point of a finger and all regions around it are the chain of the finger, until it is
/// lifted: each of them recognizes gestures with it. Of several equally deep regions, the last in the list gets the finger. A finger
/// that lands outside all regions belongs to none of them.
public struct TrackedRegion: Hashable, Sendable {
    /// The effect on a press if its finger moves away.
    public enum Tracking: Hashable, Sendable, CaseIterable {
        /// Moving beyond slop cancels the press, as suits content that scrolls.
        case slop
        /// The press turns off when the finger leaves the region by more than slop, turns on when the finger comes back, and
        /// triggers if the finger is lifted inside, like a button that does not scroll.
        case reenter
    }

    /// The name that distinguishes the region from the others.
    public var name: ByteString
    public var rectangle: Rectangle
    /// The name of the enclosing region, which comes earlier in the list. The part of this region outside its parent gets no
    /// fingers.
    public var parent: ByteString?
    public var mask: GestureMask
    /// If false, the region and those inside it recognize no presses, taps and long presses, and the regions around it none with
    /// fingers that land here; other gestures such as drags continue to work.
    public var isEnabled: Bool
    /// The slop in pt that replaces the default of the device.
    public var slop: Points?
    /// The gestures that replace those of the subscription; nil for those of the subscription. A region with a parent then has only
    /// its presses, taps and long presses, because a movement belongs to whoever asked for it.
    public var gestures: GestureSet?
    public var tracking: Tracking
    /// Whether a finger that lands here or in a region inside while a fling of this region still coasts only stops the fling: it
    /// makes no press, tap or long press.
    public var suppressesTapWhileCoasting: Bool
    /// The slop in pt of a touch that lands while a fling still coasts; nil for the usual one. Someone who stops a fling means to
    /// touch, and the finger slides.
    public var slopWhileCoasting: Points?

    public init(
        _ name: ByteString, _ rectangle: Rectangle, parent: ByteString? = nil, mask: GestureMask = .all,
        isEnabled: Bool = true,
        slop: Points? = nil, gestures: GestureSet? = nil, tracking: Tracking = .slop,
        suppressesTapWhileCoasting: Bool = false, slopWhileCoasting: Points? = nil
    ) {
        self.name = name
        self.rectangle = rectangle
        self.parent = parent
        self.mask = mask
        self.isEnabled = isEnabled
        self.slop = slop
        self.gestures = gestures
        self.tracking = tracking
        self.suppressesTapWhileCoasting = suppressesTapWhileCoasting
        self.slopWhileCoasting = slopWhileCoasting
    }

    /// The largest number of regions in a chain.
    public static let largestDepth = 8

    /// Whether a touch is tracked differently while a fling coasts.
    var dependsOnFlings: Bool { suppressesTapWhileCoasting || slopWhileCoasting != nil }

    /// Returns whether both regions track their fingers alike, wherever the regions lie.
    func tracksAlike(_ other: TrackedRegion) -> Bool {
        isEnabled == other.isEnabled && slop == other.slop && gestures == other.gestures && tracking == other.tracking
            && suppressesTapWhileCoasting == other.suppressesTapWhileCoasting
            && slopWhileCoasting == other.slopWhileCoasting
    }
}
