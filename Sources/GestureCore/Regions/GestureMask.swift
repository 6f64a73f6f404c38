/// The regions whose gestures are recognized: a region itself, those inside it, or both (as SwiftUI's `GestureMask`).
///
/// A region that is off recognizes nothing and stops nothing: the regions around it have its fingers all the same.
public enum GestureMask: Hashable, Sendable, CaseIterable {
    /// The gestures of the region and of its children.
    case all
    /// The gestures of the region only; those of all regions inside it are off.
    case gesture
    /// The gestures of the regions inside it only; its own are off.
    case subviews
    case none

    var includesOwn: Bool { self == .all || self == .gesture }
    var includesChildren: Bool { self == .all || self == .subviews }
}
