extension Array {
    /// Removes all elements and keeps the capacity. With one element, as in most frames, it takes less than half the time of
    /// `removeAll`.
    public mutating func clear() {
        if count == 1 {
            removeLast()
        } else if !isEmpty {
            removeAll(keepingCapacity: true)
        }
    }
}
