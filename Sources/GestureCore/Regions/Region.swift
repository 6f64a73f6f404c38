import Text

/// Numbers a region of one subscription; one that is taken away and comes back has another number.
public struct RegionID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// A part of the surface that is tracked like a control.
///
/// A finger belongs to the deepest region that contains the place where it lands, until it is lifted; of several equally deep
/// ones to the last in the list. Where it lands in none, it belongs to nobody.
public struct Region: Hashable, Sendable {
    /// What a press does when its finger strays.
    public enum Tracking: Hashable, Sendable, CaseIterable {
        /// It is cancelled beyond slop, as suits what scrolls.
        case slop
        /// It goes out when the finger leaves the region by more than slop, lights up when it comes back, and acts where the
        /// finger is lifted inside: as a button that does not scroll.
        case reenter
    }

    /// Tells it apart from the others.
    public var name: ByteString
    public var rectangle: Rectangle
    /// The name of one before it in the list, in which it lies; where the parent does not contain a finger, it does not either.
    public var parent: ByteString?
    public var mask: GestureMask
    /// If not: no presses, no taps and no long presses; what scrolls still does.
    public var isEnabled: Bool
    /// In pt, in place of what holds for the device.
    public var slop: Points?
    /// In place of those of the subscription.
    public var gestures: GestureSet?
    public var tracking: Tracking
    /// Whether a finger that lands while what was flung still coasts only stops it: no press, tap or long press.
    public var suppressesTapWhileCoasting: Bool

    public init(
        _ name: ByteString, _ rectangle: Rectangle, parent: ByteString? = nil, mask: GestureMask = .all,
        isEnabled: Bool = true,
        slop: Points? = nil, gestures: GestureSet? = nil, tracking: Tracking = .slop,
        suppressesTapWhileCoasting: Bool = false
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
    }

    /// Whether fingers on both are tracked alike, wherever the two lie.
    func tracksAlike(_ other: Region) -> Bool {
        isEnabled == other.isEnabled && slop == other.slop && gestures == other.gestures && tracking == other.tracking
            && suppressesTapWhileCoasting == other.suppressesTapWhileCoasting
    }
}
