extension Array {
    /// Empties it and keeps its memory: in less than half the time where there is one element, as there is in most frames.
    public mutating func clear() {
        if count == 1 {
            removeLast()
        } else if !isEmpty {
            removeAll(keepingCapacity: true)
        }
    }
}
