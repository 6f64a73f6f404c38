/// Returns the known word that is most similar to a misspelt one; nil if none is similar.
///
/// - Parameter word: only its first 64 bytes are compared, because somebody else chooses its length.
package func nearestWord(to word: some Sequence<UInt8>, among known: some Sequence<ByteString>) -> ByteString? {
    let word = Array(word.prefix(64))
    var nearest: (word: ByteString, distance: Int)?
    for candidate in known where candidate.bytes.count > 2 {
        let distance = editDistance(word, Array(candidate.bytes))
        // At most a third of the letters can differ; otherwise every word would be similar to a short one.
        guard distance <= max(1, candidate.bytes.count / 3) else { continue }
        if distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.word
}

/// Returns the end of an error message that offers the known word nearest to an unknown one; empty if none is near.
package func suggestion(for word: some Sequence<UInt8>, among known: some Sequence<ByteString>) -> String {
    nearestWord(to: word, among: known).map { " (did you mean '\($0)'?)" } ?? ""
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
