import Text

/// Finds names in a list by binary search. A hash table would link more of the standard library.
public struct NameIndex: Sendable {
    private var entries: [(name: [UInt8], index: Int)] = []

    public init() {}

    /// Adds a name. If the name was already there, the new index replaces the old one.
    ///
    /// - Parameter index: the index of the name in the list.
    /// - Returns: whether the name is new.
    @discardableResult
    public mutating func insert(_ name: ByteString, at index: Int) -> Bool {
        let bytes = Array(name.bytes)
        let entry = firstEntry(notBefore: bytes)
        if entry < entries.count, entries[entry].name == bytes {
            entries[entry].index = index
            return false
        }
        entries.insert((bytes, index), at: entry)
        return true
    }

    /// Returns the index of a name in the list; nil if the name is not there.
    public func index(of name: ByteString) -> Int? {
        let bytes = Array(name.bytes)
        let entry = firstEntry(notBefore: bytes)
        return entry < entries.count && entries[entry].name == bytes ? entries[entry].index : nil
    }

    private func firstEntry(notBefore name: [UInt8]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].name.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
