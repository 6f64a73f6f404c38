/// Returns words with a separator between them.
package func joined(_ words: [String], _ separator: String = ", ") -> String {
    var text = ""
    for (index, word) in words.enumerated() { text += (index == 0 ? "" : separator) + word }
    return text
}
