/// Finds names in a list, by halves: sorted bytes need no table that hashes, and the library that such a table takes.
public struct NameIndex: Sendable {
    private var entries: [(name: [UInt8], place: Int)] = []

    public init() {}

    /// Takes in a name; of those that are alike the last counts.
    ///
    /// - Parameter place: where it is in the list.
    /// - Returns: whether it was not there before.
    @discardableResult
    public mutating func insert(_ name: String, at place: Int) -> Bool {
        let name = Array(name.utf8)
        let index = firstIndex(notBefore: name)
        if index < entries.count, entries[index].name == name {
            entries[index].place = place
            return false
        }
        entries.insert((name, place), at: index)
        return true
    }

    /// Where a name is in the list; nil if it is not there.
    public func place(of name: String) -> Int? {
        let name = Array(name.utf8)
        let index = firstIndex(notBefore: name)
        return index < entries.count && entries[index].name == name ? entries[index].place : nil
    }

    private func firstIndex(notBefore name: [UInt8]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].name.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
