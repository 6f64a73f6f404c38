/// Recognizes the taps of one finger where several regions of its chain ask for different counts: a card for a double tap, and the
/// page around it for a single one.
///
/// The counts are recognized together, as if one list asked for them, and each tap then goes to the region that owns its count. The
/// regions are asked in order: those with taps of priority ``GesturePriority/high`` from the root inward, then the one that the touch
/// is for, then those around it. Each owns the counts that are below all counts of the regions before it: a higher count would have to
/// wait for a region that comes later.
struct TapContest: Equatable, Sendable {
    /// A region that was told of a possible tap.
    struct Told: Equatable, Sendable {
        var region: Int
        /// The event as the contest found it.
        var event: EngineEvent
        /// The number of the gesture in the subscription, if the region asks for the tap by itself.
        var number: UInt64?
    }

    /// The fingers of the region that the touch is for.
    private(set) var target: FingerGroup
    /// For each count, the region that owns it; −1 for none. Index 0 is unused.
    private(set) var owners: [Int]
    let rules: Rules
    private(set) var tap = TapRecognizer()
    /// The taps that the last step found.
    private(set) var found: Output
    var told: Told?
    /// The gesture that is kept from a region around the target, as the contest numbers it.
    var withheld: UInt64?
    /// Whether the current touch of the region can make a tap.
    var isOpen = false

    /// The memory of one contest, in bytes.
    static let memory =
        2 * MemoryLayout<TapContest>.stride + 8 * MemoryLayout<EngineEvent>.stride
        + (TapCounts.largest + FingerSet.largest) * 128

    init(for target: FingerGroup, _ owners: TapOwners, _ thresholds: Thresholds, on surface: Surface) {
        self.target = target
        self.owners = owners.regions.indices.map { owners.regions[$0] }
        var selection = GestureSelection()
        var one = FingerSet.none
        one.insert(1)
        for count in 1...TapCounts.largest where owners.regions[count] >= 0 {
            selection.insertTap(count: count, fingers: one)
        }
        rules = Rules(
            selection: selection, thresholds: thresholds, slop: surface.slop(thresholds.slop(on: surface.kind)))
        found = Output(surface: surface, room: 4)
    }

    /// Returns whether the counts have these owners.
    func isOwned(as other: TapOwners) -> Bool { owners.indices.allSatisfy { owners[$0] == other.regions[$0] } }

    var deadline: Instant? { tap.deadline(rules.thresholds) }

    func isIdle(at now: Instant) -> Bool { tap.isIdle(at: now, rules.thresholds) }

    mutating func follow(_ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant) {
        found.removeAll()
        found.origin = sequence.origin
        tap.follow(step, of: sequence, at: now, rules, into: &found)
        if step == .landed, !isOpen { tap.fail(at: now, rules, into: &found) }
    }

    /// Handles a touch whose last finger was lost.
    mutating func lose(_ sequence: TouchSequence, at now: Instant) {
        isOpen = false
        follow(.cancelled, of: sequence, at: now)
    }

    mutating func pass(deadline now: Instant) {
        found.removeAll()
        tap.pass(deadline: now, rules, into: &found)
    }

    /// Reports the taps that are held back; the current touch makes no tap.
    mutating func fail(at now: Instant) {
        isOpen = false
        found.removeAll()
        tap.fail(at: now, rules, into: &found)
    }

    /// Handles fingers that another region has taken from `start` on.
    mutating func take(from start: Instant, at now: Instant) {
        isOpen = false
        found.removeAll()
        tap.take(from: start, at: now, rules, into: &found)
    }

    /// The region that gets the taps held back if no other tap follows; −1 if no region asks for this number of taps.
    var ownerOfHeldTap: Int { owners[tap.countHeld(rules)] }

    /// The time at which the first of the taps held back began; nil if they make no tap unless another follows.
    var holdStart: Instant? { tap.holdStart(rules) }

    /// Follows the regions to their new indices.
    ///
    /// - Returns: false if one was removed.
    mutating func move(to indices: [Int?]) -> Bool {
        guard let region = indices[target.region] else { return false }
        var moved = owners
        for count in moved.indices where moved[count] >= 0 {
            guard let owner = indices[moved[count]] else { return false }
            moved[count] = owner
        }
        target.region = region
        owners = moved
        if let told { self.told?.region = indices[told.region] ?? told.region }
        return true
    }
}

/// The regions of a chain that own the counts of a tap with one finger.
struct TapOwners {
    /// For each count, the region that owns it; −1 for none.
    private(set) var regions = InlineArray<11, Int>(repeating: -1)
    /// The first region that owns a count; nil if there is none.
    private(set) var first: Int?
    /// Whether several regions own counts.
    private(set) var areSeveral = false
    /// Counts from here on are owned already, or have to wait for none that comes later.
    private var limit = TapCounts.largest + 1

    /// Adds the counts of the next region, as far as they are below all others.
    mutating func add(_ counts: TapCounts, of region: Int) {
        let owned = counts.below(limit)
        guard let lowest = owned.lowest else { return }
        for count in 1...TapCounts.largest where owned.contains(count) { regions[count] = region }
        limit = lowest
        if let first, first != region { areSeveral = true }
        first = first ?? region
    }

    func contains(_ region: Int) -> Bool { regions.indices.contains { regions[$0] == region } }

    /// Leaves nothing to the regions that come next.
    mutating func close() { limit = 0 }
}
