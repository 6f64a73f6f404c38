/// Puts spans of time into as few lanes as needed, so that those in one lane do not overlap.
struct Lanes {
    /// The right end of each lane, in px.
    private var ends: [Double] = []

    var count: Int { ends.count }

    /// - Parameters:
    ///   - left: in px; not left of that of the span before.
    ///   - right: in px.
    /// - Returns: the index of the lane.
    mutating func add(from left: Double, to right: Double) -> Int {
        for index in ends.indices where ends[index] <= left {
            ends[index] = right
            return index
        }
        ends.append(right)
        return ends.count - 1
    }
}
