/// The order between a gesture and those of other regions around the same finger, as in SwiftUI. Within a region, gestures are
/// recognized side by side, whatever their priority.
public enum GesturePriority: Hashable, Sendable, CaseIterable {
    /// The first gesture that is recognized has the fingers; of those in one frame, the one of the deepest region.
    case normal
    /// The gesture is recognized beside all others: it neither takes fingers from other regions nor loses them.
    case simultaneous
    /// In one frame, the gesture comes before those of the regions inside, and taps inside wait until it has failed.
    case high
}
