/// The keys of a device that are down.
struct KeySet: Equatable {
    private var words = InlineArray<12, UInt64>(repeating: 0)

    static func == (left: KeySet, right: KeySet) -> Bool {
        left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
    }

    mutating func set(_ code: UInt16, isDown: Bool) {
        let (word, bit) = (Int(code / 64), UInt64(1) << UInt64(code % 64))
        guard word < words.count else { return }
        words[word] = isDown ? words[word] | bit : words[word] & ~bit
    }

    func contains(_ code: UInt16) -> Bool {
        let word = Int(code / 64)
        return word < words.count && words[word] & (1 << UInt64(code % 64)) != 0
    }

    /// Calls `body` with each key that differs, and whether it is down in the other set.
    func differences(to other: KeySet, _ body: (_ code: UInt16, _ isDown: Bool) -> Void) {
        for index in words.indices {
            var difference = words[index] ^ other.words[index]
            while difference != 0 {
                let bit = difference.trailingZeroBitCount
                body(UInt16(truncatingIfNeeded: index * 64 + bit), other.words[index] & (1 << UInt64(bit)) != 0)
                difference &= difference - 1
            }
        }
    }
}
