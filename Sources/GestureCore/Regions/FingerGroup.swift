/// Names the fingers that one ``RegionTracker`` follows: those of one person on one region.
///
/// The name stays valid while trackers are created and released.
struct FingerGroup: Comparable, Sendable {
    /// The index of the region in the subscription's list, 0 for a whole surface; beyond the list once the region is removed.
    var region: Int
    /// Numbers the groups of a region from 0. Always 0 if the reach is unlimited.
    var number = 0

    static func < (left: FingerGroup, right: FingerGroup) -> Bool {
        left.region == right.region ? left.number < right.number : left.region < right.region
    }
}
