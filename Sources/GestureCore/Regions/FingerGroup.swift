/// Names the fingers that one ``RegionTracker`` follows: those of one person on one region.
///
/// The name stays valid while trackers are created and released.
struct FingerGroup: Comparable, Sendable {
    /// The index of the region in the subscription's list, 0 for a whole surface; beyond the list once the region is removed.
    var region: Int
    /// Numbers the groups of a region from 0. Always 0 if the reach is unlimited.
    var number = 0
    /// True for the gestures of the region that run beside all others: ``GesturePriority/simultaneous``, where regions are nested.
    var isSimultaneous = false

    static func < (left: FingerGroup, right: FingerGroup) -> Bool {
        if left.region != right.region { return left.region < right.region }
        return left.number == right.number ? !left.isSimultaneous && right.isSimultaneous : left.number < right.number
    }
}
