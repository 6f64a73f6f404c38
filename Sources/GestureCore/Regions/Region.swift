import Text

/// Numbers a region of one subscription. A region that is removed and added again later gets another number.
public struct RegionID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// A part of the surface that is tracked like a control.
///
/// A finger belongs to the deepest region that contains its landing point, until it is lifted. Of several equally deep regions,
/// the last in the list gets the finger. A finger that lands outside all regions belongs to none of them.
public struct Region: Hashable, Sendable {
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
    /// If false, the region recognizes no presses, taps and long presses; other gestures such as drags continue to work.
    public var isEnabled: Bool
    /// The slop in pt that replaces the default of the device.
    public var slop: Points?
    /// The gestures that replace those of the subscription.
    public var gestures: GestureSet?
    public var tracking: Tracking
    /// True if a finger that lands while a fling still coasts only stops the fling: it makes no press, tap or long press.
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

    /// True if a touch is tracked differently while a fling coasts.
    var dependsOnFlings: Bool { suppressesTapWhileCoasting || slopWhileCoasting != nil }

    /// Returns true if both regions track their fingers alike, wherever the regions lie.
    func tracksAlike(_ other: Region) -> Bool {
        isEnabled == other.isEnabled && slop == other.slop && gestures == other.gestures && tracking == other.tracking
            && suppressesTapWhileCoasting == other.suppressesTapWhileCoasting
            && slopWhileCoasting == other.slopWhileCoasting
    }
}
