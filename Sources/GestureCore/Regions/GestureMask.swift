/// The regions whose gestures are recognized: a region itself, those inside it, or both (as SwiftUI's `GestureMask`).
public enum GestureMask: Hashable, Sendable, CaseIterable {
    /// The gestures of the region and of its children.
    case all
    /// The gestures of the region only, as if it had no children.
    case gesture
    /// The gestures of the children only. A finger beside the children belongs to the parent of the region.
    case subviews
    case none

    var includesOwn: Bool { self == .all || self == .gesture }
    var includesChildren: Bool { self == .all || self == .subviews }
}
