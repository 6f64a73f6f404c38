/// Returns the indices of the bits that are set.
func bits(of mask: UInt64) -> BitIndices { BitIndices(mask: mask) }

/// The indices of the bits of a number, in ascending order.
struct BitIndices: Sequence, IteratorProtocol {
    var mask: UInt64

    mutating func next() -> Int? {
        guard mask != 0 else { return nil }
        defer { mask &= mask - 1 }
        return mask.trailingZeroBitCount
    }
}
