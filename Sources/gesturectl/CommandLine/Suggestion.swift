import Text

/// The end of an error message that offers the known word nearest to an unknown one; empty if none is near.
func suggestion(_ word: String, _ known: [ByteString]) -> String {
    let name = Array(word.utf8.prefix { $0 != UInt8(ascii: "=") })
    var nearest: (word: ByteString, distance: Int)?
    for candidate in known where candidate.bytes.count > 2 {
        let distance = editDistance(name, Array(candidate.bytes))
        // A third of the letters may differ: no more, or everything would be near to a short word.
        guard distance <= max(1, candidate.bytes.count / 3) else { continue }
        if distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest.map { " (did you mean '\($0.word)'?)" } ?? ""
}

/// The least number of letters to insert, delete, replace or swap with their neighbour to make one word of another.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [[Int]](repeating: [], count: a.count + 1)
    for i in 0...a.count {
        rows[i] = [Int](repeating: 0, count: b.count + 1)
        for j in 0...b.count {
            guard i > 0, j > 0 else {
                rows[i][j] = i + j
                continue
            }
            var least = min(rows[i - 1][j], rows[i][j - 1]) + 1
            least = min(least, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { least = min(least, rows[i - 2][j - 2] + 1) }
            rows[i][j] = least
        }
    }
    return rows[a.count][b.count]
}
