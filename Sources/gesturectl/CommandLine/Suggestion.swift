import Text

/// The end of an error message that offers the known word nearest to an unknown one; empty if none is near.
func suggestion(_ word: String, _ known: [ByteString]) -> String {
    nearestWord(to: word.utf8.prefix { $0 != UInt8(ascii: "=") }, among: known)
        .map { " (did you mean '\($0)'?)" } ?? ""
}
