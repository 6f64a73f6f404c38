/// Divides the fingers that land among the groups on their regions. Where regions are nested, those of one root have common groups.
///
/// A finger joins the group that has the nearest finger within reach, and otherwise starts a group of its own. Fingers that are down
/// come before those of groups that wait for their next touch. Fingers that rest (``TouchSequence/Finger/rests(at:)``) do not count:
/// they can be a hand that leans on the surface.
/// Of several fingers that land in one frame, the one nearest to a group is first, so a finger that connects others to a group
/// counts whatever the order of the contacts. The group of a finger does not change while the finger is down.
struct GroupAssigner: Equatable, Sendable {
    /// A landing that has no group yet.
    private struct Landing: Equatable, Sendable {
        /// The index of the change in the frame.
        var index: Int
        var region: Int
        var position: Vector
        /// The group with the nearest finger; nil if the region has no fingers.
        var nearest: FingerGroup?
        var distance = Points.infinity
        var rank = Rank.none

        /// How much the nearest finger counts, the least first.
        enum Rank: Comparable, Sendable {
            /// The finger rests, or the region has no finger.
            case none
            /// The finger is lifted or out of reach.
            case waiting
            /// The finger is down and within reach.
            case near
        }

        mutating func consider(_ group: FingerGroup, _ neighbour: Neighbour, reach: Points) {
            let isNear = neighbour.isDown && !neighbour.distance.exceeds(reach)
            let rank: Rank = neighbour.rests ? .none : isNear ? .near : .waiting
            guard rank >= self.rank else { return }
            guard
                rank > self.rank
                    || (neighbour.distance, group.number) < (distance, nearest?.number ?? .max)
            else { return }
            nearest = group
            distance = neighbour.distance
            self.rank = rank
        }

        /// Returns whether the landing needs a group of its own.
        func isApart(reach: Points) -> Bool { rank == .none || distance.exceeds(reach) }

        /// Returns whether this landing is assigned before `other`.
        func precedes(_ other: Landing) -> Bool {
            (distance, position.y, position.x) < (other.distance, other.position.y, other.position.x)
        }
    }

    /// The finger of a group that is nearest to a landing.
    struct Neighbour: Equatable, Sendable {
        var distance: Points
        var isDown = true
        var rests = false
    }

    /// The most groups of a surface beyond the first one of each region: enough for ten fingers of ten people.
    static let mostFurther = FingerSet.largest - 1
    /// The same if the reach is unlimited: enough for a hand that acts beside three parts of one that leans on the surface.
    static let mostBesideResting = 3

    /// Stored to reuse its memory.
    private var landings: [Landing] = []

    /// Sets the numbers of the groups that get the landings of a frame.
    ///
    /// - Parameters:
    ///   - owners: for each change, the first group of the region if it is a landing, and otherwise nil.
    ///   - trackers: the groups as they were before the frame.
    ///   - countsResting: whether fingers that rest count as others do.
    mutating func assign(
        _ owners: inout [FingerGroup?], of changes: [ContactChange], among trackers: [RegionTracker], reach: Points?,
        countsResting: Bool, at now: Instant
    ) {
        let most = reach == nil ? Self.mostBesideResting : Self.mostFurther
        let reach = reach ?? .infinity
        landings.removeAll(keepingCapacity: true)
        for index in owners.indices {
            guard let owner = owners[index] else { continue }
            owners[index] = nil
            var landing = Landing(index: index, region: owner.region, position: changes[index].position)
            for tracker in trackers.indices where trackers[tracker].person.region == owner.region {
                guard
                    let neighbour = trackers[tracker].neighbour(
                        of: landing.position, countsResting: countsResting, at: now)
                else { continue }
                landing.consider(trackers[tracker].person, neighbour, reach: reach)
            }
            landings.append(landing)
        }
        while let landing = takeFirst() {
            var group = landing.nearest
            if landing.isApart(reach: reach) {
                group = Self.newGroup(on: landing.region, owners, among: trackers, most, at: now) ?? group
            }
            owners[landing.index] = group
            guard let group else { continue }
            for index in landings.indices where landings[index].region == landing.region {
                let distance = landings[index].position.distance(to: landing.position)
                landings[index].consider(group, Neighbour(distance: distance), reach: reach)
            }
        }
    }

    private mutating func takeFirst() -> Landing? {
        guard var first = landings.indices.first else { return nil }
        for index in landings.indices where landings[index].precedes(landings[first]) { first = index }
        return landings.remove(at: first)
    }

    /// Returns the free group of a region with the lowest number; nil if the surface has as many groups with fingers as it can.
    private static func newGroup(
        on region: Int, _ owners: [FingerGroup?], among trackers: [RegionTracker], _ most: Int, at now: Instant
    ) -> FingerGroup? {
        var group = FingerGroup(region: region)
        while isTaken(group, owners, among: trackers, at: now) { group.number += 1 }
        return group.number == 0 || busyCount(owners, among: trackers) < most ? group : nil
    }

    private static func isTaken(
        _ group: FingerGroup, _ owners: [FingerGroup?], among trackers: [RegionTracker], at now: Instant
    ) -> Bool {
        if owners.contains(group) { return true }
        for index in trackers.indices where trackers[index].person == group {
            if trackers[index].isBusy(at: now) { return true }
        }
        return false
    }

    /// The number of groups, beyond the first ones of the regions, that have fingers or get some in this frame.
    private static func busyCount(_ owners: [FingerGroup?], among trackers: [RegionTracker]) -> Int {
        var count = 0
        for index in trackers.indices where trackers[index].group.number > 0 && trackers[index].isTouched {
            let person = trackers[index].person
            if !owners.contains(person), !isTouched(person, among: trackers[..<index]) { count += 1 }
        }
        for index in owners.indices {
            guard let owner = owners[index], owner.number > 0, !owners[..<index].contains(owner) else { continue }
            count += 1
        }
        return count
    }

    private static func isTouched(_ person: FingerGroup, among trackers: ArraySlice<RegionTracker>) -> Bool {
        for index in trackers.indices where trackers[index].person == person && trackers[index].isTouched {
            return true
        }
        return false
    }
}
