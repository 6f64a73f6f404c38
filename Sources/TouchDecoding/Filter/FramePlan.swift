/// The contacts and keys that a frame withholds from the clone. The sets of contacts have a bit for each slot.
struct FramePlan {
    /// Passed on and lifted, before another contact lands in the slot.
    var lifted: UInt64 = 0
    /// Held until now, and passed on from now on.
    var released: UInt64 = 0
    /// Passed on until now, and withheld from now on.
    var cancelled: UInt64 = 0
    /// Of the slots that change, those whose contact is passed on.
    var passing: UInt64 = 0
    /// The number of contacts on the original, and of those that are not passed on.
    var occupied = 0
    var kept = 0
    /// Whether the keys of the device are withheld, too: those beside a dark display, or while everything is withheld.
    var blocksKeys = false

    /// Whether the clone needs changes besides those of the original.
    var isSpecial: Bool { lifted | released | cancelled != 0 }
}
